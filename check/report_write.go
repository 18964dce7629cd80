package check

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// writeIndented writes the report member by member and long lists row by row,
// in the bytes json.Indent would give. Writing it in one piece held four copies
// of a document that has 8 MB at 10,000 goals in full.
func (r *Report) writeIndented(w io.Writer) error {
	out := indenter{w: bufio.NewWriterSize(w, 64<<10)}
	out.text("{")
	first := true
	for f, v := range reflect.ValueOf(reportFields(*r)).Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || options == "omitempty" && v.IsZero() {
			continue
		}
		out.member(name, v.Interface(), first)
		first = false
	}
	for _, name := range slices.Sorted(maps.Keys(r.Extra)) {
		out.member(name, r.Extra[name], first)
		first = false
	}
	out.text("\n}\n")
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

// indenter keeps the first error, after which it writes nothing.
type indenter struct {
	w       *bufio.Writer
	scratch bytes.Buffer
	err     error
}

func (o *indenter) text(s string) {
	if o.err == nil {
		_, o.err = o.w.WriteString(s)
	}
}

func (o *indenter) member(name string, value any, first bool) {
	if !first {
		o.text(",")
	}
	o.text("\n  ")
	o.value(name, "  ")
	o.text(": ")
	rows := rowsOf(value)
	if !rows.IsValid() || rows.Len() == 0 {
		o.value(value, "  ")
		return
	}
	for i := range rows.Len() {
		o.text(map[bool]string{true: "[\n    ", false: ",\n    "}[i == 0])
		o.value(rows.Index(i).Interface(), "    ")
	}
	o.text("\n  ]")
}

// value writes one JSON value whose first line is already indented.
func (o *indenter) value(v any, prefix string) {
	if o.err != nil {
		return
	}
	doc, err := marshalPlain(v)
	if err != nil {
		o.err = fmt.Errorf("%w: %w", ErrInvalidReport, err)
		return
	}
	o.scratch.Reset()
	if o.err = json.Indent(&o.scratch, doc, prefix, "  "); o.err == nil {
		_, o.err = o.w.Write(o.scratch.Bytes())
	}
}

// rowsOf returns the list that a member is written as; invalid for a member
// that is no list.
func rowsOf(member any) reflect.Value {
	v := reflect.ValueOf(member)
	if t, ok := member.(interface{ writtenWhole() bool }); ok && !v.IsNil() && t.writtenWhole() {
		return v.Elem().FieldByName("Entries")
	}
	if v.Kind() == reflect.Slice && v.Type() != reflect.TypeFor[json.RawMessage]() {
		return v
	}
	return reflect.Value{}
}

func (t *Table[T]) writtenWhole() bool { return t.Full }
