package report

import (
	"bytes"
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/check"
)

const stored = "../check/testdata/report-*.json"

func load(t *testing.T, path string) *check.Report {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := check.ReadReport(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func render(t *testing.T, format string, r *check.Report, o Options) string {
	t.Helper()
	renderer, err := ByName(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := renderer.Render(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// golden compares with a file; FCV_UPDATE=1 writes it.
func golden(t *testing.T, name, have string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("FCV_UPDATE") == "1" {
		if err := os.WriteFile(path, []byte(have), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), have); diff != "" {
		t.Errorf("%s (-want +have):\n%s", path, diff)
	}
}

// Every stored report, in every format: the text against a golden file, the
// JSON against the stored report itself.
func TestStoredReports(t *testing.T) {
	paths, err := filepath.Glob(stored)
	if err != nil || len(paths) < 4 {
		t.Fatalf("stored reports: %q, %v", paths, err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "report-"), ".json")
		t.Run(name, func(t *testing.T) {
			r := load(t, path)
			golden(t, name+".txt", render(t, "text", r, Options{}))
			golden(t, name+".color.txt", render(t, "text", r, Options{Color: true}))
			doc, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(doc), render(t, "json", r, Options{Color: true})); diff != "" {
				t.Errorf("json is not the report: %s", diff)
			}
		})
	}
}

func TestColorIsTheCallersChoice(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	r := load(t, "../check/testdata/report-incomplete.json")
	plain, colored := render(t, "text", r, Options{}), render(t, "text", r, Options{Color: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("colours although none were asked for")
	}
	if !strings.Contains(colored, "\x1b[31;1mINCOMPLETE") {
		t.Error("no colours although they were asked for")
	}
	var b strings.Builder
	for i, part := range strings.Split(colored, "\x1b[") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "m")
		}
		b.WriteString(part)
	}
	if diff := cmp.Diff(plain, b.String()); diff != "" {
		t.Errorf("colour changes the text: %s", diff)
	}
}

func TestVerdictComesFirst(t *testing.T) {
	for name, want := range map[string]string{"proved": "PROVED ", "incomplete": "INCOMPLETE ", "many": "INCOMPLETE ", "reload-failed": "INCOMPLETE "} {
		out := render(t, "text", load(t, "../check/testdata/report-"+name+".json"), Options{})
		if !strings.HasPrefix(out, want) {
			t.Errorf("%s begins %.30q", name, out)
		}
		for line := range strings.Lines(out) {
			if len(line) > 140 {
				t.Errorf("%s: a line of %d bytes: %s", name, len(line), line)
			}
		}
	}
}

// What is cut is counted: shown and dropped gaps add up.
func TestLimits(t *testing.T) {
	r := load(t, "../check/testdata/report-many.json")
	for _, c := range []struct {
		max  int
		want string
	}{{0, "and 5 more GOAL_NOT_VALID"}, {1, "and 14 more GOAL_NOT_VALID"}, {-1, ""}, {100, ""}} {
		out := render(t, "text", r, Options{MaxGaps: c.max})
		if c.want == "" && strings.Contains(out, " more GOAL_NOT_VALID") || !strings.Contains(out, c.want) {
			t.Errorf("limit %d: want %q in\n%s", c.max, c.want, out)
		}
	}
}

// The source that is analysed must not steer the terminal.
func TestForeignTextIsHarmless(t *testing.T) {
	r := load(t, "../check/testdata/report-incomplete.json")
	evil := "x\x1b]0;owned\x07\u202e\nPROVED"
	for i := range r.Incomplete {
		g := &r.Incomplete[i]
		g.Reason, g.Function, g.Descr, g.Callee, g.Option, g.Value, g.Names = evil, evil, evil, evil, evil, evil, []string{evil}
		if g.SourceLocation != nil {
			g.SourceLocation = &check.Location{File: evil, Line: 1, Column: 1}
		}
	}
	r.Incomplete[0].Clause = evil
	r.Eva.Runs[0].Entry, r.Wp.Model, r.Wp.Provers = evil, evil, []string{evil}
	out := render(t, "text", r, Options{})
	if strings.ContainsAny(out, "\x1b\x07\u202e") {
		t.Error("control characters reach the terminal")
	}
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "PROVED") {
			t.Error("the text of an annotation forged a verdict line")
		}
	}
	r = load(t, "../check/testdata/report-reload-failed.json")
	r.Reload.Error.Message, r.Reload.Error.Hint, r.Reload.Error.File, r.Messages[0].Message = evil, evil, evil, evil
	if out := render(t, "text", r, Options{}); strings.ContainsAny(out, "\x1b\x07\u202e") || strings.Contains(out, "\nPROVED") {
		t.Errorf("a load error reaches the terminal unchanged:\n%q", out)
	}
}

func TestUnknownFormat(t *testing.T) {
	_, err := ByName("yaml")
	var unknown *UnknownFormatError
	if !errors.As(err, &unknown) || !strings.Contains(unknown.Hint(), "json, text") {
		t.Errorf("error %v", err)
	}
	for _, name := range Names() {
		if _, err := ByName(name); err != nil {
			t.Error(err)
		}
		r, _ := ByName(name)
		if err := r.Render(&bytes.Buffer{}, nil, Options{}); err == nil {
			t.Errorf("%s renders a report that does not exist", name)
		}
	}
}

// A renderer shows what a reader of the JSON sees; it must not be able to ask
// Frama-C.
func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 4 {
		t.Fatalf("files of the package: %q, %v", files, err)
	}
	allowed := map[string]bool{"fcv/check": true, "fcv/receipt": true, "fcv/schemas": true}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range f.Imports {
			path, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(path, "fcv/") && !allowed[path] {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}
