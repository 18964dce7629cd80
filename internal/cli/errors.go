package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// The exit codes of every command; docs/exit-codes.md explains them.
const (
	ExitOK          = 0   // the command did what it was asked to
	ExitIncomplete  = 1   // --require-complete, and something is incomplete
	ExitUsage       = 2   // a flag, file, value or name that cannot be used
	ExitTool        = 3   // Frama-C, a prover or a tool is missing or unusable
	ExitInternal    = 70  // a bug in fcv
	ExitInterrupted = 130 // SIGINT or SIGTERM
)

// Failure is an error that knows its exit code. An error that reaches the end
// of a command without one is a bug and exits with ExitInternal.
type Failure struct {
	Code int    // one of the Exit constants
	Err  error  // what happened; nil: the output already says it
	Next string // the next step for a person; empty: what Err advises, if anything
}

func (f *Failure) Error() string {
	if f.Err == nil {
		return fmt.Sprintf("exit code %d", f.Code)
	}
	return f.Err.Error()
}

func (f *Failure) Unwrap() error { return f.Err }

// Hint is the next step for a person, to be printed on its own line.
func (f *Failure) Hint() string {
	var h hinter
	if f.Next == "" && errors.As(f.Err, &h) {
		return h.Hint()
	}
	return f.Next
}

// usagef is a Failure for input that cannot be used. The hint may be empty.
func usagef(hint, format string, args ...any) *Failure {
	return &Failure{Code: ExitUsage, Err: fmt.Errorf(format, args...), Next: hint}
}

// toolf is a Failure for a program that is missing or does not work.
func toolf(hint, format string, args ...any) *Failure {
	return &Failure{Code: ExitTool, Err: fmt.Errorf(format, args...), Next: hint}
}

// interrupted is what a signal makes of any other outcome.
func interrupted() *Failure {
	return &Failure{Code: ExitInterrupted, Err: errors.New("interrupted")}
}

// silent is a Failure whose reason is already part of the output.
func silent(code int) *Failure { return &Failure{Code: code} }

// hinter is an error that knows the next step for a person. Packages that
// must not know exit codes attach their advice this way.
type hinter interface{ Hint() string }

// exitCode is the one place where an error becomes an exit code.
func exitCode(err error) int {
	var f *Failure
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &f):
		return f.Code
	default:
		return ExitInternal
	}
}

// explain writes what a person needs to know about err, nothing when the
// output already says it.
func explain(w io.Writer, err error) {
	code := exitCode(err)
	var f *Failure
	if errors.As(err, &f) && f.Err == nil {
		return
	}
	hint := ""
	var h hinter
	if errors.As(err, &h) {
		hint = h.Hint()
	}
	text := strings.TrimRight(err.Error(), "\n")
	if code == ExitInternal {
		fmt.Fprintf(w, "fcv: internal error: %s\n", text)
		if hint == "" {
			hint = "this is a bug in fcv: please report it with the command line"
		}
	} else {
		fmt.Fprintf(w, "fcv: %s\n", text)
	}
	if hint != "" {
		fmt.Fprintf(w, "  hint: %s\n", strings.ReplaceAll(hint, "\n", "\n        "))
	}
}
