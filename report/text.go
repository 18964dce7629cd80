package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"fcv/check"
	"fcv/receipt"
)

// textRenderer is the summary for terminals: the verdict first, then what was
// run, then each finding with place, meaning, reason and next step, in file and
// line order, then the receipt. No time is in it unless the report carries
// timings, so that equal runs print the same.
type textRenderer struct{}

func (textRenderer) Render(w io.Writer, r *check.Report, o Options) error {
	if r == nil {
		return fmt.Errorf("rendering text: there is no report")
	}
	t := newText(o)
	t.verdict(r)
	t.line("")
	t.runs(r)
	if r.Reload.OK {
		t.findings(r)
	} else {
		t.loadError(r)
	}
	switch {
	case o.Trust:
		t.wholeTrustBase(r.ProofReceipt.TrustBase)
	case r.Proved():
		t.trustBase(r.ProofReceipt.TrustBase)
	}
	t.timings(r.Timings)
	t.line("")
	t.line("receipt   %s", r.ProofReceipt.SHA256)
	_, err := io.WriteString(w, t.b.String())
	return err
}

// text collects the output. Everything foreign goes through line or printable.
type text struct {
	b       strings.Builder
	maxGaps int

	good, bad, doubtful, strong, advice *color.Color
}

func newText(o Options) *text {
	paint := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if o.Color {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	t := &text{
		maxGaps: o.MaxGaps,
		good:    paint(color.FgGreen, color.Bold), bad: paint(color.FgRed, color.Bold),
		doubtful: paint(color.FgYellow, color.Bold), strong: paint(color.Bold), advice: paint(color.FgCyan),
	}
	if t.maxGaps == 0 {
		t.maxGaps = gapsShown
	}
	return t
}

// paint colours foreign text after making it harmless.
func (t *text) paint(c *color.Color, s string) painted {
	return painted(c.Sprint(receipt.Printable(s)))
}

// painted is text that is ready for the terminal.
type painted string

// line prints one line. Strings among the arguments are made printable;
// painted ones already are.
func (t *text) line(format string, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = receipt.Printable(s)
		}
	}
	t.b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	t.b.WriteByte('\n')
}

func (t *text) level(code check.Code) *color.Color {
	if info, ok := check.Info(code); ok && info.Level == check.LevelWarning {
		return t.doubtful
	}
	return t.bad
}

func (t *text) verdict(r *check.Report) {
	if r.Proved() {
		t.line("%s  everything that was claimed was checked", t.paint(t.good, "PROVED"))
		return
	}
	if !r.Reload.OK {
		t.line("%s  the program could not be loaded, so nothing was checked", t.paint(t.bad, "INCOMPLETE"))
		return
	}
	errors, assumed := 0, 0
	for _, g := range r.Incomplete {
		if t.level(g.Code) == t.bad {
			errors++
		} else {
			assumed++
		}
	}
	what := fmt.Sprintf("%d wrong or unproved, %d assumed", errors, assumed)
	switch {
	case assumed == 0:
		what = "wrong or unproved"
	case errors == 0:
		what = "assumed, not proved"
	}
	shade := t.bad
	if errors == 0 {
		shade = t.doubtful
	}
	t.line("%s  %s: %s", t.paint(shade, "INCOMPLETE"), plural(len(r.Incomplete), "gap"), what)
}

// runs prints what was loaded and run.
func (t *text) runs(r *check.Report) {
	functions := ""
	if r.Reload.OK {
		functions = ", " + plural(r.Reload.Functions, "function")
	}
	t.line("  loaded  %s%s", plural(len(r.Reload.Files), "file"), functions)
	t.eva(r)
	t.wp(r)
	if len(r.Incomplete) > 0 {
		for i, row := range codeCounts(r.Incomplete, 80) {
			t.line("  %-7s %s", map[bool]string{true: "gaps"}[i == 0], row)
		}
	}
}

func (t *text) eva(r *check.Report) {
	e := r.Eva
	if e == nil {
		t.line("  EVA     %s", t.paint(t.doubtful, "not run"))
		return
	}
	var entries []string
	reached, total := 0, 0
	for _, run := range e.Runs {
		entry := run.Entry
		if run.LibEntry {
			entry += " (library entry)"
		}
		entries = append(entries, entry)
		reached += run.StatementsReached
		total += run.StatementsTotal
	}
	alarms := ""
	if a := r.EvaAlarms; a != nil {
		alarms = fmt.Sprintf(", %d of %s open", a.NeedingAttention, plural(a.Total, "alarm"))
	}
	analysed := ""
	if len(e.Runs) == 1 {
		analysed = ", " + plural(e.Runs[0].FunctionsAnalysed, "function") + " analysed"
	}
	t.line("  EVA     %s%s%s, %d of %s reached", t.state(e.State), alarms, analysed, reached, plural(total, "statement"))
	t.line("          from %s", someOf(entries, 3))
}

func (t *text) wp(r *check.Report) {
	w := r.Wp
	if w == nil {
		t.line("  WP      %s", t.paint(t.doubtful, "not run"))
		return
	}
	smoke := ""
	if w.Smoke > 0 {
		smoke = fmt.Sprintf(" (%s among them)", plural(w.Smoke, "smoke test"))
	}
	t.line("  WP      %s, %d of %s proved%s", t.state(w.State), w.Proved, plural(w.Goals, "goal"), smoke)
	t.line("          with %s, %d s a goal, model %s", someOf(w.Provers, 4), w.Timeout, w.Model)
	if d := r.WpBackendDiagnosis; d != nil {
		t.line("          %s on %s: %s", t.paint(t.bad, "prover trouble"), plural(d.Count, "goal"), firstLine(d.Message))
	}
}

func (t *text) state(s check.State) painted {
	if s == check.StateComputed {
		return "complete"
	}
	word := string(s)
	if word == "" {
		word = "not run"
	}
	return t.paint(t.bad, word)
}

// loadError prints why nothing was loaded, and what Frama-C said.
func (t *text) loadError(r *check.Report) {
	t.line("")
	e := r.Reload.Error
	if e == nil {
		t.line("no reason was recorded")
		return
	}
	place := ""
	if e.File != "" {
		place = placeOf(check.Location{File: e.File, Line: e.Line, Column: e.Column}) + ": "
	}
	for i, line := range strings.Split(strings.TrimSpace(e.Message), "\n") {
		if i == 0 {
			t.line("%s%s", t.paint(t.strong, place), strings.TrimPrefix(line, place))
			continue
		}
		t.line("    %s", line)
	}
	if e.Hint != "" {
		t.line("    %s", t.paint(t.advice, "-> "+e.Hint))
	}
	said := 0
	for _, m := range r.Messages {
		if m.Kind != "error" && m.Kind != "failure" || strings.Contains(e.Message, m.Message) {
			continue
		}
		if said == 5 {
			t.line("    and more messages (see --format json)")
			break
		}
		t.line("    Frama-C: %s", firstLine(m.Message))
		said++
	}
}
