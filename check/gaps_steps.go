package check

import "fmt"

// stepGaps are steps of the check that did not happen or did not end.
func stepGaps(e *Evidence) []Gap {
	var gaps []Gap
	add := func(code Code, reason string) { gaps = append(gaps, Gap{Code: code, Reason: reason}) }
	if e.Request.NoRTE {
		add(CodeRTEDisabled, "the check ran without run-time-error guards (--no-rte)")
	}
	if !e.Request.Wants("eva") {
		add(CodeEVANotRequested, "EVA was not asked for (--want)")
	}
	if !e.Request.Wants("wp") {
		add(CodeWPNotRequested, "WP was not asked for (--want)")
	}
	if !e.Loaded {
		if e.Request.Wants("eva") {
			add(CodeEVANotRun, "the program could not be loaded")
		}
		if e.Request.Wants("wp") {
			add(CodeWPNotRun, "the program could not be loaded")
		}
		return gaps
	}
	gaps = append(gaps, evaStepGaps(e)...)
	gaps = append(gaps, wpStepGaps(e)...)
	if !e.PropertiesRead {
		reason := "the verdicts of EVA and WP could not be brought together"
		if e.ImportErr != "" {
			reason += ": " + e.ImportErr
		}
		add(CodePropertyNotChecked, reason)
	}
	if !e.FactsRead {
		add(CodeASTParseDiagnosticsUnavailable, "the program was not scanned for constructs that the analyses drop")
	}
	if !e.MessagesRead {
		add(CodeASTParseDiagnosticsUnavailable, "what Frama-C said could not be read")
	}
	return gaps
}

func evaStepGaps(e *Evidence) []Gap {
	if !e.Request.Wants("eva") {
		return nil
	}
	if e.EvaErr != "" {
		return []Gap{{Code: CodeEVANotRun, Reason: e.EvaErr}}
	}
	if len(e.EvaRuns) == 0 {
		return []Gap{{Code: CodeEVANotRun, Reason: "no function was there to start from"}}
	}
	var gaps []Gap
	for _, run := range e.EvaRuns {
		if run.State == "computed" {
			continue
		}
		reason := fmt.Sprintf("the analysis from %s did not complete (%s)", run.Entry, run.State)
		if run.Error != "" {
			reason += ": " + firstLine(run.Error)
		}
		gaps = append(gaps, Gap{Code: CodeEVANotRun, Reason: reason, Function: run.Entry})
	}
	return gaps
}

func wpStepGaps(e *Evidence) []Gap {
	if !e.Request.Wants("wp") {
		return nil
	}
	var gaps []Gap
	switch {
	case e.WpErr != "":
		gaps = append(gaps, Gap{Code: CodeWPNotRun, Reason: e.WpErr})
	case !e.WpDone:
		gaps = append(gaps, Gap{Code: CodeWPNotRun, Reason: "WP did not complete"})
	}
	for _, f := range e.WpFailures {
		g := Gap{Code: CodeWPNotRun, Function: f.Function, Reason: "WP gave up on the function: " + firstLine(f.Reason)}
		if fn, ok := e.function(f.Function); ok {
			g.SourceLocation = location(fn.Loc)
		}
		gaps = append(gaps, g)
	}
	running := 0
	for _, g := range e.Goals {
		if g.Status == "computing" {
			running++
		}
	}
	if running > 0 {
		gaps = append(gaps, Gap{
			Code: CodeWPStillRunning, Count: running,
			Reason: fmt.Sprintf("%d goals were still being proved when they were read", running),
		})
	}
	return gaps
}
