package cli

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Frama-C hands these values to a shell, so what is refused matters more than
// what is accepted.
func TestPreprocessorValues(t *testing.T) {
	tests := []struct {
		name   string
		valid  func(string) error
		accept []string
		refuse []string
	}{
		{"-I", includePath,
			[]string{"inc", "../a-b/c_d", "/usr/include/x86+64.d"},
			[]string{"", "-inc", "a b", "a;b", "$HOME", "a`b`", "a\nb", "a'b", "ä", "a=b", "~/inc", "*"}},
		{"--force-include", forceInclude,
			[]string{"cfg.h", "./sub/cfg.h"},
			[]string{"", "-cfg.h", "a b.h", "a&b.h"}},
		{"-D", define,
			[]string{"X", "_X1", "X=1", "X=", "X=-1", "X=a=b", "V=1.5e+3", "H=a/b.h"},
			[]string{"", "=1", "-X", "1X", "X Y", "F(x)=1", `X="s"`, "X=a b", "X=$(id)", "X=1|2", "X=\u00e4", "\u00c4=1", "X=1\n"}},
		{"-U", undefine,
			[]string{"X", "_y2"},
			[]string{"", "X=1", "-X", "X;Y"}},
		{"--frama-c-arg", framaCArg,
			[]string{"-x", "a b", "--", "$HOME"},
			[]string{"", "a\x00b"}},
		{"--model", checkModel,
			[]string{"", "Typed", "typed+nocast", "Typed+cast+float", "Hoare"},
			[]string{"+cast", "Typed+", "Typed nocast", "Typedcast", "cast"}},
	}
	for _, tt := range tests {
		for _, v := range tt.accept {
			if err := tt.valid(v); err != nil {
				t.Errorf("%s %q: %v", tt.name, v, err)
			}
		}
		for _, v := range tt.refuse {
			if err := tt.valid(v); exitCode(err) != ExitUsage {
				t.Errorf("%s %q: got %v, want a usage error", tt.name, v, err)
			}
		}
	}
}

func TestIdentifiers(t *testing.T) {
	for _, name := range []string{"f", "_f1", "größe"} {
		if !isIdentifier(name) {
			t.Errorf("%q is refused", name)
		}
	}
	for _, name := range []string{"", "1f", "f()", "a b", "a-b", "f\n"} {
		if isIdentifier(name) {
			t.Errorf("%q is accepted", name)
		}
	}
}

func TestSplitGlued(t *testing.T) {
	root := newRoot(OSStreams(), fakeDeps())
	tests := []struct{ in, want []string }{
		{[]string{"fcv"}, []string{"fcv"}},
		{[]string{"fcv", "explain", "-Ix"}, []string{"fcv", "explain", "-Ix"}},
		{[]string{"fcv", "check", "-Ia", "-DX=1", "-UY"}, []string{"fcv", "check", "-I", "a", "-D", "X=1", "-U", "Y"}},
		{[]string{"fcv", "check", "-D=X", "-I", "-Da"}, []string{"fcv", "check", "-D=X", "-I", "-Da"}},
		{[]string{"fcv", "check", "--quiet", "-Ia"}, []string{"fcv", "check", "--quiet", "-I", "a"}},
		{[]string{"fcv", "check", "--no-rte", "-Ia"}, []string{"fcv", "check", "--no-rte", "-I", "a"}},
		{[]string{"fcv", "check", "--prop", "-Inv", "-Ia"}, []string{"fcv", "check", "--prop", "-Inv", "-I", "a"}},
		{[]string{"fcv", "check", "--frama-c-arg", "--", "-Ia"}, []string{"fcv", "check", "--frama-c-arg", "--", "-I", "a"}},
		{[]string{"fcv", "check", "--", "-Ia", "b"}, []string{"fcv", "check", "--", "./-Ia", "b"}},
		{[]string{"fcv", "check", "--prop"}, []string{"fcv", "check", "--prop"}},
	}
	for _, tt := range tests {
		before := slices.Clone(tt.in)
		if diff := cmp.Diff(tt.want, splitGlued(root, tt.in)); diff != "" {
			t.Errorf("splitGlued(%q) (-want +got):\n%s", tt.in, diff)
		}
		if !slices.Equal(before, tt.in) {
			t.Errorf("splitGlued changed its argument %q", before)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"check", "doctor", "receipt"}
	for word, want := range map[string]string{"chek": "check", "CHECK": "check", "recepit": "receipt", "verify": "", "": ""} {
		if got := nearest(word, names); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestWriteFileKeepsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil || string(data) != "new" || info.Mode().Perm() != 0o640 {
		t.Errorf("got %q, mode %v, error %v", data, info.Mode(), err)
	}
}

// The temporary file goes away whatever fails.
func TestWriteFileLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report")
	// A directory under the target's name makes the last step, the rename,
	// fail; it appears after the look at the target, as in a race.
	temp, err := createBeside(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := replace(temp, path, []byte("new"), 0); err == nil {
		t.Error("a directory was replaced")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "report" {
		t.Errorf("left behind: %v, error %v", entries, err)
	}
}
