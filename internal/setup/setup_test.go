package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// machine is a fake Host: programs on PATH, OCaml libraries, and a log of what
// was run.
type machine struct {
	paths     map[string]string
	libraries map[string]bool
	release   string
	fail      string // a word of the command that fails
	ran       []string
}

func (m *machine) host() Host {
	return Host{
		OS: "linux", Root: true,
		LookPath: func(program string) (string, error) {
			if path, ok := m.paths[program]; ok {
				return path, nil
			}
			return "", errors.New("not found")
		},
		ReadFile: func(string) ([]byte, error) {
			if m.release == "" {
				return nil, errors.New("no such file")
			}
			return []byte(m.release), nil
		},
		Run: func(_ context.Context, out io.Writer, _ []string, args ...string) error {
			m.ran = append(m.ran, strings.Join(args, " "))
			for _, word := range args {
				if word == m.fail {
					fmt.Fprintf(out, "%s is broken\n", word)
					return errors.New("exit status 1")
				}
			}
			if args[0] == "ocamlfind" {
				for _, name := range args[2:] {
					if !m.libraries[name] {
						return errors.New("exit status 2")
					}
					fmt.Fprintln(out, "/lib/"+name)
				}
			}
			return nil
		},
	}
}

func on(dir string, programs ...string) map[string]string {
	paths := map[string]string{}
	for _, p := range programs {
		paths[p] = dir + "/" + p
	}
	return paths
}

const debian = "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"

var allPrograms = []string{"apt-get", "frama-c", "why3", "gcc", "ocamlopt", "ocamlfind", "z3", "cvc4"}

func missing(s State) []string {
	names := []string{}
	for _, n := range s.Missing() {
		names = append(names, n.Name)
	}
	return names
}

func TestInspect(t *testing.T) {
	all := map[string]bool{"yojson": true, "zarith": true, "ocamlgraph": true, "why3": true}
	tests := []struct {
		name    string
		machine machine
		apt     bool
		missing []string
		ran     int
	}{
		{"a ready Debian", machine{paths: on("/usr/bin", allPrograms...), libraries: all, release: debian},
			true, []string{}, 1},
		{"one library missing", machine{paths: on("/usr/bin", allPrograms...), release: debian,
			libraries: map[string]bool{"yojson": true, "zarith": true, "why3": true}},
			true, []string{"library ocamlgraph"}, 5},
		{"an empty Ubuntu", machine{paths: on("/usr/bin", "apt-get"), release: "ID=ubuntu\nID_LIKE=debian\n"},
			true, []string{"frama-c", "why3", "gcc", "ocamlopt", "ocamlfind", "z3", "cvc4", "library yojson", "library zarith", "library ocamlgraph", "library why3"}, 0},
		{"a relative of Ubuntu", machine{paths: on("/usr/bin", allPrograms...), libraries: all, release: "ID='linuxmint'\nID_LIKE=\"ubuntu debian\"\n"},
			true, []string{}, 1},
		{"Frama-C from opam on Debian", machine{paths: on("/home/u/.opam/default/bin", "frama-c", "why3", "gcc", "ocamlopt", "ocamlfind", "alt-ergo"), release: debian},
			false, []string{}, 0},
		{"Fedora without provers", machine{paths: on("/usr/bin", "frama-c", "why3", "gcc", "ocamlopt", "ocamlfind"), release: "ID=fedora\n"},
			false, []string{"alt-ergo or z3 or cvc5 or cvc4"}, 0},
		{"no os-release", machine{paths: on("/usr/bin", allPrograms...)},
			false, []string{}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			state := Inspect(t.Context(), tt.machine.host())
			if state.System.Apt != tt.apt {
				t.Errorf("apt: %v, want %v", state.System.Apt, tt.apt)
			}
			if diff := cmp.Diff(tt.missing, missing(state)); diff != "" {
				t.Errorf("missing (-want +got):\n%s", diff)
			}
			if len(tt.machine.ran) != tt.ran {
				t.Errorf("ran %q, want %d programs", tt.machine.ran, tt.ran)
			}
		})
	}
}

func TestPrepareTellsOfProversThatWhy3DoesNotKnow(t *testing.T) {
	for _, tt := range []struct {
		known  []string
		untold []string
	}{
		{[]string{"CVC4:1.8", "Z3:4.8.12"}, nil},
		{[]string{"Z3:4.8.12"}, []string{"cvc4"}},
		{nil, []string{"z3", "cvc4"}},
	} {
		m := machine{paths: on("/usr/bin", allPrograms...)}
		ready, err := Prepare(t.Context(), m.host(), tools(tt.known))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.untold, ready.Untold); diff != "" {
			t.Errorf("with %q: untold (-want +got):\n%s", tt.known, diff)
		}
		if len(m.ran) != 0 {
			t.Errorf("ran %q", m.ran)
		}
	}
}

// found is a Frama-C whose parts all work.
type found []string

func (f found) FramaC() Program                              { return Program{"/usr/bin/frama-c", "25"} }
func (f found) Provers() []string                            { return f }
func (f found) Warnings() []string                           { return nil }
func (f found) EnsurePlugin(context.Context) (string, error) { return "/cache/plugin", nil }
func (f found) CheckProver(context.Context, string) error    { return nil }
func (f found) Close() error                                 { return nil }

func tools(provers []string) Tools {
	return Tools{
		Open:     func(context.Context) (Installation, error) { return found(provers), nil },
		CacheDir: func() (string, error) { return "/nowhere", nil },
	}
}

// One broken package source makes apt-get update fail while everything needed
// can still be installed.
func TestInstallSurvivesAFailedUpdate(t *testing.T) {
	m := machine{fail: "update"}
	commands, err := Commands(m.host(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := Install(t.Context(), m.host(), commands, io.Discard); err != nil {
		t.Errorf("install: %v", err)
	}
	if len(m.ran) != 2 {
		t.Errorf("ran %q, want update and install", m.ran)
	}
}

func TestInstallShowsTheLastLines(t *testing.T) {
	m := machine{fail: "install"}
	commands, err := Commands(m.host(), false)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = Install(t.Context(), m.host(), commands, &out)
	if err == nil || !strings.Contains(err.Error(), "\n    install is broken") {
		t.Errorf("error %v does not end in the output of apt-get", err)
	}
	if out.String() != "install is broken\n" {
		t.Errorf("output %q", out.String())
	}
}

func TestTailKeepsTheEnd(t *testing.T) {
	var last tail
	for i := range 5000 {
		fmt.Fprintf(&last, "line %d\r\n", i)
	}
	lines := strings.Split(last.String(), "\n")
	if len(lines) != tailLines || lines[tailLines-1] != "    line 4999" {
		t.Errorf("tail is %q", lines)
	}
}
