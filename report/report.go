// Package report renders a finished check report, one format a file, all
// behind Renderer. A renderer is a function of the report alone: it computes
// nothing that a reader of the JSON could not, runs nothing, and writes the same
// bytes for the same report and options.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"fcv/check"
)

// Options are what the caller decides about the output. The zero value is
// plain text with the usual limits.
type Options struct {
	Color   bool // ANSI colours, for formats that have any
	MaxGaps int  // gaps shown of each code, for formats that cut; 0: 10, negative: all
	Trust   bool // all of the trust base, whatever the verdict, for formats that cut it
}

// gapsShown is MaxGaps when it is 0.
const gapsShown = 10

// Renderer writes a finished report in one format.
type Renderer interface {
	Render(w io.Writer, r *check.Report, o Options) error
}

// UnknownFormatError answers a request for a format that does not exist.
type UnknownFormatError struct{ Format string }

func (e *UnknownFormatError) Error() string { return fmt.Sprintf("unknown format %q", e.Format) }

// Hint is the next step, to be printed on its own line.
func (e *UnknownFormatError) Hint() string { return "the formats are " + strings.Join(Names(), ", ") }

// renderers lists the formats.
func renderers() map[string]Renderer {
	return map[string]Renderer{
		"json": jsonRenderer{},
		"text": textRenderer{},
	}
}

// Names lists the formats, sorted.
func Names() []string {
	var names []string
	for name := range renderers() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ByName returns the renderer of a format; an unknown one is an
// *UnknownFormatError.
func ByName(format string) (Renderer, error) {
	if r, ok := renderers()[format]; ok {
		return r, nil
	}
	return nil, &UnknownFormatError{format}
}

// jsonRenderer writes the report itself.
type jsonRenderer struct{}

func (jsonRenderer) Render(w io.Writer, r *check.Report, _ Options) error { return r.Encode(w) }
