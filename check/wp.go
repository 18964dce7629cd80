package check

import (
	"context"
	"fmt"
	"slices"

	"fcv/framac"
)

// prove generates WP's goals and has them proved, in the process that judges.
func (r *run) prove(ctx context.Context, a *analyst) error {
	if err := a.guard(ctx); err != nil {
		return err
	}
	if !r.req.Wants("wp") {
		return nil
	}
	s := r.evidence.Settings
	stop := a.watch(ctx, "")
	outcome, err := a.RunWp(ctx, framac.WpRequest{
		Functions:    slices.Clone(r.evidence.Scope),
		Lemmas:       true,
		Props:        orEmpty(r.req.Props),
		Provers:      proverIDs(s.Provers),
		Timeout:      s.Timeout,
		QuickTimeout: s.QuickTimeout,
		SmokeTimeout: s.SmokeTimeout,
		SmokeSteps:   s.SmokeSteps,
		Par:          s.Par,
	})
	stop()
	if err != nil {
		return fmt.Errorf("WP: %w", err)
	}
	r.evidence.WpFailures = outcome.Failures
	goals, err := a.Goals(ctx)
	if err != nil {
		return fmt.Errorf("reading WP's goals: %w", err)
	}
	if len(goals) != outcome.Goals {
		return fmt.Errorf("WP made %d goals, but %d were found afterwards", outcome.Goals, len(goals))
	}
	r.evidence.Goals = goals
	r.evidence.WpDone = true
	return nil
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
