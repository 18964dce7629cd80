package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestProvedGoals(t *testing.T) {
	out := "[wp] Proved goals:    1 /  2\n  Qed: 1\n[wp] Proved goals:   16 / 17\n"
	got, err := provedGoals([]byte(out))
	if want := (Goals{16, 17}); err != nil || got != want {
		t.Errorf("goals %v (%v), want %v", got, err, want)
	}
	if got, err := provedGoals([]byte("[wp] No goal generated\n")); err == nil {
		t.Errorf("goals %v from an output without any, want an error", got)
	}
}

func TestRawArguments(t *testing.T) {
	raw := rawFramaC{provers: "z3,cvc4", timeout: 5, par: 2}
	wp := "-wp -wp-prover z3,cvc4 -wp-timeout 5 -wp-par 2 -wp-cache none"
	for _, tt := range []struct {
		c    Case
		want string
	}{
		{Case{Files: []string{"a.c", "b.c"}, Main: true}, "-rte -eva a.c b.c -then " + wp},
		{Case{Files: []string{"a.c"}}, "a.c " + wp + " -wp-rte"},
	} {
		if got := strings.Join(raw.args(tt.c), " "); got != tt.want {
			t.Errorf("arguments %q, want %q", got, tt.want)
		}
	}
}

func TestReadReport(t *testing.T) {
	got, err := readReport([]byte(`{"verdict":"incomplete","incomplete":[{},{}],"wp":{"goals":9,"proved":8,"smoke":3}}`))
	want := said{verdict: "incomplete", gaps: 2, goals: Goals{8, 9}, smoke: 3}
	if err != nil || got != want {
		t.Errorf("report %+v (%v), want %+v", got, err, want)
	}
	for _, text := range []string{"", "{}", `{"verdict":"incomplete","wp":null}`, `{"wp":{"goals":1}}`} {
		if got, err := readReport([]byte(text)); err == nil {
			t.Errorf("%q was read as %+v, want an error", text, got)
		}
	}
}

func TestTimes(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   Times
	}{
		{[]float64{2}, Times{Median: 2, Min: 2, Max: 2, All: []float64{2}}},
		{[]float64{9, 1, 2}, Times{Median: 2, Min: 1, Max: 9, All: []float64{9, 1, 2}}},
		{[]float64{4, 1, 2, 9.0004}, Times{Median: 3, Min: 1, Max: 9, All: []float64{4, 1, 2, 9}}},
	} {
		if diff := cmp.Diff(tt.want, timesOf(tt.values)); diff != "" {
			t.Errorf("times of %v (-want +got):\n%s", tt.values, diff)
		}
	}
}

func TestOutput(t *testing.T) {
	s := series{
		raw: []float64{4, 6}, cold: []float64{1, 2}, again: []float64{0.25, 0.25},
		rawGoals: Goals{7, 7}, said: said{verdict: "incomplete", gaps: 2, goals: Goals{10, 12}, smoke: 5},
	}
	d := document(options{rounds: 2, provers: "z3", timeout: 5, par: 2}, []Case{{Name: "swap", Files: []string{"swap.c"}}}, []series{s})
	d.Cores = 4
	var table bytes.Buffer
	if err := d.writeTable(&table); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(table.String(), "\n"), "\n")
	if want := "2 rounds, z3, 5 s a goal, 2 at a time, 4 cores; seconds of wall time"; lines[0] != want {
		t.Errorf("first line %q, want %q", lines[0], want)
	}
	want := []string{"swap", "5.00", "4.00-6.00", "1.50", "1.00-2.00", "0.30", "0.25", "7/7", "10/12", "5", "incomplete", "(2)"}
	if diff := cmp.Diff(want, strings.Fields(lines[len(lines)-1])); diff != "" {
		t.Errorf("row (-want +got):\n%s", diff)
	}
	var text bytes.Buffer
	if err := d.writeJSON(&text); err != nil {
		t.Fatal(err)
	}
	var back Document
	if err := json.Unmarshal(text.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d, back); diff != "" {
		t.Errorf("document read back (-want +got):\n%s", diff)
	}
}

func TestGenerate(t *testing.T) {
	definition := regexp.MustCompile(`(?m)^(?:void|int) (\w+)\((?:int n, int v|void)\)$`)
	call := regexp.MustCompile(`(?m)^  (\w+)\((?:n, v|SIZE, 3)\);$`)
	for _, n := range []int{1, 2, 7, 8, 9, 64, 65, 200} {
		var one, two bytes.Buffer
		if err := errors.Join(generate(&one, n), generate(&two, n)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%d functions: two programs differ", n)
		}
		var defined []string
		for _, m := range definition.FindAllStringSubmatch(one.String(), -1) {
			defined = append(defined, m[1])
		}
		if got := strings.Count(strings.Join(defined, " "), "fill_"); got != n {
			t.Errorf("%d functions: %d with a loop", n, got)
		}
		called := map[string]bool{"main": true}
		for _, m := range call.FindAllStringSubmatch(one.String(), -1) {
			called[m[1]] = true
			if !slices.Contains(defined, m[1]) {
				t.Errorf("%d functions: %s is called and not defined", n, m[1])
			}
		}
		for _, name := range defined {
			if !called[name] {
				t.Errorf("%d functions: nothing calls %s", n, name)
			}
		}
	}
	for _, n := range []int{0, maxWorkers + 1} {
		if err := generate(&bytes.Buffer{}, n); err == nil {
			t.Errorf("%d functions: want an error", n)
		}
	}
}

func TestFindCases(t *testing.T) {
	work, libs := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"ring/ring.c": "int ring;\n", "ring/main.c": "int main(void) { return 0; }\n", "ring/ring.h": "",
		"set/set.c": "void domain(void) {}\n", "docs/README": "",
	} {
		path := filepath.Join(libs, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	programs := filepath.Join("..", "testdata", "programs")
	got, err := findCases(options{programs: programs, libraries: libs, scale: 3}, work)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(smallPrograms)+3 {
		t.Fatalf("%d cases, want %d small ones and 3 more", len(got), len(smallPrograms))
	}
	want := []Case{
		{Name: "ring", Dir: filepath.Join(libs, "ring"), Files: []string{"main.c", "ring.c"}, Main: true},
		{Name: "set", Dir: filepath.Join(libs, "set"), Files: []string{"set.c"}},
		{Name: "scale_3", Dir: work, Files: []string{"scale_3.c"}, Main: true},
	}
	if diff := cmp.Diff(want, got[len(smallPrograms):]); diff != "" {
		t.Errorf("cases (-want +got):\n%s", diff)
	}
	for _, c := range got[:len(smallPrograms)] {
		if !c.Main {
			t.Errorf("%s: no main found", c.Name)
		}
	}
	if got, err := findCases(options{libraries: libs, only: "nothing"}, work); err == nil {
		t.Errorf("cases %v although none has the name, want an error", got)
	}
	if got, err := findCases(options{libraries: work}, work); err != nil {
		t.Errorf("a directory that is itself a library: %v (%v)", got, err)
	}
}

// TestExecuteLeavesNobody: what a command leaves in its group is killed, and
// so is a command that is interrupted.
func TestExecuteLeavesNobody(t *testing.T) {
	done, err := execute(t.Context(), t.TempDir(), nil, "/bin/sh", "-c", "sleep 300 >/dev/null 2>&1 & echo $!; exit 3")
	if err != nil || done.exit != 3 {
		t.Fatalf("exit code %d (%v), want 3", done.exit, err)
	}
	gone(t, string(done.stdout))

	pidFile := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if text, err := os.ReadFile(pidFile); err == nil && len(text) > 0 {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	_, err = execute(ctx, t.TempDir(), nil, "/bin/sh", "-c", "echo $$ > "+pidFile+"; exec sleep 300")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was cancelled", err)
	}
	text, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	gone(t, string(text))
}

// gone fails when the process is still there; a zombie that waits for its
// reaper does not count.
func gone(t *testing.T, text string) {
	t.Helper()
	pid, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return
		}
		stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("process %d is still there", pid)
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{
		{"--rounds", "0"}, {"--timeout", "-1"}, {"--par", "0"}, {"--scale", "-2"}, {"--generate", "-1"}, {"extra"}, {"--no-such-flag"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), args, &stdout, &stderr); code != 2 || stdout.Len() > 0 || stderr.Len() == 0 {
			t.Errorf("%v: exit code %d, stdout %q, stderr %q; want 2 and a message on stderr", args, code, &stdout, &stderr)
		}
	}
}
