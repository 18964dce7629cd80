package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/framac"
	"fcv/receipt"
)

// trustEvidence is a run that rests on something of every kind.
func trustEvidence() *Evidence {
	contract := func(ensures int) framac.Contract {
		return framac.Contract{Behaviors: []framac.Behavior{{Ensures: ensures}}}
	}
	return &Evidence{
		Loaded: true, Scope: []string{"bare", "main", "mean", "put"},
		Functions: []framac.Function{
			{Name: "bare", Defined: true, Contract: framac.Contract{Generated: true, Behaviors: []framac.Behavior{{}}}},
			{Name: "helper", Defined: true, Calls: []framac.Call{{Function: "strlen"}, {Function: "put"}}},
			{Name: "main", Defined: true, Contract: contract(1), Calls: []framac.Call{{Function: "helper"}, {Indirect: true}}},
			{Name: "mean", Defined: true, Contract: contract(2), TakesAddressOf: []string{"abs"}},
			{Name: "put", Defined: true, Contract: contract(0), Calls: []framac.Call{{Function: "memcpy"}, {Function: "printf"}}},
			{Name: "abs", Libc: true, ContractText: "requires x > INT_MIN;"},
			{Name: "memcpy", Libc: true, ContractText: "ensures \\result == dest;"},
			{Name: "memset", Libc: true, ContractText: "never called"},
			{Name: "printf", Libc: true, ContractText: "not reviewed"},
			{Name: "strlen", Libc: true, ContractText: "assigns \\result;"},
		},
		Facts: []framac.Fact{{Kind: "float", Function: "mean"}, {Kind: "float", Function: "elsewhere"}, {Kind: "restrict", Function: "put"}},
		EvaRuns: []framac.EvaRun{
			{Entry: "main", Context: "exact", Functions: []framac.EvaFunction{{Name: "memcpy", Status: "builtin"}, {Name: "put", Status: "analysed"}}},
			{Entry: "put", Context: "restricted"}, {Entry: "mean", Context: "restricted", Functions: []framac.EvaFunction{{Name: "memcpy", Status: "builtin"}}},
		},
		Properties: []framac.Property{
			{Kind: "axiomatic", Libc: true, Names: []string{"StrLen"}}, {Kind: "axiomatic", Libc: true, Names: []string{"MemCmp"}},
			{Kind: "axiomatic", Names: []string{"Mine"}}, {Kind: "axiom", Libc: true, Names: []string{"strlen_zero"}},
		},
		Settings: Settings{Model: DefaultModel, SmokeTimeout: 1, SmokeSteps: 20000, Provers: []framac.Prover{{Name: "CVC4", Version: "1.8"}, {Name: "Z3", Version: "4.8.12"}}},
		KernelConfig: map[string]string{
			"-machdep": "x86_64", "-warn-unsigned-overflow": "false", "-warn-signed-overflow": "true", "-warn-invalid-pointer": "false", "-warn-special-float": "non-finite",
		},
		WpConfig: map[string]string{
			"-wp-model": "Typed+nocast", "-wp-check-memory-model": "true", "-wp-smoke-tests": "true", "-wp-frama-c-stdlib-terminate": "true",
			"-wp-timeout": "10", "-wp-split": "false", "-wp-literals": "true",
		},
		EvaConfig:      map[string]string{"-eva-precision": "2", "-eva-context-width": "3"},
		ChangedOptions: []string{"-wp-model", "-wp-check-memory-model", "-wp-smoke-tests", "-wp-frama-c-stdlib-terminate", "-wp-timeout", "-eva-context-width", "-eva-precision"},
	}
}

func trustText(e *Evidence) string {
	env := receipt.Environment{FramaC: "25.0-beta", Why3: "1.5.1", Provers: []receipt.Prover{{Name: "Z3", Version: "4.8.12"}, {Name: "CVC4", Version: "1.8"}}}
	r := &receipt.Receipt{TrustBase: trustBase(e, env, e.KernelConfig["-machdep"])}
	if err := receipt.Seal(r); err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, t := range r.TrustBase {
		b.WriteString(t.Kind + ": " + t.Name + ": " + t.Detail + "\n")
	}
	return b.String()
}

func TestTrustBase(t *testing.T) {
	const eva = `eva: mean, put: initial state narrower than the contract: nothing proved from there
`
	const builtin = `libc: memcpy: EVA's own models of these functions
`
	const libc = `libc: abs, memcpy, strlen: reviewed contracts shipped with Frama-C
`
	const wp = `model: Typed+nocast: WP's memory model, its hypotheses are proved by callers
`
	const all = `axiom: MemCmp, StrLen: theories of Frama-C's own libraries, not proved
contract: 3 of 4 functions (1 without any postcondition): have one; of others only the absence of run-time errors is claimed
` + eva + `float: mean: IEEE 754, rounding to nearest; EVA takes values that come in to be finite
` + libc + builtin + `machdep: x86_64: sizes, alignment and byte order of the target
` + wp + `option: -eva-context-width=3, -wp-check-memory-model: not at Frama-C's default
rte: invalid pointer, unsigned overflow: not checked
smoke: 20000 steps and 1 second of CVC4 1.8: how far contradictions were looked for
termination: library functions: taken to terminate where their contracts do not say
version: CVC4 1.8, Frama-C 25.0-beta, Why3 1.5.1, Z3 4.8.12: taken to be right, as are fcv and its plug-in
`
	for _, c := range []struct {
		name string
		edit func(*Evidence)
		want string
	}{
		{"all of it", func(*Evidence) {}, all},
		{"no EVA", func(e *Evidence) { e.Request.Want = []string{"wp"} }, strings.NewReplacer(eva, "", builtin, "").Replace(all)},
		{"a limit of time", func(e *Evidence) { e.Settings.SmokeSteps = 0; e.Settings.SmokeTimeout = 5 },
			strings.Replace(all, "20000 steps and 1 second", "5 seconds", 1)},
		{"memory model unchecked", func(e *Evidence) { e.WpConfig["-wp-check-memory-model"] = "false" },
			strings.NewReplacer(", its hypotheses are proved by callers", "", "-wp-check-memory-model", "-wp-check-memory-model=false").Replace(all)},
		{"termination claimed by libc", func(e *Evidence) { e.WpConfig["-wp-frama-c-stdlib-terminate"] = "false" },
			strings.Replace(all, "termination: library functions: taken to terminate where their contracts do not say\n", "", 1)},
		{"a smaller scope", func(e *Evidence) { e.Scope = []string{"mean"} }, strings.NewReplacer(
			libc, strings.Replace(libc, "abs, memcpy, strlen", "abs", 1), "3 of 4 functions (1 without any postcondition)", "1 of 1 function").Replace(all)},
		{"no guards", func(e *Evidence) { e.Request.NoRTE = true }, strings.Replace(all, "rte: invalid", "rte: all that only guards look for, invalid", 1)},
	} {
		e := trustEvidence()
		c.edit(e)
		if diff := cmp.Diff(c.want, trustText(e)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// What could not be loaded rests on little.
func TestTrustBaseOfNothing(t *testing.T) {
	e := &Evidence{}
	want := "version: CVC4 1.8, Frama-C 25.0-beta, Why3 1.5.1, Z3 4.8.12: taken to be right, as are fcv and its plug-in\n"
	if have := trustText(e); have != want {
		t.Errorf("%q, want %q", have, want)
	}
}

// A reader sees the whole of it at once.
func TestTrustBaseStaysShort(t *testing.T) {
	if n := strings.Count(trustText(trustEvidence()), "\n"); n > 13 {
		t.Errorf("%d lines", n)
	}
}
