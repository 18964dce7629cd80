package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func finished(t *testing.T, r *Report) *Report {
	t.Helper()
	if err := r.Finish(); err != nil {
		t.Fatal(err)
	}
	return r
}

func encoded(t *testing.T, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func codesOf(r *Report) []Code {
	var codes []Code
	for _, g := range r.Incomplete {
		codes = append(codes, g.Code)
	}
	return codes
}

func TestZeroIsIncomplete(t *testing.T) {
	for _, v := range []Verdict{0, 2, 255} {
		if b, err := json.Marshal(v); err != nil || string(b) != `"incomplete"` {
			t.Errorf("verdict %d is written %s, %v", uint8(v), b, err)
		}
	}
	var none *Report
	if none.Proved() || none.Finish() == nil || none.Encode(&bytes.Buffer{}) == nil {
		t.Error("a report that does not exist must be neither proved nor finished nor written")
	}
	if err := (&Report{}).Encode(&bytes.Buffer{}); !errors.Is(err, ErrInvalidReport) {
		t.Errorf("writing an unfinished report: %v", err)
	}
	r := finished(t, &Report{})
	if r.Proved() || !slices.Equal(codesOf(r), []Code{CodeEVANotRun, CodeWPNotRun}) {
		t.Errorf("a report nobody filled: %s with %v", r.Verdict, codesOf(r))
	}
	encoded(t, r)
}

// An empty list of gaps is not enough: each of these edits to a proved report
// has to cost it the verdict, with a gap that says why.
func TestFinishNeedsCompleteAnalyses(t *testing.T) {
	cases := []struct {
		name string
		edit func(r *Report)
		want []Code
	}{
		{"as it is", func(*Report) {}, nil},
		{"not loaded", func(r *Report) { r.Reload.OK = false }, []Code{CodeEVANotRun, CodeWPNotRun}},
		{"loaded with an error", func(r *Report) { r.Reload.Error = &LoadError{Message: "x"} }, []Code{CodeEVANotRun, CodeWPNotRun}},
		{"no EVA", func(r *Report) { r.Eva = nil }, []Code{CodeEVANotRun}},
		{"EVA not run", func(r *Report) { r.Eva.State = StateNotRun }, []Code{CodeEVANotRun}},
		{"EVA aborted", func(r *Report) { r.Eva.State = StateAborted }, []Code{CodeEVANotRun}},
		{"EVA without a run", func(r *Report) { r.Eva.Runs = nil }, []Code{CodeEVANotRun}},
		{"one run failed", func(r *Report) { r.Eva.Runs = append(r.Eva.Runs, EvaRun{Entry: "f", State: StateFailed}) }, []Code{CodeEVANotRun}},
		{"EVA excluded", func(r *Report) { r.Eva = nil; r.Incomplete = []Gap{{Code: CodeEVANotRequested}} }, []Code{CodeEVANotRequested}},
		{"no WP", func(r *Report) { r.Wp = nil }, []Code{CodeWPNotRun}},
		{"WP running", func(r *Report) { r.Wp.State = StateRunning }, []Code{CodeWPNotRun}},
		{"WP running, said so", func(r *Report) {
			r.Wp.State = StateRunning
			r.Incomplete = []Gap{{Code: CodeWPStillRunning}}
		}, []Code{CodeWPStillRunning}},
		{"WP excluded", func(r *Report) { r.Wp = nil; r.Incomplete = []Gap{{Code: CodeWPNotRequested}} }, []Code{CodeWPNotRequested}},
		{"no guards", func(r *Report) { r.Reload.Settings.RTE = false }, []Code{CodeRTEDisabled}},
		{"messages lost", func(r *Report) { r.MessagesTruncated = true }, []Code{CodeASTParseDiagnosticsUnavailable}},
		{"verdict set by hand", func(r *Report) { r.Verdict = VerdictProved; r.Wp = nil }, []Code{CodeWPNotRun}},
		{"one gap", func(r *Report) { r.Incomplete = []Gap{{Code: CodeAdmitted}} }, []Code{CodeAdmitted}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := provedReport()
			c.edit(r)
			finished(t, r)
			if !slices.Equal(codesOf(r), c.want) {
				t.Errorf("gaps are %v, want %v", codesOf(r), c.want)
			}
			if r.Proved() != (len(c.want) == 0) {
				t.Errorf("verdict is %s with %v", r.Verdict, codesOf(r))
			}
			if len(r.IncompleteGuidance) != len(slices.Compact(slices.Sorted(slices.Values(codesOf(r))))) {
				t.Errorf("guidance %v for %v", r.IncompleteGuidance, codesOf(r))
			}
			once := encoded(t, r)
			if diff := cmp.Diff(string(once), string(encoded(t, finished(t, r)))); diff != "" {
				t.Errorf("finishing twice changes the report: %s", diff)
			}
		})
	}
}

func TestEncodeRefusesWhatItsSchemaDoes(t *testing.T) {
	for name, edit := range map[string]func(r *Report){
		"proved with a gap":      func(r *Report) { r.Incomplete = []Gap{{Code: CodeAdmitted}} },
		"incomplete without one": func(r *Report) { r.Verdict = VerdictIncomplete },
		"proved without EVA":     func(r *Report) { r.Eva, r.EvaAlarms = nil, nil },
		"proved, WP aborted":     func(r *Report) { r.Wp.State = StateAborted },
		"unknown code":           func(r *Report) { r.Verdict = 0; r.Incomplete = []Gap{{Code: "NO_SUCH_CODE"}} },
		"null list":              func(r *Report) { r.Messages = nil },
		"other schema":           func(r *Report) { r.Schema = "frama-c-mcp.check.v3" },
		"state nobody knows":     func(r *Report) { r.Eva.State = "fine" },
		"receipt not sealed":     func(r *Report) { r.ProofReceipt.SHA256 = "" },
		"no reason for no AST":   func(r *Report) { r.ProofReceipt.Subject.ASTDigest = nil },
	} {
		r := finished(t, provedReport())
		edit(r)
		var b bytes.Buffer
		if err := r.Encode(&b); !errors.Is(err, ErrInvalidReport) || b.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes written", name, err, b.Len())
		}
	}
}

// Long lists are validated in parts: a bad row anywhere must still be found.
func TestEveryRowIsValidated(t *testing.T) {
	good := finished(t, largeReport(2500))
	encoded(t, good)
	for _, i := range []int{0, validateRows, 2499} {
		edits := map[string]func(r *Report) func(){
			"goal": func(r *Report) func() {
				saved := r.WpGoals.Entries[i]
				r.WpGoals.Entries[i].SourceLocation = &Location{Line: -1}
				return func() { r.WpGoals.Entries[i] = saved }
			},
			"gap": func(r *Report) func() {
				saved := r.Incomplete[i/10]
				r.Incomplete[i/10].Code = "NO_SUCH_CODE"
				return func() { r.Incomplete[i/10] = saved }
			},
			"message": func(r *Report) func() {
				saved := r.Messages
				r.Messages = make([]Message, i+1)
				r.Messages[i].Source = &Location{Line: -1}
				return func() { r.Messages = saved }
			},
		}
		for name, edit := range edits {
			undo := edit(good)
			if err := good.Encode(&bytes.Buffer{}); !errors.Is(err, ErrInvalidReport) {
				t.Errorf("bad %s %d was written: %v", name, i, err)
			}
			undo()
		}
	}
	encoded(t, good)
}

// The report is written in parts, to the byte as in one piece.
func TestEncodeIsIndentedJSON(t *testing.T) {
	for name, build := range fixtures() {
		r := finished(t, build())
		r.Extra = map[string]json.RawMessage{"later": json.RawMessage(`{"a":[1,{}],"b":[]}`), "also": json.RawMessage(`[]`)}
		doc, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Indent(&want, doc, "", "  "); err != nil {
			t.Fatal(err)
		}
		want.WriteByte('\n')
		if diff := cmp.Diff(want.String(), string(encoded(t, r))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestEncodeReportsWriteErrors(t *testing.T) {
	err := finished(t, provedReport()).Encode(brokenWriter{})
	if err == nil || errors.Is(err, ErrInvalidReport) || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("a full disk gives %v", err)
	}
}

// The top-level fields come in the order of the frozen table; one with a
// question mark is there only when it was asked for.
func TestReleasedFieldsInOrder(t *testing.T) {
	var want, optional []string
	for _, name := range released(t, "released-fields.txt") {
		if name, ok := strings.CutSuffix(name, "?"); ok {
			optional = append(optional, name)
		} else {
			want = append(want, name)
		}
	}
	if !slices.Equal(optional, []string{"timings"}) {
		t.Errorf("optional fields: %q", optional)
	}
	asked := provedReport()
	asked.Timings = &Timings{Phases: []PhaseTime{}, Goals: []GoalTime{}}
	if doc := encoded(t, finished(t, asked)); !bytes.Contains(doc, []byte("\"timings\": {")) {
		t.Error("timings that were asked for are left out")
	}
	for name, build := range fixtures() {
		dec := json.NewDecoder(bytes.NewReader(encoded(t, finished(t, build()))))
		if _, err := dec.Token(); err != nil {
			t.Fatal(err)
		}
		var have []string
		for dec.More() {
			key, err := dec.Token()
			if err != nil {
				t.Fatal(err)
			}
			have = append(have, key.(string))
			var skip json.RawMessage
			if err := dec.Decode(&skip); err != nil {
				t.Fatal(err)
			}
		}
		if len(have) < len(want) || !slices.Equal(have[:len(want)], want) {
			t.Errorf("%s: fields are %q, released were %q", name, have, want)
		}
	}
}

func TestReportIsReadableText(t *testing.T) {
	doc := string(encoded(t, finished(t, incompleteReport())))
	for _, part := range []string{"==>", "\\old(r->count) == RING_SIZE"} {
		if !strings.Contains(strings.ReplaceAll(doc, `\\`, `\`), part) {
			t.Errorf("%q is escaped in the report", part)
		}
	}
	if strings.Contains(doc, `\u003`) || !strings.HasSuffix(doc, "}\n") {
		t.Error("HTML escaping is on, or the last newline is missing")
	}
}

func TestNextCall(t *testing.T) {
	for name, want := range map[string]string{
		"proved": "store_function_conclusion", "incomplete": "check", "many": "get_wp_goals", "reload-failed": "reload_project",
	} {
		r := finished(t, fixtures()[name]())
		if r.RecommendedNextCall.Tool != want || r.RecommendedNextCall.Reason == "" {
			t.Errorf("%s: next call is %+v, want %s", name, r.RecommendedNextCall, want)
		}
	}
	for _, info := range Codes() { // no code leaves an agent without a next step
		r := provedReport()
		r.Incomplete = []Gap{{Code: info.Code, Reason: "x", Function: "f", Property: "p", SourceLocation: at("a.c", 1, 1)}}
		if call := finished(t, r).RecommendedNextCall; !strings.HasPrefix(call.Reason, string(info.Code)) || call.Tool == "" || len(call.Args) == 0 {
			t.Errorf("%s: next call is %+v", info.Code, call)
		}
	}
}
