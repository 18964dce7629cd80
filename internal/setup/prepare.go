package setup

import (
	"context"
	"slices"
	"strings"
	"sync"
)

// Ready is a machine that can verify.
type Ready struct {
	FramaC   Program
	Provers  []Prover // what Why3 knows
	Untold   []string // prover programs that Why3 was never told about
	Warnings []string // what went wrong without making the rest useless
}

// Prover is a prover and whether it answers.
type Prover struct {
	Name string // Name:version
	Err  error  // why it cannot be used; nil: it works
}

// Working are the names of the provers that work.
func (r Ready) Working() []string {
	working := []string{}
	for _, p := range r.Provers {
		if p.Err == nil {
			working = append(working, p.Name)
		}
	}
	return working
}

// Prepare makes an installed Frama-C ready: the plug-in is compiled unless it
// is in the cache, and each prover is tried.
func Prepare(ctx context.Context, host Host, tools Tools) (Ready, error) {
	inst, err := tools.Open(ctx)
	if err != nil {
		return Ready{}, err
	}
	defer inst.Close()
	ready := Ready{FramaC: inst.FramaC(), Untold: untold(host, inst.Provers())}
	if _, err := inst.EnsurePlugin(ctx); err != nil {
		return ready, err
	}
	ready.Provers = tryProvers(ctx, inst)
	ready.Warnings = inst.Warnings()
	return ready, ctx.Err()
}

// tryProvers runs each prover on a small problem, all at once.
func tryProvers(ctx context.Context, inst Installation) []Prover {
	names := inst.Provers()
	provers := make([]Prover, len(names))
	var group sync.WaitGroup
	for i, name := range names {
		group.Go(func() { provers[i] = Prover{Name: name, Err: inst.CheckProver(ctx, name)} })
	}
	group.Wait()
	return provers
}

// untold are installed provers that are not in Why3's configuration. It is the
// user's file, so it is not written here. Only provers that every version of
// Why3 recognises are looked for.
func untold(host Host, known []string) []string {
	var programs []string
	for _, program := range []string{"alt-ergo", "z3", "cvc4"} {
		isKnown := slices.ContainsFunc(known, func(name string) bool {
			return strings.HasPrefix(strings.ToLower(name), program+":")
		})
		if _, err := host.LookPath(program); err == nil && !isKnown {
			programs = append(programs, program)
		}
	}
	return programs
}
