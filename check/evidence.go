package check

import (
	"slices"

	"fcv/framac"
)

// Evidence is everything a verdict is judged on, as plain values. It is
// gathered from Frama-C by the pipeline and judged by Gaps, which looks at
// nothing else. What is zero was not established.
type Evidence struct {
	Request  Request
	Settings Settings // limits and options the request came down to

	// The program.
	Loaded    bool
	Functions []framac.Function // by name, library functions included
	Facts     []framac.Fact
	FactsRead bool     // the facts were asked for and answered
	Scope     []string // names of the functions this run is about, sorted
	// NotHonoured are flags that files are compiled with, according to the
	// compilation database, and that the analyses do not follow; sorted.
	NotHonoured []string

	// EVA: one run for each entry point.
	EvaRuns     []framac.EvaRun
	EvaContexts []framac.EvaContext // what an analysis from each function would cover
	EvaErr      string              // why EVA is not complete; empty: it is, or was not wanted

	// WP and the consolidated state: what the kernel makes of both.
	WpDone     bool // goals were generated and every prover came to an end
	WpErr      string
	WpFailures []framac.WpFailure
	Goals      []framac.Goal
	Properties []framac.Property
	// PropertiesRead says that the table was read after the last verdict came
	// in. Without it nothing in Properties may count.
	PropertiesRead bool
	// ImportErr says why EVA's verdicts did not reach the kernel that judges.
	ImportErr string

	// What Frama-C said, all processes together, each message once.
	Messages          []framac.Message
	MessagesRead      bool
	MessagesTruncated bool

	// Options in force, read back: name -> value.
	EvaConfig    map[string]string
	WpConfig     map[string]string
	KernelConfig map[string]string
	// ChangedOptions names those of them that are not at Frama-C's default.
	ChangedOptions []string

	// Made from the lists above when first asked for.
	byKey  map[string]framac.Property
	byName map[string]framac.Function
}

// inScope says whether a function belongs to what this run is about. Global
// properties, which have no function, always do.
func (e *Evidence) inScope(function string) bool {
	if function == "" {
		return true
	}
	_, found := slices.BinarySearch(e.Scope, function)
	return found
}

// function finds a function of the program by name.
func (e *Evidence) function(name string) (framac.Function, bool) {
	if len(e.byName) != len(e.Functions) {
		e.byName = map[string]framac.Function{}
		for _, f := range e.Functions {
			e.byName[f.Name] = f
		}
	}
	f, ok := e.byName[name]
	return f, ok
}

// property finds a row of the consolidated table by key.
func (e *Evidence) property(key string) (framac.Property, bool) {
	if len(e.byKey) != len(e.Properties) {
		e.byKey = map[string]framac.Property{}
		for _, p := range e.Properties {
			e.byKey[p.Key] = p
		}
	}
	p, ok := e.byKey[key]
	return p, ok
}

// hasContract says whether a person wrote a contract for the function, so
// that it claims something about every state the contract allows.
func (e *Evidence) hasContract(name string) bool {
	f, ok := e.function(name)
	return ok && !f.Contract.Generated && len(f.Contract.Behaviors) > 0
}

// isMainRun says whether a run is that of the whole program.
func isMainRun(run framac.EvaRun) bool { return run.Entry == "main" && !run.LibEntry }

func location(p *framac.Position) *Location {
	if p == nil {
		return nil
	}
	return &Location{File: p.File, Line: p.Line, Column: p.Column}
}
