package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fcv/framac"
)

// Settings is what a request comes down to: limits and options in numbers.
type Settings struct {
	Model        string
	Provers      []framac.Prover // the quickest likely one first
	Timeout      int             // seconds a goal and prover
	QuickTimeout int             // seconds of the first round
	SmokeTimeout int             // seconds of a smoke test
	SmokeSteps   int             // steps of a smoke test; 0: the time limit alone
	Par          int             // proofs at a time
	Precision    int             // -eva-precision; -1: Frama-C's default
	Slevel       int             // -eva-slevel; -1: Frama-C's default
}

// DefaultModel makes a goal fail where a cast would need a weaker memory
// model, instead of silently passing.
const DefaultModel = "Typed+nocast"

// profile is a named amount of effort.
type profile struct {
	timeout, quick, smoke, smokeSteps, precision int
}

// The default is what a person waits for at a desk; fast suits an editor, deep
// a nightly run. Precision is Frama-C's own meta option.
//
// A smoke test that passes makes a prover run into its limit, so the limit is
// given in steps where the prover counts them the way CVC does: half of the
// proofs of the four proved libraries take fewer than 20,000 (about 0.05 s).
var profiles = map[string]profile{
	"fast":    {timeout: 2, quick: 1, smoke: 1, smokeSteps: 10_000, precision: 0},
	"default": {timeout: 10, quick: 1, smoke: 1, smokeSteps: 20_000, precision: 2},
	"deep":    {timeout: 60, quick: 2, smoke: 5, smokeSteps: 200_000, precision: 6},
}

// stepsLikeCVC says whether a prover counts steps in the unit of smokeSteps.
func stepsLikeCVC(p framac.Prover) bool { return strings.HasPrefix(p.Name, "CVC") }

// Profiles lists the accepted values of Request.Profile.
func Profiles() []string { return []string{"fast", "default", "deep"} }

func resolveSettings(r Request, provers []framac.Prover, cores int) (Settings, error) {
	name := r.Profile
	if name == "" {
		name = "default"
	}
	p, ok := profiles[name]
	if !ok {
		return Settings{}, &InputError{
			Message: fmt.Sprintf("unknown profile %q", name),
			Advice:  fmt.Sprintf("the profiles are %v", Profiles()),
		}
	}
	s := Settings{
		Model: r.Model, Provers: byLikelySpeed(provers), Timeout: r.Timeout, Par: r.Par,
		QuickTimeout: p.quick, SmokeTimeout: p.smoke, Precision: p.precision, Slevel: -1,
	}
	if s.Model == "" {
		s.Model = DefaultModel
	}
	if len(s.Provers) > 0 && stepsLikeCVC(s.Provers[0]) {
		s.SmokeSteps = p.smokeSteps
	}
	if s.Timeout == 0 {
		s.Timeout = p.timeout
	}
	s.QuickTimeout = min(s.QuickTimeout, s.Timeout)
	if s.Par == 0 {
		s.Par = cores
	}
	if r.Precision != nil {
		s.Precision = *r.Precision
	}
	if r.Slevel != nil {
		s.Slevel = *r.Slevel
	}
	return s, nil
}

// proverOrder is which prover to ask first: the one that answers most goals
// soonest, and says "unknown" instead of running into its limit (measured on
// the four proved libraries; see docs/performance.md).
var proverOrder = []string{"Alt-Ergo", "CVC5", "CVC4", "Z3"}

func byLikelySpeed(provers []framac.Prover) []framac.Prover {
	rank := func(p framac.Prover) int {
		if i := slices.Index(proverOrder, p.Name); i >= 0 {
			return i
		}
		return len(proverOrder)
	}
	sorted := slices.Clone(provers)
	slices.SortStableFunc(sorted, func(a, b framac.Prover) int { return rank(a) - rank(b) })
	return sorted
}

// proverIDs spells provers as Frama-C wants them.
func proverIDs(provers []framac.Prover) []string {
	ids := []string{}
	for _, p := range provers {
		ids = append(ids, p.ID())
	}
	return ids
}

// commonArgs are Frama-C's words for both processes.
func commonArgs(r Request) []string {
	var args []string
	if r.Machdep != "" {
		args = append(args, "-machdep", r.Machdep)
	}
	return args
}

func evaArgs(r Request, s Settings) []string {
	args := commonArgs(r)
	if s.Precision >= 0 {
		args = append(args, "-eva-precision", strconv.Itoa(s.Precision))
	}
	if s.Slevel >= 0 {
		args = append(args, "-eva-slevel", strconv.Itoa(s.Slevel))
	}
	return append(args, r.FramaC...)
}

func wpArgs(r Request, s Settings) []string {
	args := append(commonArgs(r),
		"-wp-model", s.Model,
		"-wp-timeout", strconv.Itoa(s.Timeout),
		"-wp-smoke-timeout", strconv.Itoa(s.SmokeTimeout),
		"-wp-par", strconv.Itoa(s.Par),
		"-wp-check-memory-model",
		"-wp-definitions-terminate",
		"-wp-frama-c-stdlib-terminate",
		"-wp-smoke-tests",
		"-wp-cache", "none",
	)
	return append(args, r.FramaC...)
}
