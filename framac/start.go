package framac

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Launch says what to run. Only Program is required.
type Launch struct {
	Program string   // frama-c: a path, or a name looked up in PATH
	Plugin  string   // absolute path of a .cmxs to load; "": none
	Args    []string // further arguments, put before ours
	Dir     string   // working directory; "": ours
	Env     []string // KEY=VALUE, added to our environment; Installation.Env belongs here

	Stdout io.Writer // gets a copy of what Frama-C prints; nil: only the end is kept, for errors
	Stderr io.Writer // the same; called from another goroutine than Stdout
	Record io.Writer // gets the conversation as JSON lines, see fake.Step; nil: none

	StartTimeout time.Duration // until the socket answers; 0: 60 s
	Timeout      time.Duration // of a GET or SET whose context has no deadline; 0: 60 s
	FrameLimit   int64         // largest reply accepted, in bytes; 0: wire.DefaultLimit
	Polling      int           // milliseconds between Frama-C's looks at the socket; 0: 1
}

const defaultTimeout = 60 * time.Second

// Start runs Frama-C with its server and connects to it. The context bounds
// the start only; the session lives until Close. A Frama-C that cannot be
// executed, ends before it serves, or does not serve in time is a *StartError.
// On error nothing is left behind.
func Start(ctx context.Context, l Launch) (*Session, error) {
	timeout := l.StartTimeout
	if timeout <= 0 {
		timeout = defaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if l.Plugin != "" && !filepath.IsAbs(l.Plugin) {
		return nil, fmt.Errorf("starting frama-c: the plug-in's path %q is not absolute", l.Plugin)
	}
	dir, err := sessionDir()
	if err != nil {
		return nil, fmt.Errorf("starting frama-c: %w", err)
	}
	argv := append([]string{}, l.Args...)
	if l.Plugin != "" {
		argv = append(argv, "-load-module", l.Plugin)
	}
	polling := l.Polling
	if polling <= 0 {
		polling = 1
	}
	socket := filepath.Join(dir, socketName)
	argv = append(argv, "-server-socket", socket, "-server-polling", fmt.Sprint(polling), "-server-auto-log")
	// Killed provers and Why3 leave files behind; in here they go with us.
	p, err := startProcess(l, argv, dir, []string{"TMPDIR=" + filepath.Join(dir, "t")})
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, &StartError{Program: l.Program, ExitCode: -1, Err: err}
	}
	conn, err := dial(ctx, p, socket)
	if err != nil {
		p.stop()
		<-p.done
		e := &StartError{Program: p.program, ExitCode: p.code, Signal: p.sig, Output: p.out.String(), Err: err}
		if errors.Is(err, errEnded) {
			e.Err = nil
		} else {
			// We ended it ourselves: its end explains nothing.
			e.ExitCode, e.Signal = -1, 0
		}
		return nil, e
	}
	return newSession(p, conn, l), nil
}

var errEnded = errors.New("ended before it served")

// dial connects as soon as the socket accepts.
func dial(ctx context.Context, p *process, socket string) (net.Conn, error) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	var dialer net.Dialer
	var last error
	for {
		// Looked at first: an absent file is the common case and costs little.
		if _, err := os.Lstat(socket); err == nil {
			conn, err := dialer.DialContext(ctx, "unix", socket)
			if err == nil {
				return conn, nil
			}
			last = err
		}
		select {
		case <-p.done:
			return nil, errEnded
		case <-ctx.Done():
			if last != nil {
				return nil, fmt.Errorf("connecting: %w: %w", context.Cause(ctx), last)
			}
			return nil, fmt.Errorf("waiting for the socket: %w", context.Cause(ctx))
		case <-tick.C:
		}
	}
}
