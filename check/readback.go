package check

import (
	"context"
	"slices"
	"strings"
)

// namedOptions are read back also when they are at their defaults, because
// the claim depends on them.
var namedOptions = struct{ kernel, wp, eva []string }{
	kernel: []string{
		"-machdep", "-warn-signed-overflow", "-warn-unsigned-overflow", "-warn-signed-downcast",
		"-warn-unsigned-downcast", "-warn-pointer-downcast", "-warn-left-shift-negative",
		"-warn-right-shift-negative", "-warn-invalid-bool", "-warn-invalid-pointer", "-warn-special-float",
		"-initialized-padding-locals", "-absolute-valid-range", "-unspecified-access", "-safe-arrays",
		"-lib-entry",
	},
	wp: []string{
		"-wp-model", "-wp-check-memory-model", "-wp-definitions-terminate", "-wp-smoke-tests", "-wp-timeout",
		"-wp-smoke-timeout", "-wp-split", "-wp-literals", "-wp-volatile", "-wp-extern-arrays",
		"-wp-status-maybe", "-wp-alias-init", "-wp-weak-int-model", "-wp-variant-with-terminates",
	},
	eva: []string{
		"-eva-precision", "-eva-slevel", "-eva-context-width", "-eva-context-depth", "-eva-context-valid-pointers",
		"-eva-alloc-returns-null", "-eva-undefined-pointer-comparison-propagate-all",
		"-eva-warn-undefined-pointer-comparison", "-eva-initialization-padding-globals", "-eva-ignore-recursive-calls",
	},
}

// processOptions tell how a process was started, not what it claims; the
// number of provers at a time is that of the machine's cores.
var processOptions = []string{
	"-load-module", "-server-socket", "-server-polling", "-server-auto-log", "-wp-cache-dir", "-wp-session",
	"-session", "-main", "-lib-entry", "-wp-par",
}

// readBack asks the processes which options were in force.
func (r *run) readBack(ctx context.Context, judge, eva *analyst) {
	e := &r.evidence
	e.KernelConfig, e.WpConfig, e.EvaConfig = map[string]string{}, map[string]string{}, map[string]string{}
	read := func(a *analyst, names []string, keep func(string) map[string]string) {
		if a == nil {
			return
		}
		params, _, err := a.Parameters(ctx, names...)
		if err != nil {
			return // an empty configuration is a visible one
		}
		for _, p := range params {
			if slices.Contains(processOptions, p.Name) {
				continue
			}
			if into := keep(p.Name); into != nil {
				into[p.Name] = r.src.displayValue(p.Value)
				if p.Set {
					e.ChangedOptions = append(e.ChangedOptions, p.Name)
				}
			}
		}
	}
	read(judge, append(namedOptions.kernel, namedOptions.wp...), func(name string) map[string]string {
		switch {
		case strings.HasPrefix(name, "-wp"):
			return e.WpConfig
		case strings.HasPrefix(name, "-eva"):
			return nil
		}
		return e.KernelConfig
	})
	read(eva, namedOptions.eva, func(name string) map[string]string {
		if strings.HasPrefix(name, "-eva") {
			return e.EvaConfig
		}
		return nil
	})
}
