package framac_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"fcv/framac"
)

const knowsVersion = `[ "$1" = --version ] && { echo "Z3 version 4.8.12 - 64 bit"; exit 0; }` + "\n"

// A prover whose output pipe somebody else still holds has answered: on a busy
// machine that is another child, not yet become the program it is to run.
func TestOutputHeldOpenIsNoFailure(t *testing.T) {
	b := newToolbox(t)
	release := filepath.Join(b.dir, "release")
	b.write("z3", knowsVersion+"echo unsat\n(until [ -e "+release+" ]; do /bin/sleep 0.05; done) &\necho $! > "+b.dir+"/pid\nexit 0")
	err := framac.CheckProver(t.Context(), b.find(b.env(t.TempDir())), framac.Prover{Name: "Z3", Version: "4.8.12", Path: filepath.Join(b.dir, "z3")})
	if err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(release, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	pid, err := os.ReadFile(filepath.Join(b.dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the background process ends", func() bool { return !alive(n) })
}

// A prover that hangs is given up with the context, and nothing of it stays.
func TestHangingProverIsGivenUp(t *testing.T) {
	b := newToolbox(t)
	started := filepath.Join(b.dir, "started")
	b.write("z3", knowsVersion+"echo $$ > "+started+"\nwhile :; do /bin/sleep 0.05; done")
	inst := b.find(b.env(t.TempDir()))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- framac.CheckProver(ctx, inst, framac.Prover{Name: "Z3", Version: "4.8.12", Path: filepath.Join(b.dir, "z3")})
	}()
	var pid []byte
	eventually(t, "the prover runs", func() bool {
		pid, _ = os.ReadFile(started)
		return len(pid) > 0
	})
	cancel()
	err := <-done
	var prover *framac.ProverError
	if !errors.Is(err, context.Canceled) || errors.As(err, &prover) {
		t.Errorf("got %v: being interrupted is not the prover's fault", err)
	}
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(pid))); err == nil {
		t.Error("the prover still runs")
	}
}

// Provers are tried also when TMPDIR is of no use.
func TestProverCheckWithoutTmpdir(t *testing.T) {
	b := newToolbox(t)
	b.write("z3", knowsVersion+"echo unsat")
	t.Setenv("TMPDIR", "/nowhere/at/all")
	t.Setenv("XDG_RUNTIME_DIR", "")
	if err := framac.CheckProver(t.Context(), b.find(b.env(b.dir+"/cache")), framac.Prover{Name: "Z3", Version: "4.8.12", Path: filepath.Join(b.dir, "z3")}); err != nil {
		t.Error(err)
	}
}

// Without Why3 no prover is known; it is Why3 that is missing.
func TestMissingWhy3IsNamed(t *testing.T) {
	for _, wanted := range [][]string{nil, {"z3"}} {
		_, err := framac.ResolveProvers(&framac.Installation{}, wanted)
		var missing *framac.MissingError
		if !errors.As(err, &missing) || missing.What != "why3" {
			t.Errorf("%v: %v", wanted, err)
		}
	}
	_, err := framac.ResolveProvers(&framac.Installation{Why3: "/usr/bin/why3"}, nil)
	var missing *framac.MissingError
	if !errors.As(err, &missing) || missing.What != "a prover" {
		t.Errorf("why3 without provers: %v", err)
	}
}

// What a tool is running when we are killed is killed too.
func TestToolsDieWithUs(t *testing.T) {
	b := newToolbox(t)
	started := filepath.Join(b.dir, "started")
	b.write("ocamlfind", "echo $$ > "+started+"\nwhile :; do /bin/sleep 0.05; done")
	cmd := exec.Command(self(t))
	cmd.Env = append(b.env(t.TempDir()).Environ, victimVar+"="+victimFinds)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	var pid []byte
	eventually(t, "the tool runs", func() bool {
		pid, _ = os.ReadFile(started)
		return strings.HasSuffix(string(pid), "\n")
	})
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	n, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the tool ends", func() bool { return !alive(n) })
}
