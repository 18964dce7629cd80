package check

import "fcv/framac"

func nothing(*Evidence) {}

var stepCases = []gapCase{
	{"guards switched off", CodeRTEDisabled, func(e *Evidence) { e.Request.NoRTE = true }, nothing},
	{"no guards found by WP", CodeRTEDisabled,
		func(e *Evidence) { e.Messages = []framac.Message{warning("wp", "", "Missing RTE guards")} },
		func(e *Evidence) {
			e.Messages = []framac.Message{{Kind: "feedback", Plugin: "wp", Message: "Missing RTE guards"}}
		}},
	{"EVA not wanted", CodeEVANotRequested,
		func(e *Evidence) { e.Request.Want = []string{"wp"} }, func(e *Evidence) { e.Request.Want = []string{"eva", "wp"} }},
	{"WP not wanted", CodeWPNotRequested,
		func(e *Evidence) { e.Request.Want = []string{"eva"} }, func(e *Evidence) { e.Request.Want = []string{"eva", "wp"} }},
	{"not loaded, for EVA", CodeEVANotRun,
		func(e *Evidence) { e.Loaded = false }, func(e *Evidence) { e.Loaded, e.Request.Want = false, []string{"wp"} }},
	{"not loaded, for WP", CodeWPNotRun,
		func(e *Evidence) { e.Loaded = false }, func(e *Evidence) { e.Loaded, e.Request.Want = false, []string{"eva"} }},
	{"EVA failed", CodeEVANotRun, func(e *Evidence) { e.EvaErr = "it died" }, nothing},
	{"EVA had nowhere to start", CodeEVANotRun, func(e *Evidence) { e.EvaRuns = nil }, nothing},
	{"one analysis aborted", CodeEVANotRun, func(e *Evidence) { e.EvaRuns[1].State = "aborted" }, nothing},
	{"one analysis in a state nobody knows", CodeEVANotRun,
		func(e *Evidence) { e.EvaRuns[0].State = "almost" }, func(e *Evidence) { e.EvaRuns[0].State = "computed" }},
	{"WP failed", CodeWPNotRun, func(e *Evidence) { e.WpErr = "it died" }, nothing},
	{"WP did not come to an end", CodeWPNotRun, func(e *Evidence) { e.WpDone = false }, nothing},
	{"WP gave up on a function", CodeWPNotRun,
		func(e *Evidence) { e.WpFailures = []framac.WpFailure{{Function: "twice", Reason: "Non natural loop"}} }, nothing},
	{"a goal at work", CodeWPStillRunning,
		func(e *Evidence) { goalOf(e, "post").Status = "computing" }, func(e *Evidence) { goalOf(e, "post").Status = "unknown" }},
	{"the table was not read", CodePropertyNotChecked,
		func(e *Evidence) { e.PropertiesRead, e.ImportErr = false, "refused" }, nothing},
	{"the program was not scanned", CodeASTParseDiagnosticsUnavailable, func(e *Evidence) { e.FactsRead = false }, nothing},
	{"messages were not read", CodeASTParseDiagnosticsUnavailable, func(e *Evidence) { e.MessagesRead = false }, nothing},

	{"not analysed from anywhere", CodeFunctionNotReached,
		func(e *Evidence) { e.EvaRuns[1].Functions, e.EvaRuns[0].Functions = nil, e.EvaRuns[0].Functions[:1] },
		func(e *Evidence) { e.EvaRuns[1].Functions = nil }},
	{"entered by its contract alone", CodeFunctionNotReached,
		func(e *Evidence) { e.EvaRuns = e.EvaRuns[:1]; e.EvaRuns[0].Functions[1].Status = "spec" },
		func(e *Evidence) { e.EvaRuns = e.EvaRuns[:1] }},
	{"statements only EVA checks were not reached", CodeFunctionNotReached,
		func(e *Evidence) {
			e.EvaRuns[1].Context = "restricted"
			e.EvaRuns[0].Functions[1].UnreachedRisky, e.EvaRuns[1].Functions[0].UnreachedRisky = 1, 1
		},
		func(e *Evidence) { e.EvaRuns[0].Functions[1].UnreachedRisky = 1 }}, // the exact analysis shows them dead
	{"locals that not every path sets, in invented memory", CodeFunctionNotReached,
		func(e *Evidence) {
			e.EvaRuns[1].Context = "restricted"
			e.EvaRuns[0].Functions[1].Doubtful, e.EvaRuns[1].Functions[0].Doubtful = 1, 1
		},
		func(e *Evidence) { e.EvaRuns[0].Functions[1].Doubtful, e.EvaRuns[1].Functions[0].Doubtful = 1, 1 }},
	{"locals that not every path sets, seen from main only", CodeFunctionNotReached,
		func(e *Evidence) { e.EvaRuns = e.EvaRuns[:1]; e.EvaRuns[0].Functions[1].Doubtful = 1 },
		func(e *Evidence) {
			e.EvaRuns = e.EvaRuns[:1]
			e.EvaRuns[0].Functions[1].Doubtful = 1
			fn(e, "twice").Contract.Behaviors = nil
		}},
	{"nothing to prove", CodeNoObligation,
		func(e *Evidence) {
			e.Properties, e.Goals, e.EvaRuns[0].Properties, e.EvaRuns[1].Properties = nil, nil, nil, nil
		},
		func(e *Evidence) { e.Properties = e.Properties[1:2] }},
	{"only what Frama-C adds by itself", CodeNoObligation,
		func(e *Evidence) {
			p := *prop(e, "post")
			p.Kind = "terminates"
			e.Properties, e.Goals = []framac.Property{p}, nil
		},
		func(e *Evidence) { e.Properties, e.Goals = []framac.Property{*prop(e, "post")}, nil }},
	{"no property of that name", CodeNoObligation,
		func(e *Evidence) {
			e.Request.Props, e.Goals = []string{"nowhere"}, []framac.Goal{*goalOf(e, "smoke-property")}
		},
		func(e *Evidence) { e.Request.Props = []string{"post"} }},

	{"a model that lets casts pass", CodeUnsafeModel,
		func(e *Evidence) { e.Settings.Model = "Typed+cast" }, func(e *Evidence) { e.Settings.Model = "Typed" }},
	{"a compiler flag nobody honours", CodeUnsafeModel,
		func(e *Evidence) { compiledWith(e, "-funsigned-char") }, func(e *Evidence) { compiledWith(e, "-m64") }},
	{"a compiler flag for another machine", CodeUnsafeModel,
		func(e *Evidence) { compiledWith(e, "-m32") }, func(e *Evidence) { compiledWith(e, "--target=x86_64-linux-gnu") }},
	{"a compiler flag, the machine unknown", CodeUnsafeModel,
		func(e *Evidence) { compiledWith(e, "-m64"); e.KernelConfig = nil }, func(e *Evidence) { compiledWith(e, "-fsigned-char") }},
	{"an option that weakens", CodeUnsafeModel,
		func(e *Evidence) { e.Request.FramaC = []string{"-no-warn-signed-overflow"} },
		func(e *Evidence) { e.Request.FramaC = []string{"-eva-precision", "3", "-wp-verbose=2"} }},
	{"a file among the options", CodeUnsafeModel,
		func(e *Evidence) { e.Request.FramaC = []string{"-eva-print", "other.c"} },
		func(e *Evidence) { e.Request.FramaC = []string{"-eva-print"} }},
	{"a value where none belongs", CodeUnsafeModel,
		func(e *Evidence) { e.Request.FramaC = []string{"-eva-precision", "3", "x.c"} },
		func(e *Evidence) { e.Request.FramaC = []string{"-eva-precision", "3"} }},
}

func compiledWith(e *Evidence, flag string) {
	e.NotHonoured, e.KernelConfig = []string{flag}, map[string]string{"-machdep": "x86_64"}
}

func warning(plugin, category, text string) framac.Message {
	return framac.Message{Kind: "warning", Plugin: plugin, Category: category, Message: text}
}
