package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// Extra holds the members of an object that this release does not know. A
// struct with a field `Extra Extra` is open: Decode keeps unknown members there
// and the struct's MarshalJSON writes them back with AppendTo. Every other
// struct is closed.
type Extra map[string]json.RawMessage

// AppendTo adds the members, sorted, to an object that is already written.
func (e Extra) AppendTo(object []byte) ([]byte, error) {
	if len(e) == 0 {
		return object, nil
	}
	if len(object) < 2 || object[len(object)-1] != '}' {
		return nil, errors.New("adding members to something that is no JSON object")
	}
	out := bytes.Clone(object[:len(object)-1])
	for _, key := range sortedKeys(e) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		var name bytes.Buffer
		enc := json.NewEncoder(&name)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(key); err != nil {
			return nil, fmt.Errorf("writing member name %q: %w", key, err)
		}
		out = append(out, bytes.TrimSpace(name.Bytes())...)
		out = append(out, ':')
		out = append(out, e[key]...)
	}
	return append(out, '}'), nil
}

func sortedKeys(e Extra) []string {
	keys := make([]string, 0, len(e))
	for k := range e {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Unknown returns the members of object that the struct v has no field for;
// nil when there are none.
func Unknown(object []byte, v any) (Extra, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil {
		return nil, err
	}
	for name := range fieldsOf(reflect.TypeOf(v)) {
		delete(members, name)
	}
	if len(members) == 0 {
		return nil, nil
	}
	return members, nil
}

// Variant is a value that is written in one of several shapes, chosen by the
// first byte of its JSON. Shape returns a value of the Go type that describes
// it; Decode checks against that.
type Variant interface {
	Shape(first byte) any
}

// Decode reads one JSON value into v, strictly. Refused are: a second value,
// invalid UTF-8 and unpaired surrogates, repeated members, members that differ
// from a known one in case only (encoding/json would take them), members a
// closed struct has no field for, members that are missing, members that are
// present and empty although they are left out when empty, and null where the
// Go type is no pointer, interface or raw value. What remains can be written
// again without a change in meaning.
func Decode(doc []byte, v any) error {
	if !utf8.Valid(doc) {
		return errors.New("not valid UTF-8")
	}
	if err := pairedSurrogates(doc); err != nil {
		return err
	}
	if !json.Valid(doc) { // also bounds the depth, which the walk below relies on
		var ignored any
		if err := json.Unmarshal(doc, &ignored); err != nil {
			return err
		}
		return errors.New("not one JSON value")
	}
	w := walker{dec: json.NewDecoder(bytes.NewReader(doc)), types: map[reflect.Type]map[string]field{}}
	w.dec.UseNumber()
	if err := w.value("", reflect.TypeOf(v).Elem(), false); err != nil {
		return err
	}
	if _, err := w.dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return json.Unmarshal(doc, v)
}

// walker goes through the tokens of a document beside the Go type it is meant
// for. A nil type means "anything": only repeated members are refused there.
type walker struct {
	dec   *json.Decoder
	types map[reflect.Type]map[string]field // what fieldsOf answered before
}

func (w *walker) fieldsOf(t reflect.Type) map[string]field {
	fields, ok := w.types[t]
	if !ok {
		fields = fieldsOf(t)
		w.types[t] = fields
	}
	return fields
}

func (w *walker) value(path string, t reflect.Type, optional bool) error {
	tok, err := w.dec.Token()
	if err != nil {
		return fmt.Errorf("at %s: %w", place(path), err)
	}
	if optional && (isEmpty(tok) || tok == json.Delim('[') && !w.dec.More()) {
		return fmt.Errorf("at %s: empty, so it must be left out", place(path))
	}
	nullable := t == nil || t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t != nil && t.Kind() == reflect.Interface || t == reflect.TypeFor[json.RawMessage]() {
		t, nullable = nil, true
	}
	if tok == nil {
		if !nullable {
			return fmt.Errorf("at %s: null is not allowed", place(path))
		}
		return nil
	}
	delim, ok := tok.(json.Delim)
	if !ok {
		return nil // a scalar: json.Unmarshal checks its type
	}
	if t != nil {
		if variant, ok := reflect.Zero(t).Interface().(Variant); ok {
			t = reflect.TypeOf(variant.Shape(byte(delim)))
		}
	}
	if delim == '[' {
		return w.array(path, t)
	}
	return w.object(path, t)
}

func (w *walker) array(path string, t reflect.Type) error {
	var elem reflect.Type
	if t != nil {
		if t.Kind() != reflect.Slice {
			return fmt.Errorf("at %s: an array is not allowed", place(path))
		}
		elem = t.Elem()
	}
	for i := 0; w.dec.More(); i++ {
		if err := w.value(fmt.Sprintf("%s[%d]", path, i), elem, false); err != nil {
			return err
		}
	}
	_, err := w.dec.Token()
	return err
}

func (w *walker) object(path string, t reflect.Type) error {
	var fields map[string]field
	var elem reflect.Type
	switch {
	case t == nil:
	case t.Kind() == reflect.Map:
		elem = t.Elem()
	case t.Kind() == reflect.Struct:
		fields = w.fieldsOf(t)
	default:
		return fmt.Errorf("at %s: an object is not allowed", place(path))
	}
	seen := map[string]bool{}
	var unknown []string
	for w.dec.More() {
		tok, err := w.dec.Token()
		if err != nil {
			return err
		}
		key, _ := tok.(string)
		here := path + "." + key
		if seen[key] {
			return fmt.Errorf("at %s: member appears twice", place(here))
		}
		seen[key] = true
		member, optional := elem, false
		if f, known := fields[key]; known {
			member, optional = f.typ, f.optional
		} else if fields != nil {
			if twin := sameButCase(key, fields, unknown); twin != "" {
				return fmt.Errorf("at %s: differs from %q in case only", place(here), twin)
			}
			if !isOpen(t) {
				return fmt.Errorf("at %s: unknown member", place(here))
			}
			unknown, member = append(unknown, key), nil
		}
		if err := w.value(here, member, optional); err != nil {
			return err
		}
	}
	for _, name := range required(fields) {
		if !seen[name] {
			return fmt.Errorf("at %s: member is missing", place(path+"."+name))
		}
	}
	_, err := w.dec.Token()
	return err
}

// isEmpty says whether encoding/json leaves out a scalar with omitempty.
func isEmpty(tok json.Token) bool {
	switch v := tok.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case bool:
		return !v
	case json.Number:
		f, err := v.Float64()
		return err == nil && f == 0
	}
	return false
}

// sameButCase returns the name that encoding/json would take key for.
func sameButCase(key string, fields map[string]field, unknown []string) string {
	for name := range fields {
		if strings.EqualFold(name, key) {
			return name
		}
	}
	for _, name := range unknown {
		if strings.EqualFold(name, key) {
			return name
		}
	}
	return ""
}

func place(path string) string {
	if path == "" {
		return "the top level"
	}
	return strings.TrimPrefix(path, ".")
}

// field is one member of a struct as it is written.
type field struct {
	typ      reflect.Type
	optional bool
}

func fieldsOf(t reflect.Type) map[string]field {
	fields := map[string]field{}
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		fields[name] = field{f.Type, strings.Contains(options, "omitempty")}
	}
	return fields
}

func required(fields map[string]field) []string {
	var names []string
	for name, f := range fields {
		if !f.optional {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func isOpen(t reflect.Type) bool {
	f, ok := t.FieldByName("Extra")
	return ok && f.Type == reflect.TypeFor[Extra]()
}

// pairedSurrogates refuses \ud800-like escapes without their other half, which
// encoding/json replaces silently, so that reading would change the text.
func pairedSurrogates(doc []byte) error {
	escape := func(i int) (hi, lo bool) {
		if i+5 >= len(doc) || doc[i] != '\\' || doc[i+1] != 'u' || doc[i+2]|0x20 != 'd' {
			return false, false
		}
		c := doc[i+3] | 0x20
		return c == '8' || c == '9' || c == 'a' || c == 'b', c >= 'c' && c <= 'f'
	}
	for i := 0; i < len(doc); i++ {
		if doc[i] != '\\' {
			continue
		}
		switch hi, lo := escape(i); {
		case lo:
			return fmt.Errorf("unpaired surrogate escape at byte %d", i)
		case hi:
			if _, low := escape(i + 6); !low {
				return fmt.Errorf("unpaired surrogate escape at byte %d", i)
			}
			i += 11
		default:
			i++
		}
	}
	return nil
}
