package framac

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Installation is a Frama-C and the tools around it, as found on this machine.
// Close it: it may own a temporary directory.
type Installation struct {
	FramaC         string   // absolute path of frama-c
	Version        string   // "25.0-beta"
	Codename       string   // "Manganese"; "": it prints none
	Family         string   // the major version: "25"
	LibPath        string   // frama-c -print-lib-path
	SharePath      string   // frama-c -print-share-path
	Machdeps       []string // machine descriptions that -machdep accepts
	DefaultMachdep string   // the one without -machdep; "": not said
	Ocamlfind      string   // absolute path; "": not found
	OCaml          string   // version of the native-code compiler; "": not found
	Why3           string   // absolute path; "": not found
	Why3Version    string   // "1.5.1"; "": not found
	Provers        []Prover // what Why3 knows, in its order; nobody has tried them yet, see CheckProver
	Env            []string // KEY=VALUE to add to the environment of every Frama-C of this installation
	Warnings       []string // what went wrong without making the installation useless

	environ []string
	tempDir string // owned; "": none
}

// Close removes what could not be put into the cache.
func (inst *Installation) Close() error {
	dir := inst.tempDir
	inst.tempDir = ""
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}

// temp is a private directory that lives as long as the installation.
func (inst *Installation) temp() (string, error) {
	if inst.tempDir == "" {
		dir, err := os.MkdirTemp("", "fcv-inst-")
		if err != nil {
			return "", err
		}
		inst.tempDir = dir
	}
	return inst.tempDir, nil
}

// Variables that change what the tools answer.
var relevant = []string{
	"FRAMAC_SHARE", "FRAMAC_LIB", "FRAMAC_PLUGIN", "OCAMLPATH", "OCAMLFIND_CONF", "OCAMLLIB", "OPAM_SWITCH_PREFIX",
	"CAML_LD_LIBRARY_PATH", "WHY3LIB", "WHY3DATA", "WHY3LOADPATH", "LD_LIBRARY_PATH",
}

// solvers are the provers whose presence, without any in Why3's
// configuration, makes us write a configuration of our own.
var solvers = []string{"z3", "cvc4", "cvc5", "alt-ergo"}

// programs are the files an installation consists of; "" for what is absent.
type programs struct {
	framac, ocamlfind, ocamlopt, why3 string
	solvers                           []string // parallel to the names above
	why3conf                          string   // the user's configuration, which may not exist
}

func (e Env) programs() (programs, error) {
	p := programs{
		ocamlfind: e.lookPath("ocamlfind"), ocamlopt: e.lookPath("ocamlopt"), why3: e.lookPath("why3"),
		why3conf: userWhy3Config(e),
	}
	for _, s := range solvers {
		p.solvers = append(p.solvers, e.lookPath(s))
	}
	name := e.get("FCV_FRAMA_C")
	if name == "" {
		name = "frama-c"
	}
	if p.framac = e.lookPath(name); p.framac == "" {
		m := missingFramaC()
		if name != "frama-c" {
			m.What = fmt.Sprintf("frama-c (FCV_FRAMA_C is %q, which is no executable file)", name)
			m.Hint = "set FCV_FRAMA_C to the path of frama-c, or unset it to look in PATH"
		}
		return p, m
	}
	return p, nil
}

// Find locates Frama-C, Why3, OCaml and the provers and asks them who they
// are. The answers are kept in the cache for as long as none of the files
// involved changes. Only a missing or unusable Frama-C is an error, a
// *MissingError; what else is missing is told by Installation.Missing.
func Find(ctx context.Context, e Env) (*Installation, error) {
	p, err := e.programs()
	if err != nil {
		return nil, err
	}
	inst := &Installation{FramaC: p.framac, Ocamlfind: p.ocamlfind, Why3: p.why3, Warnings: []string{}, environ: e.environ()}
	cacheDir, err := e.Cache()
	if err != nil {
		inst.warn("%v; nothing is cached", err)
	}
	entry := newCacheEntry(cacheDir, e, p)
	if a, ok := entry.read(); ok {
		inst.apply(a)
		return inst, nil
	}
	a, err := inst.ask(ctx, cacheDir, p)
	if err != nil {
		inst.Close()
		return nil, err
	}
	inst.apply(a)
	// What lives in a temporary directory must not be remembered.
	if inst.tempDir == "" {
		if err := entry.write(a); err != nil {
			inst.warn("cannot keep what was found out about frama-c: %v", err)
		}
	}
	return inst, nil
}

func (inst *Installation) warn(format string, args ...any) {
	inst.Warnings = append(inst.Warnings, fmt.Sprintf(format, args...))
}

// answers is what the tools said; it is what the cache keeps.
type answers struct {
	Version        string   `json:"version"`
	Codename       string   `json:"codename"`
	LibPath        string   `json:"lib_path"`
	SharePath      string   `json:"share_path"`
	Machdeps       []string `json:"machdeps"`
	DefaultMachdep string   `json:"default_machdep"`
	OCaml          string   `json:"ocaml"`
	Why3Version    string   `json:"why3_version"`
	Provers        []Prover `json:"provers"`
	Why3Config     string   `json:"why3_config"` // the configuration we made; "": the user's is used
	Warnings       []string `json:"warnings"`
}

func (inst *Installation) apply(a answers) {
	inst.Version, inst.Codename = a.Version, a.Codename
	inst.Family, _ = familyOf(a.Version)
	inst.LibPath, inst.SharePath = a.LibPath, a.SharePath
	inst.Machdeps, inst.DefaultMachdep = a.Machdeps, a.DefaultMachdep
	inst.OCaml, inst.Why3Version, inst.Provers = a.OCaml, a.Why3Version, a.Provers
	inst.Warnings = append(inst.Warnings, a.Warnings...)
	if a.Why3Config != "" {
		inst.Env = append(inst.Env, "WHY3CONFIG="+a.Why3Config)
	}
}

// ask runs the tools, all at once: each takes 10 to 200 ms.
func (inst *Installation) ask(ctx context.Context, cacheDir string, p programs) (answers, error) {
	var a answers
	var warnings [3]string
	parent := ctx
	group, ctx := errgroup.WithContext(parent)
	framac := func(dest *string, args ...string) {
		group.Go(func() error {
			out, err := runTool(ctx, inst.environ, "", p.framac, args...)
			switch {
			case parent.Err() != nil:
				return context.Cause(parent)
			case err != nil:
				return &MissingError{What: "a working frama-c (" + p.framac + ")", Hint: "run it by hand to see what it needs", Err: err}
			}
			*dest = strings.TrimSpace(out)
			return nil
		})
	}
	var version, machdeps string
	framac(&version, "-version")
	framac(&a.LibPath, "-print-lib-path")
	framac(&a.SharePath, "-print-share-path")
	framac(&machdeps, "-machdep", "help")
	if p.ocamlfind != "" {
		group.Go(func() error {
			out, err := runTool(ctx, inst.environ, "", p.ocamlfind, "ocamlopt", "-version")
			if err != nil {
				warnings[0] = err.Error()
			}
			a.OCaml = strings.TrimSpace(out)
			return nil
		})
	}
	if p.why3 != "" {
		group.Go(func() error {
			out, err := runTool(ctx, inst.environ, "", p.why3, "--version")
			if err != nil {
				warnings[1] = err.Error()
			}
			a.Why3Version = versionIn(out)
			return nil
		})
		group.Go(func() error {
			var err error
			a.Provers, a.Why3Config, err = inst.askWhy3(ctx, cacheDir, p)
			if err != nil {
				warnings[2] = err.Error()
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return a, err
	}
	if parent.Err() != nil {
		return a, context.Cause(parent) // some answers are missing
	}
	for _, w := range warnings {
		if w != "" {
			a.Warnings = append(a.Warnings, w)
		}
	}
	a.Version, a.Codename = splitVersion(version)
	if _, ok := familyOf(a.Version); !ok {
		return a, &MissingError{What: "a working frama-c (" + p.framac + ")", Hint: "set FCV_FRAMA_C to the path of frama-c",
			Err: fmt.Errorf("%s -version printed %q", p.framac, version)}
	}
	a.Machdeps, a.DefaultMachdep = parseMachdeps(machdeps)
	if a.Provers == nil {
		a.Provers = []Prover{}
	}
	return a, nil
}

var versionLine = regexp.MustCompile(`^(\S+)(?:\s+\(([^)]*)\))?`)

// splitVersion takes "25.0-beta (Manganese)" apart.
func splitVersion(out string) (version, codename string) {
	if m := versionLine.FindStringSubmatch(strings.TrimSpace(out)); m != nil {
		return m[1], m[2]
	}
	return "", ""
}

var familyNumber = regexp.MustCompile(`^(\d+)(\.|$)`)

// familyOf returns the major number.
func familyOf(version string) (string, bool) {
	m := familyNumber.FindStringSubmatch(version)
	if m == nil {
		return "", false
	}
	return m[1], true
}

var anyVersion = regexp.MustCompile(`\d+(?:\.\d+)+\S*`)

// versionIn finds the version in "Why3 platform, version 1.5.1".
func versionIn(out string) string { return strings.TrimRight(anyVersion.FindString(out), ",;)") }

var machdepText = regexp.MustCompile(`(?s)(?:supported machines are|available machdeps[^:]*:)\s*(.*?)\s*(?:\(default is (\S+)\)|$)`)

// parseMachdeps reads "frama-c -machdep help": names between a heading and the
// default, wrapped over several lines.
func parseMachdeps(out string) (names []string, def string) {
	names = []string{}
	m := machdepText.FindStringSubmatch(out)
	if m == nil {
		return names, ""
	}
	for _, word := range strings.Fields(m[1]) {
		names = append(names, strings.Trim(word, ",."))
	}
	return names, strings.TrimRight(m[2], ".")
}
