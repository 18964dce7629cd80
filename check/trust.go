package check

import (
	"fmt"
	"slices"
	"strings"

	"fcv/framac"
	"fcv/receipt"
)

// trustBase lists what even a proof rests on, a line for everything of which
// the same is said. Gaps are not in it: what a person can and should close
// belongs into the report.
func trustBase(e *Evidence, env receipt.Environment, machdep string) []receipt.Trust {
	lines := []receipt.Trust{versionTrust(e, env)}
	add := func(kind, detail string, names ...string) {
		if len(names) > 0 {
			lines = append(lines, receipt.TrustOf(kind, detail, names...))
		}
	}
	if machdep != "" {
		add("machdep", "sizes, alignment and byte order of the target", machdep)
	}
	add("option", "not at Frama-C's default", changedOptions(e)...)
	add("rte", "not checked", uncheckedErrors(e)...)
	if !e.Loaded {
		return lines
	}
	used := e.usedLibrary()
	add("libc", "reviewed contracts shipped with Frama-C", reviewed(used)...)
	add("axiom", "theories of Frama-C's own libraries, not proved", libraryTheories(e)...)
	floats := []string{}
	for _, f := range e.Facts {
		if f.Kind == "float" && e.inScope(f.Function) {
			floats = append(floats, f.Function)
		}
	}
	add("float", "IEEE 754, rounding to nearest; EVA takes values that come in to be finite", floats...)
	add("contract", "have one; of others only the absence of run-time errors is claimed", contractCount(e))
	if e.Request.Wants("wp") {
		wpTrust(e, add)
	}
	if e.Request.Wants("eva") {
		evaTrust(e, add)
	}
	return lines
}

// versionTrust is the software whose correctness is taken for granted.
func versionTrust(e *Evidence, env receipt.Environment) receipt.Trust {
	programs := []string{"Frama-C " + env.FramaC}
	if e.Request.Wants("wp") {
		if env.Why3 != "" {
			programs = append(programs, "Why3 "+env.Why3)
		}
		for _, p := range env.Provers {
			programs = append(programs, p.Name+" "+p.Version)
		}
	}
	return receipt.TrustOf("version", "taken to be right, as are fcv and its plug-in", programs...)
}

func wpTrust(e *Evidence, add func(kind, detail string, names ...string)) {
	detail := "WP's memory model"
	if e.WpConfig["-wp-check-memory-model"] == "true" {
		detail += ", its hypotheses are proved by callers"
	}
	if e.Settings.Model != "" {
		add("model", detail, e.Settings.Model)
	}
	if e.WpConfig["-wp-frama-c-stdlib-terminate"] == "true" {
		add("termination", "taken to terminate where their contracts do not say", "library functions")
	}
	if len(e.Settings.Provers) == 0 || e.WpConfig["-wp-smoke-tests"] != "true" {
		return
	}
	limit := plural(e.Settings.SmokeTimeout, "second")
	if e.Settings.SmokeSteps > 0 {
		limit = plural(e.Settings.SmokeSteps, "step") + " and " + limit
	}
	first := e.Settings.Provers[0]
	add("smoke", "how far contradictions were looked for", limit+" of "+first.Name+" "+first.Version)
}

func evaTrust(e *Evidence, add func(kind, detail string, names ...string)) {
	var narrower, modelled []string
	for _, run := range e.EvaRuns {
		if run.Context == "restricted" {
			narrower = append(narrower, run.Entry)
		}
		for _, f := range run.Functions {
			if f.Status == "builtin" {
				modelled = append(modelled, f.Name)
			}
		}
	}
	add("eva", "initial state narrower than the contract: nothing proved from there", narrower...)
	add("libc", "EVA's own models of these functions", modelled...)
}

// changedOptions lists the options that are not at Frama-C's default and that
// may matter for what is claimed. Those that have a line of their own are left
// out.
func changedOptions(e *Evidence) []string {
	var options []string
	for _, config := range []map[string]string{e.KernelConfig, e.WpConfig, e.EvaConfig} {
		for name, value := range config {
			_, harmless := harmlessOptions[name]
			if !harmless && slices.Contains(e.ChangedOptions, name) && !slices.Contains(linesOfTheirOwn, name) {
				options = append(options, strings.TrimSuffix(name+"="+value, "=true"))
			}
		}
	}
	return options
}

// linesOfTheirOwn are options that other lines of the trust base speak of, and
// the cache of goals, which changes no answer.
var linesOfTheirOwn = []string{"-machdep", "-wp-model", "-wp-frama-c-stdlib-terminate", "-wp-smoke-tests", "-wp-cache"}

// uncheckedErrors lists the kinds of run-time errors that no guard and no
// alarm looked for: the option, the value with which it looks for none, and
// what that is called.
func uncheckedErrors(e *Evidence) []string {
	var kinds []string
	if e.Request.NoRTE {
		kinds = append(kinds, "all that only guards look for")
	}
	for _, o := range []struct{ option, off, kind string }{
		{"-warn-unsigned-overflow", "false", "unsigned overflow"},
		{"-warn-signed-overflow", "false", "signed overflow"},
		{"-warn-signed-downcast", "false", "signed downcast"},
		{"-warn-unsigned-downcast", "false", "unsigned downcast"},
		{"-warn-pointer-downcast", "false", "pointer downcast"},
		{"-warn-invalid-pointer", "false", "invalid pointer"},
		{"-warn-invalid-bool", "false", "invalid _Bool"},
		{"-warn-left-shift-negative", "false", "negative left shift"},
		{"-warn-right-shift-negative", "false", "negative right shift"},
		{"-warn-special-float", "none", "infinite or not-a-number float"},
		{"-warn-special-float", "nan", "infinite float"},
		{"-safe-arrays", "false", "index beyond an inner array"},
	} {
		if e.KernelConfig[o.option] == o.off {
			kinds = append(kinds, o.kind)
		}
	}
	return kinds
}

// usedLibrary names the library functions without a body here that the
// functions in scope reach, themselves or through others.
func (e *Evidence) usedLibrary() []string {
	var used []string
	seen := map[string]bool{}
	queue := slices.Clone(e.Scope)
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		f, known := e.function(name)
		if seen[name] || !known {
			continue
		}
		seen[name] = true
		if f.Libc && !f.Defined && f.ContractText != "" {
			used = append(used, name)
		}
		for _, c := range f.Calls {
			if !c.Indirect {
				queue = append(queue, c.Function)
			}
		}
		queue = append(queue, f.TakesAddressOf...)
	}
	return used
}

// reviewed keeps the functions whose contracts were reviewed; the others are
// gaps.
func reviewed(functions []string) []string {
	return slices.DeleteFunc(slices.Clone(functions), func(name string) bool {
		_, ok := reviewedLibc[name]
		return !ok
	})
}

// libraryTheories names the axiomatic blocks of Frama-C's headers that were
// loaded.
func libraryTheories(e *Evidence) []string {
	var theories []string
	for _, p := range e.Properties {
		if p.Libc && p.Kind == "axiomatic" {
			theories = append(theories, p.Names...)
		}
	}
	return theories
}

// contractCount says how many functions in scope have a contract, and how many
// of these claim no more than a frame and the absence of run-time errors.
func contractCount(e *Evidence) string {
	all, weak := 0, 0
	for _, name := range e.Scope {
		if !e.hasContract(name) {
			continue
		}
		all++
		f, _ := e.function(name)
		if !slices.ContainsFunc(f.Contract.Behaviors, func(b framac.Behavior) bool { return b.Ensures+b.Exits > 0 }) {
			weak++
		}
	}
	count := fmt.Sprintf("%d of %s", all, plural(len(e.Scope), "function"))
	if weak > 0 {
		count += fmt.Sprintf(" (%d without any postcondition)", weak)
	}
	return count
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
