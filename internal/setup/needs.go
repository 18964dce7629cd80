package setup

import (
	"context"
	"io"
	"path/filepath"
	"strings"
)

// Need is one thing a check cannot do without.
type Need struct {
	Name    string // a program, or "library NAME" for one of OCaml
	Purpose string // why, in a few words
	Prover  bool   // one of several that can take each other's place
	Path    string // where it is; empty: missing
}

// State is what Inspect found.
type State struct {
	Needs  []Need // in a fixed order
	System System
}

// System is how software is installed here.
type System struct {
	Name string // for people: "Debian GNU/Linux 12 (bookworm)"
	Apt  bool   // Debian or a relative, with apt-get, and no Frama-C from elsewhere
	OS   string // runtime.GOOS
}

// Missing are the needs that are not met.
func (s State) Missing() []Need {
	missing := []Need{}
	for _, n := range s.Needs {
		if n.Path == "" {
			missing = append(missing, n)
		}
	}
	return missing
}

// programs that every machine needs. Frama-C preprocesses with gcc by default.
var programs = []Need{
	{Name: "frama-c", Purpose: "the analyser"},
	{Name: "why3", Purpose: "the bridge to the provers"},
	{Name: "gcc", Purpose: "the C preprocessor"},
	{Name: "ocamlopt", Purpose: "compiles the plug-in"},
	{Name: "ocamlfind", Purpose: "finds the plug-in's libraries"},
}

// Provers that apt provides and Why3 1.5 knows; cvc5 is not among the latter.
var aptProvers = []Need{
	{Name: "z3", Purpose: "a prover", Prover: true},
	{Name: "cvc4", Purpose: "a prover", Prover: true},
}

// anyProver is what any other machine needs at least one of.
var anyProver = []string{"alt-ergo", "z3", "cvc5", "cvc4"}

// libraries the plug-in is compiled with on Debian, where the packages of
// Frama-C do not bring them along.
var libraries = []string{"yojson", "zarith", "ocamlgraph", "why3"}

// Inspect looks for everything a check needs. It runs at most one program
// when nothing is missing.
func Inspect(ctx context.Context, host Host) State {
	state := State{System: system(host)}
	for _, need := range programs {
		state.Needs = append(state.Needs, find(host, need))
	}
	if !state.System.Apt {
		state.Needs = append(state.Needs, findProver(host))
		return state
	}
	for _, need := range aptProvers {
		state.Needs = append(state.Needs, find(host, need))
	}
	state.Needs = append(state.Needs, findLibraries(ctx, host)...)
	return state
}

func find(host Host, need Need) Need {
	if path, err := host.LookPath(need.Name); err == nil {
		need.Path = path
	}
	return need
}

func findProver(host Host) Need {
	for _, name := range anyProver {
		if need := find(host, Need{Name: name, Purpose: "a prover", Prover: true}); need.Path != "" {
			return need
		}
	}
	return Need{Name: strings.Join(anyProver, " or "), Purpose: "a prover", Prover: true}
}

// findLibraries asks for all at once, and one by one only to tell which is
// missing.
func findLibraries(ctx context.Context, host Host) []Need {
	var needs []Need
	if paths, ok := query(ctx, host, libraries...); ok && len(paths) == len(libraries) {
		for i, name := range libraries {
			needs = append(needs, library(name, paths[i]))
		}
		return needs
	}
	for _, name := range libraries {
		path := ""
		if paths, ok := query(ctx, host, name); ok && len(paths) == 1 {
			path = paths[0]
		}
		needs = append(needs, library(name, path))
	}
	return needs
}

func library(name, path string) Need {
	return Need{Name: "library " + name, Purpose: "OCaml, for the plug-in", Path: path}
}

func query(ctx context.Context, host Host, names ...string) ([]string, bool) {
	if _, err := host.LookPath("ocamlfind"); err != nil {
		return nil, false
	}
	var out strings.Builder
	if err := host.Run(ctx, &out, nil, append([]string{"ocamlfind", "query"}, names...)...); err != nil {
		return nil, false
	}
	return strings.Fields(out.String()), true
}

// system reads /etc/os-release. A Frama-C outside /usr/bin came from opam, and
// apt must not add a second one.
func system(host Host) System {
	s := System{Name: host.OS, OS: host.OS}
	data, err := host.ReadFile("/etc/os-release")
	if err != nil {
		return s
	}
	release := osRelease(string(data))
	if name := release["PRETTY_NAME"]; name != "" {
		s.Name = name
	}
	_, aptErr := host.LookPath("apt-get")
	for _, id := range strings.Fields(release["ID"] + " " + release["ID_LIKE"]) {
		if (id == "debian" || id == "ubuntu") && aptErr == nil {
			s.Apt = true
		}
	}
	if path, err := host.LookPath("frama-c"); err == nil && filepath.Dir(path) != "/usr/bin" {
		s.Apt = false
	}
	return s
}

// osRelease reads the KEY=value lines of os-release(5).
func osRelease(text string) map[string]string {
	values := map[string]string{}
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if ok && !strings.HasPrefix(key, "#") {
			values[key] = strings.Trim(value, `"'`)
		}
	}
	return values
}

// Describe writes the state for a person, one need a line.
func (s State) Describe(w io.Writer) error {
	var b strings.Builder
	b.WriteString("system: " + s.System.Name + "\n")
	for _, n := range s.Needs {
		place := n.Path
		if place == "" {
			place = "MISSING"
		}
		b.WriteString("  " + pad(n.Name, 18) + " " + pad(place, 28) + " " + n.Purpose + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(n-len(s), 0))
}
