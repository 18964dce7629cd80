package check

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fcv/framac"

	"github.com/google/go-cmp/cmp"
)

var someProvers = []framac.Prover{{Name: "Z3", Version: "4.8.12"}, {Name: "Homemade", Version: "1"}, {Name: "CVC4", Version: "1.8"}}

func TestSettings(t *testing.T) {
	number := func(n int) *int { return &n }
	tests := []struct {
		name    string
		request Request
		check   func(Settings) bool
	}{
		{"the default model", Request{}, func(s Settings) bool { return s.Model == DefaultModel && slices.Contains(soundModels, s.Model) }},
		{"a model", Request{Model: "Typed"}, func(s Settings) bool { return s.Model == "Typed" }},
		{"all cores", Request{}, func(s Settings) bool { return s.Par == 8 }},
		{"one proof at a time", Request{Par: 1}, func(s Settings) bool { return s.Par == 1 }},
		{"a limit of one's own", Request{Timeout: 7}, func(s Settings) bool { return s.Timeout == 7 }},
		{"the first round is within the limit", Request{Profile: "deep", Timeout: 1}, func(s Settings) bool { return s.QuickTimeout == 1 }},
		{"no precision", Request{Precision: number(0)}, func(s Settings) bool { return s.Precision == 0 }},
		{"Frama-C's slevel", Request{}, func(s Settings) bool { return s.Slevel == -1 }},
		{"no slevel", Request{Slevel: number(0)}, func(s Settings) bool { return s.Slevel == 0 }},
		{"a step limit for smoke tests", Request{}, func(s Settings) bool { return s.SmokeSteps > 0 && s.SmokeTimeout > 0 }},
		{"the quickest prover first, strangers last", Request{}, func(s Settings) bool {
			return slices.Equal(proverIDs(s.Provers), []string{"CVC4:1.8", "Z3:4.8.12", "Homemade:1"})
		}},
	}
	for _, test := range tests {
		s, err := resolveSettings(test.request, someProvers, 8)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if !test.check(s) {
			t.Errorf("%s: %+v", test.name, s)
		}
	}
}

// TestProfiles: more effort is never less of anything, and an unknown name is
// answered with those there are.
func TestProfiles(t *testing.T) {
	var before Settings
	for _, name := range Profiles() {
		s, err := resolveSettings(Request{Profile: name}, someProvers, 1)
		if err != nil {
			t.Fatal(err)
		}
		if s.Timeout <= before.Timeout || s.QuickTimeout < before.QuickTimeout || s.SmokeTimeout < before.SmokeTimeout ||
			s.SmokeSteps < before.SmokeSteps || s.Precision < before.Precision {
			t.Errorf("%s makes less effort than the profile before: %+v after %+v", name, s, before)
		}
		before = s
	}
	_, err := resolveSettings(Request{Profile: "slow"}, nil, 1)
	var input *InputError
	if !errors.As(err, &input) {
		t.Fatalf("an unknown profile is answered with %v", err)
	}
	for _, name := range Profiles() {
		if !strings.Contains(input.Advice, name) {
			t.Errorf("the advice %q does not name %s", input.Advice, name)
		}
	}
}

// TestSmokeStepsAreOfOneUnit: a limit in CVC's steps means nothing to others.
func TestSmokeStepsAreOfOneUnit(t *testing.T) {
	s, err := resolveSettings(Request{}, someProvers[:1], 1)
	if err != nil {
		t.Fatal(err)
	}
	if s.SmokeSteps != 0 {
		t.Errorf("Z3 is limited to %d steps of CVC's", s.SmokeSteps)
	}
}

// TestArguments: what the claim rests on is on the command line, and words of
// the user's come last, where they win and settingGaps judges them.
func TestArguments(t *testing.T) {
	r := Request{Machdep: "gcc_x86_64", FramaC: []string{"-wp-verbose", "2"}}
	s, err := resolveSettings(r, someProvers, 2)
	if err != nil {
		t.Fatal(err)
	}
	wp := wpArgs(r, s)
	for _, option := range []string{"-wp-check-memory-model", "-wp-definitions-terminate", "-wp-smoke-tests", "-machdep", "-wp-model"} {
		if !slices.Contains(wp, option) {
			t.Errorf("WP runs without %s: %q", option, wp)
		}
	}
	for _, args := range [][]string{wp, evaArgs(r, s)} {
		if diff := cmp.Diff(r.FramaC, args[len(args)-2:]); diff != "" {
			t.Error(diff)
		}
		if i := slices.Index(args, "-machdep"); i < 0 || args[i+1] != "gcc_x86_64" {
			t.Errorf("no machdep in %q", args)
		}
	}
	if eva := evaArgs(r, s); slices.Contains(eva, "-eva-slevel") {
		t.Errorf("EVA's slevel is set although nobody asked: %q", eva)
	}
}
