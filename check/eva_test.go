package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fcv/framac"
)

func TestEntries(t *testing.T) {
	contract := framac.Contract{Behaviors: []framac.Behavior{{Ensures: 1}}}
	functions := []framac.Function{
		{Name: "abs", Libc: true, Defined: true}, {Name: "declared"}, {Name: "f", Defined: true}, {Name: "g", Defined: true, Contract: contract},
		{Name: "main", Defined: true}, {Name: "unused", Defined: true},
	}
	// An analysis follows f and g to the end from main, and each from itself.
	reached := map[string][]string{"main": {"main", "f", "g"}, "f": {"f"}, "g": {"g"}, "unused": {"unused"}}
	for _, c := range []struct {
		name, entries, scope, want, err string
	}{
		{"main, what it leaves out, and contracts that claim more", "", "", "main g unused", ""},
		{"functions were named", "", "f,unused", "f unused", ""},
		{"main alone", "main", "", "main", ""},
		{"main alone for one function", "main", "f", "main", ""},
		{"all of them", "all", "", "main f g unused", ""},
		{"all in scope", "all", "g,f", "f g", ""},
		{"some, in the order given", "unused,f,unused", "", "unused f", ""},
		{"out of scope", "f", "g", "f", ""},
		{"unknown", "f,nowhere", "", "", "no function is called nowhere"},
		{"no body", "declared", "", "", "declared has no body"},
		{"of the library", "abs", "", "", "no function is called abs"},
		{"all and more", "all,f", "", "", "all cannot be combined"},
	} {
		t.Run(c.name, func(t *testing.T) {
			split := func(s string) []string {
				return slices.DeleteFunc(strings.Split(s, ","), func(w string) bool { return w == "" })
			}
			r := &run{req: Request{Entries: split(c.entries), Functions: split(c.scope)}}
			e := &r.evidence
			e.Functions = functions
			e.EvaContexts = []framac.EvaContext{{Name: "g", Context: "exact"}, {Name: "f", Context: "restricted"}}
			err := r.resolveScope()
			if err == nil {
				err = r.resolveEntries()
			}
			if err != nil {
				if c.err == "" || !strings.Contains(err.Error(), c.err) {
					t.Errorf("error %v, want %q", err, c.err)
				}
				return
			}
			var have []string
			for entry := range r.entryPoints() {
				have = append(have, entry)
				run := framac.EvaRun{Entry: entry, LibEntry: entry != "main", State: "computed"}
				for _, f := range reached[entry] {
					run.Functions = append(run.Functions, framac.EvaFunction{Name: f, Status: "analysed", Reached: 3, Statements: 3})
				}
				e.EvaRuns = append(e.EvaRuns, run)
			}
			if strings.Join(have, " ") != c.want || c.err != "" {
				t.Errorf("EVA starts from %q, want %q (error %q)", have, c.want, c.err)
			}
		})
	}
}

// Whether a prover was asked about what EVA established is a matter of speed.
func TestAttributionDoesNotDependOnSpeed(t *testing.T) {
	byEva := framac.Emission{Name: importEmitter, Status: "valid"}
	properties := []framac.Property{
		{Key: "eva", Status: "valid", Emitters: []framac.Emission{byEva}},
		{Key: "wp", Status: "valid", Emitters: []framac.Emission{{Name: "Wp", Status: "valid"}}},
		{Key: "dead", Status: "valid_but_dead", Emitters: []framac.Emission{byEva}},
	}
	proved := []framac.ProverResult{{Prover: "qed", Verdict: "valid"}}
	for _, c := range []struct {
		name string
		goal framac.Goal
		want string
	}{
		{"EVA was first", framac.Goal{Property: "eva", Status: "none"}, "valid by Eva, 0 answers"},
		{"the prover was first", framac.Goal{Property: "eva", Status: "valid", Prover: "qed", Results: proved}, "valid by Eva, 0 answers"},
		{"the prover gave up", framac.Goal{Property: "eva", Status: "timeout", Results: proved}, "valid by Eva, 0 answers"},
		{"a prover alone", framac.Goal{Property: "wp", Status: "valid", Prover: "qed", Results: proved}, "valid by qed, 1 answers"},
		{"nobody", framac.Goal{Property: "dead", Status: "none"}, "none by , 0 answers"},
		{"smoke test", framac.Goal{Property: "eva", Status: "none", Smoke: true}, "none by , 0 answers"},
		{"no such property", framac.Goal{Property: "gone", Status: "none"}, "none by , 0 answers"},
	} {
		e := &Evidence{Properties: properties, Goals: []framac.Goal{c.goal}}
		e.attributeToEva()
		g := e.Goals[0]
		if have := fmt.Sprintf("%s by %s, %d answers", g.Status, g.Prover, len(g.Results)); have != c.want {
			t.Errorf("%s: %s, want %s", c.name, have, c.want)
		}
	}
}
