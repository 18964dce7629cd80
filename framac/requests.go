package framac

import "context"

// requestPrefix is where the plug-in's requests live.
const requestPrefix = "plugins.ast-utils."

func get[T any](ctx context.Context, s *Session, name string, in any) (T, error) {
	var out T
	err := s.Get(ctx, requestPrefix+name, in, &out)
	return out, err
}

func run[T any](ctx context.Context, s *Session, name string, in any) (T, error) {
	var out T
	err := s.Exec(ctx, requestPrefix+name, in, &out)
	return out, err
}

// Version asks what is running.
func (s *Session) Version(ctx context.Context) (Version, error) {
	return get[Version](ctx, s, "version", nil)
}

// Progress is answered while an EXEC is under way.
func (s *Session) Progress(ctx context.Context) (Progress, error) {
	return get[Progress](ctx, s, "progress", nil)
}

// Messages returns what Frama-C said since message number from, the number
// the next call should pass, and how many were dropped in all.
func (s *Session) Messages(ctx context.Context, from int) (messages []Message, next, dropped int, err error) {
	out, err := get[struct {
		Messages []Message `json:"messages"`
		Next     int       `json:"next"`
		Dropped  int       `json:"dropped"`
	}](ctx, s, "messages", map[string]int{"from": from})
	return out.Messages, out.Next, out.Dropped, err
}

// Parameters returns the named options and every one that is not at its
// default. Names that no option has are in unknown.
func (s *Session) Parameters(ctx context.Context, names ...string) (params []Parameter, unknown []string, err error) {
	if names == nil {
		names = []string{}
	}
	out, err := get[struct {
		Parameters []Parameter `json:"parameters"`
		Unknown    []string    `json:"unknown"`
	}](ctx, s, "parameters", map[string][]string{"names": names})
	return out.Parameters, out.Unknown, err
}

// SetParameters changes options by name.
func (s *Session) SetParameters(ctx context.Context, params []Parameter) error {
	return s.Set(ctx, requestPrefix+"setParameters", params, nil)
}

// LoadResult says whether the program parsed; the reasons why not are in the
// messages.
type LoadResult struct {
	OK    bool   `json:"ok"`
	Error string `json:"error"`
}

// Load parses and type-checks the files as one program. A session can load
// only once.
func (s *Session) Load(ctx context.Context, files []SourceFile) (LoadResult, error) {
	return run[LoadResult](ctx, s, "load", map[string]any{"files": files})
}

// Program returns the normalised program as text.
func (s *Session) Program(ctx context.Context) (Program, error) {
	return get[Program](ctx, s, "program", nil)
}

// Functions returns every function of the program, sorted by name.
func (s *Session) Functions(ctx context.Context) ([]Function, error) {
	out, err := get[struct {
		Functions []Function `json:"functions"`
	}](ctx, s, "functions", nil)
	return out.Functions, err
}

// Facts returns the constructs a verdict must take into account.
func (s *Session) Facts(ctx context.Context) ([]Fact, error) {
	out, err := get[struct {
		Facts []Fact `json:"facts"`
	}](ctx, s, "facts", nil)
	return out.Facts, err
}

// RTE adds run-time-error guards to every defined function.
func (s *Session) RTE(ctx context.Context) error {
	return s.Exec(ctx, requestPrefix+"rte", nil, nil)
}

// EvaContexts says of each defined function whether an analysis that starts
// from it would cover all states its contract allows.
func (s *Session) EvaContexts(ctx context.Context) ([]EvaContext, error) {
	out, err := get[struct {
		Functions []EvaContext `json:"functions"`
	}](ctx, s, "evaContexts", nil)
	return out.Functions, err
}

// RunEva analyses the program from one entry point. The session can run
// several analyses one after the other; they do not influence each other.
func (s *Session) RunEva(ctx context.Context, entry string, libEntry bool) (EvaRun, error) {
	return run[EvaRun](ctx, s, "eva", map[string]any{"entry": entry, "lib_entry": libEntry})
}

// GenerateGoals makes WP's goals and proves none but the trivial ones.
func (s *Session) GenerateGoals(ctx context.Context, g WpGeneration) (WpOutcome, error) {
	return run[WpOutcome](ctx, s, "wpGenerate", g)
}

// ProveGoals has goals proved that the last generation made.
func (s *Session) ProveGoals(ctx context.Context, p WpProof) error {
	return s.Exec(ctx, requestPrefix+"wpProve", p, nil)
}

// Goals returns WP's goals.
func (s *Session) Goals(ctx context.Context) ([]Goal, error) {
	out, err := get[struct {
		Goals []Goal `json:"goals"`
	}](ctx, s, "goals", nil)
	return out.Goals, err
}

// Import brings verdicts that another process established to this one.
func (s *Session) Import(ctx context.Context, verdicts []Verdict) (ImportOutcome, error) {
	var out ImportOutcome
	err := s.Set(ctx, requestPrefix+"import", map[string]any{"verdicts": verdicts}, &out)
	return out, err
}

// Properties returns the consolidated property table.
func (s *Session) Properties(ctx context.Context) ([]Property, error) {
	out, err := get[struct {
		Properties []Property `json:"properties"`
	}](ctx, s, "properties", nil)
	return out.Properties, err
}
