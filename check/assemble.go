package check

import (
	"strings"

	"fcv/framac"
	"fcv/receipt"
)

// report puts the evidence and its judgement into the frozen shape.
func (r *run) report() (*Report, error) {
	e := &r.evidence
	full := r.req.Detail == "full"
	judged := r.clock.phase(phaseJudge)
	rep := &Report{Incomplete: Gaps(e)}
	judged()
	defer r.clock.phase(phaseReport)()
	detail := "summary"
	if full {
		detail = "full"
	}
	rep.Detail = &detail
	if err := r.fillReload(rep); err != nil {
		return nil, err
	}
	for _, m := range e.Messages {
		rep.Messages = append(rep.Messages, Message{
			Kind: m.Kind, Plugin: m.Plugin, Category: m.Category, Message: m.Message, Source: location(m.Source),
		})
	}
	rep.MessagesTruncated = e.MessagesTruncated
	if r.src.inlineDir != nil {
		rep.TemporarySourceDir = r.src.inlineDir
	}
	if e.Loaded && r.req.Wants("eva") {
		rep.Eva = evaSection(e)
		rep.EvaAlarms = NewTable(alarmRows(e), full)
	}
	if e.Loaded && r.req.Wants("wp") {
		rep.Wp = wpSection(e)
		rep.WpGoals = NewTable(goalRows(e), full)
		rep.WpBackendDiagnosis = diagnoseBackend(e)
	}
	r.fillReceipt(rep)
	if err := rep.Finish(); err != nil {
		return nil, err
	}
	return rep, nil
}

func (r *run) loadSettings() LoadSettings {
	display := func(paths []string) []string {
		out := []string{}
		for _, p := range paths {
			out = append(out, r.src.display(p))
		}
		return out
	}
	defines := []string{}
	for _, d := range r.req.Defines {
		defines = append(defines, r.src.displayValue(d))
	}
	return LoadSettings{
		IncludePaths: display(r.req.IncludePaths), Defines: defines, Undefines: orEmpty(r.req.Undefines),
		ForceIncludes: display(r.req.ForceIncludes), Machdep: r.machdep(),
		CompileCommands: r.src.display(r.req.CompileCommands), RTE: !r.req.NoRTE,
	}
}

func (r *run) machdep() string {
	if m := r.evidence.KernelConfig["-machdep"]; m != "" {
		return m
	}
	return r.req.Machdep
}

func (r *run) fillReload(rep *Report) error {
	files, err := r.src.hashFiles(r.src.paths())
	if err != nil {
		return err
	}
	for i, f := range files {
		if f != r.hashes[i] {
			return &InputError{Message: f.Path + " changed while it was being checked", Advice: "run the check again"}
		}
	}
	rep.Reload = Reload{OK: r.evidence.Loaded, Files: files, Settings: r.loadSettings(), Error: r.loadError}
	if !r.evidence.Loaded {
		return nil
	}
	for _, f := range r.evidence.Functions {
		if f.Defined && !f.Libc {
			rep.Reload.Functions++
		}
	}
	digest := astDigest(*r.program)
	rep.Reload.ASTDigest = &digest
	return nil
}

func evaSection(e *Evidence) *Eva {
	s := &Eva{State: StateComputed, Config: e.EvaConfig}
	if e.EvaErr != "" {
		s.State = StateFailed
	}
	for _, run := range e.EvaRuns {
		row := EvaRun{
			Entry: run.Entry, LibEntry: run.LibEntry, State: evaState(run.State), Error: run.Error,
			Context: run.Context, ContextReason: run.ContextReason,
		}
		for _, f := range run.Functions {
			if f.Status == "analysed" {
				row.FunctionsAnalysed++
				row.StatementsReached += f.Reached
				row.StatementsTotal += f.Statements
			}
		}
		if row.State != StateComputed && s.State == StateComputed {
			s.State = row.State
		}
		s.Runs = append(s.Runs, row)
	}
	return s
}

func evaState(s string) State {
	switch s {
	case "computed":
		return StateComputed
	case "aborted":
		return StateAborted
	}
	return StateFailed
}

func wpSection(e *Evidence) *Wp {
	s := &Wp{
		State: StateFailed, Provers: proverIDs(e.Settings.Provers), Timeout: e.Settings.Timeout,
		Par: e.Settings.Par, Model: e.Settings.Model, Config: e.WpConfig, Goals: len(e.Goals),
	}
	if e.WpDone && e.WpErr == "" && len(e.WpFailures) == 0 {
		s.State = StateComputed
	}
	for _, g := range e.Goals {
		if g.Status == "valid" {
			s.Proved++
		}
		if g.Smoke {
			s.Smoke++
		}
	}
	return s
}

// alarmRows lists every run-time-error assertion: those of the process that
// judges, and those that only EVA made.
func alarmRows(e *Evidence) []AlarmRow {
	rows := []AlarmRow{}
	evaSays := evaStatuses(e.EvaRuns)
	known := map[string]bool{}
	for _, p := range e.Properties {
		if p.Alarm == "" || !e.inScope(p.Function) {
			continue
		}
		known[p.Key] = true
		rows = append(rows, alarmRow(p, p.Status, evaSays[p.Key]))
	}
	for _, p := range evaOnlyAlarms(e) {
		if !known[p.Key] {
			known[p.Key] = true
			rows = append(rows, alarmRow(p, p.Status, evaSays[p.Key]))
		}
	}
	return rows
}

func alarmRow(p framac.Property, status, eva string) AlarmRow {
	row := AlarmRow{
		Property: p.Key, StableID: p.Stable, Alarm: p.Alarm, Function: p.Function, Status: status,
		EvaStatus: eva, SourceLocation: location(p.Loc), Predicate: p.Predicate, Descr: p.AlarmDescr,
	}
	for _, em := range p.Emitters {
		if strings.HasPrefix(em.Name, "Wp") {
			row.WpStatus = em.Status
		}
	}
	return row
}

// evaStatuses is the worst that EVA said of each property in any analysis that
// reached it.
func evaStatuses(runs []framac.EvaRun) map[string]string {
	rank := map[string]int{"valid": 1, "unknown": 2, "invalid_if_reachable": 3, "invalid": 4}
	worst := map[string]string{}
	for _, run := range runs {
		for _, p := range run.Properties {
			if s, reached := evaStatus(p); reached && rank[s] > rank[worst[p.Key]] {
				worst[p.Key] = s
			}
		}
	}
	return worst
}

func goalRows(e *Evidence) []GoalRow {
	rows := []GoalRow{}
	for _, g := range e.Goals {
		row := GoalRow{
			StableGoalID: g.Stable, Property: g.Property, Function: g.Function, GoalKind: g.Kind, Status: g.Status,
			Prover: g.Prover, Smoke: g.Smoke, SourceLocation: location(g.Loc), Descr: goalDescr(e, g),
			Provers: []ProverAnswer{},
		}
		for _, res := range g.Results {
			row.FromCache = row.FromCache || res.Prover == g.Prover && res.Cached
			row.Provers = append(row.Provers, ProverAnswer{
				Prover: res.Prover, Verdict: res.Verdict, Time: res.Time, Steps: res.Steps, FromCache: res.Cached,
			})
		}
		rows = append(rows, row)
	}
	return rows
}

// goalDescr is what a goal claims, for people.
func goalDescr(e *Evidence, g framac.Goal) string {
	if g.Smoke {
		return g.SmokeOf
	}
	if p, ok := e.property(g.Property); ok {
		return p.Predicate
	}
	return g.Description
}

func (r *run) fillReceipt(rep *Report) {
	e := &r.evidence
	rc := &rep.ProofReceipt
	rc.Subject.LoadSettings = rep.Reload.Settings
	rc.Subject.Sources = rep.Reload.Files
	rc.Subject.ASTDigest = rep.Reload.ASTDigest
	if rep.Reload.ASTDigest == nil {
		reason := "the program was not loaded"
		rc.Subject.ASTDigestUnavailableReason = &reason
	} else {
		if headers, err := r.src.hashFiles(r.headers(*r.program)); err == nil {
			rc.Subject.Headers = headers
		}
		for _, f := range e.Functions {
			if f.ContractText != "" && !f.Libc {
				rc.Subject.Contracts = append(rc.Subject.Contracts, receipt.Contract{
					Function: f.Name, Digest: textDigest(f.ContractText),
				})
			}
		}
	}
	inst := r.tools.inst
	rc.Environment = receipt.Environment{
		FramaC: inst.Version, PluginDigest: r.tools.plugin.Digest, OCaml: inst.OCaml, Why3: inst.Why3Version,
	}
	for _, p := range e.Settings.Provers {
		rc.Environment.Provers = append(rc.Environment.Provers, receipt.Prover{Name: p.Name, Version: p.Version})
	}
	rc.Configuration = receipt.Configuration{Eva: e.EvaConfig, Wp: e.WpConfig, Kernel: e.KernelConfig}
	for _, g := range e.Goals {
		row := receipt.Goal{StableGoalID: g.Stable, Status: g.Status, Prover: g.Prover}
		for _, res := range g.Results {
			row.FromCache = row.FromCache || res.Prover == g.Prover && res.Cached
		}
		rc.Goals = append(rc.Goals, row)
	}
	rc.TrustBase = trustBase(e, rc.Environment, r.machdep())
}
