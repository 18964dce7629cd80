package check

import (
	"fmt"
	"slices"
	"strings"

	"fcv/framac"
)

// propertyGaps judges every property in scope on the status that the kernel
// consolidated after EVA and WP both spoke.
func propertyGaps(e *Evidence) []Gap {
	if !e.PropertiesRead {
		return nil // a gap of its own
	}
	j := &propertyJudge{e: e, defined: map[string]bool{}, assumed: map[string]bool{}, smoke: map[string]bool{}}
	for _, f := range e.Functions {
		j.defined[f.Name] = f.Defined
	}
	for _, g := range e.Goals {
		if g.Smoke {
			j.smoke[g.Property] = true
			continue
		}
		for _, d := range g.Deps {
			if d != g.Property {
				j.assumed[d] = true
			}
		}
	}
	var gaps []Gap
	for _, p := range e.Properties {
		if j.concerned(p) {
			gaps = append(gaps, j.judge(p)...)
		}
	}
	return gaps
}

type propertyJudge struct {
	e       *Evidence
	defined map[string]bool
	assumed map[string]bool // keys some goal uses as a hypothesis
	smoke   map[string]bool // keys of smoke tests
}

// trivialRequires names the precondition that the plug-in gives to contracts
// without one, so that they are tested for contradictions too.
const trivialRequires = "fcv_trivial"

// isSmokeMark recognises the assertion that WP leaves at a statement its smoke
// test found unreachable; the smoke test says it all.
func isSmokeMark(p framac.Property) bool {
	return p.Origin == "other" && slices.Contains(p.Names, "SmokeTest")
}

// derivedKinds have no truth of their own: the kernel computes them from
// others, or they only select.
var derivedKinds = []string{"assumes", "behavior", "axiomatic", "reachable"}

// concerned leaves out what is not this run's to judge: the library's own
// annotations, functions outside the scope, contracts of functions without a
// body (which are assumptions, not claims), and smoke tests.
func (j *propertyJudge) concerned(p framac.Property) bool {
	switch {
	case slices.Contains(p.Names, trivialRequires), isSmokeMark(p):
		return false
	case p.Libc, slices.Contains(derivedKinds, p.Kind), j.smoke[p.Key], isSmokeAssertion(p), !j.e.inScope(p.Function):
		return false
	case p.Function != "" && !j.defined[p.Function]:
		return false
	}
	return true
}

// isSmokeAssertion: WP marks what a failed smoke test showed with an assertion
// of its own that is false. The smoke test tells the same.
func isSmokeAssertion(p framac.Property) bool {
	return p.Kind == "assert" && p.Origin == "other" && slices.Contains(p.Names, "SmokeTest")
}

// smokeUnreachable names the row WP makes in place of a smoke test for a
// statement that no path leads to. It has no goal.
const smokeUnreachable = "wp_smoke_unreachabled"

func (j *propertyJudge) judge(p framac.Property) []Gap {
	if p.Kind == "other" && slices.Contains(p.Names, smokeUnreachable) {
		return []Gap{propertyGap(CodePropertyDead, p, "no path leads to the statement, so what is proved about it constrains no run")}
	}
	switch base := strings.TrimPrefix(p.Kind, "check_"); {
	case base == "requires":
		return j.judgeRequires(p)
	case base == "from", base == "loop_from":
		if p.Status == "valid" {
			return nil
		}
		return []Gap{propertyGap(CodeFromNotVerified, p, "nothing verifies what the location depends on")}
	case base == "axiom":
		return []Gap{propertyGap(CodeAssumedValid, p, "an axiom is taken to be true")}
	case strings.HasPrefix(base, "admit"):
		return []Gap{propertyGap(CodeAdmitted, p, "the clause is admitted, not checked")}
	case base == "global_invariant", base == "type_invariant":
		return []Gap{propertyGap(CodeAnnotationIgnored, p, "the invariant is not enforced")}
	}
	return j.judgeStatus(p)
}

// judgeRequires: a precondition is an obligation of the callers, and those
// are properties of their own. Only that of main has no caller but the system.
func (j *propertyJudge) judgeRequires(p framac.Property) []Gap {
	f, _ := j.e.function(p.Function)
	if !f.Main {
		return nil
	}
	switch p.Status {
	case "valid":
		return nil
	case "invalid", "invalid_under_hyp", "invalid_but_dead":
		return []Gap{propertyGap(CodePropertyDisproved, p, "the precondition of main does not hold when the program starts")}
	}
	return []Gap{propertyGap(CodeUnprovedAssumption, p, "the precondition of main is assumed and nothing established it")}
}

func (j *propertyJudge) judgeStatus(p framac.Property) []Gap {
	alarm := p.Alarm != ""
	switch p.Status {
	case "valid":
		return nil
	case "valid_under_hyp":
		open := j.openHypotheses(p)
		if len(open) == 0 {
			return nil
		}
		g := propertyGap(CodeValidUnderHyp, p, "proved from hypotheses that nothing established")
		g.Names = open
		return []Gap{g}
	case "valid_but_dead", "unknown_but_dead", "invalid_but_dead":
		return []Gap{propertyGap(CodePropertyDead, p, "the code is unreachable, so what is proved about it constrains no run")}
	case "inconsistent":
		return []Gap{propertyGap(CodePropertyInconsistent, p, "the analyses contradict each other")}
	case "considered_valid":
		return []Gap{propertyGap(CodeAssumedValid, p, "taken to be valid, not proved")}
	}
	if alarm {
		return []Gap{alarmGap(p)}
	}
	var gaps []Gap
	switch p.Status {
	case "invalid", "invalid_under_hyp":
		gaps = append(gaps, propertyGap(CodePropertyDisproved, p, "Frama-C shows that it does not hold"))
	case "never_tried":
		gaps = append(gaps, propertyGap(CodePropertyNotChecked, p, "nobody attempted to prove it"))
	case "unknown":
		switch {
		case saidInvalid(p):
			gaps = append(gaps, propertyGap(CodePropertyDisproved, p, "one analysis shows that it does not hold, and the proof of the other rests on hypotheses that nothing established"))
		case !j.hasOpenGoal(p.Key):
			gaps = append(gaps, propertyGap(CodePropertyNotChecked, p, "it was left open, and no proof of all of it was attempted"))
		}
	default:
		gaps = append(gaps, propertyGap(CodePropertyNotChecked, p, "its status is not known to this version of fcv"))
	}
	switch {
	case strings.HasSuffix(p.Kind, "lemma"):
		gaps = append(gaps, propertyGap(CodeLemmaNotProved, p, "every proof may use the lemma, and nothing proved it"))
	case slices.Contains([]string{"terminates", "decreases", "loop_variant"}, p.Kind):
		gaps = append(gaps, propertyGap(CodeTerminationNotProved, p, "termination is claimed and not proved"))
	}
	if j.assumed[p.Key] {
		gaps = append(gaps, propertyGap(CodeUnprovedAssumption, p, "other proofs use it as a hypothesis, and nothing proved it"))
	}
	return gaps
}

// openHypotheses names what a property valid under hypotheses still waits
// for. The precondition of its own function is the claim's own "if", not a
// gap: callers are checked elsewhere.
func (j *propertyJudge) openHypotheses(p framac.Property) []string {
	var open []string
	for _, key := range p.Pending {
		h, known := j.e.property(key)
		if known && h.Kind == "requires" && !j.isEntryMain(h.Function) {
			continue
		}
		open = append(open, describeProperty(h, key))
	}
	if len(p.Pending) == 0 {
		open = append(open, "unnamed hypotheses")
	}
	return open
}

// describeProperty names a property for a person.
func describeProperty(p framac.Property, key string) string {
	if p.Key == "" {
		return key
	}
	text := p.Predicate
	if p.Loc != nil {
		text = fmt.Sprintf("%s (%s:%d)", text, p.Loc.File, p.Loc.Line)
	}
	return text
}

func (j *propertyJudge) isEntryMain(name string) bool {
	f, ok := j.e.function(name)
	return ok && f.Main
}

// hasOpenGoal says whether some goal of the property is not proved, and so a
// gap that names the property.
func (j *propertyJudge) hasOpenGoal(key string) bool {
	return slices.ContainsFunc(j.e.Goals, func(g framac.Goal) bool { return g.Property == key && !g.Smoke && g.Status != "valid" })
}

// saidInvalid says whether an emitter disproved the property.
func saidInvalid(p framac.Property) bool {
	return slices.ContainsFunc(p.Emitters, func(e framac.Emission) bool {
		return e.Status == "invalid" || e.Status == "invalid_if_reachable"
	})
}

func alarmGap(p framac.Property) Gap {
	g := propertyGap(CodeAlarmNotValid, p, "a possible run-time error is not excluded: "+p.AlarmDescr)
	g.Alarm = p.Alarm
	return g
}

func propertyGap(code Code, p framac.Property, reason string) Gap {
	return Gap{
		Code: code, Reason: reason, Function: p.Function, Property: p.Key, StableGoalID: p.Stable,
		GoalKind: p.Kind, Status: p.Status, SourceLocation: location(p.Loc), Descr: p.Predicate, Callee: p.Callee,
	}
}

// evaAlarmGaps are the alarms that only EVA makes (uninitialised reads,
// comparisons of unrelated pointers, ...): WP has no obligation for them, so
// EVA's word is all there is.
func evaAlarmGaps(e *Evidence) []Gap {
	var gaps []Gap
	for _, p := range evaOnlyAlarms(e) {
		gaps = append(gaps, alarmGap(p))
	}
	return gaps
}

// evaOnlyAlarms returns each alarm that some analysis left open and that the
// judging process does not have, once, with the worst status it got. An
// analysis that starts from invented memory (small separate blocks) is not
// asked about a function that claims nothing of its own and that main's
// analysis followed to its last statement.
func evaOnlyAlarms(e *Evidence) []framac.Property {
	known := map[string]bool{}
	for _, p := range e.Properties {
		known[p.Key] = true
	}
	rank := map[string]int{"valid": 1, "unknown": 2, "invalid_if_reachable": 3, "invalid": 3}
	worst := map[string]int{}
	index := map[string]int{}
	var out []framac.Property
	for _, run := range e.EvaRuns {
		for _, p := range run.Properties {
			if p.Alarm == "" || known[p.Key] || !e.inScope(p.Function) {
				continue
			}
			status, reached := evaStatus(p)
			if !reached || status == "valid" || run.Context == "restricted" && !e.hasContract(p.Function) && coveredByMain(e, p.Function) {
				continue
			}
			if status == "invalid_if_reachable" {
				status = "invalid"
			}
			p.Status = status
			i, seen := index[p.Key]
			switch {
			case !seen:
				index[p.Key] = len(out)
				out = append(out, p)
			case rank[status] > worst[p.Key]:
				out[i] = p
			}
			worst[p.Key] = max(worst[p.Key], rank[status])
		}
	}
	return out
}

func coveredByMain(e *Evidence, function string) bool {
	for _, run := range e.EvaRuns {
		if isMainRun(run) {
			return fullyAnalysed([]framac.EvaRun{run}, function)
		}
	}
	return false
}
