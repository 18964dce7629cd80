package check

import (
	"fmt"
	"strings"

	"fcv/framac"
)

// floorGaps counts what the run was about, without the rules, and demands that
// each property, goal and function of the scope is accounted for: it holds, it
// is left out for a reason below, or a gap names it. What is none of these is
// an error in a rule, and becomes a gap itself, so that no such error comes out
// as a proof.
func floorGaps(e *Evidence, gaps []Gap) []Gap {
	if !e.Loaded || !e.PropertiesRead {
		return nothingRead(e, gaps)
	}
	f := newFloor(e, gaps)
	for _, p := range e.Properties {
		f.property(p)
	}
	for _, g := range e.Goals {
		f.goal(g)
	}
	for _, name := range e.Scope {
		f.function(name)
	}
	return f.missed
}

// nothingRead: without a program or a property table there is nothing to count,
// and there must be a gap that says so.
func nothingRead(e *Evidence, gaps []Gap) []Gap {
	if len(gaps) > 0 {
		return nil
	}
	return []Gap{internalGap("nothing was established and no gap says so")}
}

// internalPrefix begins the reason of a gap that no rule raised although one
// should have.
const internalPrefix = "internal: "

func internalGap(format string, args ...any) Gap {
	return Gap{Code: CodePropertyNotChecked, Reason: internalPrefix + fmt.Sprintf(format, args...)}
}

type floor struct {
	e         *Evidence
	missed    []Gap
	inScope   map[string]bool
	functions map[string]framac.Function
	status    map[string]string // of a property, by key
	smoke     map[string]bool   // keys of properties that are smoke tests
	named     map[string]bool   // keys of properties and stable identities of goals that gaps name
	gapsIn    map[string]bool   // functions that gaps name
	analysed  map[string]bool   // functions some analysis entered
	counted   map[string]bool   // functions with a property or a goal
}

func newFloor(e *Evidence, gaps []Gap) *floor {
	f := &floor{
		e: e, inScope: map[string]bool{"": true}, functions: map[string]framac.Function{}, status: map[string]string{},
		smoke: map[string]bool{}, named: map[string]bool{}, gapsIn: map[string]bool{}, analysed: map[string]bool{}, counted: map[string]bool{},
	}
	for _, name := range e.Scope {
		f.inScope[name] = true
	}
	for _, fn := range e.Functions {
		f.functions[fn.Name] = fn
	}
	for _, p := range e.Properties {
		// Of two rows with one key the worse counts.
		if f.status[p.Key] == "" || p.Status != "valid" {
			f.status[p.Key] = p.Status
		}
	}
	for _, g := range e.Goals {
		f.smoke[g.Property] = f.smoke[g.Property] || g.Smoke
	}
	for _, g := range gaps {
		f.named[g.Property], f.named[g.StableGoalID], f.gapsIn[g.Function] = true, true, true
	}
	delete(f.named, "")
	for _, run := range e.EvaRuns {
		for _, fn := range run.Functions {
			if run.State == "computed" && fn.Status == "analysed" && fn.Reached > 0 {
				f.analysed[fn.Name] = true
			}
		}
	}
	return f
}

func (f *floor) miss(g Gap) { f.missed = append(f.missed, g) }

// property demands that a row in scope is valid, left out, or named.
func (f *floor) property(p framac.Property) {
	if !f.inScope[p.Function] {
		return
	}
	f.counted[p.Function] = true
	if p.Status == "valid" && !assumedKind(p.Kind) || f.leftOut(p) || f.named[p.Key] {
		return
	}
	g := internalGap("the property is %q and neither established nor reported", p.Status)
	g.Function, g.Property, g.StableGoalID, g.GoalKind = p.Function, p.Key, p.Stable, p.Kind
	g.Status, g.SourceLocation, g.Descr = p.Status, location(p.Loc), p.Predicate
	f.miss(g)
}

// assumedKind are kinds whose "valid" was decreed.
func assumedKind(kind string) bool { return kind == "axiom" || strings.HasPrefix(kind, "admit") }

// leftOut says whether a property is not this run's to establish. These are
// all the reasons there are; docs/soundness.md lists them.
func (f *floor) leftOut(p framac.Property) bool {
	fn, known := f.functions[p.Function]
	for _, name := range p.Names {
		switch {
		case name == trivialRequires:
			return true // requires \true, added for the sake of the smoke tests
		case name == "SmokeTest" && p.Origin == "other":
			return true // WP's mark of a failed smoke test, whose goal is counted
		}
	}
	switch p.Kind {
	case "assumes", "behavior", "axiomatic", "reachable":
		return true // no truth of their own
	case "requires", "check_requires":
		return known && !fn.Main // every call has an obligation of its own
	}
	switch {
	case p.Libc:
		return true // of Frama-C's library: in the trust base, or LIBC_CONTRACT_ASSUMED
	case f.smoke[p.Key]:
		return true // claims something false; its goal is counted
	case p.Function != "" && known && !fn.Defined:
		return true // an assumption about a function without a body, named where it is called
	case p.Status == "valid_under_hyp":
		return f.onlyPreconditions(p.Pending)
	}
	return false
}

// onlyPreconditions: a claim holds if the precondition of its function does,
// which is what a contract says.
func (f *floor) onlyPreconditions(pending []string) bool {
	for _, key := range pending {
		found := false
		for _, p := range f.e.Properties {
			if p.Key == key && p.Kind == "requires" && (!f.functions[p.Function].Main || f.status[key] == "valid") {
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return len(pending) > 0
}

// goal demands that a proof obligation is proved, or its property established
// by EVA, or named by a gap.
func (f *floor) goal(g framac.Goal) {
	f.counted[g.Function] = true
	switch {
	case f.named[g.Stable] && g.Stable != "", f.named[g.Property] && g.Property != "", g.Status == "valid":
		return
	case g.Smoke && g.Status == "failed" && answered(g):
		return // a prover looked for the contradiction and found none
	case !g.Smoke && f.status[g.Property] == "valid":
		return
	}
	gap := internalGap("the goal is %q and neither proved nor reported", g.Status)
	gap.Function, gap.Property, gap.StableGoalID, gap.GoalKind = g.Function, g.Property, g.Stable, g.Kind
	gap.Status, gap.SourceLocation, gap.Descr = g.Status, location(g.Loc), g.Description
	f.miss(gap)
}

// answered says whether some prover ended in its own words and not in a crash.
func answered(g framac.Goal) bool {
	for _, r := range g.Results {
		if r.Verdict == "failed" && firstLine(r.Error) == unknownError {
			return true
		}
	}
	return false
}

// function demands that each function of the scope was looked at by somebody:
// it has a property or a goal, an analysis entered it, or a gap names it.
func (f *floor) function(name string) {
	if f.counted[name] || f.analysed[name] || f.gapsIn[name] {
		return
	}
	g := internalGap("%s has no property and no goal, and no analysis entered it", name)
	g.Function = name
	if fn, ok := f.functions[name]; ok {
		g.SourceLocation = location(fn.Loc)
	}
	f.miss(g)
}
