package receipt

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// DifferenceSchema is the value of Difference.Schema.
const DifferenceSchema = "frama-c-mcp.receipt-diff.v1"

// Difference is how receipt B differs from receipt A. Lists are sorted, empty
// where nothing differs. JSON keys are written in field order.
type Difference struct {
	Schema string `json:"schema"`
	Same   bool   `json:"same"` // the receipts match, so the runs are comparable
	A      Side   `json:"a"`
	B      Side   `json:"b"`

	// Parts names what differs, in the order of PartNames; empty exactly when
	// Same.
	Parts []string `json:"parts"`
	// Program is the Program constant for what was analysed.
	Program Program `json:"program"`

	Files         []FileChange     `json:"files"` // sources and headers
	LoadSettings  []ValueChange    `json:"load_settings"`
	Contracts     []ContractChange `json:"contracts"`
	Environment   []ValueChange    `json:"environment"`
	Configuration []ValueChange    `json:"configuration"` // by option
	Goals         GoalChanges      `json:"goals"`
	Codes         Names            `json:"codes"` // of gaps that were reported
	TrustBase     []TrustChange    `json:"trust_base"`
}

// Side identifies one of the two receipts.
type Side struct {
	SHA256    string  `json:"sha256"`
	ASTDigest *string `json:"ast_digest"` // nil: not established
	Gaps      int     `json:"gaps"`
	Goals     int     `json:"goals"`
	Valid     int     `json:"valid"` // goals with that status
}

// Program says how what was analysed differs. The zero value is "unknown".
type Program string

// The values of Difference.Program.
const (
	ProgramUnknown Program = "unknown"    // an AST digest is missing
	ProgramSame    Program = "same"       // same files, same AST
	ProgramText    Program = "other_text" // other files, and yet the same AST
	ProgramOther   Program = "other_ast"  // another AST
)

// PartNames lists what Difference.Parts may name, in its order.
func PartNames() []string {
	return []string{
		"shape", "sources", "headers", "ast", "load_settings", "contracts", "environment", "configuration",
		"goals", "reported", "trust_base",
	}
}

// FileChange is one file. Change is added, removed or changed.
type FileChange struct {
	Path   string `json:"path"`
	Role   string `json:"role"` // source, header
	Change string `json:"change"`
}

// ContractChange is one function whose contract was added, removed or changed.
type ContractChange struct {
	Function string `json:"function"`
	Change   string `json:"change"`
}

// ValueChange is one setting with its two values; nil: that side has none.
type ValueChange struct {
	Name string  `json:"name"`
	A    *string `json:"a"`
	B    *string `json:"b"`
}

// TrustChange is what was added to and removed from one line of the trust base.
type TrustChange struct {
	Kind    string   `json:"kind"`
	Detail  string   `json:"detail"`
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

// Names is what B has and A does not, and the other way round.
type Names struct {
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}

// GoalChanges sorts the goals that differ. A goal is in one of the lists, and
// in Slower besides where that applies.
type GoalChanges struct {
	NewlyOpen     []GoalChange `json:"newly_open"` // valid in A only
	NewlyProved   []GoalChange `json:"newly_proved"`
	StatusChanged []GoalChange `json:"status_changed"` // valid in neither
	Appeared      []GoalChange `json:"appeared"`
	Disappeared   []GoalChange `json:"disappeared"`
	// Resettled goals have the same status by another prover, or one of them
	// out of a cache.
	Resettled []GoalChange `json:"resettled"`
	// Slower is nil when a side carries no timings, so that nobody looked.
	Slower *[]SlowerGoal `json:"slower"`
}

// GoalChange is one goal on both sides; nil: it is not there.
type GoalChange struct {
	StableGoalID string     `json:"stable_goal_id"`
	A            *GoalState `json:"a"`
	B            *GoalState `json:"b"`
}

// GoalState is how a goal ended.
type GoalState struct {
	Status    string `json:"status"`
	Prover    string `json:"prover"` // empty: none
	FromCache bool   `json:"from_cache"`
}

// Compare says how b differs from a. Both must be sealed; see Verify.
func Compare(a, b *Receipt) *Difference {
	d := &Difference{
		Schema: DifferenceSchema, A: side(a), B: side(b),
		Parts: []string{}, Program: program(a, b),
		Files: append(
			fileChanges("header", a.Subject.Headers, b.Subject.Headers),
			fileChanges("source", a.Subject.Sources, b.Subject.Sources)...),
		LoadSettings:  valueChanges(settingValues(a), settingValues(b)),
		Contracts:     contractChanges(a.Subject.Contracts, b.Subject.Contracts),
		Environment:   valueChanges(environmentValues(a), environmentValues(b)),
		Configuration: configurationChanges(a.Configuration, b.Configuration),
		Goals:         goalChanges(a.Goals, b.Goals),
		Codes:         names(a.Reported.Codes, b.Reported.Codes),
		TrustBase:     trustChanges(a.TrustBase, b.TrustBase),
	}
	for i, pair := range [][2]any{
		{a.Shape, b.Shape}, {a.Subject.Sources, b.Subject.Sources}, {a.Subject.Headers, b.Subject.Headers},
		{[2]*string{a.Subject.ASTDigest, a.Subject.Nonce}, [2]*string{b.Subject.ASTDigest, b.Subject.Nonce}},
		{a.Subject.LoadSettings, b.Subject.LoadSettings}, {a.Subject.Contracts, b.Subject.Contracts},
		{a.Environment, b.Environment}, {a.Configuration, b.Configuration}, {a.Goals, b.Goals},
		{a.Reported, b.Reported}, {a.TrustBase, b.TrustBase},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			d.Parts = append(d.Parts, PartNames()[i])
		}
	}
	d.Same = a.SHA256 == b.SHA256 && len(d.Parts) == 0
	return d
}

func side(r *Receipt) Side {
	s := Side{SHA256: r.SHA256, ASTDigest: r.Subject.ASTDigest, Gaps: r.Reported.Count, Goals: len(r.Goals)}
	for _, g := range r.Goals {
		if g.Status == valid {
			s.Valid++
		}
	}
	return s
}

func program(a, b *Receipt) Program {
	x, y := a.Subject.ASTDigest, b.Subject.ASTDigest
	switch {
	case x == nil || y == nil:
		return ProgramUnknown
	case *x != *y:
		return ProgramOther
	case slices.Equal(a.Subject.Sources, b.Subject.Sources) && slices.Equal(a.Subject.Headers, b.Subject.Headers):
		return ProgramSame
	}
	return ProgramText
}

// The three ways in which a named thing may differ.
const (
	added   = "added"
	removed = "removed"
	changed = "changed"
)

// changes compares two maps and calls visit, in order, for each name that
// differs.
func changes[V any](a, b map[string]V, same func(x, y V) bool, visit func(name, change string)) {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]V{}
	}
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		x, inA := a[name]
		y, inB := b[name]
		switch {
		case !inA:
			visit(name, added)
		case !inB:
			visit(name, removed)
		case !same(x, y):
			visit(name, changed)
		}
	}
}

func equal(x, y string) bool { return x == y }

func fileChanges(role string, a, b []File) []FileChange {
	index := func(files []File) map[string]string {
		m := map[string]string{}
		for _, f := range files {
			m[f.Path] += f.SHA256 // two files outside the project may share a name
		}
		return m
	}
	out := []FileChange{}
	changes(index(a), index(b), equal, func(name, change string) {
		out = append(out, FileChange{Path: name, Role: role, Change: change})
	})
	return out
}

func contractChanges(a, b []Contract) []ContractChange {
	index := func(contracts []Contract) map[string]string {
		m := map[string]string{}
		for _, c := range contracts {
			m[c.Function] += c.Digest
		}
		return m
	}
	out := []ContractChange{}
	changes(index(a), index(b), equal, func(name, change string) {
		out = append(out, ContractChange{Function: name, Change: change})
	})
	return out
}

func valueChanges(a, b map[string]string) []ValueChange {
	out := []ValueChange{}
	changes(a, b, equal, func(name, change string) {
		v := ValueChange{Name: name}
		if x, y := a[name], b[name]; change != added {
			v.A = &x
			if change == changed {
				v.B = &y
			}
		} else {
			v.B = &y
		}
		out = append(out, v)
	})
	return out
}

func configurationChanges(a, b Configuration) []ValueChange {
	out := append(valueChanges(a.Eva, b.Eva), valueChanges(a.Wp, b.Wp)...)
	out = append(out, valueChanges(a.Kernel, b.Kernel)...)
	slices.SortStableFunc(out, func(x, y ValueChange) int { return cmp.Compare(x.Name, y.Name) })
	return out
}

// settingValues are the load settings by their names in the receipt.
func settingValues(r *Receipt) map[string]string {
	l := r.Subject.LoadSettings
	rte := "false"
	if l.RTE {
		rte = "true"
	}
	return map[string]string{
		"include_paths": strings.Join(l.IncludePaths, ", "), "defines": strings.Join(l.Defines, ", "),
		"undefines": strings.Join(l.Undefines, ", "), "force_includes": strings.Join(l.ForceIncludes, ", "),
		"machdep": l.Machdep, "compile_commands": l.CompileCommands, "rte": rte,
	}
}

func environmentValues(r *Receipt) map[string]string {
	e := r.Environment
	values := map[string]string{"frama_c": e.FramaC, "plugin_digest": e.PluginDigest, "ocaml": e.OCaml, "why3": e.Why3}
	for _, p := range e.Provers {
		name := "prover " + p.Name
		values[name] = strings.TrimPrefix(values[name]+", "+p.Version, ", ")
	}
	return values
}

func names(a, b []string) Names {
	n := Names{Added: []string{}, Removed: []string{}}
	for _, s := range b {
		if !slices.Contains(a, s) {
			n.Added = append(n.Added, s)
		}
	}
	for _, s := range a {
		if !slices.Contains(b, s) {
			n.Removed = append(n.Removed, s)
		}
	}
	slices.Sort(n.Added)
	slices.Sort(n.Removed)
	return n
}

// trustChanges compares the names of each line of the trust base.
func trustChanges(a, b []Trust) []TrustChange {
	type line struct{ kind, detail string }
	index := func(base []Trust) map[line][]string {
		m := map[line][]string{}
		for _, t := range base {
			key := line{t.Kind, t.Detail}
			m[key] = append(m[key], t.Names()...)
		}
		return m
	}
	x, y := index(a), index(b)
	all := maps.Clone(x)
	maps.Copy(all, y)
	lines := slices.SortedFunc(maps.Keys(all), func(p, q line) int {
		return cmp.Or(cmp.Compare(p.kind, q.kind), cmp.Compare(p.detail, q.detail))
	})
	out := []TrustChange{}
	for _, l := range lines {
		if n := names(x[l], y[l]); len(n.Added)+len(n.Removed) > 0 {
			out = append(out, TrustChange{Kind: l.kind, Detail: l.detail, Added: n.Added, Removed: n.Removed})
		}
	}
	return out
}
