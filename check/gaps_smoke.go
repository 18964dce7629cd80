package check

import (
	"strings"

	"fcv/framac"
)

// smokeGaps are smoke tests that failed: a prover showed that something is
// contradictory, so what is proved under it is proved for nothing. A smoke
// test that no prover judged has not passed.
func smokeGaps(e *Evidence) []Gap {
	var gaps []Gap
	for _, g := range e.Goals {
		if !g.Smoke || smokePassed(g) {
			continue
		}
		gap := Gap{
			Function: g.Function, Property: g.Property, StableGoalID: g.Stable, GoalKind: g.Kind, Status: g.Status,
			SourceLocation: location(g.Loc), Descr: g.SmokeOf, Prover: g.Prover,
		}
		f, _ := e.function(g.Function)
		switch {
		case g.SmokeOf == freeResult && g.Status == "invalid":
			gap.Code, gap.SourceLocation = CodeResultUnconstrained, location(f.Loc)
			gap.Reason = "the contract speaks of \\result, and a prover shows that all it says is true of every value"
		case g.Status != "invalid":
			gap.Code = CodeWPBackendAnomaly
			gap.Reason = "no prover judged whether the hypotheses here are contradictory"
		case len(g.Doomed) > 0, strings.Contains(g.SmokeOf, "assumes"), strings.Contains(g.SmokeOf, "requires"):
			gap.Code = CodeVacuousContract
			gap.Reason = "a prover shows that no state satisfies these clauses, so all that is proved under them holds for nothing"
			gap.Names = doomedClauses(e, g)
		case strings.Contains(g.SmokeOf, "dead_loop"), strings.Contains(g.SmokeOf, "dead_call"):
			gap.Code = CodeVacuousContract
			gap.Reason = "a prover shows that what is known at this loop or after this call is contradictory, so what follows is proved for nothing"
		default:
			gap.Code = CodePropertyDead
			gap.Reason = "a prover shows that the statement is never reached, so what is proved about it constrains no run"
		}
		gaps = append(gaps, gap)
	}
	return gaps
}

// freeResult is what the plug-in calls the question whether a contract is true
// of every value of \result.
const freeResult = "free_result"

func doomedClauses(e *Evidence, g framac.Goal) []string {
	var clauses []string
	for _, key := range g.Doomed {
		if p, ok := e.property(key); ok {
			clauses = append(clauses, p.Predicate)
		}
	}
	return clauses
}

// smokePassed: some prover looked for the contradiction and came back without.
func smokePassed(g framac.Goal) bool {
	if g.Status == "valid" {
		return true
	}
	if g.Status != "failed" {
		return false
	}
	for _, r := range g.Results {
		if r.Verdict == "failed" && firstLine(r.Error) == unknownError {
			return true
		}
	}
	return false
}
