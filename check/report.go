package check

import (
	"errors"
	"fmt"

	"fcv/receipt"
	"fcv/schemas"
)

// ReportSchema is the value of Report.Schema.
const ReportSchema = "frama-c-mcp.check.v2"

// TimeFields names the JSON members, at any depth of a report, that hold a
// time. Two runs over one input differ in nothing else, so a reader that
// compares reports strips these. (`from_cache` tells a first run from a second;
// `nonce` in the receipt is random when there is no AST digest.) Whatever names
// a time is called by one of these names.
func TimeFields() []string { return []string{"time"} }

// Report is the answer of a check. Fill it, then call Finish, then Encode it.
// Keys are written in field order, all of them always; what did not happen is
// null, never empty.
type Report struct {
	Schema              string            `json:"schema"`
	Verdict             Verdict           `json:"verdict"`
	Incomplete          []Gap             `json:"incomplete"`
	IncompleteGuidance  map[Code]string   `json:"incomplete_guidance"`
	Detail              *string           `json:"detail"` // "summary", "full"; nil: the reload failed
	Reload              Reload            `json:"reload"`
	Eva                 *Eva              `json:"eva"`        // nil: did not run
	EvaAlarms           *Table[AlarmRow]  `json:"eva_alarms"` // nil: EVA did not run
	Wp                  *Wp               `json:"wp"`         // nil: did not run
	WpGoals             *Table[GoalRow]   `json:"wp_goals"`   // nil: WP did not run
	WpBackendDiagnosis  *BackendDiagnosis `json:"wp_backend_diagnosis"`
	Messages            []Message         `json:"messages"`
	MessagesTruncated   bool              `json:"messages_truncated"`
	RecommendedNextCall NextCall          `json:"recommended_next_call"`
	TemporarySourceDir  *string           `json:"temporary_source_dir"` // nil: files were given
	ProofReceipt        receipt.Receipt   `json:"proof_receipt"`
	// Timings is no part of the frozen table: left out unless asked for.
	Timings *Timings `json:"timings,omitempty"`

	// Extra keeps top-level members a newer release wrote.
	Extra schemas.Extra `json:"-"`
}

// Verdict is the answer in one word. The zero value is "incomplete".
type Verdict uint8

// The two verdicts.
const (
	VerdictIncomplete Verdict = iota
	VerdictProved
)

// String is the word the report uses. Whatever is not exactly VerdictProved is
// incomplete.
func (v Verdict) String() string {
	if v == VerdictProved {
		return "proved"
	}
	return "incomplete"
}

// MarshalText writes the word.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads one of the two words and refuses everything else.
func (v *Verdict) UnmarshalText(b []byte) error {
	switch string(b) {
	case "proved":
		*v = VerdictProved
	case "incomplete":
		*v = VerdictIncomplete
	default:
		return fmt.Errorf("verdict %q is neither proved nor incomplete", b)
	}
	return nil
}

// State is how far an analysis got. The zero value is StateNotRun.
type State string

// The states of an analysis. Only StateComputed means that it is done.
const (
	StateNotRun   State = ""         // written "not_run"
	StateComputed State = "computed" // complete
	StateRunning  State = "running"  // results were read while it worked
	StateAborted  State = "aborted"  // stopped: by a limit, a signal or the user
	StateFailed   State = "failed"   // gave up with an error
)

// MarshalText writes the state.
func (s State) MarshalText() ([]byte, error) {
	switch s {
	case StateNotRun:
		return []byte("not_run"), nil
	case StateComputed, StateRunning, StateAborted, StateFailed:
		return []byte(s), nil
	}
	return nil, fmt.Errorf("unknown state %q of an analysis", string(s))
}

// UnmarshalText reads a state and refuses unknown ones.
func (s *State) UnmarshalText(b []byte) error {
	switch v := State(b); v {
	case "not_run":
		*s = StateNotRun
	case StateComputed, StateRunning, StateAborted, StateFailed:
		*s = v
	default:
		return fmt.Errorf("unknown state %q of an analysis", b)
	}
	return nil
}

// LoadSettings is what selects the code that is analysed.
type LoadSettings = receipt.LoadSettings

// Reload is what was loaded and how, or why it was not.
type Reload struct {
	OK        bool           `json:"ok"`
	Files     []receipt.File `json:"files"`
	Functions int            `json:"functions"` // defined ones; 0 when the reload failed
	Settings  LoadSettings   `json:"settings"`
	ASTDigest *string        `json:"ast_digest"` // nil: not established
	Error     *LoadError     `json:"error"`      // nil: none
}

// LoadError says why the program could not be loaded. Strings are empty and
// numbers 0 where they do not apply.
type LoadError struct {
	Kind          string `json:"kind"` // preprocess, parse, typing, link, missing_header, process, other
	Message       string `json:"message"`
	File          string `json:"file"`
	Line          int    `json:"line"`
	Column        int    `json:"column"`
	Hint          string `json:"hint"`
	MissingHeader string `json:"missing_header"` // as written in the #include
}

// Eva is the whole of the EVA analyses.
type Eva struct {
	State  State             `json:"state"` // StateComputed only when every run is
	Runs   []EvaRun          `json:"runs"`
	Config map[string]string `json:"config"` // option -> value, as read back
}

// EvaRun is one analysis from one entry point.
type EvaRun struct {
	Entry             string `json:"entry"`
	LibEntry          bool   `json:"lib_entry"`
	State             State  `json:"state"`
	Error             string `json:"error"`
	Context           string `json:"context"`        // exact, restricted
	ContextReason     string `json:"context_reason"` // why it is restricted
	FunctionsAnalysed int    `json:"functions_analysed"`
	StatementsReached int    `json:"statements_reached"`
	StatementsTotal   int    `json:"statements_total"` // in the functions analysed
}

// AlarmRow is one run-time-error assertion. Status is the consolidated one;
// an analysis that did not speak has an empty status.
type AlarmRow struct {
	Property       string    `json:"property"`
	StableID       string    `json:"stable_id"`
	Alarm          string    `json:"alarm"`
	Function       string    `json:"function"`
	Status         string    `json:"status"`
	EvaStatus      string    `json:"eva_status"`
	WpStatus       string    `json:"wp_status"`
	SourceLocation *Location `json:"source_location"`
	Predicate      string    `json:"predicate"`
	Descr          string    `json:"descr"`
}

// Wp is the WP run. Proved counts smoke tests that passed; Smoke counts smoke
// tests.
type Wp struct {
	State   State             `json:"state"`
	Goals   int               `json:"goals"`
	Proved  int               `json:"proved"`
	Smoke   int               `json:"smoke"`
	Provers []string          `json:"provers"` // Name:version
	Timeout int               `json:"timeout"` // seconds a goal and prover
	Par     int               `json:"par"`     // proofs at a time
	Model   string            `json:"model"`
	Config  map[string]string `json:"config"` // option -> value, as read back
}

// GoalRow is one proof obligation. For a smoke test "valid" means that nothing
// contradictory was found.
type GoalRow struct {
	StableGoalID   string         `json:"stable_goal_id"`
	Property       string         `json:"property"`
	Function       string         `json:"function"` // empty: a lemma
	GoalKind       string         `json:"goal_kind"`
	Status         string         `json:"status"`
	Prover         string         `json:"prover"` // the one that settled it; empty: none
	FromCache      bool           `json:"from_cache"`
	Smoke          bool           `json:"smoke"`
	SourceLocation *Location      `json:"source_location"`
	Descr          string         `json:"descr"`
	Provers        []ProverAnswer `json:"provers"`
}

// ProverAnswer is what one prover said of a goal. Time is in seconds.
type ProverAnswer struct {
	Prover    string  `json:"prover"`
	Verdict   string  `json:"verdict"`
	Time      float64 `json:"time"`
	Steps     int     `json:"steps"`
	FromCache bool    `json:"from_cache"`
}

// BackendDiagnosis says that a prover back end crashed.
type BackendDiagnosis struct {
	Kind    string   `json:"kind"` // why3_abort, prover_crash, prover_missing
	Message string   `json:"message"`
	Count   int      `json:"count"` // goals concerned
	Provers []string `json:"provers"`
}

// Message is one thing Frama-C said. Source is nil when it names no place.
type Message struct {
	Kind     string    `json:"kind"`
	Plugin   string    `json:"plugin"`
	Category string    `json:"category"`
	Message  string    `json:"message"`
	Source   *Location `json:"source"`
}

// NextCall is the tool that gets furthest from here. Only Tool and Reason are
// frozen; Args depends on the tool.
type NextCall struct {
	Tool   string         `json:"tool"`
	Args   map[string]any `json:"args"`
	Reason string         `json:"reason"`
}

// Proved says whether everything claimed was checked. A nil report is not.
func (r *Report) Proved() bool { return r != nil && r.Verdict == VerdictProved }

// Finish sorts the gaps and computes the verdict, the guidance, the next call
// and the receipt's account of what was reported, and seals the receipt. An
// analysis that is not complete and that no gap explains becomes a gap here, so
// that "proved" takes both an empty list and complete analyses. Finish may be
// called again after a change. When it fails the verdict is incomplete.
func (r *Report) Finish() error {
	if r == nil {
		return errors.New("finishing a report that does not exist")
	}
	r.Schema = ReportSchema
	r.Verdict = VerdictIncomplete
	r.settleSections()
	r.Incomplete = SortGaps(append(r.unexplained(), r.Incomplete...))
	r.IncompleteGuidance = guidanceFor(r.Incomplete)
	fillEmpty(r)
	if err := r.seal(); err != nil {
		r.RecommendedNextCall = nextCall(r)
		return fmt.Errorf("finishing the report: %w", err)
	}
	if len(r.Incomplete) == 0 {
		r.Verdict = VerdictProved
	}
	r.RecommendedNextCall = nextCall(r)
	return nil
}
