package check

import "slices"

// nextRule says what to call when one of its codes is the most pressing one.
type nextRule struct {
	codes  []Code
	reason string
	call   func(r *Report, g Gap) (tool string, args map[string]any)
}

// nextRules lists every code once, the most pressing first: what makes the
// rest meaningless, then what is wrong, then what is unproved, then what is
// assumed.
func nextRules() []nextRule {
	return []nextRule{
		{[]Code{CodeWPBackendAnomaly},
			"a prover crashed, so failed goals were never judged: find out whether it works at all", selfCheck},
		{[]Code{CodeEVANotRun, CodeWPNotRun, CodeASTParseDiagnosticsUnavailable},
			"an analysis did not complete: Frama-C's messages say why", readMessages},
		{[]Code{CodeWPStillRunning},
			"goals may be missing: run WP to the end", runWp},
		{[]Code{CodeRTEDisabled, CodeUnsafeModel, CodeEVANotRequested, CodeWPNotRequested, CodePropertyNotChecked},
			"the run claimed less than a full check: run it without the restriction", checkAgain},
		{[]Code{CodeVacuousContract, CodePropertyInconsistent},
			"the assumptions here are contradictory, and all that rests on them is worth nothing: read the contract", readContract},
		{[]Code{CodePropertyDisproved},
			"this property is false in some run: look at what the analysis knows about it", readProperty},
		{[]Code{CodeImplicitDeclaration, CodeLinkConflict, CodeASTAsmClobber, CodeASTUnknownAttribute,
			CodeASTUnclassifiedWarning, CodeProverOnlyCode, CodeAnnotationIgnored, CodeUnmodelledConstruct},
			"the program that was analysed may differ from the one that is compiled: look at the place", readSource},
		{[]Code{CodeAlarmNotValid},
			"a run-time error is possible: see what is known about the values at this point", readAlarm},
		{[]Code{CodeGoalNotValid, CodeUnprovedAssumption, CodeLemmaNotProved, CodeProverTimeout},
			"a goal is not proved: read it as a sequent, hypotheses first", readGoal},
		{[]Code{CodePropertyDead, CodeValidUnderHyp},
			"this property constrains no run, or only under hypotheses: see which", readProperty},
		{[]Code{CodeTerminationNotProved, CodeFunctionNotReached, CodeNoObligation, CodeIndirectCallUnresolved,
			CodeUnconstrainedAssigns, CodeResultUnconstrained, CodeWPMemoryModelHypothesis, CodeTypedModelAliasing,
			CodeFromNotVerified, CodeAdmitted, CodeAssumedCalleeContract, CodeLibcContractAssumed,
			CodeAssumedValid, CodeLogicRecursionUnchecked},
			"the contract has to say more, or has to be proved: read it with those of its callees", readContract},
		{[]Code{CodeCallerNotChecked},
			"a caller was not made to prove the precondition: check it as well", checkAgain},
	}
}

// nextCall picks the first gap of the most pressing kind.
func nextCall(r *Report) NextCall {
	if !r.Reload.OK {
		return reloadAgain(r)
	}
	if r.Verdict == VerdictProved {
		return storeConclusion(r)
	}
	for _, rule := range nextRules() {
		for _, g := range r.Incomplete {
			if slices.Contains(rule.codes, g.Code) {
				tool, args := rule.call(r, g)
				return NextCall{Tool: tool, Args: args, Reason: string(g.Code) + ": " + rule.reason}
			}
		}
	}
	_, args := readMessages(r, Gap{})
	return NextCall{Tool: "context", Args: args, Reason: "the result is incomplete: Frama-C's messages may say why"}
}

func reloadAgain(r *Report) NextCall {
	paths := []string{}
	for _, f := range r.Reload.Files {
		paths = append(paths, f.Path)
	}
	reason := "nothing was loaded: correct the files or the settings and load again"
	if e := r.Reload.Error; e != nil {
		switch {
		case e.MissingHeader != "":
			reason = "the header " + e.MissingHeader + " was not found: add its directory to include_paths and load again"
		case e.Hint != "":
			reason = "the program could not be loaded: " + firstLine(e.Hint)
		case e.Message != "":
			reason = "the program could not be loaded: " + firstLine(e.Message)
		}
	}
	return NextCall{Tool: "reload_project", Args: map[string]any{"files": paths}, Reason: reason}
}

func storeConclusion(r *Report) NextCall {
	args := map[string]any{"status": "verified", "proof_receipt": r.ProofReceipt.SHA256}
	reason := "everything that was claimed was checked: keep it with its receipt"
	if c := r.ProofReceipt.Subject.Contracts; len(c) > 0 {
		args["function"] = c[0].Function
		if len(c) > 1 {
			reason += ", one function at a time"
		}
	}
	return NextCall{Tool: "store_function_conclusion", Args: args, Reason: reason}
}

func selfCheck(*Report, Gap) (string, map[string]any) {
	return "self_check", map[string]any{"canary": true}
}

func readMessages(*Report, Gap) (string, map[string]any) {
	return "context", map[string]any{"want": []string{"messages"}}
}

func runWp(_ *Report, g Gap) (string, map[string]any) {
	args := map[string]any{}
	if g.Function != "" {
		args["functions"] = []string{g.Function}
	}
	return "run_wp", args
}

func checkAgain(r *Report, _ Gap) (string, map[string]any) {
	paths := []string{}
	for _, f := range r.Reload.Files {
		paths = append(paths, f.Path)
	}
	return "check", map[string]any{"files": paths, "want": []string{"eva", "wp"}, "rte": true}
}

func readContract(_ *Report, g Gap) (string, map[string]any) {
	return "context", about(g, []string{"contract_context"}, false)
}

func readProperty(_ *Report, g Gap) (string, map[string]any) {
	return "context", about(g, []string{"property_context"}, true)
}

func readAlarm(_ *Report, g Gap) (string, map[string]any) {
	return "context", about(g, []string{"property_context", "rte_obligations"}, true)
}

func readGoal(_ *Report, g Gap) (string, map[string]any) {
	args := map[string]any{"want": []string{"vc"}}
	if g.Function != "" {
		args["function"] = g.Function
	}
	if g.Property != "" {
		args["marker"] = g.Property
	}
	return "get_wp_goals", args
}

func readSource(_ *Report, g Gap) (string, map[string]any) {
	args := about(g, []string{"messages"}, false)
	if l := g.SourceLocation; l != nil {
		args["want"] = []string{"marker_at"}
		args["file"], args["line"], args["column"] = l.File, l.Line, l.Column
		delete(args, "function")
	}
	return "context", args
}

// about asks for something of the function, or of the property, of a gap.
func about(g Gap, want []string, property bool) map[string]any {
	args := map[string]any{"want": want}
	if g.Function != "" {
		args["function"] = g.Function
	}
	if property && g.Property != "" {
		args["property_marker"] = g.Property
	}
	if len(args) == 1 { // nothing to ask about: what Frama-C said is all there is
		args["want"] = []string{"messages"}
	}
	return args
}
