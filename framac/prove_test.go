package framac_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"fcv/framac"
)

// A cancelled proof leaves no prover behind, and the session can prove again
// afterwards: ending provers must not end what Why3 runs them with.
func TestRealCancelledProof(t *testing.T) {
	inst := real(t)
	plugin, err := framac.EnsurePlugin(t.Context(), inst, cacheDir(t))
	if err != nil {
		t.Fatal(err)
	}
	provers, err := framac.ResolveProvers(inst, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := framac.Start(t.Context(), framac.Launch{Program: inst.FramaC, Plugin: plugin.Path, Env: inst.Env, Args: []string{"-wp-cache", "none"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	path, err := filepath.Abs("testdata/c/proofs.c")
	if err != nil {
		t.Fatal(err)
	}
	var loaded struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
	}
	in := map[string]any{"files": []framac.SourceFile{{Path: path, Cpp: []string{}}}}
	if err := s.Exec(t.Context(), "plugins.ast-utils.load", in, &loaded); err != nil || !loaded.OK {
		t.Fatalf("loading: %+v, %v\n%s", loaded, err, s.Output())
	}
	goalsOf := func(function string) []string {
		t.Helper()
		if _, err := s.GenerateGoals(t.Context(), framac.WpGeneration{Functions: []string{function}, Props: []string{}}); err != nil {
			t.Fatal(err)
		}
		goals, err := s.Goals(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ids := []string{}
		for _, g := range goals {
			if g.Function == function {
				ids = append(ids, g.ID)
			}
		}
		return ids
	}
	request := framac.WpProof{
		Goals: goalsOf("hard"), Provers: []string{},
		Timeout: 5, QuickTimeout: 5, SmokeTimeout: 2, Par: 2,
	}
	for _, p := range provers {
		request.Provers = append(request.Provers, p.ID())
	}
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- s.ProveGoals(ctx, request) }()
	eventually(t, "a prover at work", func() bool { return proversBelow(s.Pid()) > 0 })
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled proof: %v", err)
	}
	if n := proversBelow(s.Pid()); n > 0 {
		t.Errorf("%d provers still run", n)
	}
	request.Goals, request.Timeout, request.QuickTimeout = goalsOf("easy"), 2, 2
	if err := s.ProveGoals(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	goals, err := s.Goals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	proved := 0
	for _, g := range goals {
		if g.Function == "easy" && g.Status == "valid" && g.Prover != "" {
			proved++
		}
		if g.Function == "hard" && g.Kind == "ensures" && g.Status == "valid" {
			t.Errorf("a proof that was cut short counts as one: %+v", g)
		}
	}
	if proved == 0 {
		t.Errorf("after a cancelled proof the next one proves nothing: %+v\n%s", goals, s.Output())
	}
}

// proversBelow counts the living provers below Frama-C.
func proversBelow(pid int) int {
	n := 0
	for _, p := range framac.ProcessesBelow(pid) {
		switch p {
		case "z3", "cvc4", "cvc5", "alt-ergo":
			n++
		}
	}
	return n
}
