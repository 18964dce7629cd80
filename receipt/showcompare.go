package receipt

import (
	"fmt"
	"io"
	"strings"
)

// ShowDifference prints how two receipts differ, what matters most first. Long
// lists are cut, with their length; JSON holds all of it.
func ShowDifference(w io.Writer, d *Difference) error {
	p := &printer{}
	if d.Same {
		p.line("the receipts match: %s", short(d.A.SHA256))
	} else {
		p.line("the receipts differ: %s and %s", short(d.A.SHA256), short(d.B.SHA256))
		p.line("  in        %s", strings.Join(d.Parts, ", "))
	}
	p.line("  program   %s", map[Program]string{
		ProgramSame: "the same files and the same AST", ProgramText: "other files, and yet the same AST",
		ProgramOther: "another AST", ProgramUnknown: "an AST digest is missing, so nobody can tell",
	}[d.Program])
	p.line("  goals     %d of %d valid, was %d of %d", d.B.Valid, d.B.Goals, d.A.Valid, d.A.Goals)
	p.line("  gaps      %d, was %d%s", d.B.Gaps, d.A.Gaps, inParens(addedRemoved(d.Codes.Added, d.Codes.Removed)))
	p.goalChanges(d.Goals)
	heading := func(name string, n int) bool {
		if n > 0 {
			p.line("%s", name)
		}
		return n > 0
	}
	if heading("Files", len(d.Files)) {
		list(p, "", d.Files, func(f FileChange) string { return fmt.Sprintf("%-8s %s %s", f.Change, f.Role, f.Path) })
	}
	if heading("Contracts", len(d.Contracts)) {
		list(p, "", d.Contracts, func(c ContractChange) string { return fmt.Sprintf("%-8s %s", c.Change, c.Function) })
	}
	for _, section := range []struct {
		name string
		rows []ValueChange
	}{{"Load settings", d.LoadSettings}, {"Environment", d.Environment}, {"Configuration", d.Configuration}} {
		if heading(section.name, len(section.rows)) {
			list(p, "", section.rows, func(v ValueChange) string {
				return fmt.Sprintf("%s: %s -> %s", v.Name, valueText(v.A), valueText(v.B))
			})
		}
	}
	if heading("Rests on", len(d.TrustBase)) {
		list(p, "", d.TrustBase, func(t TrustChange) string {
			return fmt.Sprintf("%s: %s%s", t.Kind, addedRemoved(t.Added, t.Removed), inParens(t.Detail))
		})
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

func (p *printer) goalChanges(c GoalChanges) {
	for _, group := range []struct {
		name string
		rows []GoalChange
	}{
		{"Newly open", c.NewlyOpen}, {"Newly proved", c.NewlyProved}, {"Status changed", c.StatusChanged},
		{"Appeared", c.Appeared}, {"Disappeared", c.Disappeared}, {"Settled by another prover or a cache", c.Resettled},
	} {
		if len(group.rows) == 0 {
			continue
		}
		p.line("%s (%d)", group.name, len(group.rows))
		list(p, "", group.rows, func(g GoalChange) string {
			words := stateText(g.A)
			if g.A == nil || g.B != nil && *g.A != *g.B {
				words = strings.TrimPrefix(words+" -> "+stateText(g.B), " -> ")
			}
			return g.StableGoalID + "  " + words
		})
	}
	if c.Slower == nil || len(*c.Slower) == 0 {
		return
	}
	p.line("Much slower (%d)", len(*c.Slower))
	list(p, "", *c.Slower, func(g SlowerGoal) string {
		return g.StableGoalID + "  " + effortText(g.A) + " -> " + effortText(g.B)
	})
}

func stateText(s *GoalState) string {
	if s == nil {
		return ""
	}
	words := s.Status
	if s.Prover != "" {
		words += " by " + s.Prover
	}
	if s.FromCache {
		words += " from the cache"
	}
	return words
}

func effortText(e Effort) string {
	text := fmt.Sprintf("%.2f s", e.Time)
	if e.Steps > 0 {
		text += fmt.Sprintf(", %d steps of %s", e.Steps, e.Prover)
	}
	return text
}

func valueText(v *string) string {
	switch {
	case v == nil:
		return "none"
	case *v == "":
		return "empty"
	}
	return *v
}

// addedRemoved is "+a, -b".
func addedRemoved(added, removed []string) string {
	var words []string
	for _, s := range added {
		words = append(words, "+"+s)
	}
	for _, s := range removed {
		words = append(words, "-"+s)
	}
	return strings.Join(words, ", ")
}
