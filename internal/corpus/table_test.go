package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const header = "name\tclass\tfiles\tfcv_args\texpect_any\twhy\n"

func TestParseTable(t *testing.T) {
	text := header +
		"one\ttrap\ta.c b.c\t--model Typed+cast -D X=1\tUNSAFE_MODEL| (error)\twrong\n" +
		"\n" +
		"two\tsound\tsub/c.c\t\t\tright\r\n"
	got, err := parseTable(strings.NewReader(text), "dir")
	if err != nil {
		t.Fatal(err)
	}
	want := []Case{
		{Name: "one", Class: Trap, Dir: "dir", Files: []string{"a.c", "b.c"}, Args: []string{"--model", "Typed+cast", "-D", "X=1"},
			Expect: []string{"UNSAFE_MODEL", UsageError}, Why: "wrong", Line: 2},
		{Name: "two", Class: Sound, Dir: "dir", Files: []string{"sub/c.c"}, Args: []string{}, Why: "right", Line: 4},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cases (-want +got):\n%s", diff)
	}
}

func TestParseTableRefuses(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"empty":            {"", "no case"},
		"header only":      {header, "no case"},
		"other columns":    {"name\tfiles\n", "line 1: want the columns"},
		"missing column":   {header + "a\ttrap\ta.c\t\tCODE\n", "line 2: 5 columns, want 6"},
		"unknown class":    {header + "a\tfine\ta.c\t\t\tright\n", `class "fine"`},
		"no name":          {header + "\tsound\ta.c\t\t\tright\n", "without a name"},
		"no file":          {header + "a\tsound\t \t\t\tright\n", "names no file"},
		"trap, no code":    {header + "a\ttrap\ta.c\t\t|\twrong\n", "which codes"},
		"sound with codes": {header + "a\tsound\ta.c\t\tADMITTED\tright\n", "raises no code"},
		"no reason":        {header + "a\tsound\ta.c\t\t\t \n", "does not say why"},
		"name twice":       {header + "a\tsound\ta.c\t\t\tr\na\tsound\tb.c\t\t\tr\n", "line 3: case a is already on line 2"},
	} {
		t.Run(name, func(t *testing.T) {
			cases, err := parseTable(strings.NewReader(tt.text), "")
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q (cases %v)", err, tt.want, cases)
			}
		})
	}
}

func TestReadTableLooksForFiles(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "cases.tsv")
	text := header + "a\tsound\ta.c gone.c\t\t\tright\n"
	if err := os.WriteFile(table, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte("int a;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := ReadTable(table)
	if err == nil || !strings.Contains(err.Error(), "gone.c") || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v, want one that names the line and the missing file", err)
	}
}

// TestOwnTable holds our own table to what its README promises: it is
// readable, has cases of both classes, and no program is left out of it.
func TestOwnTable(t *testing.T) {
	cases, err := ReadTable(ownTable)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	count := map[Class]int{}
	for _, c := range cases {
		count[c.Class]++
		for _, f := range c.Files {
			used[filepath.Join(c.Dir, f)] = true
		}
	}
	if count[Sound] < 10 || count[Trap] < 10 {
		t.Errorf("%d sound cases and %d traps, want at least 10 of each", count[Sound], count[Trap])
	}
	programs := filepath.Dir(ownTable)
	var found []string
	for _, pattern := range []string{
		filepath.Join(programs, "*.c"), filepath.Join(programs, "*", "src", "*.c"), filepath.Join(root, "examples", "*", "*.c"),
	} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no program matches %s (%v)", pattern, err)
		}
		found = append(found, names...)
	}
	for _, name := range found {
		if !used[name] {
			t.Errorf("%s is in no case", name)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if first, _, _ := strings.Cut(string(text), "\n"); !strings.HasPrefix(first, "/* ") || !strings.HasSuffix(first, " */") {
			t.Errorf("%s: the first line does not say what the program is: %q", name, first)
		}
	}
}
