package framac_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/framac"
)

var someProvers = &framac.Installation{Provers: []framac.Prover{
	{Name: "Alt-Ergo", Version: "2.4.2"},
	{Name: "Alt-Ergo", Version: "2.4.2", Alternative: "FPA"},
	{Name: "Coq", Version: "8.16"},
	{Name: "Z3", Version: "4.8.5"},
	{Name: "Z3", Version: "4.8.12"},
	{Name: "Z3", Version: "4.8.12", Alternative: "noBV"},
}}

func TestResolveProvers(t *testing.T) {
	for _, c := range []struct{ wanted, want string }{
		{"", "Alt-Ergo:2.4.2 Z3:4.8.5 Z3:4.8.12"},
		{"z3", "Z3:4.8.12"},
		{"Z3:4.8.5", "Z3:4.8.5"},
		{"Z3 4.8.12", "Z3:4.8.12"},
		{"z3:4.8.12:nobv", "Z3:4.8.12:noBV"},
		{"Z3 4.8.12 (noBV)", "Z3:4.8.12:noBV"},
		{"z3 (noBV)", "Z3:4.8.12:noBV"},
		{"z3,alt-ergo,Z3:4.8.12", "Z3:4.8.12 Alt-Ergo:2.4.2"},
		{"coq", "Coq:8.16"},
	} {
		var wanted []string
		if c.wanted != "" {
			wanted = strings.Split(c.wanted, ",")
		}
		provers, err := framac.ResolveProvers(someProvers, wanted)
		if err != nil {
			t.Errorf("%q: %v", c.wanted, err)
			continue
		}
		var ids []string
		for _, p := range provers {
			ids = append(ids, p.ID())
		}
		if d := cmp.Diff(c.want, strings.Join(ids, " ")); d != "" {
			t.Errorf("%q: %s", c.wanted, d)
		}
	}
	for _, bad := range []string{"cvc5", "z3:4.9", "z3:4.8.5:noBV", "", "Z3 4.8.12 (other)"} {
		_, err := framac.ResolveProvers(someProvers, []string{"z3", bad})
		var ue *framac.UnknownProverError
		if !errors.As(err, &ue) || ue.Wanted != bad || !strings.Contains(err.Error(), "Z3:4.8.12:noBV") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	var me *framac.MissingError
	if _, err := framac.ResolveProvers(&framac.Installation{}, nil); !errors.As(err, &me) {
		t.Errorf("no provers: %v", err)
	}
}

func TestCheckProver(t *testing.T) {
	b := newToolbox(t)
	const version = `[ "$1" = --version ] && { echo "Z3 version 4.8.12 - 64 bit"; exit 0; }` + "\n"
	for _, c := range []struct{ name, body, want string }{
		{"good", version + "echo unsat", ""},
		{"crash", version + "kill -SEGV $$", "segmentation fault"},
		{"fails", version + "echo no licence; exit 2", "no licence"},
		{"wrong", version + "echo sat", "printed:\nsat"},
		{"rubbish", version + "echo unsatisfactory", "unsatisfactory"},
		{"other version", "echo Z3 version 4.13.0; echo unsat", "another version"},
		{"no version", "exit 1", "asked for its version"},
	} {
		b.write(c.name, c.body)
		p := framac.Prover{Name: "Z3", Version: "4.8.12", Path: filepath.Join(b.dir, c.name)}
		err := framac.CheckProver(t.Context(), b.find(b.env(t.TempDir())), p)
		var pe *framac.ProverError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (!errors.As(err, &pe) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v does not say %q", c.name, err, c.want)
		}
	}
	plain := filepath.Join(b.dir, "plain")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/nowhere/z3", plain, b.dir, ""} {
		err := framac.CheckProver(t.Context(), b.find(b.env(t.TempDir())), framac.Prover{Name: "Z3", Version: "4.8.12", Path: path})
		var pe *framac.ProverError
		if !errors.As(err, &pe) || !strings.Contains(err.Error(), "not an executable file") {
			t.Errorf("%q: %v", path, err)
		}
	}
}

func TestRealProvers(t *testing.T) {
	inst := real(t)
	provers, err := framac.ResolveProvers(inst, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range provers {
		if err := framac.CheckProver(t.Context(), inst, p); err != nil {
			t.Error(err)
		}
	}
}
