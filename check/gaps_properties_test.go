package check

import "fcv/framac"

var propertyCases = []gapCase{
	{"a guard left open", CodeAlarmNotValid, func(e *Evidence) { open(e, "guard", "unknown") },
		func(e *Evidence) { open(e, "guard", "unknown"); prop(e, "guard").Alarm = "" }},
	{"a guard nobody tried", CodeAlarmNotValid, func(e *Evidence) { open(e, "guard", "never_tried") }, nothing},
	{"a guard disproved under hypotheses", CodeAlarmNotValid, func(e *Evidence) { open(e, "guard", "invalid_under_hyp") }, nothing},
	{"a guard WP proved and EVA left open", CodeAlarmNotValid, func(e *Evidence) { prop(e, "guard").Status = "unknown" },
		func(e *Evidence) {
			for i := range e.EvaRuns {
				e.EvaRuns[i].Properties[0].Emitters = []framac.Emission{{Name: evaEmitter, Status: "unknown"}}
			}
		}},
	{"an alarm of EVA alone", CodeAlarmNotValid,
		func(e *Evidence) { evaAlone(e, 1, "unknown") }, func(e *Evidence) { evaAlone(e, 1, "valid") }},
	{"an alarm of EVA alone, disproved where reachable", CodeAlarmNotValid,
		func(e *Evidence) { evaAlone(e, 0, "invalid_if_reachable") },
		func(e *Evidence) {
			evaAlone(e, 0, "invalid_if_reachable")
			e.EvaRuns[0].Properties[1].Function = "elsewhere"
		}},
	{"an alarm of EVA in invented memory", CodeAlarmNotValid,
		func(e *Evidence) {
			evaAlone(e, 1, "unknown")
			e.EvaRuns[1].Context, e.EvaRuns[0].Functions[1].Reached = "restricted", 5
		},
		func(e *Evidence) {
			evaAlone(e, 1, "unknown")
			e.EvaRuns[1].Context = "restricted"
			fn(e, "twice").Contract = framac.Contract{} // then main's analysis is all there is to claim
		}},

	{"a dead property", CodePropertyDead, func(e *Evidence) { prop(e, "post").Status = "valid_but_dead" }, nothing},
	{"a dead guard", CodePropertyDead, func(e *Evidence) { prop(e, "guard").Status = "unknown_but_dead" },
		func(e *Evidence) { prop(e, "guard").Status = "unknown" }},
	{"a dead and false property", CodePropertyDead, func(e *Evidence) { prop(e, "post").Status = "invalid_but_dead" },
		func(e *Evidence) { prop(e, "post").Status = "invalid" }},
	{"a statement that no path leads to", CodePropertyDead,
		func(e *Evidence) { smokeRow(e, "other", "user", "never_tried", smokeUnreachable) },
		func(e *Evidence) { smokeRow(e, "other", "user", "valid", "wp_smoke_dead_code") }},
	{"an assertion named like WP's mark of a failed smoke test", CodePropertyDisproved,
		func(e *Evidence) { smokeRow(e, "assert", "user", "invalid", "SmokeTest") },
		func(e *Evidence) { smokeRow(e, "assert", "other", "invalid", "SmokeTest") }},
	{"a disproved property", CodePropertyDisproved, func(e *Evidence) { prop(e, "post").Status = "invalid" },
		func(e *Evidence) { open(e, "post", "unknown") }},
	{"a property disproved under hypotheses", CodePropertyDisproved, func(e *Evidence) { prop(e, "post").Status = "invalid_under_hyp" }, nothing},
	{"disproved by EVA, proved by WP from something open", CodePropertyDisproved,
		func(e *Evidence) {
			prop(e, "post").Status = "unknown"
			prop(e, "post").Emitters = []framac.Emission{{Name: "wp", Status: "valid", Hyps: 1}, {Name: importEmitter, Status: "invalid_if_reachable", Hyps: 1}}
		},
		func(e *Evidence) {
			open(e, "post", "unknown")
			prop(e, "post").Emitters = []framac.Emission{{Name: "wp", Status: "unknown"}}
		}},
	{"open although each goal is proved", CodePropertyNotChecked,
		func(e *Evidence) { prop(e, "post").Status = "unknown" },
		func(e *Evidence) { prop(e, "post").Status = "unknown"; goalOf(e, "post").Status = "unknown" }},
	{"contradictory statuses", CodePropertyInconsistent, func(e *Evidence) { prop(e, "post").Status = "inconsistent" }, nothing},
	{"assumed from outside", CodeAssumedValid, func(e *Evidence) { prop(e, "post").Status = "considered_valid" }, nothing},
	{"an axiom", CodeAssumedValid,
		func(e *Evidence) { add(e, framac.Property{Key: "ax", Kind: "axiom"}) },
		func(e *Evidence) { add(e, framac.Property{Key: "ax", Kind: "axiom", Libc: true}) }},
	{"a lemma left open", CodeLemmaNotProved, func(e *Evidence) { open(e, "lemma", "unknown") },
		func(e *Evidence) { open(e, "post", "unknown") }},
	{"a lemma nobody tried", CodeLemmaNotProved,
		func(e *Evidence) { e.Goals = nil; prop(e, "lemma").Status = "never_tried" }, func(e *Evidence) { e.Goals = nil }},
	{"a lemma to check only", CodeLemmaNotProved,
		func(e *Evidence) { open(e, "lemma", "unknown"); prop(e, "lemma").Kind = "check_lemma" },
		func(e *Evidence) { prop(e, "lemma").Kind = "check_lemma" }},
	{"a hypothesis of other proofs", CodeUnprovedAssumption,
		func(e *Evidence) { open(e, "loop", "unknown"); goalOf(e, "post").Deps = []string{"loop"} },
		func(e *Evidence) { open(e, "loop", "unknown"); goalOf(e, "loop").Deps = []string{"loop"} }},
	{"what main requires", CodeUnprovedAssumption,
		func(e *Evidence) {
			add(e, framac.Property{Key: "start", Kind: "requires", Function: "main", Status: "unknown"})
		},
		func(e *Evidence) { add(e, framac.Property{Key: "start", Kind: "requires", Function: "main"}) }},
	{"what main requires, when only main was asked for", CodeUnprovedAssumption,
		func(e *Evidence) {
			e.Request.Functions = []string{"main"}
			add(e, framac.Property{Key: "start", Kind: "requires", Function: "main", Status: "unknown"})
		},
		func(e *Evidence) {
			e.Request.Functions = []string{"main"}
			add(e, framac.Property{Key: "start", Kind: "requires", Function: "twice", Status: "unknown"})
		}},
	{"what main requires is false", CodePropertyDisproved,
		func(e *Evidence) {
			add(e, framac.Property{Key: "start", Kind: "requires", Function: "main", Status: "invalid"})
		},
		func(e *Evidence) {
			add(e, framac.Property{Key: "start", Kind: "requires", Function: "twice", Status: "invalid"})
		}},
	{"waiting for an unproved hypothesis", CodeValidUnderHyp,
		func(e *Evidence) {
			open(e, "loop", "unknown")
			prop(e, "post").Status, prop(e, "post").Pending = "valid_under_hyp", []string{"loop"}
		},
		func(e *Evidence) {
			prop(e, "post").Status, prop(e, "post").Pending = "valid_under_hyp", []string{"pre"}
		}},
	{"waiting for something unnamed", CodeValidUnderHyp,
		func(e *Evidence) { prop(e, "post").Status = "valid_under_hyp" },
		func(e *Evidence) {
			prop(e, "post").Status, prop(e, "post").Pending = "valid_under_hyp", []string{"pre"}
		}},
	{"waiting for a property nobody lists", CodeValidUnderHyp,
		func(e *Evidence) {
			prop(e, "post").Status, prop(e, "post").Pending = "valid_under_hyp", []string{"ghost"}
		}, nothing},
	{"a dependency nobody verified", CodeFromNotVerified,
		func(e *Evidence) {
			add(e, framac.Property{Key: "from", Kind: "from", Function: "twice", Status: "never_tried"})
		},
		func(e *Evidence) { add(e, framac.Property{Key: "from", Kind: "from", Function: "twice"}) }},
	{"a dependency of a loop nobody verified", CodeFromNotVerified,
		func(e *Evidence) {
			add(e, framac.Property{Key: "from", Kind: "loop_from", Function: "twice", Status: "unknown"})
		},
		func(e *Evidence) {
			add(e, framac.Property{Key: "from", Kind: "loop_from", Function: "memcpy", Status: "unknown"})
		}},
	{"an admitted clause", CodeAdmitted,
		func(e *Evidence) { add(e, framac.Property{Key: "adm", Kind: "admit_ensures", Function: "twice"}) },
		func(e *Evidence) { add(e, framac.Property{Key: "adm", Kind: "check_ensures", Function: "twice"}) }},
	{"an invariant of a type", CodeAnnotationIgnored,
		func(e *Evidence) { add(e, framac.Property{Key: "inv", Kind: "type_invariant"}) },
		func(e *Evidence) { add(e, framac.Property{Key: "inv", Kind: "invariant", Function: "twice"}) }},
	{"a variant left open", CodeTerminationNotProved, func(e *Evidence) { open(e, "variant", "unknown") },
		func(e *Evidence) { open(e, "loop", "unknown") }},
	{"nobody tried", CodePropertyNotChecked, func(e *Evidence) { prop(e, "post").Status = "never_tried" }, nothing},
	{"left open without a proof attempt", CodePropertyNotChecked,
		func(e *Evidence) {
			add(e, framac.Property{Key: "extra", Kind: "assert", Function: "twice", Status: "unknown"})
			e.Goals = e.Goals[:len(e.Goals)-1]
		},
		func(e *Evidence) { open(e, "post", "unknown") }},
	{"a status nobody knows", CodePropertyNotChecked, func(e *Evidence) { prop(e, "post").Status = "perhaps" }, nothing},
	{"no status", CodePropertyNotChecked, func(e *Evidence) { prop(e, "post").Status = "" }, nothing},
	{"a kind nobody knows", CodePropertyNotChecked,
		func(e *Evidence) {
			add(e, framac.Property{Key: "new", Kind: "promise", Function: "twice", Status: "never_tried"})
		},
		func(e *Evidence) { add(e, framac.Property{Key: "new", Kind: "promise", Function: "twice"}) }},
}

// smokeRow adds a property without a goal.
func smokeRow(e *Evidence, kind, origin, status, name string) {
	e.Properties = append(e.Properties, framac.Property{
		Key: "smoke-row", Kind: kind, Origin: origin, Function: "twice", Status: status, Names: []string{name},
	})
}

// evaAlone adds an alarm that only one analysis has.
func evaAlone(e *Evidence, run int, status string) {
	p := *prop(e, "guard")
	p.Key, p.Alarm, p.Status = "uninit", "initialization", "unknown"
	p.Emitters = []framac.Emission{{Name: evaEmitter, Status: status}}
	e.EvaRuns[run].Properties = append(e.EvaRuns[run].Properties, p)
}

var goalCases = []gapCase{
	{"a goal left open", CodeGoalNotValid, func(e *Evidence) { open(e, "post", "unknown") },
		func(e *Evidence) { goalOf(e, "post").Status = "unknown" }}, // EVA established the property
	{"a goal without a prover", CodeGoalNotValid, func(e *Evidence) { open(e, "post", "unknown"); goalOf(e, "post").Status = "none" }, nothing},
	{"a goal with a status nobody knows", CodeGoalNotValid,
		func(e *Evidence) { open(e, "post", "unknown"); goalOf(e, "post").Status = "perhaps" }, nothing},
	{"a goal whose property nobody lists", CodeGoalNotValid,
		func(e *Evidence) { goalOf(e, "post").Property = "ghost"; goalOf(e, "ghost").Status = "unknown" }, nothing},
	{"a goal, with a table that was not read", CodeGoalNotValid,
		func(e *Evidence) { e.PropertiesRead = false; goalOf(e, "post").Status = "unknown" },
		func(e *Evidence) { goalOf(e, "post").Status = "unknown" }},
	{"a prover at its limit", CodeProverTimeout,
		func(e *Evidence) { open(e, "post", "unknown"); goalOf(e, "post").Results[0].Verdict = "timeout" },
		func(e *Evidence) { open(e, "post", "unknown") }},
	{"a prover at its limit of steps", CodeProverTimeout,
		func(e *Evidence) { open(e, "post", "unknown"); goalOf(e, "post").Results[0].Verdict = "stepout" },
		func(e *Evidence) { goalOf(e, "post").Results[0].Verdict = "stepout" }}, // another one proved it
	{"a prover that crashed", CodeWPBackendAnomaly,
		func(e *Evidence) { crash(e, "segmentation fault") }, func(e *Evidence) { crash(e, unknownError) }},
	{"one prover of two that crashed", CodeWPBackendAnomaly,
		func(e *Evidence) { crash(e, "segmentation fault") },
		func(e *Evidence) {
			crash(e, "segmentation fault")
			g := goalOf(e, "post")
			g.Results = append(g.Results, framac.ProverResult{Prover: "CVC4:1.8", Verdict: "unknown"})
		}},
	{"a contradictory precondition", CodeVacuousContract,
		func(e *Evidence) { goalOf(e, "smoke-property").Status = "invalid" }, nothing},
	{"contradictory clauses", CodeVacuousContract,
		func(e *Evidence) {
			g := goalOf(e, "smoke-property")
			g.Status, g.SmokeOf, g.Doomed = "invalid", "wp_smoke", []string{"pre"}
		},
		func(e *Evidence) {
			g := goalOf(e, "smoke-property")
			g.Status, g.SmokeOf, g.Unreachable = "invalid", "wp_smoke_dead_code", 7
		}},
	{"a contradictory loop", CodeVacuousContract,
		func(e *Evidence) {
			g := goalOf(e, "smoke-property")
			g.Status, g.SmokeOf = "invalid", "wp_smoke_dead_loop"
		},
		func(e *Evidence) { goalOf(e, "smoke-property").SmokeOf = "wp_smoke_dead_loop" }},
	{"a dead statement", CodePropertyDead,
		func(e *Evidence) {
			g := goalOf(e, "smoke-property")
			g.Status, g.SmokeOf = "invalid", "wp_smoke_dead_code"
		},
		func(e *Evidence) { goalOf(e, "smoke-property").SmokeOf = "wp_smoke_dead_code" }},
	{"a smoke test nobody judged", CodeWPBackendAnomaly,
		func(e *Evidence) { goalOf(e, "smoke-property").Status = "none" }, nothing},
	{"a smoke test whose prover crashed", CodeWPBackendAnomaly,
		func(e *Evidence) { smokeFails(e, "segmentation fault") }, func(e *Evidence) { smokeFails(e, unknownError) }},
}

func crash(e *Evidence, words string) {
	open(e, "post", "unknown")
	g := goalOf(e, "post")
	g.Status, g.Results = "failed", []framac.ProverResult{{Prover: "Z3:4.8.12", Verdict: "failed", Error: words}}
}

func smokeFails(e *Evidence, words string) {
	g := goalOf(e, "smoke-property")
	g.Status, g.Results = "failed", []framac.ProverResult{{Prover: "Z3:4.8.12", Verdict: "failed", Error: words}}
}
