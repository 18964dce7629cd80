package check

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"fcv/receipt"
)

// settleSections makes null what did not happen: no analysis without a loaded
// program, no table without its analysis.
func (r *Report) settleSections() {
	if !r.Reload.OK {
		r.Detail, r.Eva, r.Wp = nil, nil, nil
	} else if r.Detail == nil {
		summary := "summary"
		r.Detail = &summary
	}
	if r.Eva == nil {
		r.EvaAlarms = nil
	}
	if r.Wp == nil {
		r.WpGoals = nil
	}
}

// unexplained returns a gap for everything a proof needs that is not there and
// that no gap accounts for. It is the last line of defence: whoever fills the
// report is expected to have said it better.
func (r *Report) unexplained() []Gap {
	var gaps []Gap
	missing := func(done bool, add Code, reason string, explained ...Code) {
		if !done && !r.has(append(explained, add)...) {
			gaps = append(gaps, Gap{Code: add, Reason: reason})
		}
	}
	why := func(analysis string, state State) string {
		if !r.Reload.OK {
			if e := r.Reload.Error; e != nil && e.Message != "" {
				return "the program could not be loaded: " + firstLine(e.Message)
			}
			return "the program could not be loaded"
		}
		word, err := state.MarshalText()
		if err != nil {
			word = []byte(state)
		}
		return fmt.Sprintf("%s is not complete (state %s)", analysis, word)
	}
	var eva, wp State
	evaDone, wpDone := r.Reload.OK && r.Reload.Error == nil, r.Reload.OK && r.Reload.Error == nil
	if r.Eva != nil {
		eva = r.Eva.State
	}
	if r.Wp != nil {
		wp = r.Wp.State
	}
	evaDone = evaDone && eva == StateComputed && len(r.Eva.Runs) > 0 &&
		!slices.ContainsFunc(r.Eva.Runs, func(run EvaRun) bool { return run.State != StateComputed })
	wpDone = wpDone && wp == StateComputed
	missing(evaDone, CodeEVANotRun, why("EVA", eva), CodeEVANotRequested)
	missing(wpDone, CodeWPNotRun, why("WP", wp), CodeWPNotRequested, CodeWPStillRunning)
	missing(!r.Reload.OK || r.Reload.Settings.RTE, CodeRTEDisabled, "the program was loaded without run-time-error guards")
	missing(!r.MessagesTruncated, CodeASTParseDiagnosticsUnavailable,
		"more messages were printed than were kept, so warnings of the front end may be among the lost ones")
	return gaps
}

// has says whether one of the codes is among the gaps.
func (r *Report) has(codes ...Code) bool {
	return slices.ContainsFunc(r.Incomplete, func(g Gap) bool { return slices.Contains(codes, g.Code) })
}

// guidanceFor returns the advice there is for the codes raised.
func guidanceFor(gaps []Gap) map[Code]string {
	guidance := map[Code]string{}
	for _, g := range gaps {
		if info, ok := Info(g.Code); ok && info.Guidance != "" {
			guidance[g.Code] = info.Guidance
		}
	}
	return guidance
}

// seal completes the receipt.
func (r *Report) seal() error {
	doc, err := marshalPlain(r.Incomplete)
	if err != nil {
		return fmt.Errorf("writing the gaps: %w", err)
	}
	sum, err := receipt.CanonicalDigest(doc)
	if err != nil {
		return err
	}
	codes := []string{}
	for _, g := range r.Incomplete {
		codes = append(codes, string(g.Code))
	}
	r.ProofReceipt.Reported = receipt.Reported{Count: len(r.Incomplete), Codes: codes, SHA256: sum}
	return receipt.Seal(&r.ProofReceipt)
}

// fillEmpty turns every nil list and map of the report into an empty one, so
// that null keeps its one meaning: it did not happen.
func fillEmpty(r *Report) { fillValue(reflect.ValueOf(r).Elem()) }

func fillValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fillValue(v.Elem())
		}
	case reflect.Struct:
		for f, fv := range v.Fields() {
			tag := f.Tag.Get("json")
			if f.IsExported() && tag != "-" && !strings.Contains(tag, "omitempty") {
				fillValue(fv)
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		if k := v.Type().Elem().Kind(); k == reflect.Struct {
			for i := range v.Len() {
				fillValue(v.Index(i))
			}
		}
	case reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
