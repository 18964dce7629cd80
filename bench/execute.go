package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// stopGrace is how long an interrupted command gets to end its own children.
const stopGrace = 5 * time.Second

// ran is a command that ended.
type ran struct {
	seconds float64 // wall time
	exit    int
	stdout  []byte
	stderr  []byte
}

// execute runs a command in a process group of its own and measures it. When
// ctx ends, the command is interrupted, and the group is killed when it does
// not follow; whatever the command left running in its group (Why3's server
// and provers) is killed in any case. A non-zero exit code is no error here.
func execute(ctx context.Context, dir string, env []string, program string, args ...string) (ran, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	cmd.WaitDelay = stopGrace
	start := time.Now()
	err := cmd.Start()
	if err != nil {
		return ran{}, fmt.Errorf("starting %s: %w", program, err)
	}
	err = cmd.Wait()
	seconds := time.Since(start).Seconds()
	// ESRCH, the usual answer, means that nobody is left.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ran{}, fmt.Errorf("running %s: %w", program, ctx.Err())
	case err != nil && !errors.As(err, &exit):
		return ran{}, fmt.Errorf("running %s: %w", program, err)
	}
	return ran{seconds, cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()}, nil
}

// failure describes a command that ended as it should not have.
func (r ran) failure(what string, c Case) error {
	text := strings.TrimSpace(string(r.stderr))
	if text == "" {
		text = strings.TrimSpace(string(r.stdout))
	}
	if lines := strings.Split(text, "\n"); len(lines) > 6 {
		text = strings.Join(lines[len(lines)-6:], "\n")
	}
	return fmt.Errorf("%s on %s: exit code %d\n%s", what, c.Name, r.exit, text)
}
