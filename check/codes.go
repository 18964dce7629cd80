package check

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// Code names one kind of gap. The set is frozen: codes are added, never
// renamed or removed (docs/codes.md lists them).
type Code string

// Level says how bad a gap is: LevelError is something wrong or unproved,
// LevelWarning something assumed.
type Level string

// The two levels.
const (
	LevelError   Level = "error"
	LevelWarning Level = "warning"
)

// CodeInfo is what there is to say about a code. The one table of them feeds
// the schema's enum, `fcv explain`, docs/codes.md and the renderers.
type CodeInfo struct {
	Code     Code
	Meaning  string // one line
	Guidance string // one line: what to write to close it; goes into incomplete_guidance
	Example  string // C with ACSL, or a command line starting with "$ ", that raises it
	Close    string // how to close it, in full
	DoNot    string // the wrong way out
	Since    string // version it first appeared in
	Level    Level
}

// The codes frozen since v2.
const (
	CodeRTEDisabled                    Code = "RTE_DISABLED"
	CodeEVANotRun                      Code = "EVA_NOT_RUN"
	CodeWPNotRun                       Code = "WP_NOT_RUN"
	CodeWPStillRunning                 Code = "WP_STILL_RUNNING"
	CodeAlarmNotValid                  Code = "ALARM_NOT_VALID"
	CodeGoalNotValid                   Code = "GOAL_NOT_VALID"
	CodeProverTimeout                  Code = "PROVER_TIMEOUT"
	CodePropertyDead                   Code = "PROPERTY_DEAD"
	CodePropertyDisproved              Code = "PROPERTY_DISPROVED"
	CodePropertyInconsistent           Code = "PROPERTY_INCONSISTENT"
	CodeLemmaNotProved                 Code = "LEMMA_NOT_PROVED"
	CodeAssumedValid                   Code = "ASSUMED_VALID"
	CodeAssumedCalleeContract          Code = "ASSUMED_CALLEE_CONTRACT"
	CodeUnconstrainedAssigns           Code = "UNCONSTRAINED_ASSIGNS"
	CodeResultUnconstrained            Code = "RESULT_UNCONSTRAINED"
	CodeUnprovedAssumption             Code = "UNPROVED_ASSUMPTION"
	CodeValidUnderHyp                  Code = "VALID_UNDER_HYP"
	CodeEVANotRequested                Code = "EVA_NOT_REQUESTED"
	CodeWPNotRequested                 Code = "WP_NOT_REQUESTED"
	CodeWPBackendAnomaly               Code = "WP_BACKEND_ANOMALY"
	CodeASTAsmClobber                  Code = "AST_ASM_CLOBBER"
	CodeASTUnknownAttribute            Code = "AST_UNKNOWN_ATTRIBUTE"
	CodeASTUnclassifiedWarning         Code = "AST_UNCLASSIFIED_WARNING"
	CodeASTParseDiagnosticsUnavailable Code = "AST_PARSE_DIAGNOSTICS_UNAVAILABLE"
)

// The codes added since.
const (
	CodeWPMemoryModelHypothesis Code = "WP_MEMORY_MODEL_HYPOTHESIS"
	CodeIndirectCallUnresolved  Code = "INDIRECT_CALL_UNRESOLVED"
	CodeVacuousContract         Code = "VACUOUS_CONTRACT"
	CodeFromNotVerified         Code = "FROM_NOT_VERIFIED"
	CodeTerminationNotProved    Code = "TERMINATION_NOT_PROVED"
	CodeAdmitted                Code = "ADMITTED"
	CodeFunctionNotReached      Code = "FUNCTION_NOT_REACHED"
	CodeNoObligation            Code = "NO_OBLIGATION"
	CodeUnsafeModel             Code = "UNSAFE_MODEL"
	CodeImplicitDeclaration     Code = "IMPLICIT_DECLARATION"
	CodeTypedModelAliasing      Code = "TYPED_MODEL_ALIASING"
	CodeLibcContractAssumed     Code = "LIBC_CONTRACT_ASSUMED"
	CodeUnmodelledConstruct     Code = "UNMODELLED_CONSTRUCT"
	CodeProverOnlyCode          Code = "PROVER_ONLY_CODE"
	CodeAnnotationIgnored       Code = "ANNOTATION_IGNORED"
	CodePropertyNotChecked      Code = "PROPERTY_NOT_CHECKED"
	CodeCallerNotChecked        Code = "CALLER_NOT_CHECKED"
	CodeLogicRecursionUnchecked Code = "LOGIC_RECURSION_UNCHECKED"
	CodeLinkConflict            Code = "LINK_CONFLICT"
)

// Codes returns the whole table in contract order: the frozen ones first. The
// slice is the caller's.
func Codes() []CodeInfo {
	return slices.Concat(codesV2(), codesAdded())
}

// Info returns what there is to say about a code; false for a code this
// release does not know.
func Info(code Code) (CodeInfo, bool) {
	info, ok := codeIndex()[code]
	return info, ok
}

// UnknownCodeError answers a question about a code that does not exist.
type UnknownCodeError struct {
	Code string // as asked
	Near []Code // codes that look like it, best first; may be empty
}

func (e *UnknownCodeError) Error() string { return fmt.Sprintf("unknown code %q", e.Code) }

// Hint is the next step, to be printed on its own line.
func (e *UnknownCodeError) Hint() string {
	if len(e.Near) == 0 {
		return "docs/codes.md lists every code"
	}
	names := make([]string, len(e.Near))
	for i, c := range e.Near {
		names[i] = string(c)
	}
	return "did you mean " + strings.Join(names, " or ") + "?"
}

// Explain teaches one code: meaning, example, how to close it, what not to do.
// The code may be written in any case and with dashes. An unknown one is an
// *UnknownCodeError.
func Explain(w io.Writer, code string) error {
	name := Code(strings.ToUpper(strings.ReplaceAll(strings.TrimSpace(code), "-", "_")))
	info, ok := Info(name)
	if !ok {
		return &UnknownCodeError{Code: code, Near: nearCodes(string(name))}
	}
	kind := "wrong or unproved"
	if info.Level == LevelWarning {
		kind = "assumed, not proved"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s: %s; since version %s)\n\n%s\n", info.Code, info.Level, kind, info.Since, info.Meaning)
	fmt.Fprintf(&b, "\nExample\n%s", indentLines(info.Example))
	fmt.Fprintf(&b, "\nHow to close it\n%s", indentLines(info.Close))
	fmt.Fprintf(&b, "\nWhat not to do\n%s", indentLines(info.DoNot))
	_, err := io.WriteString(w, b.String())
	return err
}

// indentLines indents every non-empty line and ends with a newline.
func indentLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text) + "\n") {
		if strings.TrimSpace(line) != "" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// nearCodes lists up to three codes that share the most words with name.
func nearCodes(name string) []Code {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == ' ' })
	type hit struct {
		code  Code
		score int
	}
	var hits []hit
	for _, info := range Codes() {
		score := 0
		for part := range strings.SplitSeq(string(info.Code), "_") {
			for _, w := range words {
				switch {
				case w == part:
					score += 3
				case len(w) >= 3 && (strings.HasPrefix(part, w) || strings.HasPrefix(w, part) && len(part) >= 3):
					score += 2
				}
			}
		}
		if score > 2 {
			hits = append(hits, hit{info.Code, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return b.score - a.score })
	var near []Code
	for _, h := range hits[:min(len(hits), 3)] {
		near = append(near, h.code)
	}
	return near
}

// codeIndex is the table by code, built at first use.
var codeIndex = sync.OnceValue(func() map[Code]CodeInfo {
	index := map[Code]CodeInfo{}
	for _, info := range Codes() {
		index[info.Code] = info
	}
	return index
})
