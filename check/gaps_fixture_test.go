package check

import (
	"slices"
	"testing"

	"fcv/framac"
)

// cleanEvidence is a run with nothing left open: a program of main and the
// function twice, called once, with a guard, a loop, a lemma and a smoke test.
// Every case of the tables below starts from a fresh copy.
func cleanEvidence() *Evidence {
	pos := func(line int) *framac.Position {
		return &framac.Position{File: "a.c", Line: line, Column: 1, EndLine: line, EndColumn: 9}
	}
	evaSays := []framac.Emission{{Name: evaEmitter, Status: "valid"}}
	property := func(key, kind, function string, line int) framac.Property {
		return framac.Property{
			Key: key, Stable: key, Kind: kind, Function: function, Predicate: key + " holds", Loc: pos(line),
			Origin: "user", Status: "valid", Stmt: -1, Emitters: []framac.Emission{{Name: "wp", Status: "valid"}},
		}
	}
	guard := property("guard", "assert", "twice", 4)
	guard.Alarm, guard.AlarmDescr, guard.Origin, guard.Emitters = "overflow", "Integer overflow", "rte", evaSays
	at := property("call", "precondition", "main", 9)
	at.Callee = "twice"
	pre := property("pre", "requires", "twice", 2)
	pre.Status = "unknown" // the callers' obligation
	smokeProperty := property("smoke-property", "assert", "twice", 2)
	smokeProperty.Status = "unknown"
	goal := func(key, kind, function string) framac.Goal {
		return framac.Goal{
			ID: "goal-" + key, Stable: "goal-" + key, Property: key, Function: function, Kind: kind, Loc: pos(3),
			Status: "valid", Prover: "Z3:4.8.12", Unreachable: -1,
			Results: []framac.ProverResult{{Prover: "Z3:4.8.12", Verdict: "valid"}}, Deps: []string{"pre"},
		}
	}
	smoke := goal("smoke-property", "smoke", "twice")
	smoke.Smoke, smoke.SmokeOf, smoke.Deps = true, "wp_smoke_default_requires", nil
	return &Evidence{
		Settings: Settings{Model: DefaultModel, Timeout: 10},
		Loaded:   true, FactsRead: true, WpDone: true, PropertiesRead: true, MessagesRead: true,
		Functions: []framac.Function{
			{Name: "main", Main: true, Defined: true, Loc: pos(8), Calls: []framac.Call{{Function: "twice", Stmt: 5, Loc: pos(9)}}},
			{Name: "memcpy", Libc: true, Contract: framac.Contract{Behaviors: []framac.Behavior{{Requires: 1, Ensures: 1}}}},
			{Name: "twice", Defined: true, Loc: pos(3),
				Loops: []framac.Loop{{Stmt: 3, Loc: pos(4), Variant: true, Assigns: true}},
				Contract: framac.Contract{Terminates: "none", Behaviors: []framac.Behavior{{
					Requires: 1, Ensures: 1, Assigns: "locations",
					Locations: []framac.AssignedLocation{{Text: "g", Mentioned: true, From: "any"}},
				}}},
				ContractText: "requires pre; assigns g; ensures post;", ResultUsage: framac.ResultUsage{Usage: "constrained"}},
		},
		Scope: []string{"main", "twice"},
		EvaRuns: []framac.EvaRun{
			{Entry: "main", State: "computed", Context: "exact", Properties: []framac.Property{guard},
				Functions: []framac.EvaFunction{
					{Name: "main", Status: "analysed", Reached: 4, Statements: 4},
					{Name: "twice", Status: "analysed", Reached: 6, Statements: 6},
				}},
			{Entry: "twice", LibEntry: true, State: "computed", Context: "exact", Properties: []framac.Property{guard},
				Functions: []framac.EvaFunction{{Name: "twice", Status: "analysed", Reached: 6, Statements: 6}}},
		},
		Properties: []framac.Property{
			at, guard, property("lemma", "lemma", "", 1), property("loop", "loop_invariant", "twice", 4),
			property("post", "ensures", "twice", 3), pre, smokeProperty, property("variant", "loop_variant", "twice", 4),
		},
		Goals: []framac.Goal{
			goal("call", "precondition", "main"), goal("guard", "assert", "twice"), goal("lemma", "lemma", ""),
			goal("loop", "loop_invariant", "twice"), goal("post", "ensures", "twice"), smoke, goal("variant", "loop_variant", "twice"),
		},
	}
}

// prop, fn and goalOf give a case the part of the evidence it changes.
func prop(e *Evidence, key string) *framac.Property {
	for i := range e.Properties {
		if e.Properties[i].Key == key {
			return &e.Properties[i]
		}
	}
	panic("no property " + key)
}

func fn(e *Evidence, name string) *framac.Function {
	for i := range e.Functions {
		if e.Functions[i].Name == name {
			return &e.Functions[i]
		}
	}
	panic("no function " + name)
}

func goalOf(e *Evidence, key string) *framac.Goal {
	for i := range e.Goals {
		if e.Goals[i].Property == key {
			return &e.Goals[i]
		}
	}
	panic("no goal for " + key)
}

// open makes a property one that WP tried in vain.
func open(e *Evidence, key, status string) {
	prop(e, key).Status = status
	g := goalOf(e, key)
	g.Status, g.Prover = "unknown", ""
	g.Results = []framac.ProverResult{{Prover: "Z3:4.8.12", Verdict: "unknown"}}
}

// add appends a property that holds and its goal.
func add(e *Evidence, p framac.Property) {
	if p.Status == "" {
		p.Status = "valid"
	}
	e.Properties = append(e.Properties, p)
	e.Goals = append(e.Goals, framac.Goal{ID: "goal-" + p.Key, Stable: p.Key, Property: p.Key, Function: p.Function, Status: "valid", Unreachable: -1})
}

// A gapCase says that a change of the clean evidence raises a code, and that
// its neighbour, which differs in the one thing that matters, does not.
type gapCase struct {
	name  string
	code  Code
	raise func(*Evidence)
	near  func(*Evidence)
}

func raisedCodes(gaps []Gap) []Code {
	var codes []Code
	for _, g := range gaps {
		if !slices.Contains(codes, g.Code) {
			codes = append(codes, g.Code)
		}
	}
	return codes
}

func runGapCases(t *testing.T, cases []gapCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := cleanEvidence()
			c.raise(e)
			gaps := Gaps(e)
			if !slices.Contains(raisedCodes(gaps), c.code) {
				t.Errorf("%s is not raised; the gaps are %v", c.code, raisedCodes(gaps))
			}
			for _, g := range gaps {
				if g.Reason == "" {
					t.Errorf("a gap %s without a reason", g.Code)
				}
			}
			e = cleanEvidence()
			c.near(e)
			if have := raisedCodes(Gaps(e)); slices.Contains(have, c.code) {
				t.Errorf("the neighbour raises %s too; all are %v", c.code, have)
			}
		})
	}
}

func allGapCases() []gapCase {
	return slices.Concat(stepCases, propertyCases, goalCases, callCases, contractCases, constructCases)
}

func TestGapRules(t *testing.T) { runGapCases(t, allGapCases()) }

func TestCleanEvidenceHasNoGap(t *testing.T) {
	if gaps := Gaps(cleanEvidence()); len(gaps) > 0 {
		t.Fatalf("%d gaps, the first is %+v", len(gaps), gaps[0])
	}
}

// TestEveryCodeIsRaised: a code that no rule raises promises a check that
// nobody makes.
func TestEveryCodeIsRaised(t *testing.T) {
	raised := map[Code]bool{}
	for _, c := range allGapCases() {
		raised[c.code] = true
	}
	for _, info := range Codes() {
		if !raised[info.Code] {
			t.Errorf("no case of the tables raises %s", info.Code)
		}
	}
}
