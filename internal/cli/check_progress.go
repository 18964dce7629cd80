package cli

import (
	"fmt"
	"io"

	"fcv/check"
	"fcv/internal/term"
)

// progressOutput is where progress goes: nowhere when it is not wanted.
func progressOutput(opts checkOptions, streams Streams) io.Writer {
	if opts.quiet {
		return io.Discard
	}
	return streams.Err
}

// observe shows the events of a check.
func observe(p *term.Progress) check.Observer {
	return func(e check.Event) {
		label, text := phaseText(e)
		p.Update(term.Phase{
			Name:   label,
			Text:   text,
			Detail: e.Detail,
			Done:   e.Total > 0 && e.Done >= e.Total,
			Alone:  e.Phase == "load" || e.Phase == "judge",
		})
	}
}

// phaseText is the name of a phase and how far it is, for a person.
func phaseText(e check.Event) (label, text string) {
	switch e.Phase {
	case "load":
		return "loading", ""
	case "eva":
		return "EVA", count(e.Done, e.Total, "functions")
	case "wp-generate":
		return "generating goals", count(e.Done, e.Total, "functions")
	case "wp-prove":
		if e.Total == 0 {
			return "proving", ""
		}
		return "proving", fmt.Sprintf("%d of %d goals proved", e.Proved, e.Total)
	case "judge":
		return "judging", ""
	default:
		return e.Phase, count(e.Done, e.Total, "done")
	}
}

// count is "3 of 7 functions", or nothing while the total is unknown.
func count(done, total int, what string) string {
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d %s", done, total, what)
}
