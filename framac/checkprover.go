package framac

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ProverError is a prover that Why3 knows and that does not work.
type ProverError struct {
	Prover Prover
	Reason string // "it is not there", "it did not solve a trivial problem", ...
	Hint   string // the next step
	Output string // the end of what it printed; may be empty
	Err    error  // the cause; may be nil
}

func (e *ProverError) Error() string {
	text := fmt.Sprintf("prover %s does not work: %s", e.Prover, e.Reason)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	if e.Output != "" {
		text += "; it printed:\n" + e.Output
	}
	return text
}

func (e *ProverError) Unwrap() error { return e.Err }

const proverHint = "install it again, then run why3 config detect; or name only others with --provers"

// proverCheckTime is what a trivial problem may take, on a busy machine.
const proverCheckTime = 20 * time.Second

// trial is a problem that a working prover solves at once.
type trial struct {
	file, text string
	args       []string // before the file
	want       string   // a whole line of the answer, or its start
}

const smtProblem = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (and (< 0 x) (< (* 2 x) 2)))\n(check-sat)\n"

// trials are the provers whose way of being called is known. Each limits
// itself, in case we die first.
var trials = map[string]trial{
	"z3":       {"p.smt2", smtProblem, []string{"-smt2", "-T:15"}, "unsat"},
	"cvc4":     {"p.smt2", smtProblem, []string{"--lang=smt2", "--tlimit=15000"}, "unsat"},
	"cvc5":     {"p.smt2", smtProblem, []string{"--lang=smt2", "--tlimit=15000"}, "unsat"},
	"alt-ergo": {"p.ae", "goal g: forall x:int. 0 < x -> 0 < x + 1\n", nil, "Valid"},
}

// CheckProver makes sure that a prover can do what Why3's configuration says:
// that its binary is there, is of the recorded version, and solves a trivial
// problem. Of a prover that we do not know how to call only its presence is
// checked. A failure is a *ProverError.
func CheckProver(ctx context.Context, inst *Installation, p Prover) error {
	fail := func(reason string, err error) error {
		if ctx.Err() != nil {
			return fmt.Errorf("checking prover %s: %w", p, context.Cause(ctx))
		}
		e := &ProverError{Prover: p, Reason: reason, Hint: proverHint, Err: err}
		var te *toolError
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			e.Err = fmt.Errorf("no answer within %s", proverCheckTime)
		case errors.As(err, &te):
			e.Output, e.Err = te.output, te.err
		}
		return e
	}
	path := p.Path
	if path == "" {
		path = strings.ToLower(p.Name)
	}
	program := (Env{Environ: inst.environ}).lookPath(path)
	if program == "" {
		return fail(path+" is not an executable file", nil)
	}
	t, known := trials[strings.ToLower(p.Name)]
	if !known {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, proverCheckTime)
	defer cancel()
	out, err := runTool(limited, inst.environ, "", program, "--version")
	if err != nil {
		return fail("asked for its version it failed", err)
	}
	if !strings.Contains(out, p.Version) {
		first, _, _ := strings.Cut(strings.TrimSpace(out), "\n")
		return fail(fmt.Sprintf("it is another version: it calls itself %q", first), nil)
	}
	dir, err := sessionDir()
	if err != nil {
		return fmt.Errorf("checking prover %s: %w", p, err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, t.file)
	if err := os.WriteFile(file, []byte(t.text), 0o600); err != nil {
		return fmt.Errorf("checking prover %s: %w", p, err)
	}
	out, err = runTool(limited, inst.environ, dir, program, append(append([]string{}, t.args...), file)...)
	if err != nil {
		return fail("it failed on a trivial problem", err)
	}
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		// Alt-Ergo puts the place before and details after its verdict.
		if line == t.want || t.want == "Valid" && strings.Contains(line, "Valid (") {
			return nil
		}
	}
	e := &ProverError{Prover: p, Reason: "it did not solve a trivial problem", Hint: proverHint}
	e.Output = strings.TrimSpace(out[:min(len(out), outputKept)])
	return e
}
