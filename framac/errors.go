package framac

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// ErrClosed is what calls on a closed session get.
var ErrClosed = errors.New("the Frama-C session is closed")

// StartError is a Frama-C that never came to serve us.
type StartError struct {
	Program  string
	ExitCode int            // -1: it did not exit by itself
	Signal   syscall.Signal // what ended it; 0: none
	Output   string         // the end of what it printed on stdout and stderr
	Err      error          // the cause beyond the exit; may be nil
}

func (e *StartError) Error() string {
	return describeEnd("starting "+e.Program, e.ExitCode, e.Signal, e.Output, e.Err)
}

func (e *StartError) Unwrap() error { return e.Err }

// DiedError is a Frama-C that ended, or whose connection was lost, while it
// was needed. The process tree is gone when a caller sees this.
type DiedError struct {
	ExitCode int            // -1: it did not exit by itself
	Signal   syscall.Signal // what ended it; 0: none; SIGKILL also when we ended it after a lost connection
	Output   string         // the end of what it printed on stdout and stderr
	Err      error          // what was seen first: the lost connection, a bad frame; may be nil
}

func (e *DiedError) Error() string {
	return describeEnd("frama-c ended", e.ExitCode, e.Signal, e.Output, e.Err)
}

func (e *DiedError) Unwrap() error { return e.Err }

func describeEnd(what string, code int, sig syscall.Signal, output string, err error) string {
	var b strings.Builder
	b.WriteString(what)
	switch {
	case sig != 0:
		fmt.Fprintf(&b, ": killed by signal %d (%s)", int(sig), sig)
	case code >= 0:
		fmt.Fprintf(&b, ": exit status %d", code)
	}
	if err != nil {
		fmt.Fprintf(&b, ": %v", err)
	}
	if output = strings.TrimSpace(output); output != "" {
		b.WriteString("; its last words:\n" + output)
	}
	return b.String()
}

// RequestError is Frama-C's own answer that a request failed.
type RequestError struct {
	Request string
	Message string
}

func (e *RequestError) Error() string { return fmt.Sprintf("request %s: %s", e.Request, e.Message) }

// RejectedError is a request that this Frama-C does not have, or whose kind
// (GET, SET, EXEC) is another one: the plug-in is missing or of another version.
type RejectedError struct {
	Request string
}

func (e *RejectedError) Error() string {
	return fmt.Sprintf("request %s: frama-c knows no such request", e.Request)
}

// KilledError is a request that Frama-C dropped although nobody cancelled it.
type KilledError struct {
	Request string
}

func (e *KilledError) Error() string { return fmt.Sprintf("request %s: killed by frama-c", e.Request) }
