package check

import (
	"context"
	"fmt"
	"slices"

	"fcv/framac"
)

// analyse runs EVA: from main, unless functions were named, then from single
// functions with their own contracts as initial states. These are the ones
// that main's analysis did not follow to their last statement, and those whose
// contract claims more than main makes use of, where an analysis from the
// function can cover all the contract allows.
func (r *run) analyse(ctx context.Context, a *analyst) error {
	if err := a.guard(ctx); err != nil {
		return err
	}
	e := &r.evidence
	var err error
	if e.EvaContexts, err = a.EvaContexts(ctx); err != nil {
		return fmt.Errorf("asking what EVA can cover: %w", err)
	}
	runFrom := func(entry string, lib bool) error {
		stop := a.watch(ctx, entry)
		run, err := a.RunEva(ctx, entry, lib)
		stop()
		if err != nil {
			return fmt.Errorf("EVA from %s: %w", entry, err)
		}
		e.EvaRuns = append(e.EvaRuns, run)
		return nil
	}
	if f, ok := e.function("main"); ok && f.Defined && len(r.req.Functions) == 0 {
		if err := runFrom("main", false); err != nil {
			return err
		}
	}
	for _, name := range e.Scope {
		exact := slices.ContainsFunc(e.EvaContexts, func(c framac.EvaContext) bool {
			return c.Name == name && c.Context == "exact"
		})
		covered := fullyAnalysed(e.EvaRuns, name)
		if covered && (name == "main" || !exact || !e.hasContract(name)) {
			continue
		}
		if err := runFrom(name, name != "main"); err != nil {
			return err
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
