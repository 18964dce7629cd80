package setup

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Ready is a machine that can verify.
type Ready struct {
	FramaC  Program
	Plugin  Plugin
	Provers []Prover // what Why3 knows, sorted by name
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

// Prepare makes an installed Frama-C ready: Why3 learns about provers it does
// not know yet, each prover is tried, and the plug-in is compiled unless it is
// in the cache.
func Prepare(ctx context.Context, host Host, tools Tools, out io.Writer) (Ready, error) {
	var ready Ready
	var err error
	if ready.FramaC, err = tools.FramaC(ctx); err != nil {
		return ready, err
	}
	names, err := tools.Provers(ctx)
	if err != nil {
		return ready, err
	}
	if len(names) == 0 || toldNothing(host, names) {
		last := &tail{}
		if err := host.Run(ctx, io.MultiWriter(out, last), nil, "why3", "config", "detect"); err != nil {
			return ready, fmt.Errorf("running why3 config detect: %w\n%s", err, last)
		}
		if names, err = tools.Provers(ctx); err != nil {
			return ready, err
		}
	}
	if ready.Plugin, err = tools.EnsurePlugin(ctx); err != nil {
		return ready, err
	}
	for _, name := range names {
		ready.Provers = append(ready.Provers, Prover{Name: name, Err: tools.CheckProver(ctx, name)})
	}
	return ready, ctx.Err()
}

// toldNothing says whether a prover is installed that Why3 was never told
// about. Only those that every version of Why3 recognises are looked for, or
// each run would detect in vain.
func toldNothing(host Host, known []string) bool {
	for _, program := range []string{"alt-ergo", "z3", "cvc4"} {
		isKnown := slices.ContainsFunc(known, func(name string) bool {
			return strings.HasPrefix(strings.ToLower(name), program+":")
		})
		if _, err := host.LookPath(program); err == nil && !isKnown {
			return true
		}
	}
	return false
}
