package check

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"fcv/framac"
)

// analyse runs EVA, from main or from single functions with their own
// contracts as initial states.
func (r *run) analyse(ctx context.Context, a *analyst) error {
	defer r.clock.phase(phaseEva)()
	if err := a.guard(ctx); err != nil {
		return err
	}
	e := &r.evidence
	var err error
	if e.EvaContexts, err = a.EvaContexts(ctx); err != nil {
		return fmt.Errorf("asking what EVA can cover: %w", err)
	}
	for entry := range r.entryPoints() {
		stop := a.watch(ctx, entry)
		run, err := a.RunEva(ctx, entry, entry != "main")
		stop()
		if err != nil {
			return fmt.Errorf("EVA from %s: %w", entry, err)
		}
		e.EvaRuns = append(e.EvaRuns, run)
	}
	return nil
}

// entryPoints lists where EVA starts, while it goes on, because later ones
// depend on what the earlier analyses reached. Without entries in the request
// these are main, unless functions were named, then the functions that main's
// analysis did not follow to their last statement, and those whose contract
// claims more than main makes use of, where an analysis from the function can
// cover all the contract allows.
func (r *run) entryPoints() iter.Seq[string] {
	e := &r.evidence
	if len(r.req.Entries) > 0 {
		return slices.Values(r.entries)
	}
	return func(yield func(string) bool) {
		if f, ok := e.function("main"); ok && f.Defined && len(r.req.Functions) == 0 && !yield("main") {
			return
		}
		for _, name := range e.Scope {
			exact := slices.ContainsFunc(e.EvaContexts, func(c framac.EvaContext) bool {
				return c.Name == name && c.Context == "exact"
			})
			covered := fullyAnalysed(e.EvaRuns, name)
			if covered && (name == "main" || !exact || !e.hasContract(name)) {
				continue
			}
			if !yield(name) {
				return
			}
		}
	}
}

// entryAll is the request for main and every function in scope.
const entryAll = "all"

// resolveEntries names the functions that EVA starts from, when the request
// says so.
func (r *run) resolveEntries() error {
	e := &r.evidence
	wanted := r.req.Entries
	if slices.Contains(wanted, entryAll) {
		if len(wanted) > 1 {
			return &InputError{Message: "the entry all cannot be combined with others", Advice: "give all, or names of functions"}
		}
		wanted = slices.Clone(e.Scope)
		if i := slices.Index(wanted, "main"); i > 0 {
			wanted = slices.Insert(slices.Delete(wanted, i, i+1), 0, "main")
		}
	}
	for _, name := range wanted {
		if err := e.mustBeDefined(name); err != nil {
			return err
		}
		if !slices.Contains(r.entries, name) {
			r.entries = append(r.entries, name)
		}
	}
	return nil
}

// fullyAnalysed says whether the runs so far reached every statement of a
// function. main's own run is as far as main can be followed.
func fullyAnalysed(runs []framac.EvaRun, name string) bool {
	for _, run := range runs {
		if run.State != "computed" {
			continue
		}
		if run.Entry == name {
			return true
		}
		for _, f := range run.Functions {
			if f.Name == name && f.Status == "analysed" && f.Reached == f.Statements {
				return true
			}
		}
	}
	return false
}
