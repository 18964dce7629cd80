package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
)

// series are the measurements of one case, a value a round.
type series struct {
	raw, cold, again []float64 // seconds
	rawGoals         Goals     // of the last round
	said             said      // of the last cold run
}

// measure adds one round. The one that goes first alternates, because it
// finds the files in a colder page cache.
func (s *series) measure(ctx context.Context, round int, c Case, raw rawFramaC, f candidate) error {
	runRaw := func() error {
		seconds, goals, err := raw.run(ctx, c)
		s.raw, s.rawGoals = append(s.raw, seconds), goals
		return err
	}
	runFcv := func() error {
		cold, again, err := f.run(ctx, c)
		s.cold, s.again, s.said = append(s.cold, cold.seconds), append(s.again, again.seconds), cold
		return err
	}
	steps := []func() error{runRaw, runFcv}
	if round%2 == 1 {
		slices.Reverse(steps)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// Times summarises one command over all rounds, in seconds.
type Times struct {
	Median float64   `json:"median"`
	Min    float64   `json:"min"`
	Max    float64   `json:"max"`
	All    []float64 `json:"all"` // in the order of the rounds
}

// timesOf needs at least one value.
func timesOf(values []float64) Times {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	t := Times{Min: sorted[0], Max: sorted[n-1], Median: (sorted[(n-1)/2] + sorted[n/2]) / 2}
	for _, v := range values {
		t.All = append(t.All, milli(v))
	}
	t.Median, t.Min, t.Max = milli(t.Median), milli(t.Min), milli(t.Max)
	return t
}

// milli cuts a time to what the clock and the scheduler can mean.
func milli(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

// Row is one case of the outcome.
type Row struct {
	Name     string   `json:"name"`
	Files    []string `json:"files"`
	Raw      Times    `json:"raw"`
	RawGoals Goals    `json:"raw_goals"`
	Fcv      Times    `json:"fcv"`
	FcvGoals Goals    `json:"fcv_goals"` // with smoke tests
	Smoke    int      `json:"smoke"`     // how many of them are smoke tests
	Verdict  string   `json:"verdict"`
	Gaps     int      `json:"gaps"`
	Again    Times    `json:"again"` // fcv on the cache of the cold run
	Ratio    float64  `json:"ratio"` // median of fcv, cold, over median of raw
}

// Document is the outcome of a whole run.
type Document struct {
	Schema  string `json:"schema"` // "fcv.bench.v1"
	Cores   int    `json:"cores"`
	Provers string `json:"provers"`
	Timeout int    `json:"timeout"` // seconds
	Par     int    `json:"par"`
	Rounds  int    `json:"rounds"`
	Cases   []Row  `json:"cases"`
}

func document(o options, cases []Case, all []series) Document {
	d := Document{
		Schema: "fcv.bench.v1", Cores: runtime.NumCPU(),
		Provers: o.provers, Timeout: o.timeout, Par: o.par, Rounds: o.rounds, Cases: []Row{},
	}
	for i, c := range cases {
		s := all[i]
		r := Row{
			Name: c.Name, Files: c.Files,
			Raw: timesOf(s.raw), RawGoals: s.rawGoals,
			Fcv: timesOf(s.cold), FcvGoals: s.said.goals, Smoke: s.said.smoke,
			Verdict: s.said.verdict, Gaps: s.said.gaps,
			Again: timesOf(s.again),
		}
		r.Ratio = math.Round(r.Fcv.Median/r.Raw.Median*100) / 100
		d.Cases = append(d.Cases, r)
	}
	return d
}

func (d Document) writeJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(d)
}

func (d Document) writeTable(w io.Writer) error {
	fmt.Fprintf(w, "%d rounds, %s, %d s a goal, %d at a time, %d cores; seconds of wall time\n\n",
		d.Rounds, d.Provers, d.Timeout, d.Par, d.Cores)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, strings.Join([]string{
		"case", "raw", "min-max", "fcv", "min-max", "ratio", "again", "raw goals", "fcv goals", "smoke", "verdict", "",
	}, "\t"))
	for _, r := range d.Cases {
		verdict := r.Verdict
		if r.Gaps > 0 {
			verdict = fmt.Sprintf("%s (%d)", verdict, r.Gaps)
		}
		fmt.Fprintf(t, "%s\t%.2f\t%.2f-%.2f\t%.2f\t%.2f-%.2f\t%.2f\t%.2f\t%d/%d\t%d/%d\t%d\t%s\t\n",
			r.Name, r.Raw.Median, r.Raw.Min, r.Raw.Max, r.Fcv.Median, r.Fcv.Min, r.Fcv.Max, r.Ratio, r.Again.Median,
			r.RawGoals.Proved, r.RawGoals.Total, r.FcvGoals.Proved, r.FcvGoals.Total, r.Smoke, verdict)
	}
	return t.Flush()
}
