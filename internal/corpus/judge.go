package corpus

import (
	"fmt"
	"slices"
	"strings"
)

// exitUsage is fcv's exit code for input it cannot use. Sources that do not
// load are such input, and have a report all the same.
const exitUsage = 2

// Judge compares an outcome with the truth. Each element of the answer is one
// disagreement; none means that fcv said what is true.
func Judge(c Case, o Outcome) []string {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }

	if o.Exit == exitUsage && slices.Contains(c.Expect, UsageError) {
		if o.Report && o.Verdict != "incomplete" {
			fault("exit code 2 beside the verdict %q", o.Verdict)
		}
		return faults
	}
	if !o.Report {
		fault("exit code %d and no report: %s", o.Exit, o.Trouble)
		return faults
	}
	switch {
	case o.Verdict != "proved" && o.Verdict != "incomplete":
		fault("verdict %q is no verdict", o.Verdict)
	case (o.Verdict == "proved") != (o.Entries == 0):
		fault("verdict %s with %d entries in incomplete", o.Verdict, o.Entries)
	}
	if !exitFits(c, o) {
		fault("exit code %d with verdict %s", o.Exit, o.Verdict)
	}
	switch c.Class {
	case Sound:
		if o.Verdict != "proved" {
			fault("sound, but %s: %s", o.Verdict, list(o.Codes))
		}
	case Trap:
		if o.Verdict == "proved" {
			fault("PROVED, although: %s", c.Why)
		}
		if !slices.ContainsFunc(c.Expect, func(code string) bool { return slices.Contains(o.Codes, code) }) {
			fault("expected %s, raised %s", strings.Join(c.Expect, " or "), list(o.Codes))
		}
	default:
		fault("class %q is no class", c.Class)
	}
	return faults
}

// exitFits says whether an exit code is one that fcv documents for a verdict:
// 0 when the check ran, 1 when it is incomplete and was required not to be, 2
// when the sources did not load, in which case nothing ran.
func exitFits(c Case, o Outcome) bool {
	required := slices.Contains(c.Args, "--require-complete")
	switch o.Exit {
	case 0:
		return o.Verdict == "proved" || !required
	case 1:
		return o.Verdict == "incomplete" && required
	case exitUsage:
		return o.Verdict == "incomplete" && !required
	}
	return false
}

func list(codes []string) string {
	if len(codes) == 0 {
		return "nothing"
	}
	return strings.Join(codes, " ")
}
