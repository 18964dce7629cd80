// Command bench compares fcv with raw Frama-C on the same files.
//
//	go build -o fcv . && go run ./bench --fcv ./fcv --rounds 5
//	go run ./bench --fcv ./fcv --libraries DIR --scale 60 --json
//	go run ./bench --generate 200 > scale.c
//
// Both run in turns within one round, on the same machine under the same
// load, with the same provers, limit and number of proofs at a time; which of
// the two goes first alternates. Raw is what a person would type:
//
//	frama-c -rte -eva FILES -then -wp -wp-prover P -wp-timeout T -wp-par N
//
// (`-wp -wp-rte` alone for a library without main, from which EVA could not
// start). fcv starts cold, with a cache directory that holds the compiled
// plug-in and no answer; then the same check is run once more on the cache
// that the cold one left ("again"). fcv does more than raw does: it also
// checks memory-model hypotheses, termination and smoke tests, so its goals
// are more.
//
// The table, or with --json one document, goes to standard output. Exit code
// 1: a command could not be run; 2: usage; 130: interrupted, after everything
// that the bench started has been ended.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// options are the command line.
type options struct {
	fcv       string // the binary under test; "": "fcv" in PATH
	framac    string // raw Frama-C
	provers   string // as -wp-prover takes them
	timeout   int    // seconds a goal and prover
	par       int    // proofs at a time
	rounds    int
	programs  string // directory of small annotated files; "": none
	libraries string // directory of C libraries, one a sub-directory; "": none
	scale     int    // functions of a generated program to measure; 0: none
	only      string // part of the name that cases must have; "": all
	generate  int    // write a generated program of so many functions and stop; 0: measure
	json      bool
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.fcv, "fcv", "fcv", "the fcv `binary` to measure")
	flags.StringVar(&o.framac, "frama-c", "frama-c", "the Frama-C `binary` to compare with")
	flags.StringVar(&o.provers, "provers", "z3,cvc4", "provers for both, a comma `list`")
	flags.IntVar(&o.timeout, "timeout", 5, "`seconds` a goal and prover")
	flags.IntVar(&o.par, "par", runtime.NumCPU(), "proofs at a time")
	flags.IntVar(&o.rounds, "rounds", 3, "how often everything is run")
	flags.StringVar(&o.programs, "programs", filepath.Join("testdata", "programs"), "`directory` of small files, \"\" for none")
	flags.StringVar(&o.libraries, "libraries", "", "`directory` with C libraries in sub-directories")
	flags.IntVar(&o.scale, "scale", 0, "also measure a generated program of `N` functions")
	flags.StringVar(&o.only, "only", "", "measure only cases with `TEXT` in their name")
	flags.IntVar(&o.generate, "generate", 0, "print a program of `N` functions and stop")
	flags.BoolVar(&o.json, "json", false, "write one JSON document instead of a table")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if err := o.check(flags.Args()); err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	if o.generate > 0 {
		if err := generate(stdout, o.generate); err != nil {
			fmt.Fprintln(stderr, "bench:", err)
			return 1
		}
		return 0
	}
	err := measure(ctx, o, stdout, stderr)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "bench: interrupted")
		return 130
	case err != nil:
		fmt.Fprintln(stderr, "bench:", err)
		return 1
	}
	return 0
}

// check refuses numbers that mean nothing.
func (o options) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %q", strings.Join(rest, " "))
	case o.rounds < 1:
		return fmt.Errorf("--rounds %d: want at least 1", o.rounds)
	case o.timeout < 1:
		return fmt.Errorf("--timeout %d: want at least 1 second", o.timeout)
	case o.par < 1:
		return fmt.Errorf("--par %d: want at least 1", o.par)
	case o.scale < 0 || o.generate < 0:
		return errors.New("--scale and --generate take a number of functions")
	}
	return nil
}

// measure runs all rounds over all cases and writes the outcome.
func measure(ctx context.Context, o options, stdout, stderr io.Writer) error {
	work, err := os.MkdirTemp("", "fcv-bench-")
	if err != nil {
		return fmt.Errorf("making a directory to work in: %w", err)
	}
	defer os.RemoveAll(work)
	cases, err := findCases(o, work)
	if err != nil {
		return err
	}
	candidate, err := newCandidate(ctx, o, work)
	if err != nil {
		return err
	}
	raw := rawFramaC{program: o.framac, provers: o.provers, timeout: o.timeout, par: o.par}
	series := make([]series, len(cases))
	for round := range o.rounds {
		for i, c := range cases {
			fmt.Fprintf(stderr, "round %d of %d: %s\n", round+1, o.rounds, c.Name)
			if err := series[i].measure(ctx, round, c, raw, candidate); err != nil {
				return err
			}
		}
	}
	doc := document(o, cases, series)
	if o.json {
		return doc.writeJSON(stdout)
	}
	return doc.writeTable(stdout)
}
