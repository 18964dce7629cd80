package check

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/framac"
)

func TestNameInline(t *testing.T) {
	evidence := func(dir string) Evidence {
		path := dir + "/source.c"
		loc := &framac.Position{File: path, Line: 2}
		p := framac.Property{Key: "f/assert/1@3", Loc: loc, AlarmDescr: "overflow (" + path + ":2)"}
		return Evidence{
			Functions:  []framac.Function{{Name: "f", Loc: loc, File: path, Calls: []framac.Call{{Function: "g", Loc: loc}}}},
			Facts:      []framac.Fact{{Kind: "asm", Loc: loc, Detail: path}, {Kind: "float", Loc: &framac.Position{File: "lib.h", Line: 1}}},
			EvaRuns:    []framac.EvaRun{{Entry: "f", Properties: []framac.Property{p}}},
			Goals:      []framac.Goal{{ID: "f_assert", Loc: loc}, {ID: "lemma"}},
			Properties: []framac.Property{p},
			Messages:   []framac.Message{{Message: path + ":2: odd", Source: loc}},
		}
	}
	named := func(dir string) *run {
		r := &run{src: &sources{inlineDir: &dir}, evidence: evidence(dir), loadError: &LoadError{Message: dir + "/source.c:1: bad"}}
		r.evidence.function("f") // fills an index that must not go stale
		r.nameInline()
		return r
	}
	one, two := named("/home/one/.cache/fcv/inline/0"), named("/tmp/two/inline/0")
	f, _ := one.evidence.function("f")
	if f.File != InlineName || f.Calls[0].Loc.File != InlineName || one.evidence.Facts[1].Loc.File != "lib.h" {
		t.Errorf("f is %+v", f)
	}
	if one.loadError.Message != "source.c:1: bad" || one.evidence.Messages[0].Message != "source.c:2: odd" {
		t.Errorf("messages are %q and %q", one.loadError.Message, one.evidence.Messages[0].Message)
	}
	two.evidence.function("f")
	if diff := cmp.Diff(one.evidence, two.evidence, cmp.AllowUnexported(Evidence{})); diff != "" {
		t.Errorf("the directory shows: %s", diff)
	}
	files := &run{src: &sources{}, evidence: evidence("/home/one")}
	files.nameInline()
	if files.evidence.Functions[0].File != "/home/one/source.c" {
		t.Error("a file of the project was renamed")
	}
}
