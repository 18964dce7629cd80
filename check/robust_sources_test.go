package check

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Frama-C makes an empty program of a file whose name it does not take for C,
// so that the others prove what the user believes all do.
func TestFilesThatWouldBeDropped(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) string {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("int x;\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.c"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.c"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"a.c", "a.h", "a.i", "a b.c", "q'uote.c", "$(id);&|<>*?.c", "-dash.c", "é日.c", "col:on=%.c", "a,b.c",
		strings.Repeat("x", longestName-2) + ".c",
	} {
		if err := checkFile(dir, write(name)); err != nil {
			t.Errorf("%q is refused: %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"nowhere.c":          "no such file",
		"folder.c":           "is a directory",
		"pipe.c":             "no regular file",
		write("a.txt"):       "not named like a C file",
		write("a"):           "not named like a C file",
		write("a.o"):         "not named like a C file",
		write("a.cpp"):       "not named like a C file",
		write("A.C"):         "not named like a C file",
		write(`d"q.c`):       "quote or a backslash",
		write(`back\.c`):     "quote or a backslash",
		write("new\nline.c"): "control characters",
		write("latin\xe9.c"): "not valid UTF-8",
		write(strings.Repeat("y", longestName) + ".c"): "longer than",
		strings.Repeat("z", 300) + ".c":                "file name too long",
	} {
		err := checkFile(dir, name)
		if err == nil || !strings.Contains(err.Message, want) {
			t.Errorf("%q: %v, want something about %q", name, err, want)
		}
		if _, err := resolveSources(Request{Files: []string{"a.c", name}, Dir: dir}, t.TempDir(), ""); err == nil {
			t.Errorf("%q is loaded beside a.c", name)
		}
	}
	quoted := filepath.Join(dir, `di"r`)
	if err := os.Mkdir(quoted, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(quoted, "a.c"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := checkFile(quoted, "a.c"); err == nil {
		t.Error("a directory with a quote in its name is taken")
	}
}

func TestDatabaseOfAnotherBuild(t *testing.T) {
	dir := t.TempDir()
	db := `[{"directory": "/nowhere", "file": "gone.c", "command": "cc gone.c"}]`
	if err := os.WriteFile(filepath.Join(dir, "cc.json"), []byte("\ufeff"+db), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := resolveSources(Request{CompileCommands: "cc.json", Dir: dir}, t.TempDir(), "")
	input, ok := err.(*InputError)
	if !ok || input.Message != "/nowhere/gone.c: no such file" || !strings.Contains(input.Advice, "cc.json names it") {
		t.Errorf("got %#v", err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := resolveSources(Request{CompileCommands: "pipe.json", Dir: dir}, t.TempDir(), ""); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a pipe as a database: %v", err)
	}
}

// Inline source that is kept already needs no room and no permission.
func TestInlineSourceIsKeptOnce(t *testing.T) {
	cache := t.TempDir()
	path, err := writeInline("int x;\n", cache)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := writeInline("int x;\n", cache)
	if err != nil || again != path {
		t.Fatalf("second time: %s, %v", again, err)
	}
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Errorf("the file was written again: %v", err)
	}
	if err := os.WriteFile(path, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := writeInline("int x;\n", cache); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "int x;\n" {
		t.Errorf("damaged source stays: %q, %v", data, err)
	}
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = writeInline("int x;\n", blocked)
	if input, ok := err.(*InputError); !ok || !strings.Contains(input.Advice, "FCV_CACHE_DIR") {
		t.Errorf("a cache that cannot be written: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

func TestTemporaryDirectoryIsLookedAtFirst(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	if err := tempDirUsable(); err != nil {
		t.Error(err)
	}
	for _, dir := range []string{"/nowhere/at/all", "/dev/null", "relative"} {
		t.Setenv("TMPDIR", dir)
		if err := tempDirUsable(); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
