package check

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fcv/framac"
)

func TestNothingEstablishedIsNeverClean(t *testing.T) {
	if len(Gaps(&Evidence{})) == 0 {
		t.Error("the zero evidence has no gap")
	}
	for _, want := range [][]string{{"eva"}, {"wp"}, {"eva", "wp"}, {"neither"}} {
		e := &Evidence{Request: Request{Want: want}}
		if len(Gaps(e)) == 0 {
			t.Errorf("nothing loaded, wanted %v, and no gap", want)
		}
		e = cleanEvidence()
		e.Request.Want, e.PropertiesRead = want, false
		if len(Gaps(e)) == 0 {
			t.Errorf("a table that was not read, wanted %v, and no gap", want)
		}
	}
	e := cleanEvidence()
	e.Functions, e.Scope, e.Properties, e.Goals = nil, nil, nil, nil
	if len(Gaps(e)) == 0 {
		t.Error("an empty program has no gap")
	}
}

// degradation is one way to establish less than the clean evidence does. It
// reports what it changed.
type degradation func(*Evidence, *rand.Rand) string

var openStatuses = []string{
	"", "never_tried", "unknown", "invalid", "invalid_under_hyp", "valid_but_dead", "unknown_but_dead", "invalid_but_dead",
	"inconsistent", "considered_valid", "valid_under_hyp", "Valid", "proved",
}

var openGoalStatuses = []string{"", "none", "unknown", "timeout", "stepout", "failed", "invalid", "computing", "Valid", "passed"}

func pick[T any](r *rand.Rand, list []T) *T { return &list[r.IntN(len(list))] }

var degradations = []degradation{
	func(e *Evidence, r *rand.Rand) string {
		for {
			p := pick(r, e.Properties)
			if p.Kind == "requires" || p.Key == "smoke-property" {
				continue // the callers' obligation; the test's own assertion
			}
			p.Status = *pick(r, openStatuses)
			return fmt.Sprintf("property %s is %q", p.Key, p.Status)
		}
	},
	func(e *Evidence, r *rand.Rand) string {
		g := pick(r, e.Goals)
		g.Status, g.Prover = *pick(r, openGoalStatuses), ""
		verdict := pick(r, openGoalStatuses)
		g.Results = []framac.ProverResult{{Prover: "Z3", Verdict: *verdict, Error: "x"}}
		if !g.Smoke { // and EVA knows no better
			prop(e, g.Property).Status = "unknown"
		}
		return fmt.Sprintf("goal %s is %q, its prover said %q", g.ID, g.Status, *verdict)
	},
	func(e *Evidence, r *rand.Rand) string {
		run := pick(r, e.EvaRuns)
		run.State = *pick(r, []string{"", "aborted", "failed", "running", "Computed"})
		return fmt.Sprintf("the run from %s is %q", run.Entry, run.State)
	},
	func(e *Evidence, r *rand.Rand) string {
		e.Facts = append(e.Facts, framac.Fact{
			Kind: *pick(r, []string{"asm", "bitfield", "pragma", "admit", "never_seen", "", "logic_recursion", "prover_only"}), Function: *pick(r, e.Scope),
		})
		return "a fact of kind " + e.Facts[0].Kind
	},
	func(e *Evidence, r *rand.Rand) string {
		e.Messages = append(e.Messages, framac.Message{
			Kind: *pick(r, []string{"warning", "error", "failure"}), Plugin: *pick(r, []string{"kernel", "wp", "eva", "next"}),
			Category: *pick(r, []string{"", "new", "typing:new", "annot:missing-spec", "asm:clobber"}), Message: "said",
		})
		return fmt.Sprintf("a message %+v", e.Messages[0])
	},
	func(e *Evidence, r *rand.Rand) string {
		f := pick(r, e.EvaRuns[0].Functions)
		e.EvaRuns = e.EvaRuns[:1]
		f.Status, f.Reached = *pick(r, []string{"", "unreachable", "spec", "builtin", "new"}), 0
		return f.Name + " was not analysed: " + f.Status
	},
	func(e *Evidence, r *rand.Rand) string {
		flags := map[string]*bool{
			"Loaded": &e.Loaded, "FactsRead": &e.FactsRead, "WpDone": &e.WpDone, "PropertiesRead": &e.PropertiesRead, "MessagesRead": &e.MessagesRead,
		}
		name := *pick(r, []string{"Loaded", "FactsRead", "WpDone", "PropertiesRead", "MessagesRead"})
		*flags[name] = false
		return name + " is false"
	},
	func(e *Evidence, r *rand.Rand) string {
		errors := map[string]*string{"EvaErr": &e.EvaErr, "WpErr": &e.WpErr}
		name := *pick(r, []string{"EvaErr", "WpErr"})
		*errors[name] = "it died"
		return name + " is set"
	},
	func(e *Evidence, r *rand.Rand) string {
		e.WpFailures = []framac.WpFailure{{Function: *pick(r, []string{"main", "twice", "", "ghost"})}}
		return "WP gave up on " + e.WpFailures[0].Function
	},
	func(e *Evidence, r *rand.Rand) string {
		f := fn(e, "twice")
		switch r.IntN(6) {
		case 0:
			f.Defined = false
		case 1:
			f.Recursive = true
		case 2:
			f.Contract.Terminates = *pick(r, []string{"false", "other", "sometimes"})
		case 3:
			f.Contract.Behaviors[0].Locations[0].Mentioned = false
		case 4:
			f.ResultUsage.Usage = "suspicious"
		case 5:
			f.Loops[0].VariantRelation = "below"
		}
		return fmt.Sprintf("the contract of twice is %+v", *f)
	},
	func(e *Evidence, r *rand.Rand) string {
		c := pick(r, fn(e, "main").Calls)
		if r.IntN(2) == 0 {
			c.Indirect, c.Function = true, ""
		} else {
			c.Function = *pick(r, []string{"ghost", "", "elsewhere"})
		}
		return fmt.Sprintf("main calls %+v", *c)
	},
	func(e *Evidence, r *rand.Rand) string {
		switch r.IntN(4) {
		case 0:
			e.Request.NoRTE = true
		case 1:
			e.Request.Want = []string{*pick(r, []string{"eva", "wp"})}
		case 2:
			e.Request.FramaC = []string{*pick(r, []string{"-eva-ignore-recursive-calls", "-wp-no-rte", "x.c", "-safe-arrays"})}
		case 3:
			e.Settings.Model = *pick(r, []string{"Hoare", "Typed+cast", "Typed+raw", "Bytes"})
		}
		return fmt.Sprintf("request %+v, model %s", e.Request, e.Settings.Model)
	},
	func(e *Evidence, r *rand.Rand) string { // an alarm that only EVA has
		p := *prop(e, "guard")
		p.Key, p.Alarm = "alone", "initialization"
		p.Emitters = []framac.Emission{{Name: evaEmitter, Status: *pick(r, []string{"unknown", "invalid", "invalid_if_reachable", "new", ""})}}
		run := pick(r, e.EvaRuns)
		run.Properties = append(run.Properties, p)
		return fmt.Sprintf("from %s EVA says %q", run.Entry, p.Emitters[0].Status)
	},
}

// TestEstablishingLessIsAGap degrades the clean evidence in one random way, and
// in several, and demands a gap each time.
func TestEstablishingLessIsAGap(t *testing.T) {
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 7))
		e := cleanEvidence()
		changes := []string{(*pick(r, degradations))(e, r)}
		if len(Gaps(e)) == 0 {
			t.Fatalf("seed %d: no gap although %v", seed, changes)
		}
	}
	for i, d := range degradations { // every way, whatever the seeds hit
		for seed := range uint64(200) {
			e := cleanEvidence()
			change := d(e, rand.New(rand.NewPCG(seed, 9)))
			if len(Gaps(e)) == 0 {
				t.Fatalf("way %d, seed %d: no gap although %s", i, seed, change)
			}
		}
	}
}
