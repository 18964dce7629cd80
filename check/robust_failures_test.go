package check

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fcv/framac"
)

// What the preprocessor and the shell print is all there is when there is no
// program; each kind of failure has its own next step.
func TestWordsOfThePreprocessor(t *testing.T) {
	r := &run{src: &sources{dir: "/src"}}
	for _, c := range []struct {
		output               string
		kind, message, place string
		hint                 string
	}{
		{"/src/a.c:3:10: fatal error: b/c.h: No such file or directory\n", "missing_header", "b/c.h: No such file", "a.c:3:10", "holds c.h with -I"},
		{"a.c:1:9: fatal error: 'x.h' file not found\n", "missing_header", "'x.h' file not found", "a.c:1:9", "holds x.h"},
		{"<command-line>: fatal error: pre.h: No such file or directory\n", "missing_header", "pre.h: No such file", ":0:0", "holds pre.h"},
		{"/src/a.c:2:2: error: #error \"set CONFIG\"\n", "preprocess", `#error "set CONFIG"`, "a.c:2:2", "with -D"},
		{"a.c:1:1: error: unterminated comment\n", "preprocess", "unterminated comment", "a.c:1:1", "close it"},
		{"a.h:1:17: fatal error: #include nested depth 200 exceeds maximum of 200\n", "preprocess", "#include nested", "a.h:1:17", "include guards"},
		{"/usr/bin/gcc-12: error: unrecognized command-line option '-std=c99999'\n", "preprocess", "unrecognized command-line option '-std=c99999'", ":0:0", "--compile-commands"},
		{"sh: 1: gcc: not found\n", "process", "preprocessor gcc was not found", ":0:0", "install"},
		{"/bin/sh: line 1: gcc: command not found\n", "process", "preprocessor gcc was not found", ":0:0", "install"},
		{"/src/a.c:1: fatal error: when writing output to x.i: No space left on device\n", "process", "no space left on device", ":0:0", "TMPDIR"},
	} {
		e := (&loadFailure{reason: "failed to run: gcc", output: "[kernel] Parsing a.c\n" + c.output}).toError(r)
		place := fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Column)
		if e.Kind != c.kind || !strings.Contains(e.Message, c.message) || place != c.place || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%s: %+v", c.output, e)
		}
	}
	if e := (&loadFailure{reason: "syntax error", output: "all is said in messages"}).toError(r); e.Kind != "other" || e.Message != "syntax error" {
		t.Errorf("no words of the preprocessor: %+v", e)
	}
}

// Words for Frama-C's command line are the user's: when Frama-C ends over
// them, it is they that are wrong and not the tool.
func TestRefusedWordsAreNamed(t *testing.T) {
	words := []string{"-foo", "7"}
	unknown := "noise\n[kernel] User Error: option `-foo' is unknown.\n  use `frama-c -help'\n[kernel] Frama-C aborted: invalid user input.\n"
	for _, c := range []struct {
		name  string
		words []string
		err   error
		want  string // "": none of it is the words' fault
	}{
		{"unknown option", words, &framac.StartError{ExitCode: 1, Output: unknown}, "-foo 7: Frama-C does not take it: option `-foo' is unknown. use `frama-c -help'"},
		{"no error printed", words, &framac.StartError{ExitCode: 1, Output: "a\nb\nc\nd\n"}, "does not take it: b c d"},
		{"prints and ends", words, &framac.StartError{ExitCode: 0, Output: "25.0"}, "does what this says and ends"},
		{"ends while loading", words, fmt.Errorf("loading: %w", &framac.DiedError{ExitCode: 1, Output: "[wp] User Error: no prover"}), "does not take it: no prover"},
		{"brings a file", words, fmt.Errorf("loading: %w", &framac.RequestError{Message: "a program is loaded already"}), "load a program of its own"},
		{"no words", nil, &framac.StartError{ExitCode: 1, Output: unknown}, ""},
		{"crashed", words, &framac.StartError{ExitCode: 4, Output: unknown}, ""},
		{"killed", words, &framac.DiedError{ExitCode: -1, Signal: 9}, ""},
		{"something else", words, errors.New("no memory"), ""},
	} {
		got := wordsRefused(c.words, c.err)
		if (got == nil) != (c.want == "") || got != nil && !strings.Contains(got.Message, c.want) {
			t.Errorf("%s: %v, want %q", c.name, got, c.want)
		}
	}
}

// Reasons in a report end with the reason: not with an announcement of words
// that are cut off, and not with a name that differs from run to run.
func TestReasonsAreOneLine(t *testing.T) {
	err := fmt.Errorf("WP: %w", &framac.DiedError{ExitCode: -1, Signal: 9, Output: "last\nwords", Err: errors.New("the connection was closed")})
	if got, want := oneLine(err), "WP: frama-c ended: killed by signal 9 (killed): the connection was closed"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A flag of the compiler that the analysis does not follow is a gap, unless it
// says what the machine model says.
func TestCompileFlagGaps(t *testing.T) {
	for _, c := range []struct {
		flag, machdep string
		agrees        bool
	}{
		{"-m64", "x86_64", true}, {"-m64", "gcc_x86_64", true}, {"-m64", "x86_32", false}, {"-m64", "", false},
		{"-m64", "msvc_x86_64", false}, {"-m32", "x86_64", false}, {"-m32", "gcc_x86_32", true}, {"-m16", "x86_16", true},
		{"-mx32", "x86_64", false}, {"-fsigned-char", "gcc_x86_64", true}, {"-fsigned-char", "ppc_32", false},
		{"-funsigned-char", "x86_64", false}, {"-fshort-enums", "x86_64", false}, {"-DX", "x86_64", false},
		{"--target=x86_64-linux-gnu", "x86_64", true}, {"--target=i686-pc-linux-gnu", "x86_64", false},
		{"-target i386-linux-gnu", "gcc_x86_32", true}, {"x86_64-linux-gnu-gcc-12", "x86_64", true},
		{"x86_64-linux-gnux32-gcc", "x86_64", false}, {"x86_64-w64-mingw32-gcc", "x86_64", false},
		{"arm-none-eabi-gcc", "x86_32", false}, {"clang-cl", "x86_64", false}, {"@flags", "x86_64", false},
	} {
		e := &Evidence{NotHonoured: []string{c.flag}, KernelConfig: map[string]string{"-machdep": c.machdep}}
		gaps := compileFlagGaps(e)
		switch {
		case c.agrees && len(gaps) != 0:
			t.Errorf("%s with machdep %q: %+v", c.flag, c.machdep, gaps)
		case !c.agrees && (len(gaps) != 1 || gaps[0].Code != CodeUnsafeModel || gaps[0].Option != c.flag):
			t.Errorf("%s with machdep %q raises %+v", c.flag, c.machdep, gaps)
		}
	}
	if gaps := compileFlagGaps(&Evidence{}); len(gaps) != 0 {
		t.Errorf("no flags: %+v", gaps)
	}
}

// A Frama-C that did not start always says why, also when it printed nothing.
func TestFailedStartSaysWhy(t *testing.T) {
	for output, want := range map[string]string{
		"a\nb\nc\nd\n": "Frama-C could not be started: b\nc\nd",
		"":             "Frama-C could not be started: starting /bin/frama-c: too many open files",
	} {
		r := &run{src: &sources{}}
		err := r.couldNotLoad(t.Context(), &framac.StartError{Program: "/bin/frama-c", ExitCode: -1, Output: output, Err: errors.New("too many open files")})
		if err != nil || r.loadError == nil || r.loadError.Kind != "process" || r.loadError.Message != want {
			t.Errorf("%q: %v, %+v", output, err, r.loadError)
		}
	}
}
