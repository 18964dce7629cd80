package receipt

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// shownFew is how many rows of a long list Show prints.
const shownFew = 10

// Show prints a receipt for people: what was checked, with what, what came
// out, and what the result rests on. Long lists are cut, with their length.
func Show(w io.Writer, r *Receipt) error {
	p := &printer{}
	p.line("receipt   %s", r.SHA256)
	p.line("shape     %s", r.Shape)
	p.line("")
	p.line("Subject")
	if d := r.Subject.ASTDigest; d != nil {
		p.line("  AST       %s", *d)
	} else {
		p.line("  AST       no digest: %s", text(r.Subject.ASTDigestUnavailableReason))
	}
	list(p, "source", r.Subject.Sources, func(f File) string { return short(f.SHA256) + "  " + f.Path })
	list(p, "header", r.Subject.Headers, func(f File) string { return short(f.SHA256) + "  " + f.Path })
	list(p, "contract", r.Subject.Contracts, func(c Contract) string { return short(c.Digest) + "  " + c.Function })
	p.settings(r.Subject.LoadSettings)
	p.line("")
	p.line("Environment")
	p.line("  Frama-C   %s (plug-in %s)", orUnknown(r.Environment.FramaC), orUnknown(short(r.Environment.PluginDigest)))
	p.line("  Why3      %s", orUnknown(r.Environment.Why3))
	list(p, "prover", r.Environment.Provers, func(v Prover) string { return v.Name + " " + v.Version })
	p.options("EVA", r.Configuration.Eva)
	p.options("WP", r.Configuration.Wp)
	p.options("kernel", r.Configuration.Kernel)
	p.line("")
	p.line("Result")
	p.goals(r.Goals)
	p.line("  gaps      %d%s", r.Reported.Count, inParens(strings.Join(r.Reported.Codes, ", ")))
	p.line("")
	p.line("Rests on")
	if len(r.TrustBase) == 0 {
		p.line("  nothing was recorded")
	}
	for _, t := range r.TrustBase {
		p.line("  %-11s %s%s", t.Kind, t.Name, inParens(t.Detail))
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

type printer struct{ b strings.Builder }

// line prints one line. Only its arguments can hold foreign text.
func (p *printer) line(format string, args ...any) {
	p.b.WriteString(strings.TrimRight(Printable(fmt.Sprintf(format, args...)), " "))
	p.b.WriteByte('\n')
}

func list[T any](p *printer, what string, rows []T, show func(T) string) {
	for i, row := range rows {
		if i == shownFew {
			p.line("            and %d more", len(rows)-i)
			return
		}
		label := ""
		if i == 0 {
			label = what
		}
		p.line("  %-9s %s", label, show(row))
	}
}

func (p *printer) settings(s LoadSettings) {
	var words []string
	for flag, values := range map[string][]string{"-I": s.IncludePaths, "-D": s.Defines, "-U": s.Undefines, "-include ": s.ForceIncludes} {
		for _, v := range values {
			words = append(words, flag+v)
		}
	}
	slices.Sort(words)
	if s.CompileCommands != "" {
		words = append(words, "compile commands of "+s.CompileCommands)
	}
	rte := "guards on"
	if !s.RTE {
		rte = "NO run-time-error guards"
	}
	words = append(words, "machdep "+orUnknown(s.Machdep), rte)
	p.line("  settings  %s", strings.Join(words, ", "))
}

func (p *printer) options(what string, m map[string]string) {
	for i, option := range slices.Sorted(maps.Keys(m)) {
		label := ""
		if i == 0 {
			label = what
		}
		p.line("  %-9s %s = %s", label, option, m[option])
	}
}

func (p *printer) goals(goals []Goal) {
	counts, cached := map[string]int{}, 0
	for _, g := range goals {
		counts[g.Status]++
		if g.FromCache {
			cached++
		}
	}
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[status], status))
	}
	if cached > 0 {
		parts = append(parts, fmt.Sprintf("%d of them from the cache", cached))
	}
	p.line("  goals     %d%s", len(goals), inParens(strings.Join(parts, ", ")))
}

func short(digest string) string {
	if len(digest) > 12 {
		return digest[:12]
	}
	return digest
}

func text(s *string) string {
	if s == nil {
		return noDigestReason
	}
	return *s
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

func inParens(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}
