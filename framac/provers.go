package framac

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Prover is one prover as Why3 knows it.
type Prover struct {
	Name        string `json:"name"`        // as Why3 spells it: "Z3", "Alt-Ergo"
	Version     string `json:"version"`     // as Why3 recorded it when it was detected
	Alternative string `json:"alternative"` // a way to run it: "noBV", "counterexamples"; "": the usual one
	Path        string `json:"path"`        // of the binary; "": unknown
}

// ID is the prover's name for -wp-prover and for the plug-in:
// "Z3:4.8.12", "Z3:4.8.12:noBV".
func (p Prover) ID() string {
	id := p.Name + ":" + p.Version
	if p.Alternative != "" {
		id += ":" + p.Alternative
	}
	return id
}

// String is the prover's name for people, as Why3 prints it.
func (p Prover) String() string {
	s := p.Name + " " + p.Version
	if p.Alternative != "" {
		s += " (" + p.Alternative + ")"
	}
	return s
}

// interactive provers prove nothing without a person, so they are never
// chosen by default.
var interactive = map[string]bool{"coq": true, "isabelle": true, "pvs": true}

var proverLine = regexp.MustCompile(`^\s*(\S+) (\S+)(?: \(([^()]+)\))?\s*$`)

// parseProvers reads the output of "why3 config list-provers". Lines that name
// no prover (versions differ in their headings) are left out.
func parseProvers(out string) []Prover {
	provers := []Prover{}
	for line := range strings.Lines(out) {
		m := proverLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || !strings.ContainsAny(m[2][:1], "0123456789v") {
			continue
		}
		provers = append(provers, Prover{Name: m[1], Version: m[2], Alternative: m[3]})
	}
	return provers
}

// UnknownProverError is a prover that was asked for and is not installed.
type UnknownProverError struct {
	Wanted    string
	Installed []string // every prover there is, as it may be written
}

func (e *UnknownProverError) Error() string {
	if len(e.Installed) == 0 {
		return fmt.Sprintf("prover %q is not installed: why3 knows none", e.Wanted)
	}
	return fmt.Sprintf("prover %q is not installed; why3 knows %s", e.Wanted, strings.Join(e.Installed, ", "))
}

// ResolveProvers finds the provers that a user asked for, in the order asked
// for and each once. A name may be written z3, Z3:4.8.12, Z3 4.8.12,
// z3:4.8.12:noBV or Z3 4.8.12 (noBV), upper and lower case alike; without a
// version the newest is meant, without an alternative the usual one. Nothing
// wanted means every prover in its usual form that works without a person, in
// Why3's order.
func ResolveProvers(inst *Installation, wanted []string) ([]Prover, error) {
	chosen := []Prover{}
	if len(inst.Provers) == 0 && inst.Why3 == "" {
		return nil, missingWhy3() // which is why none is known
	}
	if len(wanted) == 0 {
		for _, p := range inst.Provers {
			if p.Alternative == "" && !interactive[strings.ToLower(p.Name)] {
				chosen = append(chosen, p)
			}
		}
		if len(chosen) == 0 {
			return nil, missingProvers()
		}
		return chosen, nil
	}
	for _, w := range wanted {
		p, ok := findProver(inst.Provers, w)
		if !ok {
			e := &UnknownProverError{Wanted: w, Installed: []string{}}
			for _, p := range inst.Provers {
				e.Installed = append(e.Installed, p.ID())
			}
			return nil, e
		}
		if !slices.Contains(chosen, p) {
			chosen = append(chosen, p)
		}
	}
	return chosen, nil
}

func findProver(provers []Prover, wanted string) (Prover, bool) {
	name, version, alternative := splitProver(wanted)
	var best Prover
	found := false
	for _, p := range provers {
		if !strings.EqualFold(p.Name, name) || !strings.EqualFold(p.Alternative, alternative) ||
			version != "" && !strings.EqualFold(p.Version, version) {
			continue
		}
		if !found || compareVersions(p.Version, best.Version) > 0 {
			best, found = p, true
		}
	}
	return best, found
}

// splitProver takes a prover's name apart, whichever way it is written.
func splitProver(s string) (name, version, alternative string) {
	s = strings.TrimSpace(s)
	if open := strings.IndexByte(s, '('); open >= 0 && strings.HasSuffix(s, ")") {
		alternative = strings.TrimSpace(s[open+1 : len(s)-1])
		s = strings.TrimSpace(s[:open])
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ':' || r == ' ' })
	if len(parts) > 0 {
		name = parts[0]
	}
	if len(parts) > 1 {
		version = parts[1]
	}
	if len(parts) > 2 {
		alternative = strings.Join(parts[2:], ":")
	}
	return name, version, alternative
}

// compareVersions orders 4.8.12 after 4.8.5: numbers as numbers, the rest as
// text.
func compareVersions(a, b string) int {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '-' || r == '+' || r == '_' })
	}
	x, y := split(a), split(b)
	for i := range min(len(x), len(y)) {
		m, errM := strconv.Atoi(x[i])
		n, errN := strconv.Atoi(y[i])
		c := cmp.Compare(x[i], y[i])
		if errM == nil && errN == nil {
			c = cmp.Compare(m, n)
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}
