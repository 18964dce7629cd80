package check

import (
	"fmt"
	"slices"
	"strings"

	"fcv/framac"
)

// obligationGaps: a scope with nothing to prove must not look clean.
func obligationGaps(e *Evidence) []Gap {
	if !e.Loaded || !e.PropertiesRead {
		return nil
	}
	if len(e.Request.Props) > 0 && e.WpDone && !slices.ContainsFunc(e.Goals, func(g framac.Goal) bool { return !g.Smoke }) {
		return []Gap{{
			Code:   CodeNoObligation,
			Reason: fmt.Sprintf("no property is selected by %s", strings.Join(e.Request.Props, ", ")),
		}}
	}
	for _, p := range e.Properties {
		if isObligation(e, p) {
			return nil
		}
	}
	if len(evaOnlyAlarms(e)) > 0 {
		return nil
	}
	return []Gap{{
		Code:   CodeNoObligation,
		Reason: "nothing was claimed: the functions in scope have no contract, no annotation and no guard",
	}}
}

// isObligation says whether a property is something that a person claimed or a
// guard. What Frama-C adds by itself (termination of a function without
// contract, behaviours made from clauses) is not.
func isObligation(e *Evidence, p framac.Property) bool {
	if p.Libc || !e.inScope(p.Function) || slices.Contains(p.Names, trivialRequires) {
		return false
	}
	if p.Alarm != "" {
		return true
	}
	switch p.Kind {
	case "assumes", "behavior", "axiomatic", "axiom", "reachable", "requires", "other", "terminates":
		return false
	case "assigns", "from":
		f, ok := e.function(p.Function)
		return ok && f.Defined && !f.Contract.Generated
	}
	f, ok := e.function(p.Function)
	return p.Function == "" || ok && f.Defined
}
