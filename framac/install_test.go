package framac_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fcv/framac"
)

// toolbox is a PATH of scripts that log each run.
type toolbox struct {
	t   *testing.T
	dir string
}

func newToolbox(t *testing.T) toolbox {
	b := toolbox{t, t.TempDir()}
	b.write("frama-c", `case "$*" in
-version) echo "30.0 (Zinc)";;
-print-lib-path) echo /lib/fc;;
-print-share-path) echo /share/fc;;
"-machdep help") printf '[kernel] supported machines are x86_32\n  x86_64 gcc_x86_64 (default is x86_64).\n';;
*) exit 1;;
esac`)
	b.write("ocamlfind", `[ "$*" = "ocamlopt -version" ] && echo 5.3.0`)
	b.write("why3", `case "$*" in
--version) echo "Why3 platform, version 1.8.0";;
"config list-provers") if [ -f "$WHY3CONFIG" ]; then echo "Z3 4.8.12"; echo "Z3 4.8.12 (noBV)"; fi;;
"-C "*" config detect") printf '[partial_prover]\nname = "Z3"\npath = "/opt/z3"\nversion = "4.8.12"\n' > "$2";;
*) exit 1;;
esac`)
	return b
}

func (b toolbox) write(name, body string) {
	b.t.Helper()
	text := "#!/bin/sh\necho \"" + name + " $*\" >>\"" + b.dir + "/log\"\n" + body + "\n"
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o755); err != nil {
		b.t.Fatal(err)
	}
}

// runs returns how many programs ran since the last call.
func (b toolbox) runs() int {
	log := filepath.Join(b.dir, "log")
	data, err := os.ReadFile(log)
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.Remove(log); err != nil {
		b.t.Fatal(err)
	}
	return strings.Count(string(data), "\n")
}

func (b toolbox) env(cache string, more ...string) framac.Env {
	return framac.Env{CacheDir: cache, Environ: append([]string{"PATH=" + b.dir, "HOME=" + b.dir}, more...)}
}

func (b toolbox) find(e framac.Env) *framac.Installation {
	b.t.Helper()
	inst, err := framac.Find(b.t.Context(), e)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { inst.Close() })
	return inst
}

func TestFindAndCache(t *testing.T) {
	b, cache := newToolbox(t), t.TempDir()
	conf := filepath.Join(b.dir, ".why3.conf")
	if err := os.WriteFile(conf, []byte("[partial_prover]\nname = \"Z3\"\npath = \"/opt/z3\"\nversion = \"4.8.12\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := b.env(cache, "WHY3CONFIG="+conf)
	first := b.find(env)
	want := &framac.Installation{
		FramaC: filepath.Join(b.dir, "frama-c"), Version: "30.0", Codename: "Zinc", Family: "30",
		LibPath: "/lib/fc", SharePath: "/share/fc",
		Machdeps: []string{"x86_32", "x86_64", "gcc_x86_64"}, DefaultMachdep: "x86_64",
		Ocamlfind: filepath.Join(b.dir, "ocamlfind"), OCaml: "5.3.0",
		Why3: filepath.Join(b.dir, "why3"), Why3Version: "1.8.0",
		Provers:  []framac.Prover{{Name: "Z3", Version: "4.8.12", Path: "/opt/z3"}, {Name: "Z3", Version: "4.8.12", Alternative: "noBV", Path: "/opt/z3"}},
		Warnings: []string{},
	}
	compare := func(what string, got *framac.Installation) {
		t.Helper()
		if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(framac.Installation{})); d != "" {
			t.Errorf("%s: %s", what, d)
		}
	}
	compare("cold", first)
	if n := b.runs(); n != 7 {
		t.Errorf("cold: %d programs ran, want 7", n)
	}
	compare("warm", b.find(env))
	if n := b.runs(); n != 0 {
		t.Errorf("warm: %d programs ran", n)
	}
	// Whatever changes what the tools would say makes them be asked again.
	if err := os.WriteFile(conf, []byte("# changed\n[partial_prover]\nname = \"Z3\"\npath = \"/opt/z3\"\nversion = \"4.8.12\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	compare("changed configuration", b.find(env))
	if n := b.runs(); n == 0 {
		t.Error("a changed configuration went unseen")
	}
	b.write("z3", "exit 0")
	b.find(env)
	if n := b.runs(); n == 0 {
		t.Error("a new prover went unseen")
	}
	// Damaged entries are as good as none.
	entries, err := filepath.Glob(filepath.Join(cache, "installation", "*.json"))
	if err != nil || len(entries) != 3 {
		t.Fatalf("entries %v, %v", entries, err)
	}
	for _, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return b[:len(b)/2] },
		func(b []byte) []byte { return nil },
		func(b []byte) []byte { return []byte(strings.ReplaceAll(string(b), "/lib/fc", "/lib/fd")) },
	} {
		for _, e := range entries {
			data, err := os.ReadFile(e)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(e, damage(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		compare("damaged entry", b.find(env))
		if n := b.runs(); n != 7 {
			t.Errorf("damaged entry: %d programs ran, want 7", n)
		}
	}
}

// Without a configuration, or with one that names no prover, Why3 gets one of
// ours; the user's is left alone.
func TestOwnWhy3Configuration(t *testing.T) {
	b, cache := newToolbox(t), t.TempDir()
	b.write("z3", "exit 0")
	inst := b.find(b.env(cache))
	if len(inst.Provers) != 2 || inst.Provers[0].Path != "/opt/z3" || len(inst.Env) != 1 || !strings.HasPrefix(inst.Env[0], "WHY3CONFIG="+cache) {
		t.Fatalf("provers %v, env %v", inst.Provers, inst.Env)
	}
	b.runs()
	if again := b.find(b.env(cache)); !cmp.Equal(again.Env, inst.Env) || b.runs() != 0 {
		t.Errorf("warm: env %v", again.Env)
	}
	if err := os.Remove(strings.TrimPrefix(inst.Env[0], "WHY3CONFIG=")); err != nil {
		t.Fatal(err)
	}
	if again := b.find(b.env(cache)); len(again.Provers) != 2 || b.runs() == 0 {
		t.Errorf("our configuration removed: provers %v", again.Provers)
	}
	if _, err := os.Stat(filepath.Join(b.dir, ".why3.conf")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the user's configuration: %v", err)
	}
}

// A cache that cannot be written costs time and a warning, no more.
func TestUnwritableCache(t *testing.T) {
	b := newToolbox(t)
	b.write("z3", "exit 0")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	inst := b.find(b.env(filepath.Join(file, "cache")))
	if len(inst.Provers) != 2 || len(inst.Warnings) == 0 {
		t.Errorf("provers %v, warnings %q", inst.Provers, inst.Warnings)
	}
	config := strings.TrimPrefix(inst.Env[0], "WHY3CONFIG=")
	if _, err := os.Stat(config); err != nil {
		t.Error(err)
	}
	inst.Close()
	if _, err := os.Stat(config); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after Close: %v", err)
	}
}

func TestMissing(t *testing.T) {
	b := newToolbox(t)
	var me *framac.MissingError
	_, err := framac.Find(t.Context(), framac.Env{CacheDir: t.TempDir(), Environ: []string{"PATH=" + t.TempDir()}})
	if !errors.As(err, &me) || me.What != "frama-c" || !strings.Contains(me.Hint, "fcv setup") {
		t.Errorf("nothing installed: %v", err)
	}
	_, err = framac.Find(t.Context(), b.env(t.TempDir(), "FCV_FRAMA_C=/nowhere/frama-c"))
	if !errors.As(err, &me) || !strings.Contains(err.Error(), "/nowhere/frama-c") || !strings.Contains(me.Hint, "FCV_FRAMA_C") {
		t.Errorf("FCV_FRAMA_C: %v", err)
	}
	if err := os.Remove(filepath.Join(b.dir, "ocamlfind")); err != nil {
		t.Fatal(err)
	}
	inst := b.find(b.env(t.TempDir()))
	var what []string
	for _, m := range inst.Missing() {
		what = append(what, m.What)
	}
	if d := cmp.Diff([]string{"a prover", "ocamlfind"}, what); d != "" {
		t.Error(d)
	}
	if _, err := framac.EnsurePlugin(t.Context(), inst, t.TempDir()); !errors.As(err, &me) || me.What != "ocamlfind" {
		t.Errorf("plug-in without ocamlfind: %v", err)
	}
	b.write("frama-c", "echo 'error while loading shared libraries'; exit 127")
	_, err = framac.Find(t.Context(), b.env(t.TempDir()))
	if !errors.As(err, &me) || !strings.Contains(err.Error(), "shared libraries") {
		t.Errorf("a broken frama-c: %v", err)
	}
}

func TestParsers(t *testing.T) {
	for _, c := range []struct{ in, version, codename, family string }{
		{"25.0-beta (Manganese)", "25.0-beta", "Manganese", "25"},
		{"30.0+dev (Zinc)\n", "30.0+dev", "Zinc", "30"},
		{"31.0", "31.0", "", "31"},
		{"Magnesium-20151002", "Magnesium-20151002", "", ""},
		{"", "", "", ""},
	} {
		version, codename := framac.SplitVersion(c.in)
		family, _ := framac.FamilyOf(version)
		if version != c.version || codename != c.codename || family != c.family {
			t.Errorf("%q: %q, %q, %q", c.in, version, codename, family)
		}
	}
	got := framac.ParseProvers("Known provers:\nAlt-Ergo 2.4.2\n  CVC4 1.8 (strings+counterexamples)\nrubbish\n\nZ3 4.8.12\r\n")
	want := []framac.Prover{{Name: "Alt-Ergo", Version: "2.4.2"}, {Name: "CVC4", Version: "1.8", Alternative: "strings+counterexamples"}, {Name: "Z3", Version: "4.8.12"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if names, def := framac.ParseMachdeps("[kernel] something else"); len(names) != 0 || names == nil || def != "" {
		t.Errorf("machdeps %v, %q", names, def)
	}
}

func TestRealInstallation(t *testing.T) {
	inst := real(t)
	if inst.Family == "" || inst.LibPath == "" || inst.SharePath == "" || inst.Why3Version == "" || inst.OCaml == "" {
		t.Errorf("incomplete: %+v", inst)
	}
	if len(inst.Machdeps) == 0 || inst.DefaultMachdep == "" {
		t.Errorf("machdeps %v, default %q", inst.Machdeps, inst.DefaultMachdep)
	}
	if len(inst.Missing()) > 0 || len(inst.Warnings) > 0 {
		t.Errorf("missing %v, warnings %v", inst.Missing(), inst.Warnings)
	}
	for _, p := range inst.Provers {
		if p.Path == "" {
			t.Errorf("no path for %s", p)
		}
	}
	// The same from an empty home: our own configuration finds the same.
	env := append(os.Environ(), "HOME="+t.TempDir(), "WHY3CONFIG=")
	own, err := framac.Find(t.Context(), framac.Env{CacheDir: t.TempDir(), Environ: env})
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	if len(own.Env) != 1 || len(own.Provers) < 1 {
		t.Errorf("own configuration: env %v, provers %v, warnings %v", own.Env, own.Provers, own.Warnings)
	}
}
