package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/receipt"
)

func storedReports(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("testdata/report-*.json")
	if err != nil || len(paths) < 4 {
		t.Fatalf("stored reports: %q, %v", paths, err)
	}
	docs := map[string][]byte{}
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		docs[p] = b
	}
	return docs
}

func TestReadThenWriteIsTheIdentity(t *testing.T) {
	for path, doc := range storedReports(t) {
		r, err := ReadReport(bytes.NewReader(doc))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if diff := cmp.Diff(string(doc), string(encoded(t, r))); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
		rec, err := json.Marshal(r.ProofReceipt)
		if err != nil {
			t.Fatal(err)
		}
		if err := receipt.Verify(rec); err != nil {
			t.Errorf("%s: its receipt: %v", path, err)
		}
	}
}

// Members that a newer release added survive, where the format is additive.
func TestAdditiveMembersAreKept(t *testing.T) {
	doc := string(storedReports(t)["testdata/report-incomplete.json"])
	doc = strings.Replace(doc, `"code": "UNSAFE_MODEL",`, `"code": "UNSAFE_MODEL", "severity": {"A": 1, "a": [2.50]},`, 1)
	doc = strings.Replace(doc, `"verdict":`, `"timing": {"wall": 1.5}, "verdict":`, 1)
	r, err := ReadReport(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	out := encoded(t, r)
	var b bytes.Buffer
	if err := json.Compact(&b, out); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"severity":{"A":1,"a":[2.50]}`, `"timing":{"wall":1.5}`} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("%s was lost", part)
		}
	}
	sameJSON(t, []byte(doc), out)
	future, err := ReadReport(strings.NewReader(strings.ReplaceAll(doc, "UNSAFE_MODEL", "CODE_OF_A_LATER_RELEASE")))
	if err != nil {
		t.Fatalf("a code of a later release: %v", err)
	}
	if err := future.Encode(&bytes.Buffer{}); !errors.Is(err, ErrInvalidReport) {
		t.Errorf("writing a code this release does not know: %v", err)
	}
}

func TestStrictReading(t *testing.T) {
	docs := storedReports(t)
	proved, incomplete := string(docs["testdata/report-proved.json"]), string(docs["testdata/report-incomplete.json"])
	cases := []struct{ name, doc, old, new, want string }{
		{"other schema", proved, `check.v2"`, `check.v3"`, "schema is"},
		{"no schema", proved, `"schema": "frama-c-mcp.check.v2",`, ``, "schema is"},
		{"verdict in capitals", proved, `"verdict": "proved"`, `"verdict": "PROVED"`, "neither proved nor incomplete"},
		{"third verdict", proved, `"verdict": "proved"`, `"verdict": "failed"`, "neither proved nor incomplete"},
		{"null verdict", proved, `"verdict": "proved"`, `"verdict": null`, "null is not allowed"},
		{"number for a verdict", proved, `"verdict": "proved"`, `"verdict": 1`, "cannot unmarshal"},
		{"proved with gaps", incomplete, `"verdict": "incomplete"`, `"verdict": "proved"`, "verdict is proved with 7 gaps"},
		{"incomplete without gaps", proved, `"verdict": "proved"`, `"verdict": "incomplete"`, "verdict is incomplete with 0 gaps"},
		{"proved without EVA", proved, `"eva": {
    "state": "computed"`, `"eva": {
    "state": "aborted"`, "EVA is not complete"},
		{"member twice", proved, `"verdict": "proved"`, `"verdict": "incomplete", "verdict": "proved"`, "appears twice"},
		{"case-folded twin", proved, `"verdict": "proved"`, `"Verdict": "proved", "verdict": "incomplete"`, `differs from "verdict" in case only`},
		{"case-folded alone", incomplete, `"code": "UNSAFE_MODEL"`, `"Code": "UNSAFE_MODEL"`, `differs from "code" in case only`},
		{"long s folds too", proved, `"messages":`, `"me` + "\u017f" + `sages": [], "messages":`, "in case only"},
		{"unknown member deeper down", proved, `"functions": 3,`, `"functions": 3, "extra": 1,`, "reload.extra: unknown member"},
		{"twins among unknown members", proved, `"verdict":`, `"new": 1, "NEW": 2, "verdict":`, "in case only"},
		{"repeated member in an unknown one", proved, `"verdict":`, `"new": {"a": 1, "a": 2}, "verdict":`, "appears twice"},
		{"null list", proved, `"messages": []`, `"messages": null`, "null is not allowed"},
		{"missing member", proved, `"messages_truncated": false,`, ``, "messages_truncated: member is missing"},
		{"empty optional member", incomplete, `"function": "ring_reset"`, `"function": ""`, "must be left out"},
		{"zero count", incomplete, `"function": "ring_reset"`, `"count": 0`, "must be left out"},
		{"gap without code", incomplete, `"code": "UNSAFE_MODEL"`, `"code": ""`, "has no code"},
		{"table that does not add up", proved, `"omitted": 0`, `"omitted": 3`, "does not add up"},
		{"object for a list", proved, `"messages": []`, `"messages": {}`, "an object is not allowed"},
		{"two documents", proved, "\n}\n", "\n}\n{}", "after top-level value"},
		{"half a document", proved, "\n}\n", "", "unexpected end"},
		{"bad UTF-8", proved, "ring_pop", "ring\xffpop", "not valid UTF-8"},
		{"half a surrogate", proved, "ring_pop", `ring\ud800pop`, "unpaired surrogate"},
		{"the other half", proved, "ring_pop", `ring\udc00pop`, "unpaired surrogate"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			doc := strings.Replace(c.doc, c.old, c.new, 1)
			if doc == c.doc {
				t.Fatalf("the edit changes nothing: %q", c.old)
			}
			r, err := ReadReport(strings.NewReader(doc))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if r.Proved() {
				t.Error("a refused report reads as proved")
			}
		})
	}
	paired := strings.Replace(proved, "reviewed contract", `reviewed \ud83d\ude00 \\ud800 contract`, 1)
	if _, err := ReadReport(strings.NewReader(paired)); err != nil {
		t.Errorf("a surrogate pair and an escaped backslash: %v", err)
	}
}

// sameJSON compares two documents by meaning: both in canonical form.
func sameJSON(t *testing.T, a, b []byte) {
	t.Helper()
	da, errA := receipt.CanonicalDigest(a)
	db, errB := receipt.CanonicalDigest(b)
	if errA != nil || errB != nil {
		t.Fatalf("canonical form: %v, %v", errA, errB)
	}
	if da != db {
		t.Errorf("writing what was read changes the meaning\nread:    %s\nwritten: %s", a, b)
	}
}

// Whatever the reader accepts, writing it loses and changes nothing.
func FuzzReadReport(f *testing.F) {
	for _, doc := range storedReports(f) {
		var b bytes.Buffer
		if err := json.Compact(&b, doc); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		r, err := ReadReport(bytes.NewReader(doc))
		if err != nil {
			return
		}
		if r.Proved() != (len(r.Incomplete) == 0) {
			t.Fatalf("verdict %s with %d gaps", r.Verdict, len(r.Incomplete))
		}
		out, err := marshalPlain(r)
		if err != nil {
			t.Fatal(err)
		}
		sameJSON(t, doc, out)
		again, err := ReadReport(bytes.NewReader(out))
		if err != nil {
			t.Fatalf("reading what was written: %v\n%s", err, out)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Error(diff)
		}
	})
}

// largeReport is a full report over n goals, one in ten with a gap.
func largeReport(n int) *Report {
	r := provedReport()
	full := "full"
	r.Detail = &full
	var goals []GoalRow
	for i := range n {
		g := GoalRow{
			StableGoalID: fmt.Sprintf("function_%04d/ensures/%05d", i/12, i), Property: fmt.Sprintf("p%05d", i), Function: fmt.Sprintf("function_%04d", i/12),
			GoalKind: "ensures", Status: "valid", Prover: "Z3:4.8.12", SourceLocation: at("src/large.c", i+1, 3),
			Descr: "\\forall integer i; 0 <= i < n ==> a[i] <= \\result", Provers: []ProverAnswer{{Prover: "Z3:4.8.12", Verdict: "valid", Time: 0.021, Steps: 812}},
		}
		if i%10 == 0 {
			g.Status = "timeout"
			r.Incomplete = append(r.Incomplete, Gap{
				Code: CodeGoalNotValid, Reason: "no prover settled it", Function: g.Function, Property: g.Property,
				StableGoalID: g.StableGoalID, Status: g.Status, SourceLocation: g.SourceLocation, Descr: g.Descr,
			})
		}
		goals = append(goals, g)
		r.ProofReceipt.Goals = append(r.ProofReceipt.Goals, receipt.Goal{StableGoalID: g.StableGoalID, Status: g.Status, Prover: g.Prover})
	}
	r.WpGoals = NewTable(goals, true)
	return r
}

func BenchmarkFinish10000(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		r := largeReport(10000)
		b.StartTimer()
		if err := r.Finish(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode10000(b *testing.B) {
	r := largeReport(10000)
	if err := r.Finish(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var out bytes.Buffer
		if err := r.Encode(&out); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(out.Len()))
	}
}

func BenchmarkRead10000(b *testing.B) {
	r := largeReport(10000)
	if err := r.Finish(); err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	if err := r.Encode(&out); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := ReadReport(bytes.NewReader(out.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
