package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/framac"
)

// smallLibrary stands in for Frama-C's: it refuses to be read without a machine
// model and uses Frama-C's macros the way the real one does.
var smallLibrary = map[string]string{
	"share/libc/__fc_machdep.h": "#ifndef __FC_MACHDEP\n#define __FC_MACHDEP\n#ifdef __FC_MACHDEP_X86_64\n#define __FC_INT_MAX 2147483647\n#else\n#error Must define __FC_MACHDEP_<M>\n#endif\n#endif\n",
	"share/libc/limits.h":       "#include \"__fc_machdep.h\"\n#define INT_MAX __FC_INT_MAX\n",
	"share/libc/assert.h": "#ifdef __FRAMAC__\n#pragma fc_stdlib(push)\n#else\n#define __FC_FILENAME__ __FILE__\n#endif\n" +
		"extern void __FC_assert(int c, const char *file);\n#define assert(e) __FC_assert((e) != 0, __FC_FILENAME__)\n",
}

// scanTree scans files of a small project: all that end in .c or .i, sorted.
func scanTree(t *testing.T, project map[string]string, cpp ...string) []framac.Fact {
	t.Helper()
	facts, err := newScan(t, project).scan(t.Context(), sourcesOf(project, cpp...))
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

func newScan(t *testing.T, project map[string]string) sourceScan {
	t.Helper()
	dir := t.TempDir()
	for _, files := range []map[string]string{smallLibrary, project} {
		for name, text := range files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return sourceScan{dir: dir, sharePath: filepath.Join(dir, "share"), machdep: "x86_64"}
}

func sourcesOf(project map[string]string, cpp ...string) []framac.SourceFile {
	var files []framac.SourceFile
	for name := range project {
		if ext := filepath.Ext(name); ext == ".c" || ext == ".i" {
			files = append(files, framac.SourceFile{Path: name, Cpp: cpp})
		}
	}
	slices.SortFunc(files, func(a, b framac.SourceFile) int { return strings.Compare(a.Path, b.Path) })
	return files
}

func showFacts(facts []framac.Fact) []string {
	lines := []string{}
	for _, f := range facts {
		lines = append(lines, fmt.Sprintf("%s:%d: %s [%s] %s", f.Loc.File, f.Loc.Line, f.Kind, f.Name, f.Detail))
	}
	return lines
}

func TestSourceScan(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		cpp   []string
		want  []string
	}{
		{name: "another body for the prover", files: map[string]string{"a.c": "int f(int a)\n{\n#ifdef __FRAMAC__\n  return a + 1;\n#else\n  return a - 1;\n#endif\n}\n"},
			want: []string{"a.c:4: prover_only [] the prover sees `return a + 1 ;`, a compiler `return a - 1 ;`"}},
		{name: "only for the prover", files: map[string]string{"a.c": "#if defined(__FRAMAC__)\nextern int oracle(void);\n#endif\nint x;\n"},
			want: []string{"a.c:2: prover_only [] only the prover sees `extern int oracle ( void ) ;`"}},
		{name: "only for a compiler", files: map[string]string{"a.c": "void f(void)\n{\n#ifndef __FRAMAC__\n  __asm__(\"nop\");\n#endif\n}\n"},
			want: []string{"a.c:4: prover_only [] only a compiler sees `__asm__ ( \"nop\" ) ;`"}},
		{name: "a macro with two meanings shows where it is used", files: map[string]string{
			"a.c":     "#include \"limit.h\"\n#define KEPT 1\nint f(void) { return LIMIT + KEPT; }\nint g(void) { return KEPT; }\n",
			"limit.h": "#ifdef __FRAMAC__\n#define LIMIT 10\n#else\n#define LIMIT 100\n#endif\n",
		}, want: []string{"a.c:3: prover_only [] the prover sees `int f ( void ) { return 10 + 1 ; }`, a compiler `int f ( void ) { return 100 + 1 ; }`"}},
		{name: "the machine model", files: map[string]string{"a.c": "#include <limits.h>\n#ifdef __FC_MACHDEP_X86_64\nint only_here;\n#endif\nint x = INT_MAX;\n"},
			want: []string{"a.c:3: prover_only [] only the prover sees `int only_here ;`"}},
		{name: "another macro of the library", files: map[string]string{"a.c": "#include <limits.h>\n#if defined __FC_INT_MAX && \\\n  __FC_INT_MAX > 5\nint x;\n#endif\nint y = __FC_INT_MAX;\n"},
			want: []string{
				"a.c:2: prover_only [__FC_INT_MAX] a condition on a macro that only Frama-C's library defines",
				"a.c:3: prover_only [__FC_INT_MAX] a condition on a macro that only Frama-C's library defines",
			}},
		{name: "headers in another order", files: map[string]string{
			"a.c":   "#ifdef __FRAMAC__\n#include \"one.h\"\n#include \"two.h\"\n#else\n#include \"two.h\"\n#include \"one.h\"\n#endif\n",
			"one.h": "int one;\n", "two.h": "int two;\n",
		}, want: []string{"one.h:1: prover_only [] the prover sees the user's headers in another order than a compiler"}},
		{name: "a header that only compilers find", files: map[string]string{"a.c": "#ifndef __FRAMAC__\n#include <no_such.h>\n#endif\nint x;\n"},
			want: []string{"a.c:1: prover_only [] not compared with what a compiler sees, without __FRAMAC__ it cannot be preprocessed: no_such.h: No such file or directory"}},
		{name: "own words", cpp: []string{"-DMODE=2", "-Iinc"}, files: map[string]string{
			"a.c":       "#include \"own.h\"\n#if MODE == 2 && defined __FRAMAC__\nint x = OWN;\n#endif\n",
			"inc/own.h": "#define OWN 7\n",
		}, want: []string{"a.c:3: prover_only [] only the prover sees `int x = 7 ;`"}},
		{name: "a user who defines Frama-C's macro", cpp: []string{"-D__FRAMAC__=1"}, files: map[string]string{"a.c": "#ifdef __FRAMAC__\nint x;\n#endif\n"},
			want: []string{"a.c:2: prover_only [] only the prover sees `int x ;`"}},
		{name: "operators are not taken apart", files: map[string]string{"a.c": "#ifdef __FRAMAC__\n#define OP - -\n#else\n#define OP --\n#endif\nint f(int a) { return OP a; }\n"},
			want: []string{"a.c:6: prover_only [] the prover sees `int f ( int a ) { return - - a ; }`, a compiler `int f ( int a ) { return -- a ; }`"}},

		{name: "a pragma inside a function", files: map[string]string{"a.c": "int f(void)\n{\n  int s = 0;\n#pragma omp parallel\n  s++;\n  _Pragma(\"omp critical\") s++;\n  return s;\n}\n"},
			want: []string{"a.c:4: pragma [omp parallel] ", "a.c:6: pragma [omp critical] "}},
		{name: "a pragma of a header", files: map[string]string{"a.c": "#include \"fp.h\"\nint x;\n", "fp.h": "#pragma once\n#pragma STDC FENV_ACCESS ON\n"},
			want: []string{"fp.h:2: pragma [STDC FENV_ACCESS ON] "}},
		{name: "one for the compiler alone", files: map[string]string{"a.c": "#ifndef __FRAMAC__\n#pragma omp parallel\n#endif\nint x;\n"},
			want: []string{"a.c:2: prover_only [] only a compiler sees `#pragma omp parallel`"}},
		{name: "a preprocessed file", files: map[string]string{"a.i": "# 3 \"orig.c\"\nint f(void) { /* a\nb */ return 0;\n#pragma omp barrier\n}\n"},
			want: []string{"orig.c:5: pragma [omp barrier] "}},

		{name: "an attribute of a statement", files: map[string]string{"a.c": "int f(int v)\n{\n  __attribute__((assume(v > 0), fallthrough));\n  __attribute__((cleanup(f))) int w = v;\n  switch (v) { case 1: v++; __attribute__((__fallthrough__)); default: return w; }\n}\n"},
			want: []string{"a.c:3: attribute [assume] a statement: Frama-C drops the attribute"}},

		{name: "annotations that are none", files: map[string]string{"a.c": strings.Join([]string{
			`/* @ requires x > 0; */`,
			`// @assert x;`,
			`#define CHECKED(x) do { /*@ assert (x) > 0; */ ; } while (0)`,
			`#define TAIL 1 //@ assert \false;`,
			`#define LONG \`,
			`   2 /*@ loop invariant 1; */`,
			`/** @ensures \result > 0; */`,
			"/*\n  @ assigns x;\n*/",
			`/* @ loop variant n; */`,
			`/* @for b: assert x; */`,
			`int x;`,
		}, "\n")}, want: []string{
			"a.c:1: comment_like_annotation [requires] blanks before the @: an annotation has its @ right behind /* or //",
			"a.c:2: comment_like_annotation [assert] blanks before the @: an annotation has its @ right behind /* or //",
			"a.c:3: comment_like_annotation [assert] it stands in a preprocessing directive, where comments are dropped",
			"a.c:4: comment_like_annotation [assert] it stands in a preprocessing directive, where comments are dropped",
			"a.c:6: comment_like_annotation [loop] it stands in a preprocessing directive, where comments are dropped",
			"a.c:7: comment_like_annotation [ensures] it starts like documentation: an annotation has its @ right behind /* or //",
			"a.c:8: comment_like_annotation [assigns] blanks before the @: an annotation has its @ right behind /* or //",
			"a.c:11: comment_like_annotation [loop] blanks before the @: an annotation has its @ right behind /* or //",
			"a.c:12: comment_like_annotation [for] blanks before the @: an annotation has its @ right behind /* or //",
		}},
		{name: "an own header is looked at once", files: map[string]string{
			"a.c": "#include \"h.h\"\n", "b.c": "#include \"h.h\"\n", "h.h": "/* @ requires 1; */\nint x;\n",
		}, want: []string{"h.h:1: comment_like_annotation [requires] blanks before the @: an annotation has its @ right behind /* or //"}},

		{name: "nothing to tell", files: map[string]string{
			"a.c": strings.Join([]string{
				`#include <assert.h>`,
				`#include <limits.h>`,
				`#include "h.h"`,
				`#pragma GCC diagnostic push`,
				`#pragma pack(push, 1)`,
				`/*@ requires x < INT_MAX; */`,
				`//@ ghost int g;`,
				`/** @return the next @invariant one */`,
				`/** @invariant of documentation */`,
				`/* @loop forever, @for each of them, mail me @ requires.example */`,
				`int next(int x) { assert(x); return x + 1; }`,
				`const char *s = "/* @ requires */", *u = "// @ assert", c = '"';`,
				`#if 0`,
				`don't /*@ read this`,
				`#error it isn't */`,
				`#endif`,
				`#define DOC 1 /* plain */ /* requires care */`,
				`int y = DOC / 2; // not @ requires`,
				`const char *built = __DATE__ __TIME__ __FILE__;`,
			}, "\n"),
			"h.h": "#pragma once\n#ifdef __FRAMAC__\n#endif\nint from_header;\n",
		}, want: []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, showFacts(scanTree(t, c.files, c.cpp...))); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSourceScanPreprocessor(t *testing.T) {
	project := map[string]string{"a.c": "#if defined __FRAMAC__ && defined EXTRA && defined WORD\nint x;\n#endif\n"}
	s := newScan(t, project)
	s.preprocessor, s.extra = "gcc -E -C -DWORD", []string{"-DEXTRA"}
	facts, err := s.scan(t.Context(), sourcesOf(project))
	if err != nil {
		t.Fatal(err)
	}
	if got := showFacts(facts); len(got) != 1 || !strings.Contains(got[0], "only the prover sees `int x ;`") {
		t.Errorf("with words of the user's: %q", got)
	}
	s.preprocessor = "gcc -E | sed s/a/b/"
	if facts, err = s.scan(t.Context(), sourcesOf(project)); err != nil {
		t.Fatal(err)
	}
	if got := showFacts(facts); len(got) != 1 || !strings.Contains(got[0], "more than a list of words") {
		t.Errorf("with a pipe: %q", got)
	}
	s.preprocessor = "no-such-preprocessor -E"
	if facts, err = s.scan(t.Context(), sourcesOf(project)); err == nil {
		t.Errorf("without a preprocessor: %q and no error", showFacts(facts))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.preprocessor = ""
	if facts, err = s.scan(ctx, sourcesOf(project)); err == nil {
		t.Errorf("cancelled: %q and no error", showFacts(facts))
	}
}

// What Frama-C's command line and the environment say reaches the scan.
func TestNewSourceScan(t *testing.T) {
	t.Setenv("CPP", "clang -E")
	inst := &framac.Installation{SharePath: "/share", DefaultMachdep: "x86_64"}
	s := newSourceScan("/d", inst, Request{})
	if s.preprocessor != "clang -E" || s.machdep != "x86_64" || s.sharePath != "/share" {
		t.Errorf("from the environment: %+v", s)
	}
	s = newSourceScan("/d", inst, Request{Machdep: "x86_32", FramaC: []string{"-cpp-extra-args=-DA -DB", "-cpp-extra-args", "-DC", "-cpp-command", "gcc -E"}})
	if s.preprocessor != "gcc -E" || s.machdep != "x86_32" || !slices.Equal(s.extra, []string{"-DA", "-DB", "-DC"}) {
		t.Errorf("from the command line: %+v", s)
	}
}

func TestMergeFacts(t *testing.T) {
	at := func(line int) *framac.Position { return &framac.Position{File: "a.c", Line: line} }
	tree := []framac.Fact{{Kind: "pragma", Function: "f", Loc: at(3)}, {Kind: "asm"}}
	scanned := []framac.Fact{{Kind: "pragma", Loc: at(3)}, {Kind: "pragma", Loc: at(4)}, {Kind: "attribute", Loc: at(3)}}
	want := append(slices.Clone(tree), scanned[1:]...)
	if diff := cmp.Diff(want, mergeFacts(tree, scanned)); diff != "" {
		t.Errorf("merged (-want +got):\n%s", diff)
	}
}

// The real library does not make files differ, whatever the machine.
func TestRealSourceScan(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out what needs a real Frama-C")
	}
	inst, err := framac.Find(t.Context(), framac.Env{CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer inst.Close()
	dir, err := filepath.Abs("../testdata/programs")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := os.ReadFile(filepath.Join(dir, "cases.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var files []framac.SourceFile
	for line := range strings.Lines(string(cases)) {
		if columns := strings.Split(line, "\t"); len(columns) > 3 && columns[1] == "sound" && columns[3] == "" {
			for _, name := range strings.Fields(columns[2]) {
				files = append(files, framac.SourceFile{Path: name})
			}
		}
	}
	if len(files) == 0 {
		t.Fatal("cases.tsv lists no sound program")
	}
	facts, err := newSourceScan(dir, inst, Request{}).scan(t.Context(), files)
	if err != nil || len(facts) > 0 {
		t.Errorf("in %d files of sound programs: %q, %v", len(files), showFacts(facts), err)
	}
	project := map[string]string{"a.c": "#include <assert.h>\n#include <errno.h>\n#include <float.h>\n#include <limits.h>\n#include <pthread.h>\n#include <stdio.h>\n" +
		"#include <stdlib.h>\n#include <string.h>\n#include <wchar.h>\nvoid f(int x) { assert(x > 0); errno = EINTR; x = INT_MAX; x = WCHAR_MAX; putchar(EOF); abort(); }\n"}
	for _, machdep := range inst.Machdeps {
		s := newSourceScan(newScan(t, project).dir, inst, Request{Machdep: machdep})
		facts, err := s.scan(t.Context(), sourcesOf(project))
		if err != nil || len(facts) > 0 {
			t.Errorf("library headers on %s: %q, %v", machdep, showFacts(facts), err)
		}
	}
}

// Whatever the text, tokens follow each other, and together with blanks they
// are the text.
func FuzzLexC(f *testing.F) {
	seeds := []string{"int a; // b\n", "/* open", "'\\", "\"a\\\nb\" c", "#define X \\\n 1 /*@ a */\n#include <it's.h>\nx", "1e+5.x..y", "\\\r\n//x\\\n y\nz"}
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line, column := 1, 1
		for _, tok := range lexC(text) {
			if tok.line < line || tok.line == line && tok.column < column {
				t.Fatalf("token %q at %d:%d overlaps the one before, which ends at %d:%d", tok.text, tok.line, tok.column, line, column)
			}
			if tok.text == "" {
				t.Fatal("an empty token")
			}
			line, column = tok.endLine, tok.endCol
		}
		if got, want := strings.Count(withoutComments(text), "\n"), strings.Count(text, "\n"); got != want {
			t.Fatalf("%d lines without comments, %d with", got, want)
		}
	})
}
