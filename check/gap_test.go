package check

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGapKeyOrder(t *testing.T) {
	g := Gap{
		Names: []string{"a<b"}, Count: 2, Category: "c", Clause: "assigns \\nothing;", Callee: "f", Value: "v", Option: "-o", Prover: "p",
		Alarm: "overflow", Descr: "x > 1 && y", SourceLocation: at("a.c", 1, 2), Status: "unknown", GoalKind: "assert",
		StableGoalID: "s", Property: "k", Function: "fn", Reason: "r", Code: CodeGoalNotValid,
		Extra: map[string]json.RawMessage{"zeta": json.RawMessage("1"), "beta": json.RawMessage(`{"x":[]}`)},
	}
	want := `{"code":"GOAL_NOT_VALID","reason":"r","function":"fn","property":"k","stable_goal_id":"s","goal_kind":"assert",` +
		`"status":"unknown","source_location":{"file":"a.c","line":1,"column":2},"descr":"x > 1 && y","alarm":"overflow",` +
		`"prover":"p","option":"-o","value":"v","callee":"f","clause":"assigns \\nothing;","category":"c","count":2,` +
		`"names":["a<b"],"beta":{"x":[]},"zeta":1}`
	have, err := marshalPlain(g)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(have)); diff != "" {
		t.Error(diff)
	}
	var back Gap
	if err := json.Unmarshal(have, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(g, back); diff != "" {
		t.Errorf("reading what was written: %s", diff)
	}
	least, err := marshalPlain(Gap{Code: CodeWPNotRun})
	if err != nil {
		t.Fatal(err)
	}
	if string(least) != `{"code":"WP_NOT_RUN","reason":""}` {
		t.Errorf("the least gap is written %s", least)
	}
}

func TestSortGaps(t *testing.T) {
	want := []Gap{
		{Code: CodeWPNotRun},
		{Code: CodeGoalNotValid, SourceLocation: at("a.c", 2, 9), Function: "z"},
		{Code: CodeGoalNotValid, SourceLocation: at("a.c", 10, 1), Function: "a"},
		{Code: CodeAdmitted, SourceLocation: at("a.c", 10, 1), Function: "b"},
		{Code: CodeGoalNotValid, SourceLocation: at("a.c", 10, 1), Function: "b", Property: "p", StableGoalID: "1"},
		{Code: CodeGoalNotValid, SourceLocation: at("a.c", 10, 1), Function: "b", Property: "p", StableGoalID: "2", Names: []string{"x"}},
		{Code: CodeGoalNotValid, SourceLocation: at("a.c", 10, 1), Function: "b", Property: "p", StableGoalID: "2"},
		{Code: CodeGoalNotValid, SourceLocation: at("a.c", 10, 1), Function: "b", Property: "q"},
		{Code: CodeGoalNotValid, SourceLocation: at("a.c", 10, 2)},
		{Code: CodeGoalNotValid, SourceLocation: at("b.c", 1, 1)},
	}
	shuffler := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		in := append(append([]Gap{}, want...), want...) // every one twice
		shuffler.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
		if diff := cmp.Diff(want, SortGaps(in)); diff != "" {
			t.Fatalf("sorting and merging: %s", diff)
		}
	}
	if got := SortGaps(nil); got == nil || len(got) != 0 {
		t.Errorf("sorting nothing gives %#v, not an empty list", got)
	}
}
