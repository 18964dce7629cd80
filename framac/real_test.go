package framac_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fcv/ast-utils"
	"fcv/framac"
)

// real is the installed Frama-C. Without -short its absence is a failure.
func real(t *testing.T) *framac.Installation {
	t.Helper()
	if testing.Short() {
		t.Skip("-short leaves out what needs a real Frama-C")
	}
	inst, err := framac.Find(t.Context(), framac.Env{CacheDir: cacheDir(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inst.Close() })
	return inst
}

var (
	cacheOnce sync.Once
	cachePath string
)

// cacheDir is shared by the tests that only want things to be quick; TestMain
// removes it.
func cacheDir(t *testing.T) string {
	t.Helper()
	cacheOnce.Do(func() {
		dir, err := os.MkdirTemp("", "fcvtest-cache")
		if err != nil {
			t.Fatal(err)
		}
		cachePath = dir
	})
	return cachePath
}

// probe starts a real Frama-C with the plug-in of testdata/plugin.
func probe(t *testing.T, l framac.Launch) *framac.Session {
	t.Helper()
	inst := real(t)
	files := []string{"testdata/plugin/probe.ml", "testdata/plugin/v30/pause.ml"}
	if inst.Family == "25" {
		files[1] = "testdata/plugin/v25/pause.ml"
	}
	var sources []astutils.Source
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, astutils.Source{Name: filepath.Base(f), Data: data})
	}
	plugin, err := framac.BuildPlugin(t.Context(), inst, cacheDir(t), sources)
	if err != nil {
		t.Fatal(err)
	}
	l.Program, l.Plugin = inst.FramaC, plugin.Path
	l.Env = append(l.Env, inst.Env...)
	s, err := framac.Start(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

const plug = "plugins.fcv-probe."

func TestRealRequests(t *testing.T) {
	s := probe(t, framac.Launch{})
	ctx := t.Context()
	var back map[string]any
	if err := s.Get(ctx, plug+"echo", map[string]any{"é\n": []int{1}}, &back); err != nil || len(back) != 1 {
		t.Errorf("echo: %v, %v", back, err)
	}
	// Longer than a short frame, in both directions.
	long := strings.Repeat("0123456789", 100_000)
	var text string
	if err := s.Set(ctx, plug+"put", long, &text); err != nil || text != long {
		t.Errorf("put: %d bytes, %v", len(text), err)
	}
	var nothing any
	if err := s.Get(ctx, plug+"echo", nil, &nothing); err != nil || nothing != nil {
		t.Errorf("null: %v, %v", nothing, err)
	}
	var re *framac.RequestError
	if err := s.Get(ctx, plug+"fail", nil, nil); !errors.As(err, &re) || !strings.Contains(re.Message, "failing as asked") {
		t.Errorf("fail: %v", err)
	}
	var rj *framac.RejectedError
	if err := s.Get(ctx, plug+"nothing", nil, nil); !errors.As(err, &rj) {
		t.Errorf("unknown request: %v", err)
	}
	var steps int
	if err := s.Exec(ctx, plug+"sleep", 3, &steps); err != nil || steps != 3 {
		t.Errorf("sleep: %d, %v", steps, err)
	}
}

func TestRealGetDuringExecAndCancel(t *testing.T) {
	s := probe(t, framac.Launch{})
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- s.Exec(ctx, plug+"sleep", 100_000, nil) }()
	steps := func() int {
		var n int
		if err := s.Get(t.Context(), plug+"steps", nil, &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	eventually(t, "progress of the EXEC", func() bool { return steps() > 3 })
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled EXEC: %v", err)
	}
	// It ended really: the slot is free, and nothing steps on.
	var n int
	if err := s.Exec(t.Context(), plug+"sleep", 2, &n); err != nil || n != 2 {
		t.Errorf("the next EXEC: %d, %v", n, err)
	}
}

// An EXEC that does not yield cannot be stopped, but its caller comes back
// and what it started is ended.
func TestRealDeafExec(t *testing.T) {
	s := probe(t, framac.Launch{})
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- s.Exec(ctx, plug+"spawn", 200, nil) }()
	child := 0
	eventually(t, "the child", func() bool {
		child = childOf(s.Pid())
		return child != 0
	})
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled EXEC: %v", err)
	}
	eventually(t, "the end of the child", func() bool { return !alive(child) })
	if !alive(s.Pid()) {
		t.Error("frama-c itself is gone")
	}
	var n int
	if err := s.Exec(t.Context(), plug+"sleep", 1, &n); err != nil || n != 1 {
		t.Errorf("the next EXEC: %d, %v", n, err)
	}
}

func childOf(pid int) int {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		b, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		f := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
		if len(f) > 1 && f[1] == itoa(pid) {
			n := 0
			for _, c := range e.Name() {
				n = n*10 + int(c-'0')
			}
			return n
		}
	}
	return 0
}

func TestRealDeath(t *testing.T) {
	s := probe(t, framac.Launch{})
	result := make(chan error, 1)
	go func() { result <- s.Exec(t.Context(), plug+"spawn", 100_000, nil) }()
	child := 0
	eventually(t, "the child", func() bool {
		child = childOf(s.Pid())
		return child != 0
	})
	if err := syscall.Kill(s.Pid(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	var died *framac.DiedError
	if err := <-result; !errors.As(err, &died) || died.Signal != syscall.SIGKILL {
		t.Errorf("error %v", err)
	}
	if alive(child) {
		t.Errorf("its child %d is alive", child)
	}
}

func TestRealStartErrors(t *testing.T) {
	inst := real(t)
	bad := filepath.Join(t.TempDir(), "bad.cmxs")
	if err := os.WriteFile(bad, []byte("junk"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		l    framac.Launch
		want string
	}{
		{framac.Launch{Plugin: bad}, "cannot load plug-in"},
		{framac.Launch{Args: []string{"-no-such-option"}}, "no-such-option"},
	} {
		c.l.Program = inst.FramaC
		_, err := framac.Start(t.Context(), c.l)
		var se *framac.StartError
		if !errors.As(err, &se) || se.ExitCode != 1 || !strings.Contains(se.Output, c.want) {
			t.Errorf("%+v: %v", c.l, err)
		}
	}
}

// The latency of a GET is reported, not judged: machines differ.
func TestRealLatency(t *testing.T) {
	s := probe(t, framac.Launch{})
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"GET", func() error { return s.Get(t.Context(), plug+"echo", nil, nil) }},
		{"SET", func() error { return s.Set(t.Context(), plug+"put", nil, nil) }},
		{"EXEC of 10 ms", func() error { return s.Exec(t.Context(), plug+"sleep", 1, nil) }},
	} {
		var times []time.Duration
		for range 101 {
			since := time.Now()
			if err := c.do(); err != nil {
				t.Fatal(err)
			}
			times = append(times, time.Since(since))
		}
		slices.Sort(times)
		t.Logf("%s: median %v, 90th percentile %v", c.name, times[50], times[90])
	}
}
