package check

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func writeDatabase(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "compile_commands.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// entry is a database of one file, compiled with the words given.
func entry(t *testing.T, words ...string) databaseEntry {
	t.Helper()
	text, err := json.Marshal([]map[string]any{{"directory": "/src", "file": "a.c", "arguments": append([]string{"cc"}, words...)}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := readDatabase(writeDatabase(t, string(text)))
	if err != nil {
		t.Fatal(err)
	}
	e, ok := d.find("/src/./a.c")
	if !ok {
		t.Fatalf("a.c is not in %+v", d)
	}
	return e
}

// TestCompilerFlags: a flag is passed on, or leaves the program as it is, or
// is named as not honoured; none is dropped without a word.
func TestCompilerFlags(t *testing.T) {
	tests := []struct {
		words, cpp, notHonoured string // separated by spaces
	}{
		{"-c a.c -o a.o", "", ""},
		{"-I inc -Iother -I../up a.c", "-I/src/inc -I/src/other -I/up", ""},
		{"-isystem /usr/x -iquote q -idirafter after", "-I/usr/x -I/src/q -I/src/after", ""},
		{"-DA -D B=1 -UC -U D", "-DA -DB=1 -UC -UD", ""},
		{"-include config.h -imacros m.h", "-include config.h -imacros m.h", ""},
		{"-std=gnu11 -O2 -fPIC -march=native -pthread", "-std=gnu11 -O2 -fPIC -march=native -pthread", ""},
		{"-Wall -Wextra -Wpedantic -Wl,-z,now -g3 -MMD -MF a.d -lm", "", ""},
		{"-fwrapv -fno-strict-aliasing -fno-common", "", ""},
		{"-Wp,-DX=1", "", "-Wp,-DX=1"},
		{"-m32", "", "-m32"},
		{"-funsigned-char -fshort-enums -fpack-struct=1", "", "-funsigned-char -fshort-enums -fpack-struct=1"},
		{"-ffast-math -fopenmp", "", "-ffast-math -fopenmp"},
		{"-funsigned-char -funsigned-char", "", "-funsigned-char"},
		{"--target=arm-none-eabi", "", "--target=arm-none-eabi"},
		{"@flags.rsp", "", "@flags.rsp"},
		{"-fbrand-new", "", "-fbrand-new"},
		{"-o -fshort-enums a.c", "", ""}, // the name of a file
		{"-I", "", ""},                   // its directory is missing
	}
	for _, test := range tests {
		e := entry(t, strings.Fields(test.words)...)
		if diff := cmp.Diff(strings.Fields(test.cpp), append([]string{}, e.cpp...)); diff != "" {
			t.Errorf("%s: passed on: %s", test.words, diff)
		}
		if diff := cmp.Diff(strings.Fields(test.notHonoured), append([]string{}, e.notHonoured...)); diff != "" {
			t.Errorf("%s: not honoured: %s", test.words, diff)
		}
	}
	if e := entry(t, "-target", "arm", "-x", "c++"); !cmp.Equal(e.notHonoured, []string{"-target arm", "-x c++"}) {
		t.Errorf("not honoured: %q", e.notHonoured)
	}
}

func TestDatabase(t *testing.T) {
	path := writeDatabase(t, `[
	{"directory": "sub", "file": "a.c", "command": "arm-none-eabi-gcc -DNAME=\\\"x\\\" '-DTWO=a b' -Iinc a.c"},
	{"directory": "/abs", "file": "b.c", "arguments": ["cc", "-DB"]},
	{"directory": "/abs", "file": "b.c", "arguments": ["cc", "-DB", "-DOTHER"]},
	{"directory": "/abs", "file": "/elsewhere/c.cpp", "arguments": ["c++", "-DC"]}
]`)
	d, err := readDatabase(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.entries) != 2 {
		t.Fatalf("%d entries: %+v", len(d.entries), d.entries)
	}
	a, ok := d.find(filepath.Join(filepath.Dir(path), "sub", "a.c"))
	if !ok {
		t.Fatalf("a.c is not found beside the database: %+v", d.entries)
	}
	want := []string{`-DNAME="x"`, "-DTWO=a b", "-I" + filepath.Join(filepath.Dir(path), "sub", "inc")}
	if diff := cmp.Diff(want, a.cpp); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"arm-none-eabi-gcc"}, a.notHonoured); diff != "" {
		t.Error(diff)
	}
	b, _ := d.find("/abs/b.c")
	if diff := cmp.Diff([]string{"-DB"}, b.cpp); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"-DOTHER"}, b.notHonoured); diff != "" {
		t.Errorf("the second way to compile b.c goes unmentioned: %s", diff)
	}
	if _, ok := d.find("/elsewhere/c.cpp"); ok {
		t.Error("a C++ file is taken for C")
	}
}

func TestDatabaseErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                    "not a compilation database",
		`[{"file": 3}]`:         "a JSON number at byte",
		`[{"directory": "/x"}]`: "entry 1 lacks",
		`[{"file": "a.c"}]`:     "entry 1 lacks",
		`[{"file": "a.c", "command": "cc 'open"}]`: "inside a quotation",
		`[{"file": "a.c", "command": "  "}]`:       "empty",
	} {
		_, err := readDatabase(writeDatabase(t, text))
		var input *InputError
		if !errors.As(err, &input) || !strings.Contains(input.Message, want) {
			t.Errorf("%s: %v, want something about %q", text, err, want)
		}
	}
	for _, path := range []string{filepath.Join(t.TempDir(), "nowhere.json"), t.TempDir()} {
		if _, err := readDatabase(path); err == nil {
			t.Errorf("%s is read", path)
		}
	}
}

func TestSplitCommand(t *testing.T) {
	for text, want := range map[string][]string{
		`cc -c a.c`:                {"cc", "-c", "a.c"},
		` cc	"a b"  'c d' `:        {"cc", "a b", "c d"},
		`cc -DX=\"y\" a\ b`:        {"cc", `-DX="y"`, "a b"},
		`cc "-DX=\"y\"" '-DZ="q"'`: {"cc", `-DX="y"`, `-DZ="q"`},
		`cc "a\b" '\'`:             {"cc", `a\b`, `\`},
		`cc "" ''`:                 {"cc", "", ""},
		`cc a"b"c`:                 {"cc", "abc"},
	} {
		have, err := splitCommand(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}
