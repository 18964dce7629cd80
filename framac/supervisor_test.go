package framac_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"fcv/framac"
)

// family is a Frama-C that serves nobody but has children as bad as they come:
// one in its group, one in a session of its own, and one in a session of its
// own whose parent is gone.
const family = `#!/bin/sh
sleep 600 & echo $! >>"$PIDS"
setsid sleep 600 & echo $! >>"$PIDS"
( setsid sh -c 'echo $$ >>"$PIDS"; trap "" TERM HUP INT; sleep 600 & echo $! >>"$PIDS"; wait' & )
echo $$ >>"$PIDS"
echo done >>"$PIDS"
wait
sleep 600
`

const victimVar = "FCV_TEST_VICTIM"

// victimFinds, as the program's name, means to look for an installation.
const victimFinds = "find"

// runAsVictim starts the program that the environment names and never comes
// back: it is there to be killed.
func runAsVictim() (int, bool) {
	program := os.Getenv(victimVar)
	switch program {
	case "":
		return 0, false
	case victimFinds:
		_, err := framac.Find(context.Background(), framac.Env{})
		fmt.Println("find:", err)
		return 1, true
	}
	_, err := framac.Start(context.Background(), framac.Launch{Program: program})
	fmt.Println("start:", err)
	return 1, true
}

func familyScript(t *testing.T) (program, pids string) {
	t.Helper()
	dir := t.TempDir()
	program, pids = filepath.Join(dir, "frama-c"), filepath.Join(dir, "pids")
	if err := os.WriteFile(program, []byte(family), 0o700); err != nil {
		t.Fatal(err)
	}
	return program, pids
}

// readPids waits until the family is complete.
func readPids(t *testing.T, path string) []int {
	t.Helper()
	var pids []int
	eventually(t, "the whole family", func() bool {
		pids = nil
		done := false
		f, err := os.Open(path)
		if err != nil {
			return false
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if n, err := strconv.Atoi(strings.TrimSpace(lines.Text())); err == nil {
				pids = append(pids, n)
			} else {
				done = true
			}
		}
		return done && len(pids) == 5
	})
	for _, pid := range pids {
		if !alive(pid) {
			t.Fatalf("process %d of %v ended by itself: the test would prove nothing", pid, pids)
		}
	}
	return pids
}

func expectGone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		eventually(t, fmt.Sprintf("the end of process %d", pid), func() bool { return !alive(pid) })
	}
}

// Nothing survives us, even if we are killed without warning.
func TestNothingSurvivesOurDeath(t *testing.T) {
	program, pidFile := familyScript(t)
	runtimeDir, err := os.MkdirTemp("/tmp", "fcvtest")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(runtimeDir)
	victim := exec.Command(self(t))
	victim.Env = append(os.Environ(), victimVar+"="+program, "PIDS="+pidFile, "XDG_RUNTIME_DIR="+runtimeDir)
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	pids := readPids(t, pidFile)
	if err := victim.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = victim.Wait()
	expectGone(t, pids)
	eventually(t, "an empty runtime directory", func() bool {
		left, err := os.ReadDir(runtimeDir)
		return err == nil && len(left) == 0
	})
}

// The same when the start is given up, and then before Start returns.
func TestNothingSurvivesAFailedStart(t *testing.T) {
	program, pidFile := familyScript(t)
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() {
		_, err := framac.Start(ctx, framac.Launch{Program: program, Env: []string{"PIDS=" + pidFile}})
		failed <- err
	}()
	pids := readPids(t, pidFile)
	cancel()
	if err := <-failed; err == nil {
		t.Error("a Frama-C that never served was started")
	}
	for _, pid := range pids {
		if alive(pid) {
			t.Errorf("process %d is alive", pid)
		}
	}
}
