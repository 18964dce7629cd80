package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// summaryRows is how many rows a summarised table shows.
const summaryRows = 20

// Row is what a table must know of its rows.
type Row interface {
	// Bucket is what the row is counted under: its status.
	Bucket() string
	// NeedsAttention says that someone has to look at the row.
	NeedsAttention() bool
	// order is the place in the table: source position, function, identity.
	order() (Location, string, string)
}

// Table is a list of rows that is written whole (an array) or summarised (an
// object with counts over all rows, and those that need attention first). The
// zero value is a summary of nothing. Make one with NewTable.
type Table[T any] struct {
	Full             bool           // written as an array
	Total            int            // rows there are
	Counts           map[string]int // rows by status; never lists a zero
	Shown            int            // len(Entries)
	Omitted          int            // Total - Shown
	NeedingAttention int            // rows somebody has to look at, shown or not
	Entries          []T
}

// NewTable sorts rows by place and summarises them unless full. It keeps no
// reference to the slice it is given.
func NewTable[T Row](rows []T, full bool) *Table[T] {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b T) int { return compareRows(a, b) })
	t := &Table[T]{Full: full, Total: len(rows), Counts: map[string]int{}, Entries: []T{}}
	for _, row := range sorted {
		t.Counts[row.Bucket()]++
		if row.NeedsAttention() {
			t.NeedingAttention++
		}
	}
	if !full {
		slices.SortStableFunc(sorted, func(a, b T) int {
			return boolOrder(a.NeedsAttention(), b.NeedsAttention())
		})
		sorted = sorted[:min(len(sorted), summaryRows)]
	}
	t.Entries = append(t.Entries, sorted...)
	t.Shown = len(t.Entries)
	t.Omitted = t.Total - t.Shown
	return t
}

func compareRows[T Row](a, b T) int {
	la, fa, ia := a.order()
	lb, fb, ib := b.order()
	return cmp.Or(
		cmp.Compare(la.File, lb.File),
		cmp.Compare(la.Line, lb.Line),
		cmp.Compare(la.Column, lb.Column),
		cmp.Compare(fa, fb),
		cmp.Compare(ia, ib),
		cmp.Compare(a.Bucket(), b.Bucket()),
	)
}

// boolOrder puts true before false.
func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// tableShape is a summarised table as it is written.
type tableShape[T any] struct {
	Total            int            `json:"total"`
	Counts           map[string]int `json:"counts"`
	Shown            int            `json:"shown"`
	Omitted          int            `json:"omitted"`
	NeedingAttention int            `json:"needing_attention"`
	Entries          []T            `json:"entries"`
}

// MarshalJSON writes the array or the summary.
func (t Table[T]) MarshalJSON() ([]byte, error) {
	entries := t.Entries
	if entries == nil {
		entries = []T{}
	}
	if t.Full {
		return marshalPlain(entries)
	}
	counts := t.Counts
	if counts == nil {
		counts = map[string]int{}
	}
	return marshalPlain(tableShape[T]{t.Total, counts, t.Shown, t.Omitted, t.NeedingAttention, entries})
}

// UnmarshalJSON reads either shape. The counts of an array are taken from its
// rows; those of a summary must agree with each other.
func (t *Table[T]) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		rows := []T{}
		if err := json.Unmarshal(b, &rows); err != nil {
			return err
		}
		*t = Table[T]{Full: true, Total: len(rows), Shown: len(rows), Counts: map[string]int{}, Entries: rows}
		for _, row := range rows {
			if r, ok := any(row).(Row); ok {
				t.Counts[r.Bucket()]++
				if r.NeedsAttention() {
					t.NeedingAttention++
				}
			}
		}
		return nil
	}
	var s tableShape[T]
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	sum := 0
	for _, n := range s.Counts {
		sum += n
	}
	if s.Shown != len(s.Entries) || s.Total != s.Shown+s.Omitted || s.Omitted < 0 || sum != s.Total ||
		s.NeedingAttention < 0 || s.NeedingAttention > s.Total {
		return fmt.Errorf("table does not add up: total %d, counts %d, shown %d of %d entries, omitted %d, needing attention %d",
			s.Total, sum, s.Shown, len(s.Entries), s.Omitted, s.NeedingAttention)
	}
	*t = Table[T]{false, s.Total, s.Counts, s.Shown, s.Omitted, s.NeedingAttention, s.Entries}
	return nil
}

// Shape tells the strict reader which of the two shapes is before it.
func (t Table[T]) Shape(first byte) any {
	if first == '[' {
		return []T(nil)
	}
	return tableShape[T]{}
}

// Bucket is the consolidated status.
func (a AlarmRow) Bucket() string { return a.Status }

// NeedsAttention is true of whatever is not valid without condition.
func (a AlarmRow) NeedsAttention() bool { return a.Status != "valid" }

func (a AlarmRow) order() (Location, string, string) {
	return derefLocation(a.SourceLocation), a.Function, a.Property + "\x00" + a.StableID
}

// Bucket is the goal's status.
func (g GoalRow) Bucket() string { return g.Status }

// NeedsAttention is true of whatever is not valid.
func (g GoalRow) NeedsAttention() bool { return g.Status != "valid" }

func (g GoalRow) order() (Location, string, string) {
	return derefLocation(g.SourceLocation), g.Function, g.Property + "\x00" + g.StableGoalID
}

func derefLocation(l *Location) Location {
	if l == nil {
		return Location{}
	}
	return *l
}
