package report

import (
	"fmt"
	"slices"
	"strings"

	"fcv/check"
)

// findings prints the gaps, a blank line between files. What a code means and
// what to do about it stands at its first finding only.
func (t *text) findings(r *check.Report) {
	shown, dropped := map[check.Code]int{}, map[check.Code]int{}
	var cut []check.Code
	file := "\x00" // differs from every file, also from "no file"
	for _, f := range findings(r.Incomplete) {
		if t.maxGaps > 0 && shown[f.Code] >= t.maxGaps {
			if dropped[f.Code] == 0 {
				cut = append(cut, f.Code)
			}
			dropped[f.Code] += f.gaps
			continue
		}
		if here := fileOf(f.Gap); here != file {
			file = here
			t.line("")
		}
		t.finding(f, shown[f.Code] == 0, r.IncompleteGuidance[f.Code])
		shown[f.Code]++
	}
	if len(cut) > 0 {
		t.line("")
	}
	for _, code := range cut {
		t.line("and %d more %s (see --format json)", dropped[code], string(code))
	}
	if len(r.Incomplete) > 0 {
		t.line("")
		t.line("fcv explain %s teaches what is behind a code, with an example.", string(r.Incomplete[worst(r.Incomplete)].Code))
	}
}

// worst is the index of the first gap that is more than an assumption.
func worst(gaps []check.Gap) int {
	i := slices.IndexFunc(gaps, func(g check.Gap) bool {
		info, ok := check.Info(g.Code)
		return !ok || info.Level == check.LevelError
	})
	return max(i, 0)
}

// finding prints one finding: place, code, function and meaning on a line, as
// compilers do, then the property, the reason and what to do.
func (t *text) finding(f finding, first bool, guidance string) {
	place := ""
	if f.SourceLocation != nil {
		place = placeOf(*f.SourceLocation) + ": "
	}
	code := string(f.Code)
	for _, c := range f.also {
		code += " +" + string(c)
	}
	function := ""
	if f.Function != "" {
		function = " " + f.Function
	}
	info, _ := check.Info(f.Code)
	head, reason := info.Meaning, f.Reason
	if !first || head == "" {
		head, reason = f.Reason, ""
	}
	t.line("%s%s%s: %s", t.paint(t.strong, place), t.paint(t.level(f.Code), code), t.paint(t.strong, function), head)
	for _, line := range t.details(f) {
		t.line("    %s", line)
	}
	if reason != "" && reason != head {
		t.line("    %s", reason)
	}
	if more := otherPlaces(f); more != "" {
		t.line("    %s", more)
	}
	switch {
	case f.Clause != "":
		t.line("    %s", t.paint(t.advice, "-> add: "+f.Clause))
	case first && guidance != "":
		t.line("    %s", t.paint(t.advice, "-> "+guidance))
	}
}

// details are the lines that say what the finding is about.
func (t *text) details(f finding) []string {
	var lines []string
	if f.Descr != "" {
		lines = append(lines, firstLine(f.Descr))
	}
	if f.Option != "" {
		lines = append(lines, strings.TrimSuffix(f.Option+" = "+f.Value, " = "))
	}
	if f.Callee != "" && !strings.Contains(f.Reason, f.Callee) {
		lines = append(lines, "called: "+f.Callee)
	}
	if len(f.Names) > 0 {
		lines = append(lines, "concerns: "+someOf(f.Names, 6))
	}
	return lines
}

// otherPlaces says where else the same was found.
func otherPlaces(f finding) string {
	if len(f.places) < 2 {
		switch {
		case f.Count > 1:
			return fmt.Sprintf("%d times", f.Count)
		case f.gaps > 1+len(f.also):
			return fmt.Sprintf("%d times here", f.gaps)
		}
		return ""
	}
	var lines []string
	for _, p := range f.places[1:] {
		if n := fmt.Sprint(p.Line); !slices.Contains(lines, n) {
			lines = append(lines, n)
		}
	}
	word := "line"
	if len(lines) > 1 {
		word = "lines"
	}
	return fmt.Sprintf("the same in %d places, also in %s %s", len(f.places), word, someOf(lines, 8))
}

// codeCounts lists the codes with their counts, most pressing level first,
// then contract order, in rows of at most width bytes.
func codeCounts(gaps []check.Gap, width int) []string {
	counts := map[check.Code]int{}
	for _, g := range gaps {
		counts[g.Code]++
	}
	var words []string
	for _, level := range []check.Level{check.LevelError, check.LevelWarning} {
		for _, info := range check.Codes() {
			if n := counts[info.Code]; n > 0 && info.Level == level {
				words = append(words, fmt.Sprintf("%d %s", n, info.Code))
				delete(counts, info.Code)
			}
		}
	}
	var later []string // codes of a later release
	for code, n := range counts {
		later = append(later, fmt.Sprintf("%d %s", n, code))
	}
	slices.Sort(later)
	rows := []string{}
	for _, word := range append(words, later...) {
		if last := len(rows) - 1; last >= 0 && len(rows[last])+len(word)+2 <= width {
			rows[last] += ", " + word
			continue
		}
		rows = append(rows, word)
	}
	return rows
}

func fileOf(g check.Gap) string {
	if g.SourceLocation == nil {
		return ""
	}
	return g.SourceLocation.File
}

// placeOf is file:line:column, without what is not known.
func placeOf(l check.Location) string {
	switch {
	case l.Line == 0:
		return l.File
	case l.Column == 0:
		return fmt.Sprintf("%s:%d", l.File, l.Line)
	}
	return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column)
}

// someOf joins the first n words and says how many more there are.
func someOf(words []string, n int) string {
	switch {
	case len(words) == 0:
		return "none"
	case len(words) > n:
		return fmt.Sprintf("%s and %d more", strings.Join(words[:n], ", "), len(words)-n)
	}
	return strings.Join(words, ", ")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
