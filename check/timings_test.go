package check

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fcv/framac"
	"fcv/schemas"
)

func TestStopwatch(t *testing.T) {
	at := time.Unix(1000, 0)
	s := newStopwatch(true, func() time.Time { return at })
	pass := func(d time.Duration) { at = at.Add(d) }

	start := s.phase(phaseStart)
	pass(time.Second)
	start()
	// Two processes load side by side: 2 s in all, not 3.
	first := s.phase(phaseLoad)
	pass(time.Second)
	second := s.phase(phaseLoad)
	pass(500 * time.Millisecond)
	first()
	first() // ends once
	pass(500 * time.Millisecond)
	second()
	// A phase that comes back adds up.
	for range 2 {
		prove := s.phase(phaseProve)
		pass(1500*time.Millisecond + 400*time.Microsecond)
		prove()
		pass(time.Second)
	}
	goals := []framac.Goal{
		{Stable: "f/b", Status: "unknown", Results: []framac.ProverResult{{Prover: "CVC4:1.8", Time: 1.25, Steps: 9}, {Prover: "Z3:4.8.12", Time: 10}}},
		{Stable: "f/a", Status: "valid", Prover: "Z3:4.8.12", Results: []framac.ProverResult{{Prover: "CVC4:1.8", Time: 1}, {Prover: "Z3:4.8.12", Time: 0.0214, Steps: 812}}},
	}
	want := &Timings{
		Time:   8.001,
		Phases: []PhaseTime{{"start", 1}, {"load", 2}, {"prove", 3.001}},
		Goals:  []GoalTime{{"f/a", "Z3:4.8.12", 1.021, 812}, {"f/b", "", 11.25, 0}},
	}
	if diff := cmp.Diff(want, s.timings(goals)); diff != "" {
		t.Error(diff)
	}
}

func TestNobodyAskedForTimings(t *testing.T) {
	s := newStopwatch(false, time.Now)
	s.phase(phaseLoad)()
	if s.timings([]framac.Goal{{Stable: "f/a"}}) != nil {
		t.Error("timings that nobody asked for")
	}
}

func timedReport() *Report {
	r := provedReport()
	r.Timings = &Timings{
		Time: 2.5, Phases: []PhaseTime{{phaseStart, 0.4}, {phaseProve, 1.75}},
		Goals: []GoalTime{{"ring_pop/ensures", "Z3:4.8.12", 0.02, 812}, {"ring_push/ensures", "", 1.5, 0}},
	}
	return r
}

// Timings are no part of what the receipt speaks for, and survive reading.
func TestTimingsAreBesideTheReceipt(t *testing.T) {
	plain, timed := finished(t, provedReport()), finished(t, timedReport())
	if plain.ProofReceipt.SHA256 != timed.ProofReceipt.SHA256 {
		t.Error("the receipt depends on the time it took")
	}
	doc := encoded(t, timed)
	again, err := ReadReport(strings.NewReader(string(doc)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(doc), string(encoded(t, again))); diff != "" {
		t.Error(diff)
	}
	timed.Timings.Phases[0].Phase = "rest"
	if err := timed.validate(); err == nil {
		t.Error("a phase nobody knows passes the schema")
	}
}

// Whatever names a time is called by a name that readers know to leave out:
// all fractions are times.
func TestTimeFieldsNameEveryTime(t *testing.T) {
	seen := 0
	var walk func(path string, typ reflect.Type)
	walk = func(path string, typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Float64:
			seen++
			if name := path[strings.LastIndex(path, ".")+1:]; !slices.Contains(TimeFields(), name) {
				t.Errorf("%s is a time that TimeFields does not name", path)
			}
		case reflect.Pointer, reflect.Slice, reflect.Map:
			walk(path, typ.Elem())
		case reflect.Struct:
			if v, ok := reflect.Zero(typ).Interface().(schemas.Variant); ok {
				walk(path, reflect.TypeOf(v.Shape('[')))
				return
			}
			for f := range typ.Fields() {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				walk(path+"."+name, f.Type)
			}
		}
	}
	walk("", reflect.TypeFor[Report]())
	if seen < 4 {
		t.Errorf("only %d fractions were seen", seen)
	}
	text, err := schemas.Text(schemas.Check)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs struct {
			Timings struct {
				Properties struct {
					Phases struct {
						Items struct {
							Properties struct {
								Phase struct {
									Enum []string `json:"enum"`
								} `json:"phase"`
							} `json:"properties"`
						} `json:"items"`
					} `json:"phases"`
				} `json:"properties"`
			} `json:"timings"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	if have := schema.Defs.Timings.Properties.Phases.Items.Properties.Phase.Enum; !slices.Equal(have, Phases()) {
		t.Errorf("the schema knows the phases %q, the program %q", have, Phases())
	}
}
