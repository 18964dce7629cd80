package check

import (
	"fmt"
	"slices"
	"strings"

	"fcv/framac"
)

// goalGaps are WP's goals that are not valid, unless EVA established the
// property meanwhile.
func goalGaps(e *Evidence) []Gap {
	var gaps []Gap
	for _, g := range e.Goals {
		if g.Smoke || g.Status == "valid" {
			continue
		}
		p, known := e.property(g.Property)
		if known && e.PropertiesRead && p.Status == "valid" {
			continue
		}
		gap := Gap{
			Code: CodeGoalNotValid, Reason: goalReason(g), Function: g.Function, Property: g.Property,
			StableGoalID: g.Stable, GoalKind: g.Kind, Status: g.Status, SourceLocation: location(g.Loc),
			Descr: goalDescr(e, g), Alarm: p.Alarm,
		}
		gaps = append(gaps, gap)
		if provers := proversThat(g, "timeout", "stepout"); len(provers) > 0 {
			gap.Code, gap.Prover = CodeProverTimeout, strings.Join(provers, ", ")
			gap.Reason = fmt.Sprintf("%s ran into the limit of %d s", gap.Prover, e.Settings.Timeout)
			gaps = append(gaps, gap)
		}
		if message, crashed := backendFailure(g); crashed {
			gap.Code, gap.Prover = CodeWPBackendAnomaly, ""
			gap.Reason = "no prover judged the goal: " + message
			gaps = append(gaps, gap)
		}
	}
	return gaps
}

func goalReason(g framac.Goal) string {
	for _, w := range g.Warnings {
		if w.Severe {
			return "WP could not state the goal: " + firstLine(w.Reason)
		}
	}
	switch g.Status {
	case "none":
		return "no prover was asked"
	case "invalid":
		return "a prover refuted it"
	case "timeout", "stepout":
		return "no prover proved it within its limits"
	case "failed":
		return "the provers failed"
	}
	return "no prover could prove it"
}

func proversThat(g framac.Goal, verdicts ...string) []string {
	var provers []string
	for _, r := range g.Results {
		if slices.Contains(verdicts, r.Verdict) {
			provers = append(provers, r.Prover)
		}
	}
	return provers
}

// unknownError is how WP reports a prover that ended without an answer it
// understands. Z3 and CVC4 do so on many goals that are false: no crash
// (measured on 25).
const unknownError = "Unknown error"

// backendFailure says whether every prover that was asked failed, so that
// nobody judged the goal.
func backendFailure(g framac.Goal) (message string, crashed bool) {
	asked := 0
	for _, r := range g.Results {
		if r.Prover == "qed" {
			continue
		}
		asked++
		if r.Verdict != "failed" || firstLine(r.Error) == unknownError {
			return "", false
		}
		message = r.Prover + ": " + firstLine(r.Error)
	}
	return message, asked > 0
}

// diagnoseBackend sums up the goals that no prover judged.
func diagnoseBackend(e *Evidence) *BackendDiagnosis {
	d := BackendDiagnosis{Kind: "prover_crash", Provers: []string{}}
	for _, g := range e.Goals {
		message, crashed := backendFailure(g)
		if !crashed {
			continue
		}
		d.Count++
		if d.Message == "" {
			d.Message = message
		}
		for _, p := range proversThat(g, "failed") {
			if !slices.Contains(d.Provers, p) {
				d.Provers = append(d.Provers, p)
			}
		}
	}
	if d.Count == 0 {
		return nil
	}
	slices.Sort(d.Provers)
	return &d
}
