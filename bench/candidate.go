package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// candidate is the fcv under test, with the cache directory a cold run starts
// from: it holds the compiled plug-in and the answers to a program that is in
// no case.
type candidate struct {
	program string // absolute
	flags   []string
	seed    string // cache directory after the warm-up; never written again
	work    string
}

// said is what one run of fcv said.
type said struct {
	seconds float64
	verdict string
	gaps    int
	goals   Goals // with smoke tests that passed
	smoke   int   // how many of them are smoke tests
}

// newCandidate finds the binary and lets it build its plug-in once, outside
// of every measurement.
func newCandidate(ctx context.Context, o options, work string) (candidate, error) {
	path, err := exec.LookPath(o.fcv)
	if err != nil {
		return candidate{}, fmt.Errorf("finding fcv (build it with \"go build -o fcv .\" and name it with --fcv): %w", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return candidate{}, fmt.Errorf("finding fcv: %w", err)
	}
	f := candidate{
		program: path,
		flags: []string{
			"check", "--format", "json", "--provers", o.provers,
			"--timeout", strconv.Itoa(o.timeout), "--par", strconv.Itoa(o.par), "--quiet", "--",
		},
		seed: filepath.Join(work, "seed"),
		work: work,
	}
	const warmUp = "/*@ terminates \\true; assigns \\nothing; ensures \\result == 1; */\nint main(void) { return 1; }\n"
	if err := os.Mkdir(f.seed, 0o700); err != nil {
		return candidate{}, fmt.Errorf("making a cache directory: %w", err)
	}
	if err := os.WriteFile(filepath.Join(work, "warm_up.c"), []byte(warmUp), 0o600); err != nil {
		return candidate{}, fmt.Errorf("writing the warm-up program: %w", err)
	}
	if _, err := f.check(ctx, Case{Name: "warm_up", Dir: work, Files: []string{"warm_up.c"}}, f.seed); err != nil {
		return candidate{}, fmt.Errorf("warming up: %w", err)
	}
	return f, nil
}

// run checks c cold and then again.
func (f candidate) run(ctx context.Context, c Case) (cold, again said, err error) {
	cache := filepath.Join(f.work, "cache")
	defer os.RemoveAll(cache)
	if err := os.CopyFS(cache, os.DirFS(f.seed)); err != nil {
		return cold, again, fmt.Errorf("copying the cache: %w", err)
	}
	if cold, err = f.check(ctx, c, cache); err != nil {
		return cold, again, err
	}
	again, err = f.check(ctx, c, cache)
	return cold, again, err
}

// check runs fcv once with its cache in the given directory.
func (f candidate) check(ctx context.Context, c Case, cache string) (said, error) {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "FCV_CACHE_DIR=") {
			env = append(env, v)
		}
	}
	env = append(env, "FCV_CACHE_DIR="+cache)
	done, err := execute(ctx, c.Dir, env, f.program, append(f.flags[:len(f.flags):len(f.flags)], c.Files...)...)
	if err != nil {
		return said{}, err
	}
	if done.exit != 0 {
		return said{}, done.failure("fcv", c)
	}
	s, err := readReport(done.stdout)
	if err != nil {
		return said{}, fmt.Errorf("reading fcv's report on %s: %w", c.Name, err)
	}
	s.seconds = done.seconds
	return s, nil
}

// readReport takes what the table shows out of a report.
func readReport(data []byte) (said, error) {
	var report struct {
		Verdict    string            `json:"verdict"`
		Incomplete []json.RawMessage `json:"incomplete"`
		Wp         *struct {
			Goals  int `json:"goals"`
			Proved int `json:"proved"`
			Smoke  int `json:"smoke"`
		} `json:"wp"`
	}
	if err := json.Unmarshal(data, &report); err != nil {
		return said{}, err
	}
	if report.Verdict == "" || report.Wp == nil {
		return said{}, fmt.Errorf("verdict %q and wp %v: this run measured nothing", report.Verdict, report.Wp)
	}
	return said{
		verdict: report.Verdict,
		gaps:    len(report.Incomplete),
		goals:   Goals{report.Wp.Proved, report.Wp.Goals},
		smoke:   report.Wp.Smoke,
	}, nil
}
