package check

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"fcv/receipt"
)

func parts(v Verified) []string {
	set := map[string]bool{}
	for _, f := range v.Findings {
		set[f.Part] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func TestStoredReportsAreVerified(t *testing.T) {
	for path, doc := range storedReports(t) {
		v, err := VerifyReceipt(doc)
		if err != nil || len(v.Findings) > 0 || v.Receipt == nil || len(v.Inline) > 0 {
			t.Errorf("%s: %v, %+v", path, err, v)
		}
	}
}

// Each edit of a report has to cost it the verification.
func TestVerifyReceiptFindsWhatWasEdited(t *testing.T) {
	docs := storedReports(t)
	proved, incomplete := string(docs["testdata/report-proved.json"]), string(docs["testdata/report-incomplete.json"])
	full := string(docs["testdata/report-many.json"])
	for _, c := range []struct{ name, doc, old, new, want string }{
		{"receipt", proved, `"frama_c": "25`, `"frama_c": "26`, "digest"},
		{"receipt, one more member", proved, `"environment": {`, `"more": 1, "environment": {`, "digest"},
		{"gap reworded", incomplete, `"reason": "the loop has no variant"`, `"reason": "fine"`, "reported"},
		{"code of a gap", incomplete, `"code": "UNSAFE_MODEL",`, `"code": "ADMITTED",`, "reported"},
		{"gaps dropped, verdict kept", incomplete, gapsOf(t, incomplete), `[]`, "report reported verdict"},
		{"gaps dropped, verdict set", strings.Replace(incomplete, `"verdict": "incomplete"`, `"verdict": "proved"`, 1), gapsOf(t, incomplete), `[]`,
			"reported verdict"},
		{"verdict set", incomplete, `"verdict": "incomplete"`, `"verdict": "proved"`, "report verdict"},
		{"third verdict", proved, `"verdict": "proved"`, `"verdict": "failed"`, "report verdict"},
		{"proved without EVA", proved, "\"eva\": {\n    \"state\": \"computed\"", "\"eva\": {\n    \"state\": \"failed\"", "report"},
		{"gaps are no list", proved, `"incomplete": []`, `"incomplete": 3`, "report reported"},
		{"source renamed", proved, `"path": "src/ring.c"`, `"path": "src/rang.c"`, "source"},
		{"source of other content", proved, sha("1"), sha("9"), "source"},
		{"source added", proved, `"files": [`, `"files": [{"path": "x.c", "sha256": "` + sha("0") + `"}, `, "source"},
		{"AST", proved, `"ast_digest": "` + sha("a"), `"ast_digest": "` + sha("b"), "subject"},
		{"status of a goal", full, `"status": "valid",
      "prover": "Z3`, `"status": "unknown",
      "prover": "Z3`, "goals"},
		{"goal renamed", full, `"stable_goal_id": "ring_pop/ensures"`, `"stable_goal_id": "ring_pop/assigns"`, "goals"},
		{"count of goals", proved, `"total": 4,
    "counts": {
      "valid": 4
    },
    "shown": 4,
    "omitted": 0`, `"total": 5, "counts": {"valid": 5}, "shown": 4, "omitted": 1`, "goals"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := strings.Replace(c.doc, c.old, c.new, 1)
			if doc == c.doc {
				t.Fatalf("the edit changes nothing: %q", c.old)
			}
			v, err := VerifyReceipt([]byte(doc))
			if err != nil {
				t.Fatal(err)
			}
			if have := strings.Join(parts(v), " "); have != c.want {
				t.Errorf("findings in %q, want %q: %v", have, c.want, v.Findings)
			}
		})
	}
}

// gapsOf is the text of the list of gaps in a stored report.
func gapsOf(t *testing.T, doc string) string {
	t.Helper()
	_, rest, ok := strings.Cut(doc, `"incomplete": `)
	if !ok {
		t.Fatal("no list of gaps")
	}
	var raw json.RawMessage
	if err := json.NewDecoder(strings.NewReader(rest)).Decode(&raw); err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A receipt that is whole and of another run does not pass for this one's.
func TestReceiptOfAnotherRun(t *testing.T) {
	r := finished(t, incompleteReport())
	other := finished(t, manyReport())
	r.ProofReceipt = other.ProofReceipt
	doc, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	v, err := VerifyReceipt(doc)
	if err != nil {
		t.Fatal(err)
	}
	if have, want := parts(v), []string{"reported", "source"}; !slices.Equal(have, want) {
		t.Errorf("findings in %v, want %v: %v", have, want, v.Findings)
	}
}

func TestReceiptOfAnotherFormat(t *testing.T) {
	r := finished(t, provedReport())
	r.ProofReceipt.Shape = sha("0")
	rec, err := json.Marshal(r.ProofReceipt)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(rec, &members); err != nil {
		t.Fatal(err)
	}
	delete(members, "sha256")
	if rec, err = json.Marshal(members); err != nil {
		t.Fatal(err)
	}
	if r.ProofReceipt.SHA256, err = receipt.CanonicalDigest(rec); err != nil {
		t.Fatal(err)
	}
	doc, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	v, err := VerifyReceipt(doc)
	if err != nil || !slices.Equal(parts(v), []string{"shape"}) {
		t.Errorf("%v, %+v", err, v)
	}
}

func TestVerifyReceiptKnowsInlineSource(t *testing.T) {
	r := provedReport()
	dir := "/home/me/.cache/fcv/inline/0"
	r.TemporarySourceDir = &dir
	v, err := VerifyReceipt(encoded(t, finished(t, r)))
	if err != nil || len(v.Findings) > 0 || !slices.Equal(v.Inline, []string{"src/ring.c"}) {
		t.Errorf("%v, %+v", err, v)
	}
}

func TestVerifyReceiptRefuses(t *testing.T) {
	proved := string(storedReports(t)["testdata/report-proved.json"])
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(proved)); err != nil {
		t.Fatal(err)
	}
	for name, doc := range map[string]string{
		"nothing": "", "no JSON": "PROVED", "half of it": proved[:len(proved)/2], "other schema": strings.Replace(proved, "check.v2", "check.v3", 1),
		"no receipt":       `{"schema": "frama-c-mcp.check.v2", "verdict": "proved", "incomplete": []}`,
		"receipt is a 1":   `{"schema": "frama-c-mcp.check.v2", "verdict": "proved", "incomplete": [], "proof_receipt": 1}`,
		"receipt is empty": `{"schema": "frama-c-mcp.check.v2", "verdict": "proved", "incomplete": [], "proof_receipt": {}}`,
		"verdict twice":    strings.Replace(proved, `"verdict":`, `"verdict": "incomplete", "verdict":`, 1),
		"other receipt":    strings.Replace(proved, `"frama-c-mcp.proof-receipt"`, `"other"`, 1),
	} {
		if v, err := VerifyReceipt([]byte(doc)); err == nil {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if v, err := VerifyReceipt(compact.Bytes()); err != nil || len(v.Findings) > 0 {
		t.Errorf("white space matters: %v, %v", err, v.Findings)
	}
}
