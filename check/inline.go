package check

import (
	"path/filepath"
	"reflect"
	"strings"
)

// nameInline gives inline source its bare name in everything that was
// gathered, places and texts alike. It was loaded from a directory of this
// machine, and the receipt must not depend on that.
func (r *run) nameInline() {
	if r.src.inlineDir == nil {
		return
	}
	path := filepath.Join(*r.src.inlineDir, InlineName)
	e := &r.evidence
	for _, list := range []any{&e.Functions, &e.Facts, &e.EvaRuns, &e.Goals, &e.Properties, &e.Messages, &r.loadError} {
		replaceText(reflect.ValueOf(list).Elem(), path, InlineName)
	}
	e.byKey, e.byName = nil, nil // made again from the lists
}

// replaceText replaces old by with in every string that is reached from v.
func replaceText(v reflect.Value, old, with string) {
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), old) {
			v.SetString(strings.ReplaceAll(v.String(), old, with))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			replaceText(v.Elem(), old, with)
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			replaceText(field, old, with)
		}
	case reflect.Slice:
		for i := range v.Len() {
			replaceText(v.Index(i), old, with)
		}
	}
}
