package check

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// released reads a list of names that may only grow.
func released(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(string(b))
	if len(names) < 16 {
		t.Fatalf("%s holds %d names: it was cut", name, len(names))
	}
	return names
}

// Consumers parse the codes: one that was released stays, in its place.
func TestReleasedCodesRemain(t *testing.T) {
	want := released(t, "released-codes.txt")
	var have []string
	for _, info := range Codes() {
		have = append(have, string(info.Code))
	}
	if len(want) < 43 {
		t.Errorf("the list of released codes has shrunk to %d", len(want))
	}
	for _, code := range want {
		if !slices.Contains(have, code) {
			t.Errorf("released code %s is gone; removing one needs v3", code)
		}
	}
	for _, code := range have {
		if !slices.Contains(want, code) {
			t.Errorf("code %s is not in released-codes.txt: add it at the end", code)
		}
	}
	if !slices.Equal(have, want) {
		t.Errorf("order differs from released-codes.txt:\n have %q\n want %q", have, want)
	}
}

func TestCodeTexts(t *testing.T) {
	seen := map[Code]bool{}
	for _, info := range Codes() {
		t.Run(string(info.Code), func(t *testing.T) {
			if seen[info.Code] {
				t.Error("is in the table twice")
			}
			seen[info.Code] = true
			if info.Level != LevelError && info.Level != LevelWarning {
				t.Errorf("level is %q", info.Level)
			}
			for _, line := range []struct {
				what, text string
				limit      int
			}{{"meaning", info.Meaning, 82}, {"guidance", info.Guidance, 110}} {
				if line.text == "" || strings.Contains(line.text, "\n") || len(line.text) > line.limit || strings.HasSuffix(line.text, ".") {
					t.Errorf("%s is no single line of at most %d bytes without full stop: %q", line.what, line.limit, line.text)
				}
			}
			for what, text := range map[string]string{"example": info.Example, "close": info.Close, "do not": info.DoNot} {
				if strings.TrimSpace(text) == "" {
					t.Errorf("%s is empty", what)
				}
				for line := range strings.Lines(text) {
					if len(strings.TrimRight(line, "\n")) > 110 || strings.Contains(line, "\t") {
						t.Errorf("%s has a line too long for a terminal, or a tab: %q", what, line)
					}
				}
			}
			if info.Since == "" {
				t.Error("nobody says since when")
			}
			if got, ok := Info(info.Code); !ok || got != info {
				t.Errorf("Info answers %v, %v", got.Code, ok)
			}
			if strings.Count(info.Example, "/*") != strings.Count(info.Example, "*/") {
				t.Error("the example leaves a comment open")
			}
		})
	}
	if _, ok := Info("NO_SUCH_CODE"); ok {
		t.Error("Info knows a code that does not exist")
	}
}

func TestExplain(t *testing.T) {
	for _, spelling := range []string{"GOAL_NOT_VALID", "goal_not_valid", " goal-not-valid "} {
		var b bytes.Buffer
		if err := Explain(&b, spelling); err != nil {
			t.Fatalf("Explain(%q): %v", spelling, err)
		}
		for _, part := range []string{"GOAL_NOT_VALID (error", "Example\n", "How to close it\n", "What not to do\n", "ensures \\result >= 0"} {
			if !strings.Contains(b.String(), part) {
				t.Errorf("Explain(%q) does not say %q:\n%s", spelling, part, b.String())
			}
		}
	}
	err := Explain(&bytes.Buffer{}, "goal_invalid")
	var unknown *UnknownCodeError
	if !errors.As(err, &unknown) {
		t.Fatalf("Explain of an unknown code: %v", err)
	}
	if !strings.Contains(unknown.Hint(), "GOAL_NOT_VALID") {
		t.Errorf("hint %q does not lead to the code that was meant", unknown.Hint())
	}
	unknown = nil
	if err := Explain(&bytes.Buffer{}, "zzz"); !errors.As(err, &unknown) || !strings.Contains(unknown.Hint(), "docs/codes.md") {
		t.Errorf("Explain of nonsense: %v", err)
	}
}

// Every code leads somewhere, and exactly one rule says where.
func TestNextRulesCoverEveryCode(t *testing.T) {
	count := map[Code]int{}
	for _, rule := range nextRules() {
		for _, c := range rule.codes {
			count[c]++
		}
	}
	for _, info := range Codes() {
		if count[info.Code] != 1 {
			t.Errorf("%s is in %d rules for the next call", info.Code, count[info.Code])
		}
	}
	if len(count) != len(Codes()) {
		t.Errorf("the rules know %d codes, the table %d", len(count), len(Codes()))
	}
}
