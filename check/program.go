package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"fcv/framac"
)

// readProgram takes stock of what was loaded, before anything is added to it.
func (r *run) readProgram(ctx context.Context, a *analyst, scanned <-chan scanResult) error {
	defer r.clock.phase(phaseLoad)()
	program, err := a.Program(ctx)
	if err != nil {
		return fmt.Errorf("reading the program back: %w", err)
	}
	r.program = &program
	e := &r.evidence
	if e.Functions, err = a.Functions(ctx); err != nil {
		return fmt.Errorf("listing the functions: %w", err)
	}
	if e.Facts, err = a.Facts(ctx); err != nil {
		return fmt.Errorf("scanning the program: %w", err)
	}
	scan := <-scanned
	if scan.err != nil {
		return fmt.Errorf("scanning the sources: %w", scan.err)
	}
	e.Facts = mergeFacts(e.Facts, scan.facts)
	e.FactsRead, e.Loaded = true, true
	e.function("") // fills the index before two goroutines use it
	return nil
}

type scanResult struct {
	facts []framac.Fact
	err   error
}

// startScan looks through the sources while Frama-C loads them.
func (r *run) startScan(ctx context.Context) <-chan scanResult {
	done := make(chan scanResult, 1)
	go func() {
		facts, err := newSourceScan(r.src.dir, r.tools.inst, r.req).scan(ctx, r.src.files)
		done <- scanResult{facts, err}
	}()
	return done
}

// resolveScope names the functions the run is about: those asked for, or every
// one that the program defines.
func (r *run) resolveScope() error {
	e := &r.evidence
	if len(r.req.Functions) == 0 {
		e.Scope = e.defined()
		return nil
	}
	for _, name := range r.req.Functions {
		if err := e.mustBeDefined(name); err != nil {
			return err
		}
		e.Scope = append(e.Scope, name)
	}
	slices.Sort(e.Scope)
	e.Scope = slices.Compact(e.Scope)
	return nil
}

// defined names the functions that the program itself defines.
func (e *Evidence) defined() []string {
	names := []string{}
	for _, f := range e.Functions {
		if f.Defined && !f.Libc {
			names = append(names, f.Name)
		}
	}
	return names
}

// mustBeDefined answers a request for a function that the program does not
// define.
func (e *Evidence) mustBeDefined(name string) error {
	defined := e.defined()
	if slices.Contains(defined, name) {
		return nil
	}
	advice := "the program defines no function"
	if len(defined) > 0 {
		advice = "the program defines " + strings.Join(firstFew(defined, 20), ", ")
	}
	if f, ok := e.function(name); ok && !f.Defined {
		return &InputError{Message: fmt.Sprintf("function %s has no body in the files given", name), Advice: "add the file that defines it; " + advice}
	}
	return &InputError{Message: fmt.Sprintf("no function is called %s", name), Advice: advice}
}

func firstFew(names []string, n int) []string {
	if len(names) <= n {
		return names
	}
	return append(slices.Clone(names[:n]), fmt.Sprintf("and %d more", len(names)-n))
}

// astDigest identifies the normalised program: SHA-256 over the machine model
// and every global's text, in an order that does not depend on where it stands.
// Paths, positions and times do not enter.
func astDigest(p framac.Program) string {
	entries := make([]string, 0, len(p.Globals))
	for _, g := range p.Globals {
		entries = append(entries, g.Kind+"\x00"+g.Name+"\x00"+g.Text)
	}
	slices.Sort(entries)
	h := sha256.New()
	fmt.Fprintf(h, "%d %s", len(p.Machdep), p.Machdep)
	for _, e := range entries {
		fmt.Fprintf(h, "%d %s", len(e), e)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// headers lists the files besides the sources that contribute to the program,
// Frama-C's own library excluded.
func (r *run) headers(p framac.Program) []string {
	var out []string
	own := r.src.paths()
	for _, g := range p.Globals {
		switch {
		case g.File == "" || strings.HasPrefix(g.File, "FRAMAC_"),
			slices.Contains(own, g.File), slices.Contains(out, g.File):
		default:
			out = append(out, g.File)
		}
	}
	slices.Sort(out)
	return out
}

func textDigest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
