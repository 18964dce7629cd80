package check

import (
	"strings"
	"testing"

	"fcv/framac"
)

// TestFloor asks the count alone, with a list of gaps that knows nothing: what
// is open must be missed, and what is left out for a reason must not.
func TestFloor(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Evidence)
		gaps   []Gap
		want   string // what is missed first: the property, goal or function; "": nothing
	}{
		{name: "clean"},
		{"an open property", func(e *Evidence) { prop(e, "post").Status = "unknown" }, nil, "post"},
		{"an open property that a gap names", func(e *Evidence) { prop(e, "post").Status = "unknown" }, []Gap{{Property: "post"}}, ""},
		{"an open property, and a gap about another", func(e *Evidence) { prop(e, "post").Status = "unknown" }, []Gap{{Property: "loop"}}, "post"},
		{"no status", func(e *Evidence) { prop(e, "guard").Status = "" }, nil, "guard"},
		{"two rows of one key, one open", func(e *Evidence) {
			p := *prop(e, "post")
			p.Status = "unknown"
			e.Properties = append(e.Properties, p)
		}, nil, "post"},
		{"an axiom", func(e *Evidence) { add(e, framac.Property{Key: "ax", Kind: "axiom"}) }, nil, "ax"},
		{"an admitted clause", func(e *Evidence) { add(e, framac.Property{Key: "adm", Kind: "admit_assert", Function: "twice"}) }, nil, "adm"},
		{"a property of the library", func(e *Evidence) {
			add(e, framac.Property{Key: "lib", Kind: "lemma", Libc: true, Status: "never_tried"})
			e.Goals = e.Goals[:len(e.Goals)-1]
		}, nil, ""},
		{"what main requires", func(e *Evidence) {
			add(e, framac.Property{Key: "start", Kind: "requires", Function: "main", Status: "unknown"})
		}, nil, "start"},
		{"what nobody knows requires", func(e *Evidence) {
			e.Scope = append(e.Scope, "zero")
			add(e, framac.Property{Key: "start", Kind: "requires", Function: "zero", Status: "unknown"})
		}, nil, "start"},
		{"the trivial precondition", func(e *Evidence) {
			prop(e, "post").Status, prop(e, "post").Names = "unknown", []string{trivialRequires}
			goalOf(e, "post").Status = "valid"
		}, nil, ""},
		{"out of scope", func(e *Evidence) { prop(e, "post").Status = "unknown"; e.Scope = []string{"main"} }, nil, ""},
		{"under its own precondition", func(e *Evidence) {
			prop(e, "post").Status, prop(e, "post").Pending = "valid_under_hyp", []string{"pre"}
		}, nil, ""},
		{"under another hypothesis", func(e *Evidence) {
			prop(e, "post").Status, prop(e, "post").Pending = "valid_under_hyp", []string{"pre", "loop"}
		}, nil, "post"},
		{"under hypotheses that nobody names", func(e *Evidence) { prop(e, "post").Status = "valid_under_hyp" }, nil, "post"},
		{"an open goal", func(e *Evidence) { open(e, "post", "unknown") }, []Gap{{Property: "elsewhere"}}, "post"},
		{"an open goal that a gap names", func(e *Evidence) { open(e, "post", "unknown") }, []Gap{{StableGoalID: "goal-post", Property: "post"}}, ""},
		{"an open goal whose property EVA established", func(e *Evidence) { goalOf(e, "post").Status = "unknown" }, nil, ""},
		{"an open goal of no property", func(e *Evidence) { g := goalOf(e, "post"); g.Property, g.Status = "", "none" }, nil, "goal-post"},
		{"a failed smoke test", func(e *Evidence) { goalOf(e, "smoke-property").Status = "invalid" }, nil, "goal-smoke-property"},
		{"a smoke test that a prover gave up on", func(e *Evidence) { smokeFails(e, unknownError) }, nil, ""},
		{"a smoke test whose prover crashed", func(e *Evidence) { smokeFails(e, "abort") }, nil, "goal-smoke-property"},
		{"a function nobody looked at", func(e *Evidence) { e.Scope = append(e.Scope, "zero") }, nil, "zero"},
		{"a function only EVA looked at", func(e *Evidence) {
			e.Scope = append(e.Scope, "zero")
			e.EvaRuns[0].Functions = append(e.EvaRuns[0].Functions, framac.EvaFunction{Name: "zero", Status: "analysed", Reached: 1, Statements: 1})
		}, nil, ""},
		{"a function in an analysis that aborted", func(e *Evidence) {
			e.Scope = append(e.Scope, "zero")
			e.EvaRuns[0].State = "aborted"
			e.EvaRuns[0].Functions = append(e.EvaRuns[0].Functions, framac.EvaFunction{Name: "zero", Status: "analysed", Reached: 1, Statements: 1})
		}, nil, "zero"},
		{"a function that a gap names", func(e *Evidence) { e.Scope = append(e.Scope, "zero") }, []Gap{{Function: "zero"}}, ""},
		{"nothing read", func(e *Evidence) { e.PropertiesRead = false }, nil, "nothing"},
		{"nothing read, as a gap says", func(e *Evidence) { e.PropertiesRead = false }, []Gap{{Code: CodePropertyNotChecked}}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := cleanEvidence()
			if test.change != nil {
				test.change(e)
			}
			missed := floorGaps(e, test.gaps)
			if test.want == "" {
				if len(missed) > 0 {
					t.Fatalf("missed: %+v", missed[0])
				}
				return
			}
			if len(missed) == 0 {
				t.Fatalf("nothing is missed, want %s", test.want)
			}
			g := missed[0]
			if g.Code != CodePropertyNotChecked || !strings.HasPrefix(g.Reason, internalPrefix) {
				t.Errorf("the gap is %s: %s", g.Code, g.Reason)
			}
			if g.Property != test.want && g.StableGoalID != test.want && g.Function != test.want && !strings.Contains(g.Reason, test.want) {
				t.Errorf("missed %+v, want %s", g, test.want)
			}
		})
	}
}

// TestRulesNeedNoFloor: on every case of the tables the rules account for all
// by themselves, so that the floor only speaks of errors.
func TestRulesNeedNoFloor(t *testing.T) {
	for _, c := range allGapCases() {
		for name, change := range map[string]func(*Evidence){"raise": c.raise, "near": c.near} {
			e := cleanEvidence()
			change(e)
			for _, g := range Gaps(e) {
				if strings.HasPrefix(g.Reason, internalPrefix) {
					t.Errorf("%s (%s): %s %s", c.name, name, g.Reason, g.Property)
				}
			}
		}
	}
}
