package check

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func rows(n int) []GoalRow {
	var out []GoalRow
	for i := range n {
		g := GoalRow{StableGoalID: fmt.Sprintf("g%05d", i), Function: "f", Status: "valid", SourceLocation: at("a.c", i+1, 1)}
		if i%10 == 9 {
			g.Status = "timeout"
		}
		out = append(out, g)
	}
	return out
}

func TestTableSummary(t *testing.T) {
	in := rows(300)
	rand.New(rand.NewPCG(3, 4)).Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
	table := NewTable(in, false)
	if diff := cmp.Diff(map[string]int{"valid": 270, "timeout": 30}, table.Counts); diff != "" {
		t.Errorf("counts: %s", diff)
	}
	if table.Total != 300 || table.Shown != 20 || table.Omitted != 280 || table.NeedingAttention != 30 {
		t.Errorf("summary does not add up: %+v", table)
	}
	for i, g := range table.Entries {
		if want := fmt.Sprintf("g%05d", 10*i+9); g.StableGoalID != want {
			t.Errorf("entry %d is %s, want %s: those that need attention come first, in line order", i, g.StableGoalID, want)
		}
	}
	few := NewTable(rows(12), false)
	if few.Shown != 12 || few.Entries[0].Status != "timeout" || few.Entries[1].StableGoalID != "g00000" {
		t.Errorf("a short table is shown whole, attention first: %+v", few.Entries)
	}
}

func TestTableShapes(t *testing.T) {
	for _, full := range []bool{false, true} {
		for _, n := range []int{0, 3, 25} {
			table := NewTable(rows(n), full)
			doc, err := json.Marshal(table)
			if err != nil {
				t.Fatal(err)
			}
			if (doc[0] == '[') != full {
				t.Errorf("full=%v is written %.20s", full, doc)
			}
			var back Table[GoalRow]
			if err := json.Unmarshal(doc, &back); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(*table, back); diff != "" {
				t.Errorf("full=%v, %d rows, read back: %s", full, n, diff)
			}
		}
	}
	if doc, err := json.Marshal(Table[GoalRow]{}); err != nil || !strings.Contains(string(doc), `"counts":{}`) || !strings.Contains(string(doc), `"entries":[]`) {
		t.Errorf("the zero table is written %s, %v", doc, err)
	}
}

func TestTableThatDoesNotAddUp(t *testing.T) {
	good := `{"total":2,"counts":{"valid":2},"shown":0,"omitted":2,"needing_attention":1,"entries":[]}`
	var table Table[GoalRow]
	if err := json.Unmarshal([]byte(good), &table); err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{
		{`"total":2`, `"total":3`}, {`"valid":2`, `"valid":1`}, {`"shown":0`, `"shown":1`},
		{`"omitted":2`, `"omitted":1`}, {`"needing_attention":1`, `"needing_attention":3`},
	} {
		doc := strings.Replace(good, edit[0], edit[1], 1)
		if err := json.Unmarshal([]byte(doc), &table); err == nil {
			t.Errorf("accepted %s", doc)
		}
	}
}
