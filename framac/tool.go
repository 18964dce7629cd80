package framac

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// toolTimeout bounds every run of a small helper program.
const toolTimeout = 60 * time.Second

// toolError is a helper program that failed, with what it printed.
type toolError struct {
	command string
	output  string // the end of stdout and stderr
	err     error
}

func (e *toolError) Error() string {
	text := fmt.Sprintf("running %s: %v", e.command, e.err)
	if e.output != "" {
		text += "; it printed:\n" + e.output
	}
	return text
}

func (e *toolError) Unwrap() error { return e.err }

// runTool runs a program in dir ("": ours) and returns its stdout. It runs in a
// group of its own that is killed when ctx ends. A failure is a *toolError.
func runTool(ctx context.Context, environ []string, dir, program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, toolTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, environ
	tail := &outputTail{}
	var stdout bytes.Buffer
	cmd.Stdout, cmd.Stderr = stream{tail, &stdout}, stream{tail, nil}
	// The signal is for the case that we are killed; it is sent when the thread
	// that forks ends (golang.org/issue/27505), so that one is kept.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = pipeGrace
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		// It has ended well and all it printed has been read. The pipe is held
		// by another child that is about to become a program, which takes its
		// time on a busy machine, or by something the tool left running.
		err = nil
	}
	if err != nil {
		if ctx.Err() != nil {
			err = errors.Join(context.Cause(ctx), err)
		}
		return stdout.String(), &toolError{
			command: strings.Join(append([]string{program}, args...), " "),
			output:  strings.TrimSpace(tail.String()), err: err,
		}
	}
	return stdout.String(), nil
}
