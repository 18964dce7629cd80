package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/check"
)

func TestFindings(t *testing.T) {
	at := func(line int) *check.Location { return &check.Location{File: "a.c", Line: line, Column: 1} }
	gap := func(code check.Code, reason, property string, line int) check.Gap {
		return check.Gap{Code: code, Reason: reason, Function: "f", Property: property, SourceLocation: at(line)}
	}
	type row struct {
		Code   check.Code
		Reason string
		Also   []check.Code
		Places int
		Gaps   int
	}
	cases := []struct {
		name string
		in   []check.Gap
		want []row
	}{
		{"nothing", nil, nil},
		{
			"codes about one property become one finding under the first of the contract",
			[]check.Gap{
				gap(check.CodeUnprovedAssumption, "used", "p", 1), gap(check.CodeProverTimeout, "slow", "p", 1), gap(check.CodeGoalNotValid, "open", "p", 1),
			},
			[]row{{check.CodeGoalNotValid, "open", []check.Code{check.CodeProverTimeout, check.CodeUnprovedAssumption}, 1, 3}},
		},
		{
			"another property or place stays apart",
			[]check.Gap{gap(check.CodeGoalNotValid, "a", "p", 1), gap(check.CodeProverTimeout, "a", "q", 1), gap(check.CodeProverTimeout, "b", "p", 2)},
			[]row{{check.CodeGoalNotValid, "a", nil, 1, 1}, {check.CodeProverTimeout, "a", nil, 1, 1}, {check.CodeProverTimeout, "b", nil, 1, 1}},
		},
		{
			"the same at other lines is one finding",
			[]check.Gap{gap(check.CodeGoalNotValid, "open", "p", 1), gap(check.CodeGoalNotValid, "open", "q", 5), gap(check.CodeGoalNotValid, "other", "r", 7)},
			[]row{{check.CodeGoalNotValid, "open", nil, 2, 2}, {check.CodeGoalNotValid, "other", nil, 1, 1}},
		},
		{
			"further codes make a difference",
			[]check.Gap{gap(check.CodeGoalNotValid, "open", "p", 1), gap(check.CodeProverTimeout, "slow", "p", 1), gap(check.CodeGoalNotValid, "open", "q", 5)},
			[]row{{check.CodeGoalNotValid, "open", []check.Code{check.CodeProverTimeout}, 1, 2}, {check.CodeGoalNotValid, "open", nil, 1, 1}},
		},
		{
			"without a place nothing is joined",
			[]check.Gap{{Code: check.CodeEVANotRun, Reason: "x"}, {Code: check.CodeWPNotRun, Reason: "x"}},
			[]row{{check.CodeEVANotRun, "x", nil, 0, 1}, {check.CodeWPNotRun, "x", nil, 0, 1}},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var have []row
			total := 0
			for _, f := range findings(c.in) {
				have = append(have, row{f.Code, f.Reason, f.also, len(f.places), f.gaps})
				total += f.gaps
			}
			if diff := cmp.Diff(c.want, have); diff != "" {
				t.Error(diff)
			}
			if total != len(c.in) {
				t.Errorf("%d gaps went in, findings stand for %d", len(c.in), total)
			}
		})
	}
}

// What closes by itself comes after what must be closed.
func TestConsequencesComeLast(t *testing.T) {
	at := func(line int) *check.Location { return &check.Location{File: "a.c", Line: line, Column: 1} }
	got := findings([]check.Gap{
		{Code: check.CodeValidUnderHyp, Reason: "follows", Function: "f", Property: "p", SourceLocation: at(1)},
		{Code: check.CodeAlarmNotValid, Reason: "cause", Function: "f", Property: "q", SourceLocation: at(9)},
	})
	if len(got) != 2 || got[0].Code != check.CodeAlarmNotValid || got[1].Code != check.CodeValidUnderHyp {
		t.Errorf("findings come as %+v", got)
	}
}
