package check

// Request is what to load and what to run. The zero value checks nothing but
// is otherwise useful: EVA and WP, run-time-error guards on, the profile
// "default", every prover that Why3 knows, all cores.
type Request struct {
	// What to load.
	Files           []string // C files, relative to Dir or absolute
	Source          *string  // inline C text instead of Files; nil: none
	CompileCommands string   // path of a compile_commands.json; "": none
	IncludePaths    []string // -I
	Defines         []string // -D: NAME or NAME=VALUE
	Undefines       []string // -U: NAME
	ForceIncludes   []string // headers included before each file
	Machdep         string   // "": Frama-C's default
	Dir             string   // what relative paths are relative to; "": the working directory

	// What to run.
	Functions []string // scope; empty: every defined function
	Want      []string // "eva", "wp"; empty: both
	NoRTE     bool     // no run-time-error guards
	Profile   string   // "fast", "default", "deep"; "": "default"
	Precision *int     // -eva-precision, 0 to 11; nil: the profile's
	Slevel    *int     // -eva-slevel; nil: the profile's
	Provers   []string // as the user wrote them, for example "z3"; empty: all that work
	Timeout   int      // seconds a goal and prover; 0: the profile's
	Par       int      // proofs at a time; 0: the number of cores
	Model     string   // WP memory model; "": "Typed+nocast"
	Props     []string // names of properties to prove (-wp-prop); empty: all
	FramaC    []string // further words for Frama-C's command line

	// Entries is where EVA starts: "main" alone is the whole program, "all"
	// alone is main and every function in scope, else functions by name, each
	// with its own contract as initial state. Empty: main, and the functions
	// that it leaves out or whose contract claims more.
	Entries []string

	// How to report.
	Detail  string // "summary", "full"; "": "summary"
	Timings bool   // the report says where the time went
}

// Wants says whether an analysis ("eva" or "wp") is part of the request.
func (r Request) Wants(analysis string) bool {
	if len(r.Want) == 0 {
		return true
	}
	for _, w := range r.Want {
		if w == analysis {
			return true
		}
	}
	return false
}

// Event is a sign of life of a running check, for people who wait.
type Event struct {
	Phase   string // "load", "eva", "wp-generate", "wp-prove", "judge"
	Done    int    // of Total: functions analysed, goals generated or settled
	Total   int    // 0: unknown
	Proved  int    // goals proved so far
	Detail  string // function or entry point at work; may be empty
	Seconds float64
}

// Observer receives events; it must return quickly and may be called from
// any goroutine.
type Observer func(Event)
