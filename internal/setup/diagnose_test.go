package setup

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// brokenProvers is a Frama-C with provers of which the named ones fail.
type brokenProvers struct {
	found
	broken string
}

func (b brokenProvers) CheckProver(_ context.Context, name string) error {
	if strings.Contains(b.broken, name) {
		return errors.New("no answer")
	}
	return nil
}

func diagnose(t *testing.T, open func(context.Context) (Installation, error)) Diagnosis {
	t.Helper()
	m := machine{paths: on("/usr/bin", allPrograms...), release: debian,
		libraries: map[string]bool{"yojson": true, "zarith": true, "ocamlgraph": true, "why3": true}}
	dir := t.TempDir()
	return Diagnose(t.Context(), m.host(), Tools{
		Open:     open,
		CacheDir: func() (string, error) { return dir + "/not/yet", nil },
	})
}

func TestDiagnoseIsOKWithOneProver(t *testing.T) {
	for _, tt := range []struct {
		provers []string
		broken  string
		ok      bool
	}{
		{[]string{"CVC4:1.8", "Z3:4.8.12"}, "", true},
		{[]string{"CVC4:1.8", "Z3:4.8.12"}, "Z3:4.8.12", true},
		{[]string{"CVC4:1.8", "Z3:4.8.12"}, "CVC4:1.8 Z3:4.8.12", false},
		{nil, "", false},
	} {
		d := diagnose(t, func(context.Context) (Installation, error) {
			return brokenProvers{tt.provers, tt.broken}, nil
		})
		if d.OK != tt.ok {
			t.Errorf("%q with %q broken: ok is %v; %+v", tt.provers, tt.broken, d.OK, d.Findings)
		}
	}
}

func TestDiagnoseWithoutFramaC(t *testing.T) {
	d := diagnose(t, func(context.Context) (Installation, error) { return nil, errors.New("it crashes") })
	if d.OK {
		t.Error("ok without a Frama-C that works")
	}
	if f := d.Findings[0]; f.Name != "frama-c" || f.Status != Broken || f.Detail != "it crashes" {
		t.Errorf("first finding is %+v", f)
	}
	for _, f := range d.Findings[1:] {
		if f.Status != OK {
			t.Errorf("%s: %s, %s", f.Name, f.Status, f.Detail)
		}
	}
}
