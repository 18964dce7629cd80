package check

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fcv/framac"
)

func itoa(n int) string { return strconv.Itoa(n) }

// loadFailure is a program that did not parse, with everything that was said.
type loadFailure struct {
	reason   string
	messages []framac.Message
	output   string // the end of what Frama-C and the preprocessor printed
}

func (f *loadFailure) Error() string { return "loading the program: " + firstLine(f.reason) }

// preprocessorError is how GCC and Clang report: FILE:LINE:COL: fatal error: TEXT.
// The preprocessor is not part of Frama-C, and its output is all there is.
var preprocessorError = regexp.MustCompile(`(?m)^(.+?):(\d+):(?:(\d+):)? (?:fatal )?error: (.*)$`)

// missingFile is the text GCC and Clang use for a header that is not found.
var missingFile = regexp.MustCompile(`^(?:'(.+?)' file not found|(.+?): No such file or directory)`)

func (f *loadFailure) toError(r *run) *LoadError {
	if m := preprocessorError.FindStringSubmatch(f.output); m != nil {
		line, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		e := &LoadError{
			Kind: "preprocess", Message: m[4], File: r.src.display(m[1]), Line: line, Column: column,
			Hint: "the preprocessor failed: check -I, -D and --force-include",
		}
		if h := missingFile.FindStringSubmatch(m[4]); h != nil {
			e.Kind = "missing_header"
			e.MissingHeader = h[1] + h[2]
			e.Hint = "add the directory that holds " + path.Base(e.MissingHeader) + " with -I" +
				", or check with --compile-commands so that each file gets its own flags"
		}
		return e
	}
	e := &LoadError{Kind: "other", Message: f.reason}
	if m, ok := f.culprit(); ok {
		e.Kind, e.Message = "parse", m.Message
		if m.Category != "" {
			e.Kind = "typing"
		}
		if m.Source != nil {
			e.File, e.Line, e.Column = r.src.display(m.Source.File), m.Source.Line, m.Source.Column
		}
		if strings.HasPrefix(m.Category, "annot-error") {
			e.Hint = "correct the annotation: Frama-C would drop the whole contract"
		}
	}
	if e.Hint == "" {
		e.Hint = "compile the file with the same flags first; Frama-C takes C99 with many GNU extensions"
	}
	return e
}

// culprit is the message that says why the program did not load: the first
// error with a place, the fatal warning that Reason quotes, or, for a syntax
// error, which Frama-C reports as feedback, the last one with a place.
func (f *loadFailure) culprit() (framac.Message, bool) {
	for _, m := range f.messages {
		if (m.Kind == "error" || m.Kind == "failure") && m.Source != nil {
			return m, true
		}
	}
	for _, m := range f.messages {
		if m.Kind == "warning" && m.Message == f.reason {
			return m, true
		}
	}
	for _, m := range slices.Backward(f.messages) {
		if m.Kind == "feedback" && m.Plugin == "kernel" && m.Source != nil {
			return m, true
		}
	}
	for _, m := range f.messages {
		if m.Kind == "error" || m.Kind == "failure" {
			return m, true
		}
	}
	return framac.Message{}, false
}
