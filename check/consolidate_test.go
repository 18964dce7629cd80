package check

import (
	"testing"

	"fcv/framac"

	"github.com/google/go-cmp/cmp"
)

// vote is a property as one analysis leaves it.
func vote(key, function, status string) framac.Property {
	return framac.Property{
		Key: key, Kind: "assert", Function: function, Status: "unknown",
		Emitters: []framac.Emission{{Name: evaEmitter, Status: status}},
	}
}

func analysis(entry, context string, votes ...framac.Property) framac.EvaRun {
	return framac.EvaRun{Entry: entry, LibEntry: entry != "main", State: "computed", Context: context, Properties: votes}
}

func contracted(name string, calls ...string) framac.Function {
	f := plain(name, calls...)
	f.Contract.Behaviors = []framac.Behavior{{Requires: 1}}
	return f
}

func plain(name string, calls ...string) framac.Function {
	f := framac.Function{Name: name, Defined: true, Main: name == "main"}
	for _, c := range calls {
		f.Calls = append(f.Calls, framac.Call{Function: c, Indirect: c == ""})
	}
	return f
}

func TestCarryOver(t *testing.T) {
	program := []framac.Function{plain("main", "claims", "helper"), contracted("claims", "helper"), plain("helper")}
	kind := func(p framac.Property, kind string) framac.Property { p.Kind = kind; return p }
	tests := []struct {
		name      string
		functions []framac.Function
		runs      []framac.EvaRun
		property  framac.Property // as the judging process lists it; zero: vote("p", ...) of the first run
		change    func(*Evidence)
		want      string // verdict carried over; "": none
	}{
		{name: "no analysis", property: vote("p", "claims", "valid")},
		{name: "valid from its own entry", functions: program,
			runs: []framac.EvaRun{analysis("claims", "exact", vote("p", "claims", "valid"))}, want: "valid"},
		{name: "valid from main only, where a contract claims more", functions: program,
			runs: []framac.EvaRun{analysis("main", "exact", vote("p", "claims", "valid"))}},
		{name: "valid in invented memory", functions: program,
			runs: []framac.EvaRun{analysis("claims", "restricted", vote("p", "claims", "valid"))}},
		{name: "disproved in invented memory", functions: program,
			runs: []framac.EvaRun{analysis("claims", "restricted", vote("p", "claims", "invalid"))}, want: "invalid"},
		{name: "left open elsewhere", functions: program, runs: []framac.EvaRun{
			analysis("claims", "exact", vote("p", "claims", "valid")), analysis("main", "exact", vote("p", "claims", "unknown"))}},
		{name: "disproved elsewhere", functions: program, runs: []framac.EvaRun{
			analysis("claims", "exact", vote("p", "claims", "valid")), analysis("main", "exact", vote("p", "claims", "invalid"))}, want: "invalid"},
		{name: "disproved where reachable", functions: program, runs: []framac.EvaRun{
			analysis("main", "exact", vote("p", "claims", "invalid_if_reachable"))}, want: "invalid"},
		{name: "a status nobody knows", functions: program, runs: []framac.EvaRun{
			analysis("claims", "exact", vote("p", "claims", "valid")), analysis("main", "exact", vote("p", "claims", "perhaps"))}},
		{name: "an analysis that aborted", functions: program, runs: []framac.EvaRun{
			func() framac.EvaRun {
				run := analysis("claims", "exact", vote("p", "claims", "valid"))
				run.State = "aborted"
				return run
			}()}},

		{name: "a helper, all its claimants analysed", functions: program, runs: []framac.EvaRun{
			analysis("main", "exact", vote("p", "helper", "valid")), analysis("claims", "exact", vote("p", "helper", "valid"))}, want: "valid"},
		{name: "a helper that one claimant never reaches", functions: program, runs: []framac.EvaRun{
			analysis("main", "exact", vote("p", "helper", "valid")), analysis("claims", "exact")}, want: "valid"},
		{name: "a helper that nothing reaches", functions: program, property: vote("p", "helper", ""),
			runs: []framac.EvaRun{analysis("main", "exact"), analysis("claims", "exact")}},
		{name: "a helper, one claimant in invented memory", functions: program, runs: []framac.EvaRun{
			analysis("main", "exact", vote("p", "helper", "valid")), analysis("claims", "restricted", vote("p", "helper", "valid"))}},
		{name: "a helper, one claimant not analysed", functions: program, runs: []framac.EvaRun{
			analysis("main", "exact", vote("p", "helper", "valid"))}},
		{name: "a helper of main alone", functions: []framac.Function{plain("main", "helper"), contracted("claims"), plain("helper")},
			runs: []framac.EvaRun{analysis("main", "exact", vote("p", "helper", "valid"))}, want: "valid"},
		{name: "a helper behind a helper", functions: []framac.Function{plain("main", "helper"), contracted("claims", "between"), plain("between", "helper"), plain("helper")},
			runs: []framac.EvaRun{analysis("main", "exact", vote("p", "helper", "valid"))}},
		{name: "a helper called through a pointer", functions: []framac.Function{plain("main", "helper"), contracted("claims", ""), plain("helper")},
			runs:   []framac.EvaRun{analysis("main", "exact", vote("p", "helper", "valid"))},
			change: func(e *Evidence) { e.Facts = []framac.Fact{{Kind: "address_of_function", Name: "helper"}} }},
		{name: "a helper whose address nobody takes", functions: []framac.Function{plain("main", "helper"), contracted("claims", ""), plain("helper")},
			runs: []framac.EvaRun{analysis("main", "exact", vote("p", "helper", "valid"))}, want: "valid"},
		{name: "a helper, in a program nobody scanned", functions: []framac.Function{plain("main", "helper"), contracted("claims", ""), plain("helper")},
			runs:   []framac.EvaRun{analysis("main", "exact", vote("p", "helper", "valid"))},
			change: func(e *Evidence) { e.FactsRead = false }},
		{name: "a helper that the request names as an entry", functions: []framac.Function{plain("main", "helper"), plain("helper")},
			runs:   []framac.EvaRun{analysis("main", "exact", vote("p", "helper", "valid"))},
			change: func(e *Evidence) { e.Request.Entries = []string{"helper", "main"} }},
		{name: "a helper of a library that strangers may call", functions: []framac.Function{contracted("claims", "helper"), plain("helper")},
			runs: []framac.EvaRun{analysis("claims", "exact", vote("p", "helper", "valid"))}},
		{name: "a static helper of a library", functions: []framac.Function{contracted("claims", "helper"), {Name: "helper", Defined: true, Static: true}},
			runs: []framac.EvaRun{analysis("claims", "exact", vote("p", "helper", "valid"))}, want: "valid"},

		{name: "a predicate at another label", functions: program, runs: []framac.EvaRun{
			func() framac.EvaRun {
				p := vote("p", "claims", "valid")
				p.LabelSensitive = true
				return analysis("claims", "exact", p)
			}()}},
		{name: "after a predicate at another label cut a path", functions: program, runs: []framac.EvaRun{
			func() framac.EvaRun {
				cut := vote("cut", "claims", "invalid")
				cut.LabelSensitive = true
				return analysis("claims", "exact", vote("p", "claims", "valid"), cut)
			}()}},
		{name: "the postcondition of a behaviour that may be inactive", functions: program, runs: []framac.EvaRun{
			func() framac.EvaRun {
				p := vote("p", "claims", "invalid")
				p.Behavior = "some"
				return analysis("claims", "exact", p)
			}()}},
		{name: "dead code", functions: program, runs: []framac.EvaRun{
			func() framac.EvaRun {
				p := vote("p", "claims", "valid")
				p.Status = "valid_but_dead"
				return analysis("claims", "exact", p)
			}()}},
		{name: "what somebody else said", functions: program, runs: []framac.EvaRun{
			func() framac.EvaRun {
				p := vote("p", "claims", "valid")
				p.Emitters[0].Name = "RteGen"
				return analysis("claims", "exact", p)
			}()}},
		{name: "a kind that EVA does not try", functions: program, property: kind(vote("p", "claims", ""), "assigns"),
			runs: []framac.EvaRun{analysis("claims", "exact", vote("p", "claims", "valid"))}},
		{name: "a kind nobody knows", functions: program, property: kind(vote("p", "claims", ""), "promise"),
			runs: []framac.EvaRun{analysis("claims", "exact", vote("p", "claims", "valid"))}},
		{name: "a row the kernel computes itself", functions: program,
			property: func() framac.Property { p := vote("p", "claims", ""); p.Automatic = true; return p }(),
			runs:     []framac.EvaRun{analysis("claims", "exact", vote("p", "claims", "valid"))}},
		{name: "another property", functions: program, property: vote("q", "claims", ""),
			runs: []framac.EvaRun{analysis("claims", "exact", vote("p", "claims", "valid"))}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := &Evidence{Functions: test.functions, EvaRuns: test.runs, Loaded: true, FactsRead: true}
			if test.change != nil {
				test.change(e)
			}
			p := test.property
			if p.Key == "" {
				p = test.runs[0].Properties[0]
			}
			var want []framac.Verdict
			if test.want != "" {
				want = []framac.Verdict{{Key: p.Key, Status: test.want}}
			}
			if diff := cmp.Diff(want, carryOver(e, []framac.Property{p})); diff != "" {
				t.Error(diff)
			}
		})
	}
}
