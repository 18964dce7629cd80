package corpus

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"
)

// root is the module's directory, seen from this package's.
var root = filepath.Join("..", "..")

// ownTable are the programs of this repository.
var ownTable = filepath.Join(root, "testdata", "programs", "cases.tsv")

// tablesVar names further tables, separated as in PATH.
const tablesVar = "FCV_CORPUS"

// caseLimit ends a run that hangs; no case is near it.
const caseLimit = 10 * time.Minute

// atOnce is how many checks run side by side: each keeps two cores busy.
const atOnce = 2

// fcv is the binary under test, built by TestMain; empty under -short.
var fcv string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if testing.Short() {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "fcv-corpus-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	fcv = filepath.Join(dir, "fcv")
	build := exec.Command("go", "build", "-o", fcv, ".")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building fcv: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// TestPrograms checks every case of our own table and of the tables named by
// FCV_CORPUS, and prints what disagrees with the truth.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out the runs of Frama-C")
	}
	var (
		slots  = make(chan struct{}, atOnce)
		result = &summary{}
	)
	t.Cleanup(func() { t.Log(result.String()) })
	for _, table := range tables(t) {
		cases, err := ReadTable(table)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		t.Run(tableName(table), func(t *testing.T) {
			for _, c := range cases {
				t.Run(c.Name, func(t *testing.T) {
					t.Parallel()
					slots <- struct{}{}
					defer func() { <-slots }()
					faults, stderr := checkCase(t.Context(), c)
					result.add(c, faults)
					for _, f := range faults {
						t.Errorf("%s", f)
					}
					if len(faults) > 0 && stderr != "" {
						t.Logf("standard error ends with:\n%s", stderr)
					}
				})
			}
		})
	}
}

// checkCase runs a case and judges it; a run that did not end is a fault too.
func checkCase(ctx context.Context, c Case) (faults []string, stderr string) {
	ctx, cancel := context.WithTimeoutCause(ctx, caseLimit, errors.New("no answer within "+caseLimit.String()))
	defer cancel()
	outcome, err := Run(ctx, fcv, c)
	if err != nil {
		return []string{err.Error()}, ""
	}
	return Judge(c, outcome), outcome.Stderr
}

// tables are the paths of all tables, those of this repository first.
func tables(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "testdata", "*", "cases.tsv"))
	if err != nil || len(paths) < 3 {
		t.Fatalf("found the tables %v (%v), and there are at least three", paths, err)
	}
	for _, p := range filepath.SplitList(os.Getenv(tablesVar)) {
		if p != "" {
			paths = append(paths, p)
		}
	}
	return paths
}

// tableName names a table after its directory, for the names of subtests.
func tableName(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return filepath.Base(filepath.Dir(abs))
}

// summary collects the disagreements of cases that run side by side.
type summary struct {
	mu    sync.Mutex
	total int
	wrong []verdictRow
}

type verdictRow struct {
	name   string
	class  Class
	faults []string
}

func (s *summary) add(c Case, faults []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total++
	if len(faults) > 0 {
		s.wrong = append(s.wrong, verdictRow{c.Name, c.Class, faults})
	}
}

// String is the table of disagreements, by name.
func (s *summary) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.SortStableFunc(s.wrong, func(a, b verdictRow) int { return strings.Compare(a.name, b.name) })
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d cases as the truth is\n", s.total-len(s.wrong), s.total)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range s.wrong {
		for i, f := range row.faults {
			name, class := row.name, string(row.class)
			if i > 0 {
				name, class = "", ""
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", name, class, f)
		}
	}
	w.Flush()
	return b.String()
}

func TestSummary(t *testing.T) {
	s := &summary{}
	s.add(Case{Name: "b", Class: Trap}, []string{"PROVED", "expected X, raised nothing"})
	s.add(Case{Name: "fine", Class: Sound}, nil)
	s.add(Case{Name: "a", Class: Sound}, []string{"sound, but incomplete: Y"})
	want := strings.Join([]string{
		"1 of 3 cases as the truth is",
		"a  sound  sound, but incomplete: Y",
		"b  trap   PROVED",
		"          expected X, raised nothing",
		"",
	}, "\n")
	if got := s.String(); got != want {
		t.Errorf("summary:\n%s\nwant:\n%s", got, want)
	}
}
