package check

import (
	"fmt"

	"fcv/framac"
)

// reachGaps are functions that no analysis of EVA entered, and statements that
// none reached although they may fail in a way that only EVA looks for.
func reachGaps(e *Evidence) []Gap {
	if !e.Loaded || !e.Request.Wants("eva") || e.EvaErr != "" {
		return nil // gaps of their own
	}
	var gaps []Gap
	for _, name := range e.Scope {
		f, _ := e.function(name)
		gap := Gap{Code: CodeFunctionNotReached, Function: name, SourceLocation: location(f.Loc)}
		best, entered := closestRun(e.EvaRuns, name)
		switch {
		case !entered:
			gap.Reason = "EVA analysed the function from no entry point"
		case best.UnreachedRisky > 0:
			gap.Count = best.UnreachedRisky
			gap.Reason = fmt.Sprintf("EVA did not reach %d statements that read locals or compare pointers, and nothing else checks those", best.UnreachedRisky)
		default:
			continue
		}
		gaps = append(gaps, gap)
	}
	return gaps
}

// closestRun is the coverage of the analysis that left the fewest doubtful
// statements of a function unreached.
func closestRun(runs []framac.EvaRun, name string) (best framac.EvaFunction, entered bool) {
	for _, run := range runs {
		if run.State != "computed" {
			continue
		}
		for _, f := range run.Functions {
			if f.Name != name || f.Status != "analysed" || f.Reached == 0 {
				continue
			}
			// An exact analysis follows all that the contract allows: what it
			// leaves unreached never runs.
			if run.Context == "exact" && run.Entry == name {
				f.UnreachedRisky = 0
			}
			if !entered || f.UnreachedRisky < best.UnreachedRisky {
				best, entered = f, true
			}
		}
	}
	return best, entered
}
