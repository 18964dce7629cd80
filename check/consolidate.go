package check

import (
	"context"
	"fmt"
	"slices"

	"fcv/framac"
)

// consolidate brings EVA's verdicts into the process that holds WP's, and
// reads what the kernel makes of both. A failure is evidence too: then nothing
// EVA said may count.
func (r *run) consolidate(ctx context.Context, judge *analyst) {
	e := &r.evidence
	properties, err := r.bringOver(ctx, judge)
	if err != nil {
		e.ImportErr = oneLine(err)
		return
	}
	e.Properties = properties
	e.PropertiesRead = true
	e.attributeToEva()
}

// attributeToEva makes EVA the one that settled every goal whose property it
// established, also where a prover was asked: whether one was depends on which
// of the two was faster, and the report must not.
func (e *Evidence) attributeToEva() {
	for i, g := range e.Goals {
		if p, ok := e.property(g.Property); ok && !g.Smoke && establishedByEva(p) {
			e.Goals[i].Status, e.Goals[i].Prover, e.Goals[i].Results = "valid", evaEmitter, []framac.ProverResult{}
		}
	}
}

// bringOver imports EVA's verdicts, once, and returns the property table.
func (r *run) bringOver(ctx context.Context, judge *analyst) ([]framac.Property, error) {
	defer r.clock.phase(phaseImport)()
	properties, err := judge.Properties(ctx)
	if err != nil || r.broughtOver {
		return properties, err
	}
	verdicts := carryOver(&r.evidence, properties)
	r.broughtOver = true
	if len(verdicts) == 0 {
		return properties, nil
	}
	outcome, err := judge.Import(ctx, verdicts)
	if err != nil {
		return nil, err
	}
	if len(outcome.Unknown) > 0 {
		// carryOver only names properties that were listed just now.
		return nil, fmt.Errorf("%d properties that were listed are not there any more", len(outcome.Unknown))
	}
	return judge.Properties(ctx)
}

// importEmitter is the name under which the plug-in emits EVA's verdicts in
// the process that judges.
const importEmitter = "fcv: Eva"

// establishedByEva says whether EVA is among those that made a property valid.
func establishedByEva(p framac.Property) bool {
	return p.Status == "valid" && slices.ContainsFunc(p.Emitters, func(e framac.Emission) bool {
		return e.Name == importEmitter && e.Status == "valid"
	})
}

// carryOver decides which of EVA's verdicts are worth bringing to the process
// that judges. A property holds when it holds in every analysis that reached
// it, and when these cover what is claimed: in a function with a contract of
// its own that is every state the contract allows, so that main's calls alone
// prove nothing; in one without, it is what its claimants claim. A property is
// disproved when one analysis says so.
//
// EVA's word counts only where it can be trusted (measured on 25 and 30):
//   - a predicate that applies a logic function or predicate at another label
//     is evaluated in the wrong state;
//   - an analysis in which such a property cut or narrowed a path proves
//     nothing about what comes after, and neither does one that starts from
//     only some of the states the contract allows;
//   - the postcondition of a named behaviour may be called invalid where the
//     behaviour is not active.
func carryOver(e *Evidence, known []framac.Property) []framac.Verdict {
	tally := map[string]*votes{}
	for _, run := range e.EvaRuns {
		if run.State != "computed" {
			continue
		}
		trusted := run.Context == "exact" && !cutsPaths(run)
		for _, p := range run.Properties {
			status, reached := evaStatus(p)
			if !reached {
				continue
			}
			v := tally[p.Key]
			if v == nil {
				v = &votes{}
				tally[p.Key] = v
			}
			switch {
			case status == "valid" && trusted && !p.LabelSensitive:
				v.valid++
				v.own = v.own || run.Entry == p.Function
			case status == "valid":
				// Nothing against it, nothing for it.
			case (status == "invalid" || status == "invalid_if_reachable") && !p.LabelSensitive && !mayBeInactive(p):
				v.invalid++
			default:
				v.other++
			}
		}
	}
	covered := map[string]bool{} // functions without contracts, judged through their claimants
	for _, f := range e.Functions {
		covered[f.Name] = f.Defined && !e.hasContract(f.Name) && coveredByClaimants(e, f.Name)
	}
	var verdicts []framac.Verdict
	for _, p := range known {
		v := tally[p.Key]
		if v == nil || p.Automatic || !carried(p) {
			continue
		}
		switch {
		case v.invalid > 0:
			verdicts = append(verdicts, framac.Verdict{Key: p.Key, Status: "invalid"})
		case v.other == 0 && (v.own || v.valid > 0 && covered[p.Function]):
			verdicts = append(verdicts, framac.Verdict{Key: p.Key, Status: "valid"})
		}
	}
	return verdicts
}

// votes counts what the analyses that reached a property said of it.
type votes struct {
	valid, invalid, other int
	own                   bool // a valid vote is that of the analysis from the property's own function
}

// carried says whether EVA tries properties of this kind at all. An unknown
// kind is not carried.
func carried(p framac.Property) bool {
	return slices.Contains([]string{
		"assert", "check", "ensures", "check_ensures", "precondition", "requires",
		"loop_invariant", "check_loop_invariant", "invariant", "complete", "disjoint",
	}, p.Kind)
}

// evaEmitter is what EVA calls itself as an emitter of statuses.
const evaEmitter = "Eva"

// evaStatus is what EVA itself said of a property, and whether it got there.
func evaStatus(p framac.Property) (status string, reached bool) {
	switch p.Status {
	case "never_tried", "valid_but_dead", "unknown_but_dead", "invalid_but_dead":
		return "", false
	}
	for _, e := range p.Emitters {
		if e.Name == evaEmitter {
			return e.Status, true
		}
	}
	return "", false
}

func mayBeInactive(p framac.Property) bool { return p.Behavior != "" }

// cutsPaths says whether a property that EVA evaluates in the wrong state may
// have narrowed what the analysis followed.
func cutsPaths(run framac.EvaRun) bool {
	return slices.ContainsFunc(run.Properties, func(p framac.Property) bool {
		return p.LabelSensitive && p.Status != "valid" && p.Status != "never_tried" && !p.Libc
	})
}
