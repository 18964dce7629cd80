package check

import (
	"context"
	"fmt"
	"slices"

	"fcv/framac"
)

// analyse runs EVA: from main, or from the functions named, then from every
// function in scope that no analysis followed to its last statement, with its
// own contract as initial state.
func (r *run) analyse(ctx context.Context, a *analyst) error {
	if err := a.guard(ctx); err != nil {
		return err
	}
	runFrom := func(entry string, lib bool) error {
		stop := a.watch(ctx, entry)
		run, err := a.RunEva(ctx, entry, lib)
		stop()
		if err != nil {
			return fmt.Errorf("EVA from %s: %w", entry, err)
		}
		r.evidence.EvaRuns = append(r.evidence.EvaRuns, run)
		return nil
	}
	hasMain := slices.ContainsFunc(r.evidence.Functions, func(f framac.Function) bool { return f.Main && f.Defined })
	if hasMain && len(r.req.Functions) == 0 {
		if err := runFrom("main", false); err != nil {
			return err
		}
	}
	for _, name := range r.evidence.Scope {
		if fullyAnalysed(r.evidence.EvaRuns, name) {
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
