package check

import (
	"errors"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

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

// preprocessorRefusal is how they report what is wrong with no line of a file:
// gcc: error: unrecognized command-line option '-x'.
var preprocessorRefusal = regexp.MustCompile(`(?m)^(?:<command-line>|(?:\S*/)?(?:[\w-]+-)?(?:gcc|cc1?|clang|cpp)(?:-[\d.]+)?): (?:fatal )?error: (.*)$`)

// missingFile is the text GCC and Clang use for a header that is not found.
var missingFile = regexp.MustCompile(`^(?:'(.+?)' file not found|(.+?): No such file or directory)`)

// preprocessorFailed reads the preprocessor's words; nil: it said nothing.
func (f *loadFailure) preprocessorFailed(r *run) *LoadError {
	e := &LoadError{Kind: "preprocess"}
	if m := preprocessorError.FindStringSubmatch(f.output); m != nil {
		e.File, e.Message = r.src.display(m[1]), m[4]
		e.Line, _ = strconv.Atoi(m[2])
		e.Column, _ = strconv.Atoi(m[3])
	} else if m := preprocessorRefusal.FindStringSubmatch(f.output); m != nil {
		e.Message = m[1]
	} else {
		return nil
	}
	e.Hint = preprocessorHint(e.Message)
	if h := missingFile.FindStringSubmatch(e.Message); h != nil {
		e.Kind = "missing_header"
		e.MissingHeader = h[1] + h[2]
		e.Hint = "add the directory that holds " + path.Base(e.MissingHeader) + " with -I" +
			", or check with --compile-commands so that each file gets its own flags" +
			"; the system's own headers are not searched, because Frama-C brings a standard library with contracts"
	}
	return e
}

// preprocessorHint is the next step for an error in a line of a file.
func preprocessorHint(message string) string {
	switch {
	case strings.HasPrefix(message, "#error"):
		return "the source refuses this configuration: define what it asks for with -D, or choose another --machdep"
	case strings.HasPrefix(message, "unterminated"):
		return "close it"
	case strings.Contains(message, "nested"):
		return "files include each other in a circle: give the headers include guards"
	}
	return "the preprocessor failed: check -I, -D, --force-include and the flags in --compile-commands"
}

// noPreprocessor is what a shell says of a program it does not find.
var noPreprocessor = regexp.MustCompile(`(?m)^\S*sh: (?:(?:line )?\d+: )?(\S+): (?:command )?not found`)

// machineFailed is a failure that says nothing about the program; nil: none.
func (f *loadFailure) machineFailed() *LoadError {
	if m := noPreprocessor.FindStringSubmatch(f.output); m != nil {
		return &LoadError{Kind: "process", Message: "the preprocessor " + m[1] + " was not found", Hint: "install it, for example with apt-get install gcc"}
	}
	if full := syscall.ENOSPC.Error(); strings.Contains(strings.ToLower(f.output+f.reason), full) {
		return &LoadError{Kind: "process", Message: full + " for temporary files", Hint: "free some space in " + os.TempDir() + ", or set TMPDIR to another directory"}
	}
	return nil
}

func (f *loadFailure) toError(r *run) *LoadError {
	if e := f.machineFailed(); e != nil {
		return e
	}
	if e := f.preprocessorFailed(r); e != nil {
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

// wordsRefused is a Frama-C that ended by itself because of the words a person
// added to its command line, or did with them what leaves nothing to check.
// Exit codes other than 0 and 1 are crashes of Frama-C's own.
func wordsRefused(words []string, err error) *InputError {
	if len(words) == 0 {
		return nil
	}
	given := "--frama-c-arg " + strings.Join(words, " ")
	code, output := -1, ""
	var (
		start   *framac.StartError
		died    *framac.DiedError
		request *framac.RequestError
	)
	switch {
	case errors.As(err, &start):
		code, output = start.ExitCode, start.Output
	case errors.As(err, &died):
		code, output = died.ExitCode, died.Output
	case errors.As(err, &request) && strings.Contains(request.Message, "a program is loaded already"):
		return &InputError{Message: given + ": one of the words makes Frama-C load a program of its own",
			Advice: "give files as arguments of fcv check, and only options with --frama-c-arg"}
	}
	switch code {
	case 0:
		return &InputError{Message: given + ": Frama-C does what this says and ends, so nothing could be checked",
			Advice: "leave out options that only print something"}
	case 1:
		return &InputError{Message: given + ": Frama-C does not take it: " + complaint(output), Advice: "`frama-c -help` and `frama-c -PLUGIN-help` list the options"}
	}
	return nil
}

var userError = regexp.MustCompile(`(?m)^\[[\w:-]+\] User Error: (.*(?:\n  .*)*)`)

// complaint is what Frama-C printed about its command line: the first error,
// on one line, or else the end of what it said.
func complaint(output string) string {
	text := lastLines(output, 3)
	if m := userError.FindStringSubmatch(output); m != nil {
		text = m[1]
	}
	return strings.Join(strings.Fields(text), " ")
}
