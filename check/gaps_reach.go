package check

import (
	"fmt"
	"slices"

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
		case best.Doubtful > 0 && !coveredByClaimants(e, name):
			gap.Count = best.Doubtful
			gap.Reason = fmt.Sprintf("%d statements use locals that not every path sets, and EVA could not start from all states that are claimed; initialise them where they are declared", best.Doubtful)
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

// coveredByClaimants says whether analyses cover all states in which a function
// claims to run without error: its own, or those of all its claimants where it
// has no contract.
func coveredByClaimants(e *Evidence, name string) bool {
	sound := soundEntries(e)
	if sound[name] || e.hasContract(name) {
		return sound[name]
	}
	all := claimants(e, name)
	return len(all) > 0 && !slices.ContainsFunc(all, func(c string) bool { return !sound[c] })
}

// soundEntries are the entry points whose analysis covers all states that are
// claimed there.
func soundEntries(e *Evidence) map[string]bool {
	sound := map[string]bool{}
	for _, run := range e.EvaRuns {
		if run.State == "computed" && run.Context == "exact" && !cutsPaths(run) && (run.Entry != "main" || isMainRun(run)) {
			sound[run.Entry] = true
		}
	}
	return sound
}
