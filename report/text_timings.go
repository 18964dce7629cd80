package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fcv/check"
)

// slowest is how many goals the breakdown of the time shows.
const slowest = 5

// shortest is what is worth showing, in seconds.
const shortest = 0.005

// timings prints where the time went, when the report says so.
func (t *text) timings(m *check.Timings) {
	if m == nil {
		return
	}
	t.line("")
	t.line("Time      %.2f s", m.Time)
	var parts []string
	for _, p := range m.Phases {
		parts = append(parts, fmt.Sprintf("%s %.2f", p.Phase, p.Time))
	}
	if len(parts) > 0 {
		t.line("  phases  %s (EVA and WP work side by side)", strings.Join(parts, ", "))
	}
	goals := slices.DeleteFunc(slices.Clone(m.Goals), func(g check.GoalTime) bool { return g.Time < shortest })
	slices.SortStableFunc(goals, func(a, b check.GoalTime) int {
		return cmp.Or(-cmp.Compare(a.Time, b.Time), cmp.Compare(a.StableGoalID, b.StableGoalID))
	})
	for i, g := range goals[:min(len(goals), slowest)] {
		how := ", not settled"
		if g.Prover != "" {
			how = " by " + g.Prover
		}
		if g.Steps > 0 {
			how += fmt.Sprintf(", %d steps", g.Steps)
		}
		t.line("  %-7s %6.2f s  %s%s", map[bool]string{true: "slowest"}[i == 0], g.Time, g.StableGoalID, how)
	}
}
