// Package setup finds out what a machine lacks to verify C, and installs it
// where it can.
//
// In: a Host (the machine) and Tools (what knows Frama-C). Inspect only looks
// and is fast; Diagnose also runs what it finds; Install changes the machine through apt on Debian and Ubuntu;
// Prepare makes Frama-C's side ready: provers known to Why3 and tried, the
// plug-in compiled and cached. Elsewhere Manual says what a person has to
// type. Nothing is downloaded when nothing is missing.
package setup

import (
	"context"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Host is the machine, as far as setup may touch it.
type Host struct {
	LookPath func(program string) (string, error)
	ReadFile func(path string) ([]byte, error)
	Root     bool   // may install without sudo
	OS       string // runtime.GOOS

	// Run runs a program to its end; args[0] is its name. Its output goes to
	// out, env is added to the environment.
	Run func(ctx context.Context, out io.Writer, env []string, args ...string) error
}

// Tools is what knows Frama-C.
type Tools struct {
	// Open finds Frama-C and what belongs to it.
	Open     func(ctx context.Context) (Installation, error)
	CacheDir func() (string, error)
}

// Installation is a Frama-C that was found. Close it.
type Installation interface {
	FramaC() Program
	Provers() []string  // those a check uses by itself, as Name:version
	Warnings() []string // what went wrong without making it useless
	EnsurePlugin(ctx context.Context) (path string, err error)
	CheckProver(ctx context.Context, name string) error
	Close() error
}

// Program is an installed program.
type Program struct {
	Path    string
	Version string
}

// OSHost is this machine. A Frama-C that FCV_FRAMA_C names counts as the one
// on PATH, as it does everywhere else.
func OSHost(goos string, getenv func(string) string) Host {
	return Host{
		LookPath: func(program string) (string, error) {
			if chosen := getenv("FCV_FRAMA_C"); program == "frama-c" && chosen != "" {
				program = chosen
			}
			return exec.LookPath(program)
		},
		ReadFile: os.ReadFile,
		Root:     os.Geteuid() == 0,
		OS:       goos,
		Run:      run,
	}
}

// run leaves the program in our process group: in another one, sudo could not
// ask for a password. When ctx ends the program is asked to stop before it is
// killed, so that apt finishes the step it is at.
func run(ctx context.Context, out io.Writer, env []string, args ...string) error {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Env = append(os.Environ(), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	return cmd.Run()
}
