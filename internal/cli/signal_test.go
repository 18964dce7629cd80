package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// startFake starts fcv with a fake pipeline in an empty directory with a.c,
// and waits until the check is at work.
func startFake(t *testing.T, mode string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte("int x;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("fcv") // the test binary, put on PATH by testscript.Main
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "check", "a.c", "--quiet")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "FAKE_CHECK="+mode)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	for {
		if _, err := os.Stat(filepath.Join(dir, "started")); err == nil {
			return cmd, &output
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func TestTermIsAnInterrupt(t *testing.T) {
	cmd, output := startFake(t, "hang")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != ExitInterrupted {
		t.Errorf("after SIGTERM: %v, want exit code %d", err, ExitInterrupted)
	}
	if got := output.String(); got != "fcv: interrupted\n" {
		t.Errorf("output %q", got)
	}
}

// A pipeline that does not stop must not keep a person from stopping it.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	cmd, _ := startFake(t, "stubborn")
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
				t.Errorf("ended with %v, want death by SIGINT", err)
			}
			return
		default:
			// Two signals in a row may arrive as one, so keep pressing.
			_ = cmd.Process.Signal(os.Interrupt)
			time.Sleep(2 * time.Millisecond)
		}
	}
}
