package schemas

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSchemasCompile(t *testing.T) {
	names := Names()
	for _, name := range []string{Check, Receipt} {
		if !slices.Contains(names, name) {
			t.Errorf("schema %s is not embedded", name)
		}
	}
	for _, name := range names {
		if _, err := compiled(name); err != nil {
			t.Error(err)
		}
		text, err := Text(name)
		if err != nil {
			t.Fatal(err)
		}
		var head struct {
			Draft string `json:"$schema"`
			ID    string `json:"$id"`
		}
		if err := json.Unmarshal(text, &head); err != nil {
			t.Fatal(err)
		}
		if head.Draft != "https://json-schema.org/draft/2020-12/schema" || head.ID != ID(name) {
			t.Errorf("%s: $schema %q, $id %q", name, head.Draft, head.ID)
		}
		if err := Validate(name, []byte(`{}`)); err == nil {
			t.Errorf("%s accepts an empty object", name)
		}
		if err := Validate(name+".json", []byte(`{`)); err == nil {
			t.Errorf("%s accepts half a document", name)
		}
	}
	if err := Validate("no-such", []byte(`{}`)); err == nil || !strings.Contains(err.Error(), Check) {
		t.Errorf("an unknown schema: %v", err)
	}
}

type inner struct {
	A     int    `json:"a"`
	B     string `json:"b,omitempty"`
	Extra Extra  `json:"-"`
}

type closed struct {
	Name string         `json:"name"`
	List []inner        `json:"list"`
	Free map[string]int `json:"free"`
	Null *inner         `json:"null"`
	Any  map[string]any `json:"any"`
}

func TestDecode(t *testing.T) {
	good := `{"name":"x","list":[{"a":1,"new":[1]}],"free":{"K":1,"k":2},"null":null,"any":{"x":null}}`
	var v closed
	if err := Decode([]byte(good), &v); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"name":"x",`, ``, "name: member is missing"},
		{`"name":"x"`, `"name":null`, "name: null is not allowed"},
		{`"name":"x"`, `"name":"x","other":1`, "other: unknown member"},
		{`"name":"x"`, `"name":"x","NAME":"y"`, `differs from "name"`},
		{`"a":1`, `"a":1,"a":2`, "list[0].a: member appears twice"},
		{`"a":1`, `"a":1,"b":""`, "list[0].b: empty"},
		{`"a":1`, `"a":"1"`, "cannot unmarshal"},
		{`"k":2`, `"K":2`, "free.K: member appears twice"},
		{`"x":null`, `"x":{"y":1,"y":2}`, "any.x.y: member appears twice"},
		{`[{"a":1,"new":[1]}]`, `{}`, "list: an object is not allowed"},
		{`"free":{"K":1,"k":2}`, `"free":[]`, "free: an array is not allowed"},
		{`"x":null}}`, `"x":null}} 1`, "after top-level value"},
	} {
		doc := strings.Replace(good, c.old, c.new, 1)
		if doc == good {
			t.Fatalf("%q is not there", c.old)
		}
		if err := Decode([]byte(doc), new(closed)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", doc, err, c.want)
		}
	}
	if err := Decode([]byte(strings.Repeat("[", 20000)), &v); err == nil {
		t.Error("a document without end is accepted")
	}
}

func TestExtraAppend(t *testing.T) {
	e := Extra{"b": json.RawMessage("1"), "a<": json.RawMessage("[]")}
	for in, want := range map[string]string{`{}`: `{"a<":[],"b":1}`, `{"x":0}`: `{"x":0,"a<":[],"b":1}`} {
		got, err := e.AppendTo([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Error(diff)
		}
	}
	if _, err := e.AppendTo([]byte(`[]`)); err == nil {
		t.Error("members were added to an array")
	}
}
