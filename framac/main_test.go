package framac_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fcv/framac"
	"fcv/framac/fake"
)

func TestMain(m *testing.M) {
	if code, yes := framac.RunAsSupervisor(); yes {
		os.Exit(code)
	}
	if code, yes := fake.RunAsFramaC(); yes {
		os.Exit(code)
	}
	if code, yes := runAsVictim(); yes {
		os.Exit(code)
	}
	code := m.Run()
	if cachePath != "" {
		os.RemoveAll(cachePath)
	}
	os.Exit(code)
}

// startFake starts this test binary as a Frama-C that follows the script.
func startFake(t *testing.T, script fake.Script, l framac.Launch) *framac.Session {
	t.Helper()
	env, err := script.Env(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l.Program = self(t)
	l.Env = append(l.Env, env...)
	s, err := framac.Start(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// eventually waits for a condition; the limit is only there to end a hopeless
// wait.
func eventually(t *testing.T, what string, cond func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for !cond() {
		if ctx.Err() != nil {
			t.Fatalf("never saw: %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// alive says whether a process exists and is no zombie.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	b, err := os.ReadFile(filepath.Join("/proc", itoa(pid), "stat"))
	if err != nil {
		return false
	}
	rest := string(b[strings.LastIndexByte(string(b), ')')+1:])
	return !strings.HasPrefix(rest, " Z") && !strings.HasPrefix(rest, " X")
}
