package framac_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"fcv/ast-utils"
	"fcv/framac"
)

// tiny is a plug-in that only has to compile and load.
var tiny = []astutils.Source{{Name: "tiny.ml", Data: []byte("let () = Kernel.feedback \"tiny is loaded\"\n")}}

func TestRealPluginCache(t *testing.T) {
	inst, cache := real(t), t.TempDir()
	first, err := framac.BuildPlugin(t.Context(), inst, cache, tiny)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(first.Path, cache) || len(first.Digest) != 64 {
		t.Fatalf("%+v", first)
	}
	good, err := os.ReadFile(first.Path)
	if err != nil {
		t.Fatal(err)
	}
	before := inode(t, first.Path)
	again, err := framac.BuildPlugin(t.Context(), inst, cache, tiny)
	if err != nil || again != first || inode(t, again.Path) != before {
		t.Errorf("warm: %+v, %v", again, err)
	}
	// What is not exactly what was built is never used.
	for name, damage := range map[string]func() error{
		"truncated":   func() error { return os.Truncate(first.Path, int64(len(good)/2)) },
		"foreign":     func() error { return os.WriteFile(first.Path, append([]byte("x"), good...), 0o644) },
		"no checksum": func() error { return os.Remove(filepath.Join(filepath.Dir(first.Path), "ast_utils.sha256")) },
		"gone":        func() error { return os.Remove(first.Path) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		p, err := framac.BuildPlugin(t.Context(), inst, cache, tiny)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		info, err := os.Stat(p.Path)
		if err != nil || info.Size() != int64(len(good)) {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	other, err := framac.BuildPlugin(t.Context(), inst, cache, []astutils.Source{{Name: "tiny.ml", Data: []byte("let x = 1\n")}})
	if err != nil || other.Path == first.Path || other.Digest == first.Digest {
		t.Errorf("other sources: %+v, %v", other, err)
	}
	left, err := filepath.Glob(filepath.Join(cache, "plugin", ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func inode(t *testing.T, path string) uint64 {
	t.Helper()
	var st syscall.Stat_t
	if err := syscall.Stat(path, &st); err != nil {
		t.Fatal(err)
	}
	return st.Ino
}

// Several at once get the same plug-in, and one of them built it.
func TestRealPluginTogether(t *testing.T) {
	inst, cache := real(t), t.TempDir()
	var wg sync.WaitGroup
	plugins, errs := make([]framac.Plugin, 3), make([]error, 3)
	inodes := make([]uint64, 3)
	for i := range plugins {
		wg.Go(func() {
			plugins[i], errs[i] = framac.BuildPlugin(t.Context(), inst, cache, tiny)
			if errs[i] == nil {
				inodes[i] = inode(t, plugins[i].Path)
			}
		})
	}
	wg.Wait()
	for i := range plugins {
		if errs[i] != nil || plugins[i] != plugins[0] || inodes[i] != inodes[0] {
			t.Errorf("%d: %+v (inode %d), %v", i, plugins[i], inodes[i], errs[i])
		}
	}
}

func TestRealPluginErrors(t *testing.T) {
	inst := real(t)
	for _, c := range []struct{ name, source, doing, want string }{
		{"does not compile", "let x : int = \"text\"\n", "compiling", "but an expression was expected of type"},
		{"does not parse", "let let\n", "", "yntax error"},
		{"does not load", "let () = failwith \"not today\"\n", "loading", "not today"},
	} {
		_, err := framac.BuildPlugin(t.Context(), inst, t.TempDir(), []astutils.Source{{Name: "broken.ml", Data: []byte(c.source)}})
		var pe *framac.PluginError
		if !errors.As(err, &pe) || !strings.Contains(pe.Output, c.want) || pe.Version != inst.Version || !strings.Contains(err.Error(), "25 is the tested one") {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.doing != "" && pe.Doing != c.doing {
			t.Errorf("%s: failed while %s", c.name, pe.Doing)
		}
	}
}

func TestRealPluginWithoutCache(t *testing.T) {
	inst := real(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := framac.BuildPlugin(t.Context(), inst, filepath.Join(file, "cache"), tiny)
	if err != nil {
		t.Fatal(err)
	}
	if len(inst.Warnings) == 0 {
		t.Error("no warning")
	}
	if _, err := os.Stat(p.Path); err != nil {
		t.Error(err)
	}
	inst.Close()
	if _, err := os.Stat(p.Path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after Close: %v", err)
	}
}

// The embedded plug-in is complete for every family, and the one for this
// Frama-C builds, loads and answers.
func TestRealPlugin(t *testing.T) {
	inst := real(t)
	p, err := framac.EnsurePlugin(t.Context(), inst, cacheDir(t))
	if err != nil {
		t.Fatal(err)
	}
	s, err := framac.Start(t.Context(), framac.Launch{Program: inst.FramaC, Plugin: p.Path, Env: inst.Env})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var v framac.Version
	if err := s.Get(t.Context(), "plugins.ast-utils.version", nil, &v); err != nil || v.Family != inst.Family || v.OCaml != inst.OCaml {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestSources(t *testing.T) {
	if len(astutils.Families()) < 2 {
		t.Errorf("families %v", astutils.Families())
	}
	for _, family := range []string{"25", "29", "30", "33"} {
		files, err := astutils.Sources(family)
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]int{}
		for _, f := range files {
			names[f.Name]++
		}
		for _, want := range []string{"requests.ml", "compat.ml", "compat.mli"} {
			if names[want] != 1 {
				t.Errorf("family %s has %d files %s", family, names[want], want)
			}
		}
	}
	for _, bad := range []string{"24", "", "x"} {
		if _, err := astutils.Sources(bad); err == nil {
			t.Errorf("family %q has sources", bad)
		}
	}
}
