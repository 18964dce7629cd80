// Package term shows people how far a run is.
//
// On a terminal Progress keeps one live line that is rewritten in place and
// erased at the end; elsewhere it prints plain lines, one for each phase and
// then at most one every ten seconds, so that a CI log stays readable. Phases
// may overlap: each keeps its own text until it is done. It owns nothing but
// its writer and one goroutine, which Close ends.
package term

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

const (
	redraw = 100 * time.Millisecond // of the live line
	pulse  = 10 * time.Second       // between plain lines
	erase  = "\r\x1b[K"             // to the start of the line, clear the rest
)

// Phase is how far one part of a run is.
type Phase struct {
	Name   string // identifies the phase
	Text   string // how far; empty: just at work
	Detail string // what is at work; may be empty
	Done   bool   // nothing more will come
	Alone  bool   // never overlaps another: when one begins, the other is over
}

// ProgressOptions say where and how progress is shown.
type ProgressOptions struct {
	Out   io.Writer
	Live  bool       // Out is a terminal that understands control sequences
	Width func() int // columns, asked at each redraw; nil or 0: 80
	Now   func() time.Time
}

// Progress shows the phases of a run. Its methods may be called from any
// goroutine.
type Progress struct {
	opts  ProgressOptions
	start time.Time
	stop  chan struct{}
	ended chan struct{}

	mu     sync.Mutex
	phases []Phase         // that are not done, in order of appearance
	seen   map[string]bool // names of phases that had their plain line
	last   time.Time       // of the last plain line
	shown  bool            // the live line is on the screen
	line   string          // the live line as it was drawn last
	closed bool
}

// NewProgress starts showing progress. Close must be called.
func NewProgress(opts ProgressOptions) *Progress {
	p := newProgress(opts)
	go p.run()
	return p
}

func newProgress(opts ProgressOptions) *Progress {
	start := opts.Now()
	return &Progress{
		opts: opts, start: start, last: start, seen: map[string]bool{},
		stop: make(chan struct{}), ended: make(chan struct{}),
	}
}

func (p *Progress) run() {
	defer close(p.ended)
	interval := time.Second
	if p.opts.Live {
		interval = redraw
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-ticker.C:
			p.tick()
		}
	}
}

// Update takes the latest state of one phase.
func (p *Progress) Update(phase Phase) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.remember(phase)
	if !p.opts.Live && !p.seen[phase.Name] {
		p.seen[phase.Name] = true
		p.plain(describe([]Phase{phase}))
	}
}

// remember replaces, adds or drops a phase.
func (p *Progress) remember(phase Phase) {
	at := slices.IndexFunc(p.phases, func(old Phase) bool { return old.Name == phase.Name })
	if at < 0 {
		p.phases = slices.DeleteFunc(p.phases, func(old Phase) bool { return old.Alone || phase.Alone })
	}
	switch {
	case at >= 0 && phase.Done:
		p.phases = slices.Delete(p.phases, at, at+1)
	case at >= 0:
		p.phases[at] = phase
	case !phase.Done:
		p.phases = append(p.phases, phase)
	}
}

// tick is what happens as time passes: the live line is redrawn, the plain
// output gives a sign of life.
func (p *Progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.phases) == 0 {
		return
	}
	switch {
	case p.opts.Live:
		p.draw()
	case p.opts.Now().Sub(p.last) >= pulse:
		p.plain(describe(p.phases))
	}
}

func (p *Progress) draw() {
	line := fit(fmt.Sprintf("%ds  %s", p.elapsed(), describe(p.phases)), p.width())
	if p.shown && line == p.line {
		return
	}
	fmt.Fprint(p.opts.Out, erase+line)
	p.shown, p.line = true, line
}

func (p *Progress) plain(text string) {
	p.last = p.opts.Now()
	fmt.Fprintf(p.opts.Out, "fcv: %ds  %s\n", p.elapsed(), text)
}

// Note prints a full line; the live line makes room for it.
func (p *Progress) Note(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hide()
	fmt.Fprintln(p.opts.Out, printable(line))
}

// Close erases the live line. Nothing is shown afterwards.
func (p *Progress) Close() {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return
	}
	p.closed = true
	p.hide()
	p.mu.Unlock()
	close(p.stop)
	<-p.ended
}

func (p *Progress) hide() {
	if p.shown {
		fmt.Fprint(p.opts.Out, erase)
		p.shown = false
	}
}

// elapsed is in whole seconds since the start.
func (p *Progress) elapsed() int {
	return int(p.opts.Now().Sub(p.start) / time.Second)
}

func (p *Progress) width() int {
	if p.opts.Width != nil {
		if w := p.opts.Width(); w > 0 {
			return w
		}
	}
	return 80
}

// describe is all phases on one line.
func describe(phases []Phase) string {
	var parts []string
	for _, ph := range phases {
		part := ph.Name
		if ph.Text != "" {
			part += " " + ph.Text
		}
		if ph.Detail != "" {
			part += " (" + ph.Detail + ")"
		}
		parts = append(parts, printable(part))
	}
	return strings.Join(parts, " | ")
}

// fit cuts a line so that it never wraps: a wrapped line could not be erased.
// The last column stays free, since some terminals wrap when it is written.
func fit(line string, columns int) string {
	runes := []rune(line)
	if len(runes) < columns {
		return line
	}
	return string(runes[:max(columns-1, 0)])
}

// printable keeps control characters of names and messages off the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}
