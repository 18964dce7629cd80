package framac_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/framac"
)

const factsDir = "../ast-utils/testdata"

// loaded starts a real Frama-C with our plug-in and loads one file of dir.
func loaded(t *testing.T, dir, file string) *framac.Session {
	t.Helper()
	inst := real(t)
	plugin, err := framac.EnsurePlugin(t.Context(), inst, cacheDir(t))
	if err != nil {
		t.Fatal(err)
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := framac.Start(t.Context(), framac.Launch{
		Program: inst.FramaC, Plugin: plugin.Path, Dir: dir, Env: append(slices.Clone(inst.Env), "PWD="+dir),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	result, err := s.Load(t.Context(), []framac.SourceFile{{Path: file, Cpp: []string{}}})
	if err != nil {
		t.Fatal(err)
	}
	if !result.OK {
		t.Fatalf("loading %s: %s", file, result.Error)
	}
	return s
}

// Each program of ast-utils/testdata has its facts beside it, one a line;
// FCV_UPDATE=1 writes them. Besides, names of functions say what must be found.
func TestRealFacts(t *testing.T) {
	files, err := filepath.Glob(factsDir + "/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, path := range files {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			s := loaded(t, factsDir, name)
			facts, err := s.Facts(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			functions, err := s.Functions(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			compareFacts(t, strings.TrimSuffix(path, ".c")+".want", facts)
			switch name {
			case "punning.c":
				namesTell(t, functions, facts, "type_punning")
			case "sequence.c":
				namesTell(t, functions, facts, "unspecified_sequence")
			case "logic.c":
				structuralTell(t, facts)
			case "strength.c":
				strengthTells(t, functions)
			}
		})
	}
}

func compareFacts(t *testing.T, golden string, facts []framac.Fact) {
	t.Helper()
	var got strings.Builder
	for _, f := range facts {
		fmt.Fprintf(&got, "%d %s", f.Loc.Line, f.Kind)
		for _, part := range []struct{ mark, text string }{{" in ", f.Function}, {": ", f.Name}, {" -- ", f.Detail}} {
			if part.text != "" {
				got.WriteString(part.mark + part.text)
			}
		}
		got.WriteByte('\n')
	}
	if os.Getenv("FCV_UPDATE") == "1" {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("facts (-%s +got):\n%s", golden, diff)
	}
}

// helpers are the functions of sequence.c and punning.c that are no cases.
var helpers = []string{"address", "next", "bump_other", "reads_n", "pure", "add", "store"}

// namesTell checks that exactly the functions that are not called no_... have
// a fact of the kind.
func namesTell(t *testing.T, functions []framac.Function, facts []framac.Fact, kind string) {
	t.Helper()
	want, got := map[string]bool{}, map[string]bool{}
	for _, f := range functions {
		if f.Defined && !strings.HasPrefix(f.Name, "no_") && !slices.Contains(helpers, f.Name) {
			want[f.Name] = true
		}
	}
	for _, f := range facts {
		if f.Kind == kind {
			got[f.Function] = true
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("functions with %s (-want +got):\n%s", kind, diff)
	}
}

// structuralTell checks that exactly the recursive definitions called ok_...
// are found to be structural.
func structuralTell(t *testing.T, facts []framac.Fact) {
	t.Helper()
	seen := map[bool]int{}
	for _, f := range facts {
		if f.Kind != "logic_recursion" {
			continue
		}
		want := strings.HasPrefix(f.Name, "ok_")
		seen[want]++
		if got := f.Detail == "structural"; got != want {
			t.Errorf("%s is %s", f.Name, f.Detail)
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("recursive definitions: %d good, %d others", seen[true], seen[false])
	}
}

// strengthTells checks that exactly the functions called loose_... leave a
// location or their result free.
func strengthTells(t *testing.T, functions []framac.Function) {
	t.Helper()
	want, got := map[string]bool{}, map[string]bool{}
	for _, f := range functions {
		if !f.Defined {
			continue
		}
		if strings.HasPrefix(f.Name, "loose_") {
			want[f.Name] = true
		}
		if f.Exempt {
			continue
		}
		loose := f.ResultUsage.Usage == "suspicious"
		if loose != (f.ResultUsage.Reason != "") {
			t.Errorf("%s: usage %q for the reason %q", f.Name, f.ResultUsage.Usage, f.ResultUsage.Reason)
		}
		for _, b := range f.Contract.Behaviors {
			for _, l := range b.Locations {
				loose = loose || !l.Mentioned && l.Text != `\result`
			}
		}
		if loose {
			got[f.Name] = true
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("loose contracts (-want +got):\n%s", diff)
	}
}

// What the functions request says of one small program.
func TestRealFunctionTable(t *testing.T) {
	dir := t.TempDir()
	text := `/*@ predicate below(integer a, integer b) = 0 <= a < b; */
/*@ requires n >= 0; decreases n for below; assigns \nothing; ensures \result == 0; */
int down(int n) { return n == 0 ? 0 : down(n - 1); }
static void helper(int *p) { *p = 1; }
static void passed_on(void) {}
static void loop(int n) {
  /*@ loop assigns n; loop variant n for below; */
  while (n > 0) n--;
  /*@ loop assigns n; loop variant n; */
  while (n > 0) n--;
  while (n > 0) n--;
}
void (*hook)(void) = passed_on;
int no_contract(int *p) { return *p; }
int main(void) { int x; helper(&x); helper(&x); loop(x); return down(x); }
`
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	functions, err := loaded(t, dir, "a.c").Functions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]framac.Function{}
	exempt := []string{}
	for _, f := range functions {
		table[f.Name] = f
		if f.Exempt {
			exempt = append(exempt, f.Name)
		}
	}
	if want := []string{"helper", "loop", "main"}; !slices.Equal(exempt, want) {
		t.Errorf("exempt: %v, not %v, of %v", exempt, want, slices.Sorted(maps.Keys(table)))
	}
	if f := table["down"]; !f.Recursive || f.DecreasesRelation != "below" || f.ResultUsage != (framac.ResultUsage{Usage: "constrained"}) {
		t.Errorf("down: %+v", f)
	}
	if f := table["no_contract"]; f.Recursive || f.DecreasesRelation != "" || f.ResultUsage != (framac.ResultUsage{Usage: "none"}) {
		t.Errorf("no_contract: %+v", f)
	}
	var relations []string
	for _, l := range table["loop"].Loops {
		relations = append(relations, fmt.Sprint(l.Variant, " ", l.VariantRelation))
	}
	if want := []string{"true below", "true ", "false "}; !slices.Equal(relations, want) {
		t.Errorf("variants: %q, not %q", relations, want)
	}
}

// Statements that no analysis reached and that only EVA would have checked.
func TestRealUnreachedRisky(t *testing.T) {
	dir := t.TempDir()
	text := `int never(int *p, int *q, int c)
{
  int x, a[3], y = 1;
  if (c == 0) return 0;
  if (p < q) c++;      /* risky */
  if (p == 0) c++;
  if (p != q) c++;     /* risky */
  c = q - p;           /* risky */
  if (c) x = 3;
  y += x;              /* risky */
  a[1] = sizeof(x);
  c += a[1];           /* risky */
  return c + y;
}
int main(int argc) { int z; z = argc; return z + never(0, 0, 0); }
`
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run, err := loaded(t, dir, "a.c").RunEva(t.Context(), "main", false)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, f := range run.Functions {
		got[f.Name] = f.UnreachedRisky
	}
	if diff := cmp.Diff(map[string]int{"never": strings.Count(text, "/* risky */"), "main": 0}, got); diff != "" {
		t.Errorf("risky statements not reached in %s (-want +got):\n%s", run.State, diff)
	}
}

// Locals that are read, or whose address is given away, before every path has
// assigned them.
func TestRealDoubtful(t *testing.T) {
	dir := t.TempDir()
	text := `struct s { int a, b; };
void set(int *p);
int settled(int n)
{
  int x, i, y = 1;
  struct s s, w;
  if (n) x = 1; else x = 2;
  for (i = 0; i < n; i++) y += x;
  s.a = x;
  s.b = s.a;
  w = s;
  return y + w.b + sizeof(n);
}
int open(int n)
{
  int x, z, t[2];
  struct s s;
  if (n) x = 1;
  n += x;              /* doubtful */
  set(&z);             /* doubtful */
  n += z;              /* doubtful */
  t[0] = 1;
  n += t[0];           /* doubtful */
  s.a = 1;
  n += s.b;            /* doubtful */
  while (n > 9) { int y; if (n > 99) y = 1;
    n -= y;            /* doubtful */
  }
  return n;
}
int main(void) { return settled(1) + open(2); }
`
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run, err := loaded(t, dir, "a.c").RunEva(t.Context(), "main", false)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, f := range run.Functions {
		got[f.Name] = f.Doubtful
	}
	if diff := cmp.Diff(map[string]int{"settled": 0, "open": strings.Count(text, "/* doubtful */"), "main": 0}, got); diff != "" {
		t.Errorf("doubtful statements (-want +got):\n%s", diff)
	}
}
