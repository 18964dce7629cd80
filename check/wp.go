package check

import (
	"context"
	"fmt"
	"slices"

	"fcv/framac"
)

// prove generates WP's goals and has them proved, in the process that judges.
// Goals that only WP can settle come first; by the time they are done EVA
// often is too, and what it has established is not proved again. WP never
// waits for EVA.
func (r *run) prove(ctx context.Context, a *analyst, evaDone <-chan struct{}) error {
	generated := r.clock.phase(phaseGenerate)
	defer generated()
	if err := a.guard(ctx); err != nil {
		return err
	}
	if !r.req.Wants("wp") {
		return nil
	}
	stop := a.watch(ctx, "")
	defer stop()
	e := &r.evidence
	outcome, err := a.GenerateGoals(ctx, framac.WpGeneration{
		Functions: slices.Clone(e.Scope), Lemmas: true, Props: orEmpty(r.req.Props),
	})
	if err != nil {
		return fmt.Errorf("WP: generating goals: %w", err)
	}
	e.WpFailures = outcome.Failures
	if e.Goals, err = a.Goals(ctx); err != nil {
		return fmt.Errorf("reading WP's goals: %w", err)
	}
	if len(e.Goals) != outcome.Goals {
		return fmt.Errorf("WP made %d goals, but %d were found afterwards", outcome.Goals, len(e.Goals))
	}
	first, later, err := r.splitGoals(ctx, a)
	if err != nil {
		return err
	}
	generated()
	if err := r.proveGoals(ctx, a, first); err != nil {
		return err
	}
	if len(later) > 0 {
		if later, err = r.notSettled(ctx, a, later, evaDone); err != nil {
			return err
		}
		if err := r.proveGoals(ctx, a, later); err != nil {
			return err
		}
	}
	if e.Goals, err = a.Goals(ctx); err != nil {
		return fmt.Errorf("reading WP's goals: %w", err)
	}
	e.WpDone = true
	return nil
}

func (r *run) proveGoals(ctx context.Context, a *analyst, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	defer r.clock.phase(phaseProve)()
	s := r.evidence.Settings
	err := a.ProveGoals(ctx, framac.WpProof{
		Goals:        ids,
		Provers:      proverIDs(s.Provers),
		Timeout:      s.Timeout,
		QuickTimeout: s.QuickTimeout,
		SmokeTimeout: s.SmokeTimeout,
		SmokeSteps:   s.SmokeSteps,
		Par:          s.Par,
	})
	if err != nil {
		return fmt.Errorf("WP: proving: %w", err)
	}
	return nil
}

// splitGoals tells the goals that only WP can settle from those whose
// property EVA may establish.
func (r *run) splitGoals(ctx context.Context, a *analyst) (first, later []string, err error) {
	e := &r.evidence
	settleable := map[string]bool{}
	if r.req.Wants("eva") {
		contexts, err := a.EvaContexts(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("asking what EVA can cover: %w", err)
		}
		exact := map[string]bool{}
		for _, c := range contexts {
			exact[c.Name] = c.Context == "exact"
		}
		properties, err := a.Properties(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("reading the properties: %w", err)
		}
		for _, p := range properties {
			settleable[p.Key] = carried(p) && !p.LabelSensitive && (exact[p.Function] || !e.hasContract(p.Function))
		}
	}
	for _, g := range e.Goals {
		if settleable[g.Property] && !g.Smoke {
			later = append(later, g.ID)
		} else {
			first = append(first, g.ID)
		}
	}
	return first, later, nil
}

// notSettled drops the goals whose property EVA has established, if EVA is
// done by now.
func (r *run) notSettled(ctx context.Context, a *analyst, ids []string, evaDone <-chan struct{}) ([]string, error) {
	select {
	case <-evaDone:
	default:
		return ids, nil
	}
	properties, err := r.bringOver(ctx, a)
	if err != nil {
		return nil, fmt.Errorf("bringing EVA's verdicts over: %w", err)
	}
	settled := map[string]bool{}
	for _, p := range properties {
		settled[p.Key] = p.Status == "valid"
	}
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	var open []string
	for _, g := range r.evidence.Goals {
		if wanted[g.ID] && !settled[g.Property] {
			open = append(open, g.ID)
		}
	}
	return open, nil
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
