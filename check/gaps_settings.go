package check

import (
	"fmt"
	"slices"
	"strings"
)

// settingGaps are options in force that weaken the claim.
func settingGaps(e *Evidence) []Gap {
	var gaps []Gap
	if m := e.Settings.Model; m != "" && !slices.Contains(soundModels, m) && e.Request.Wants("wp") {
		gaps = append(gaps, Gap{
			Code: CodeUnsafeModel, Option: "-wp-model", Value: m,
			Reason: fmt.Sprintf("the memory model %s is not among those whose claims hold as they stand (%s)", m, strings.Join(soundModels, ", ")),
		})
	}
	for _, o := range passedOptions(e.Request.FramaC) {
		if _, ok := harmlessOptions[o.name]; ok {
			continue
		}
		gaps = append(gaps, Gap{
			Code: CodeUnsafeModel, Option: o.name, Value: o.value,
			Reason: "an option was passed to Frama-C that is not on the list of options that leave the claim as it is",
		})
	}
	return gaps
}

// soundModels are WP's memory models whose proofs mean what they say, given
// the hypotheses that are checked besides.
var soundModels = []string{"Typed", "Typed+nocast"}

// harmlessOptions change how much is said or how hard Frama-C works, never
// what is claimed: precision of EVA, effort of WP, verbosity. The value says
// whether the option takes an argument of its own.
var harmlessOptions = map[string]bool{
	"-eva-precision": true, "-eva-slevel": true, "-eva-slevel-function": true, "-eva-min-loop-unroll": true,
	"-eva-auto-loop-unroll": true, "-eva-default-loop-unroll": true, "-eva-widening-delay": true,
	"-eva-widening-period": true, "-eva-ilevel": true, "-eva-plevel": true, "-eva-partition-history": true,
	"-eva-split-return": true, "-eva-domains": true, "-eva-equality-domain": false,
	"-eva-symbolic-locations-domain": false, "-eva-gauges-domain": false, "-eva-octagon-domain": false,
	"-eva-subdivide-non-linear": true, "-eva-verbose": true, "-eva-debug": true, "-eva-msg-key": true,
	"-eva-show-progress": false, "-eva-no-show-progress": false, "-eva-print": false, "-eva-no-print": false,
	"-wp-steps": true, "-wp-timeout": true, "-wp-smoke-timeout": true, "-wp-par": true, "-wp-split": false,
	"-wp-no-split": false, "-wp-split-depth": true, "-wp-max-split": true, "-wp-auto": true,
	"-wp-auto-depth": true, "-wp-auto-width": true, "-wp-verbose": true, "-wp-debug": true, "-wp-msg-key": true,
	"-verbose": true, "-debug": true, "-kernel-verbose": true, "-kernel-debug": true, "-kernel-msg-key": true,
	"-unicode": false, "-no-unicode": false, "-tty": false, "-no-tty": false,
}

type passedOption struct{ name, value string }

// passedOptions reads words for Frama-C's command line as options and values.
// A word that is no option and no known option's value is listed under its own
// name: it may be a file, which changes the program.
func passedOptions(words []string) []passedOption {
	var options []passedOption
	for i := 0; i < len(words); i++ {
		name, value, glued := strings.Cut(words[i], "=")
		o := passedOption{name: name, value: value}
		takesValue, harmless := harmlessOptions[name]
		isOption := strings.HasPrefix(name, "-")
		// An option that is a gap anyway shows what follows as its value.
		if isOption && !glued && i+1 < len(words) && (takesValue || !harmless && !strings.HasPrefix(words[i+1], "-")) {
			i++
			o.value = words[i]
		}
		options = append(options, o)
	}
	return options
}
