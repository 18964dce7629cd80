package framac

// The values the plug-in answers with, one Go type for each shape of
// ast-utils/README.md. Field comments there hold here too; only what Go code
// must know beyond it is repeated.

// Position is a range in a source file. Lines and columns count from 1,
// columns in bytes; a zero Line means "no position".
type Position struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
}

// Version is what a Frama-C with the plug-in loaded says of itself.
type Version struct {
	Protocol int    `json:"protocol"`
	FramaC   string `json:"frama_c"`
	Codename string `json:"codename"`
	Family   string `json:"family"`
	OCaml    string `json:"ocaml"`
	Why3     string `json:"why3"`
}

// Progress is a snapshot of a running request. Elapsed is in seconds.
type Progress struct {
	Phase    string  `json:"phase"`
	Function string  `json:"function"`
	Done     int     `json:"done"`
	Total    int     `json:"total"`
	Proved   int     `json:"proved"`
	Running  int     `json:"running"`
	Elapsed  float64 `json:"elapsed"`
}

// Message is one thing Frama-C said. Source is nil when it names no place.
type Message struct {
	Seq      int       `json:"seq"`
	Kind     string    `json:"kind"`
	Plugin   string    `json:"plugin"`
	Category string    `json:"category"`
	Message  string    `json:"message"`
	Source   *Position `json:"source"`
}

// Parameter is one option in force, as Frama-C spells its value.
type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Set   bool   `json:"set"`
}

// SourceFile is one file to load with its own preprocessor arguments.
type SourceFile struct {
	Path string   `json:"path"`
	Cpp  []string `json:"cpp"`
}

// Emission is what one emitter said of a property.
type Emission struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	Hyps   int    `json:"hyps"`
}

// Property is a row of Frama-C's property table.
type Property struct {
	Key            string     `json:"key"`
	Stable         string     `json:"stable"`
	Kind           string     `json:"kind"`
	Function       string     `json:"function"`
	Names          []string   `json:"names"`
	Behavior       string     `json:"behavior"`
	Predicate      string     `json:"predicate"`
	Loc            *Position  `json:"loc"`
	Stmt           int        `json:"stmt"`
	Alarm          string     `json:"alarm"`
	AlarmDescr     string     `json:"alarm_descr"`
	Origin         string     `json:"origin"`
	Callee         string     `json:"callee"`
	Libc           bool       `json:"libc"`
	Automatic      bool       `json:"automatic"`
	LabelSensitive bool       `json:"label_sensitive"`
	Status         string     `json:"status"`
	Emitters       []Emission `json:"emitters"`
	Pending        []string   `json:"pending"`
}

// ProverResult is one prover's answer to a goal. Time is in seconds.
type ProverResult struct {
	Prover  string  `json:"prover"`
	Verdict string  `json:"verdict"`
	Cached  bool    `json:"cached"`
	Time    float64 `json:"time"`
	Steps   int     `json:"steps"`
	Error   string  `json:"error"`
}

// GoalWarning is something WP abstracted away while it built a goal.
type GoalWarning struct {
	Severe bool   `json:"severe"`
	Source string `json:"source"`
	Reason string `json:"reason"`
	Effect string `json:"effect"`
}

// Goal is one proof obligation of WP.
type Goal struct {
	ID          string         `json:"id"`
	Stable      string         `json:"stable"`
	Property    string         `json:"property"`
	Function    string         `json:"function"`
	Kind        string         `json:"kind"`
	Description string         `json:"description"`
	Smoke       bool           `json:"smoke"`
	SmokeOf     string         `json:"smoke_of"`    // what a smoke test looks for, as WP names it
	Doomed      []string       `json:"doomed"`      // keys of the clauses a proved smoke test makes contradictory
	Unreachable int            `json:"unreachable"` // statement a proved smoke test makes unreachable; -1: none
	Part        string         `json:"part"`
	Loc         *Position      `json:"loc"`
	Status      string         `json:"status"`
	Prover      string         `json:"prover"`
	Results     []ProverResult `json:"results"`
	Warnings    []GoalWarning  `json:"warnings"`
	Deps        []string       `json:"deps"`
}

// Param is a formal parameter.
type Param struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Call is one call site. Function is empty when Indirect.
type Call struct {
	Function    string    `json:"function"`
	Stmt        int       `json:"stmt"`
	Loc         *Position `json:"loc"`
	Indirect    bool      `json:"indirect"`
	CallsClause bool      `json:"calls_clause"`
}

// Loop is one loop with the annotations it has.
type Loop struct {
	Stmt    int       `json:"stmt"`
	Loc     *Position `json:"loc"`
	Variant bool      `json:"variant"`
	Assigns bool      `json:"assigns"`
	// VariantRelation is R in `loop variant t for R`; empty: the usual order.
	VariantRelation string `json:"variant_relation"`
}

// AssignedLocation is one location of an assigns clause; Mentioned says
// whether a postcondition speaks of it.
type AssignedLocation struct {
	Text      string `json:"text"`
	Mentioned bool   `json:"mentioned"`
	From      string `json:"from"`
}

// Behavior counts the clauses of one behaviour.
type Behavior struct {
	Name      string             `json:"name"`
	Requires  int                `json:"requires"`
	Assumes   int                `json:"assumes"`
	Ensures   int                `json:"ensures"`
	Exits     int                `json:"exits"`
	Assigns   string             `json:"assigns"`
	Locations []AssignedLocation `json:"locations"`
}

// Contract is a function contract as structure. Generated means that
// Frama-C made it up from the prototype.
type Contract struct {
	Generated  bool       `json:"generated"`
	Behaviors  []Behavior `json:"behaviors"`
	Terminates string     `json:"terminates"`
	Decreases  bool       `json:"decreases"`
	Complete   int        `json:"complete"`
	Disjoint   int        `json:"disjoint"`
}

// ResultUsage is what a contract says of \result: "none", "constrained", or
// "suspicious" with a reason.
type ResultUsage struct {
	Usage  string `json:"usage"`
	Reason string `json:"reason"`
}

// Function is one C function of the program, defined or only declared.
type Function struct {
	Name           string    `json:"name"`
	Defined        bool      `json:"defined"`
	Loc            *Position `json:"loc"`
	File           string    `json:"file"`
	Static         bool      `json:"static"`
	Libc           bool      `json:"libc"`
	Variadic       bool      `json:"variadic"`
	Main           bool      `json:"main"`
	Params         []Param   `json:"params"`
	Result         string    `json:"result"`
	Calls          []Call    `json:"calls"`
	TakesAddressOf []string  `json:"takes_address_of"`
	Loops          []Loop    `json:"loops"`
	Recursive      bool      `json:"recursive"`
	Contract       Contract  `json:"contract"`
	ContractText   string    `json:"contract_text"` // on one line; empty: none
	// DecreasesRelation is R in `decreases t for R`; empty: the usual order.
	DecreasesRelation string `json:"decreases_relation"`
	// Exempt says that nobody relies on how strong the contract is.
	Exempt      bool        `json:"exempt"`
	ResultUsage ResultUsage `json:"result_usage"`
}

// Fact is a construct of the program that a verdict must take into account.
type Fact struct {
	Kind     string    `json:"kind"`
	Function string    `json:"function"`
	Loc      *Position `json:"loc"`
	Name     string    `json:"name"`
	Detail   string    `json:"detail"`
}

// EvaFunction is how far one analysis got in one function.
type EvaFunction struct {
	Name       string `json:"name"`
	Status     string `json:"status"`
	Reached    int    `json:"reached"`
	Statements int    `json:"statements"`
	// UnreachedRisky counts statements not reached that may fail in a way that
	// only EVA looks for.
	UnreachedRisky int `json:"unreached_risky"`
	// Doubtful counts statements, reached or not, that read a local variable,
	// or give its address away, before every path has assigned it.
	Doubtful int `json:"doubtful"`
}

// EvaContext is "exact" when an analysis from the function covers all states
// its contract allows, "restricted" with a reason otherwise.
type EvaContext struct {
	Name    string `json:"name"`
	Context string `json:"context"`
	Reason  string `json:"reason"`
}

// EvaRun is the outcome of one EVA analysis from one entry point.
type EvaRun struct {
	Entry         string        `json:"entry"`
	LibEntry      bool          `json:"lib_entry"`
	State         string        `json:"state"`
	Error         string        `json:"error"`
	Functions     []EvaFunction `json:"functions"`
	Properties    []Property    `json:"properties"`
	Context       string        `json:"context"`
	ContextReason string        `json:"context_reason"`
}

// WpGeneration says what to make goals of. Empty Functions: every defined one.
type WpGeneration struct {
	Functions []string `json:"functions"`
	Lemmas    bool     `json:"lemmas"`
	Props     []string `json:"props"` // as -wp-prop; empty: all
}

// WpOutcome is the answer to a generation. Failures are functions and lemmas
// that WP could not treat at all.
type WpOutcome struct {
	Goals    int         `json:"goals"`
	Failures []WpFailure `json:"failures"`
}

// WpProof says which goals to prove and with what. Timeouts are in seconds.
type WpProof struct {
	Goals        []string `json:"goals"` // Goal.ID
	Provers      []string `json:"provers"`
	Timeout      int      `json:"timeout"`
	QuickTimeout int      `json:"quick_timeout"`
	SmokeTimeout int      `json:"smoke_timeout"`
	SmokeSteps   int      `json:"smoke_steps"` // 0: the time limit alone
	Steps        int      `json:"steps"`
	Par          int      `json:"par"`
}

// WpFailure is one function WP gave up on, with its own words.
type WpFailure struct {
	Function string `json:"function"`
	Reason   string `json:"reason"`
}

// ImportOutcome says what became of verdicts brought in from another process.
type ImportOutcome struct {
	Applied int      `json:"applied"`
	Unknown []string `json:"unknown"` // keys that no property here has
	Refused []string `json:"refused"` // keys whose status the kernel computes itself
}

// Program is the normalised program as text, one entry a global.
type Program struct {
	Machdep string   `json:"machdep"`
	Globals []Global `json:"globals"`
}

// Global is one global of a Program.
type Global struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // "function", "variable", "annotation", ...
	File string `json:"file"`
	Text string `json:"text"`
}

// Verdict brings what EVA established to the process that runs WP.
// Status is "valid" or "invalid".
type Verdict struct {
	Key    string `json:"key"`
	Status string `json:"status"`
}
