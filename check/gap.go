package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"fcv/schemas"
)

// Location is a place in a source file. Line and Column count from 1, columns
// in bytes. A zero Line means the file as a whole.
type Location struct {
	File   string `json:"file"` // as Frama-C was given it
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Gap is one entry of `incomplete`: one thing that was claimed or used and
// that nothing established. Only Code is frozen; the other fields appear where
// they apply and are left out when empty. Keys are written in field order.
type Gap struct {
	Code           Code      `json:"code"`
	Reason         string    `json:"reason"` // one sentence about this very place
	Function       string    `json:"function,omitempty"`
	Property       string    `json:"property,omitempty"`       // the plug-in's key of the property
	StableGoalID   string    `json:"stable_goal_id,omitempty"` // survives edits elsewhere
	GoalKind       string    `json:"goal_kind,omitempty"`
	Status         string    `json:"status,omitempty"` // Frama-C's or the prover's word
	SourceLocation *Location `json:"source_location,omitempty"`
	Descr          string    `json:"descr,omitempty"` // the property in ACSL, or the construct

	Alarm    string   `json:"alarm,omitempty"`    // Frama-C's short alarm name
	Prover   string   `json:"prover,omitempty"`   // the one that spoke last
	Option   string   `json:"option,omitempty"`   // option of Frama-C the gap is about
	Value    string   `json:"value,omitempty"`    // its value in force
	Callee   string   `json:"callee,omitempty"`   // function called, when the gap is about a call
	Clause   string   `json:"clause,omitempty"`   // ACSL text to add at the place
	Category string   `json:"category,omitempty"` // Frama-C's message category
	Count    int      `json:"count,omitempty"`    // occurrences this entry stands for; 0: one
	Names    []string `json:"names,omitempty"`    // what is concerned: locations, globals, variables

	// Extra keeps members a newer release wrote, so that reading a report and
	// writing it again loses nothing. Written after the others, sorted.
	Extra schemas.Extra `json:"-"`
}

// gapFields is Gap without its methods.
type gapFields Gap

// MarshalJSON writes the fields in order, then Extra.
func (g Gap) MarshalJSON() ([]byte, error) {
	b, err := marshalPlain(gapFields(g))
	if err != nil {
		return nil, err
	}
	return g.Extra.AppendTo(b)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (g *Gap) UnmarshalJSON(b []byte) error {
	var f gapFields
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	extra, err := schemas.Unknown(b, f)
	if err != nil {
		return err
	}
	f.Extra = extra
	*g = Gap(f)
	return nil
}

// marshalPlain is json.Marshal without HTML escaping: C and ACSL are full of
// <, > and &, and people read these files.
func marshalPlain(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

// SortGaps returns the gaps in report order, identical entries merged: by
// file, line, column, function, code, property and stable id. Gaps without a
// place come first. The order is total, so the input's order never shows.
func SortGaps(gaps []Gap) []Gap {
	out := slices.Clone(gaps)
	slices.SortStableFunc(out, compareGaps)
	out = slices.CompactFunc(out, func(a, b Gap) bool { return reflect.DeepEqual(a, b) })
	if out == nil {
		out = []Gap{}
	}
	return out
}

func compareGaps(a, b Gap) int {
	la, lb := a.place(), b.place()
	return cmp.Or(
		cmp.Compare(la.File, lb.File),
		cmp.Compare(la.Line, lb.Line),
		cmp.Compare(la.Column, lb.Column),
		cmp.Compare(a.Function, b.Function),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Property, b.Property),
		cmp.Compare(a.StableGoalID, b.StableGoalID),
		compareRest(a, b),
	)
}

// compareRest orders gaps that agree on the documented keys by all the rest.
func compareRest(a, b Gap) int {
	ja, errA := marshalPlain(a)
	jb, errB := marshalPlain(b)
	if errA != nil || errB != nil {
		return strings.Compare(a.Reason, b.Reason)
	}
	return bytes.Compare(ja, jb)
}

func (g Gap) place() Location { return derefLocation(g.SourceLocation) }
