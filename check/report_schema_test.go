package check

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fcv/receipt"
	"fcv/schemas"
)

// node is the part of a JSON Schema that describes a shape.
type node struct {
	Ref        string          `json:"$ref"`
	AnyOf      []node          `json:"anyOf"`
	Type       any             `json:"type"`
	Enum       []any           `json:"enum"`
	Const      any             `json:"const"`
	Properties map[string]node `json:"properties"`
	Required   []string        `json:"required"`
	Additional json.RawMessage `json:"additionalProperties"`
	Items      *node           `json:"items"`
	Defs       map[string]node `json:"$defs"`
}

func schemaRoot(t *testing.T, name string) node {
	t.Helper()
	text, err := schemas.Text(name)
	if err != nil {
		t.Fatal(err)
	}
	var root node
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

func TestSchemaCodesAreTheTable(t *testing.T) {
	var have, want []string
	for _, v := range schemaRoot(t, schemas.Check).Defs["code"].Enum {
		have = append(have, v.(string))
	}
	for _, info := range Codes() {
		want = append(want, string(info.Code))
	}
	if !slices.Equal(have, want) {
		t.Errorf("the schema knows the codes %q, the table %q", have, want)
	}
}

// A schema beside the code drifts: every field of the structs is in it and the
// other way round, with the same idea of what is required, open and null.
func TestSchemasDescribeTheStructs(t *testing.T) {
	check := shapes{t: t, root: schemaRoot(t, schemas.Check), other: map[string]reflect.Type{
		schemas.ID(schemas.Receipt): reflect.TypeFor[receipt.Receipt](),
	}}
	check.compare("report", check.root, reflect.TypeFor[Report]())
	rec := shapes{t: t, root: schemaRoot(t, schemas.Receipt)}
	rec.compare("receipt", rec.root, reflect.TypeFor[receipt.Receipt]())
	if check.seen < 60 || rec.seen < 30 {
		t.Errorf("only %d and %d fields were compared", check.seen, rec.seen)
	}
}

type shapes struct {
	t     *testing.T
	root  node
	other map[string]reflect.Type // schemas of their own, compared elsewhere
	seen  int
}

func (s *shapes) resolve(n node) node {
	for strings.HasPrefix(n.Ref, "#/$defs/") {
		def, ok := s.root.Defs[strings.TrimPrefix(n.Ref, "#/$defs/")]
		if !ok {
			s.t.Fatalf("schema refers to %s, which is not there", n.Ref)
		}
		n = def
	}
	return n
}

// alternatives strips null and says whether it was there.
func (s *shapes) alternatives(n node) (alts []node, null bool) {
	n = s.resolve(n)
	if len(n.AnyOf) == 0 {
		switch types := n.Type.(type) {
		case []any:
			null = slices.Contains(types, any("null"))
		}
		null = null || slices.Contains(n.Enum, nil) && len(n.Enum) > 0
		return []node{n}, null
	}
	for _, a := range n.AnyOf {
		if a.Type == "null" {
			null = true
			continue
		}
		alts = append(alts, s.resolve(a))
	}
	return alts, null
}

func (s *shapes) compare(path string, n node, t reflect.Type) {
	s.t.Helper()
	if want, ok := s.other[n.Ref]; ok {
		if t != want {
			s.t.Errorf("%s: schema says %s, the struct %s", path, n.Ref, t)
		}
		return
	}
	alts, null := s.alternatives(n)
	if null != (t.Kind() == reflect.Pointer) {
		s.t.Errorf("%s: null allowed by the schema: %v, by the struct: %v", path, null, t.Kind() == reflect.Pointer)
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if variant, ok := reflect.Zero(t).Interface().(schemas.Variant); ok {
		if len(alts) != 2 {
			s.t.Fatalf("%s: %d alternatives for a table", path, len(alts))
		}
		s.compare(path, alts[0], reflect.TypeOf(variant.Shape('[')))
		s.compare(path, alts[1], reflect.TypeOf(variant.Shape('{')))
		return
	}
	if len(alts) != 1 {
		s.t.Fatalf("%s: %d alternatives", path, len(alts))
	}
	n = alts[0]
	switch t.Kind() {
	case reflect.Struct:
		s.object(path, n, t)
	case reflect.Slice:
		if n.Type != "array" || n.Items == nil {
			s.t.Errorf("%s: the struct has a list, the schema %v", path, n.Type)
			return
		}
		s.compare(path+"[]", *n.Items, t.Elem())
	case reflect.Map:
		if n.Type != "object" || n.Properties != nil {
			s.t.Errorf("%s: the struct has a map, the schema %v", path, n.Type)
		}
	default:
		s.scalar(path, n, t)
	}
}

func (s *shapes) scalar(path string, n node, t reflect.Type) {
	want := map[reflect.Kind]string{reflect.String: "string", reflect.Int: "integer", reflect.Bool: "boolean", reflect.Float64: "number"}[t.Kind()]
	if n.Enum != nil || n.Const != nil {
		want = ""
	}
	types, _ := n.Type.([]any)
	if want != "" && n.Type != want && !slices.Contains(types, any(want)) {
		s.t.Errorf("%s: the struct has %s, the schema %v", path, t.Kind(), n.Type)
	}
}

func (s *shapes) object(path string, n node, t reflect.Type) {
	left := maps.Clone(n.Properties)
	required := map[string]bool{}
	for _, name := range n.Required {
		required[name] = true
	}
	open := false
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			open = open || f.Type == reflect.TypeFor[schemas.Extra]()
			continue
		}
		prop, ok := n.Properties[name]
		if !ok {
			s.t.Errorf("%s.%s: not in the schema", path, name)
			continue
		}
		s.seen++
		delete(left, name)
		optional := strings.Contains(options, "omitempty")
		if required[name] == optional {
			s.t.Errorf("%s.%s: required by the schema: %v, always written: %v", path, name, required[name], !optional)
		}
		typ := f.Type
		if optional && typ.Kind() == reflect.Pointer {
			typ = typ.Elem() // left out when nil, so null is never written
		}
		s.compare(path+"."+name, prop, typ)
	}
	for name := range left {
		s.t.Errorf("%s.%s: in the schema, but not in the struct", path, name)
	}
	if want := map[bool]string{true: "true", false: "false"}[open]; string(n.Additional) != want {
		s.t.Errorf("%s: additionalProperties is %s, want %s", path, n.Additional, want)
	}
}
