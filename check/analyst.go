package check

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"fcv/framac"
)

// progressEvery is how often a running Frama-C is asked how far it is.
const progressEvery = 100 * time.Millisecond

// analyst is one Frama-C process of a check.
type analyst struct {
	*framac.Session
	run *run
}

// open starts Frama-C with our plug-in and the given words.
func (r *run) open(ctx context.Context, args []string) (*analyst, error) {
	defer r.clock.phase(phaseStart)()
	s, err := framac.Start(ctx, framac.Launch{
		Program: r.tools.inst.FramaC,
		Plugin:  r.tools.plugin.Path,
		Args:    args,
		Dir:     r.src.dir,
		// Frama-C takes its working directory from PWD, which a caller that
		// only changed directory has not set. What the preprocessor says is read
		// in English.
		Env: append(slices.Clone(r.tools.inst.Env), "PWD="+r.src.dir, "LC_ALL=C"),
	})
	if err != nil {
		return nil, err
	}
	return &analyst{Session: s, run: r}, nil
}

// Messages is that of the session, with the temporary files left out: their
// names differ from run to run.
func (a *analyst) Messages(ctx context.Context, from int) ([]framac.Message, int, int, error) {
	messages, next, dropped, err := a.Session.Messages(ctx, from)
	for i := range messages {
		messages[i].Message = a.withoutTemporaries(messages[i].Message)
	}
	return messages, next, dropped, err
}

func (a *analyst) withoutTemporaries(text string) string {
	if !strings.Contains(text, a.TempDir()) {
		return text
	}
	dir := regexp.QuoteMeta(a.TempDir())
	file := regexp.MustCompile(`'` + dir + `[^']*'|` + dir + `[^\s':]*`)
	return file.ReplaceAllString(text, "TEMPORARY_FILE")
}

// load parses the program.
func (a *analyst) load(ctx context.Context) error {
	defer a.run.clock.phase(phaseLoad)()
	result, err := a.Load(ctx, a.run.src.files)
	if err != nil {
		return fmt.Errorf("loading the program: %w", err)
	}
	if !result.OK {
		messages, _, _, err := a.Messages(ctx, 0)
		if err != nil {
			return fmt.Errorf("loading the program: %s; asking why: %w", result.Error, err)
		}
		// What the preprocessor printed comes through a pipe and may arrive after
		// Frama-C's answer; with the process gone all of it is there.
		a.Close()
		return &loadFailure{reason: a.withoutTemporaries(result.Error), messages: messages, output: a.withoutTemporaries(a.Output())}
	}
	return nil
}

func (a *analyst) guard(ctx context.Context) error {
	if a.run.req.NoRTE {
		return nil
	}
	if err := a.RTE(ctx); err != nil {
		return fmt.Errorf("adding run-time-error guards: %w", err)
	}
	return nil
}

// watch reports progress until the returned function is called.
func (a *analyst) watch(ctx context.Context, detail string) func() {
	if a.run.env.Observer == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(progressEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			p, err := a.Progress(ctx)
			if err != nil {
				continue // the request under way tells what is wrong
			}
			phase := map[string]string{"eva": "eva", "generate": "wp-generate", "prove": "wp-prove"}[p.Phase]
			if phase == "" {
				continue
			}
			if p.Function != "" {
				detail = p.Function
			}
			a.run.env.observe(Event{
				Phase: phase, Done: p.Done, Total: p.Total, Proved: p.Proved, Detail: detail, Seconds: p.Elapsed,
			})
		}
	})
	return func() { cancel(); wg.Wait() }
}

// oneLine is an error for a report: its first line, without the words that a
// dying process printed.
func oneLine(err error) string {
	return strings.TrimSuffix(firstLine(err.Error()), "; its last words:")
}

func lastLines(s string, n int) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
