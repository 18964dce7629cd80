package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"fcv/framac"
)

// defaultPreprocessor is Frama-C's, without what it adds to any.
const defaultPreprocessor = "gcc -E -C -I."

// command is the preprocessor's own words: those that Frama-C starts with,
// without the ones that keep comments and definitions. Frama-C hands its
// command to a shell; one that needs a shell cannot be followed here.
func (s sourceScan) command() ([]string, error) {
	text := s.preprocessor
	if text == "" {
		text = defaultPreprocessor
	}
	if strings.ContainsAny(text, "'\"\\$`|&;<>()*?[]#~%\n") {
		return nil, fmt.Errorf("the preprocessor command %q is more than a list of words", text)
	}
	words := []string{}
	for _, w := range strings.Fields(text) {
		if w != "-C" && w != "-CC" && w != "-dD" {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return nil, errors.New("the preprocessor command is empty")
	}
	return append(words, "-I."), nil
}

func (s sourceScan) machdepMacro() string {
	return "__FC_MACHDEP_" + strings.ToUpper(s.machdep)
}

func (s sourceScan) commonWords() []string {
	words := []string{}
	if s.machdepDir != "" {
		words = append(words, "-I"+s.machdepDir)
	}
	words = append(words, "-I"+filepath.Join(s.sharePath, "libc"), "-nostdinc")
	switch {
	case strings.HasSuffix(s.machdep, "x86_16"):
		words = append(words, "-m16")
	case strings.HasSuffix(s.machdep, "_32"):
		words = append(words, "-m32")
	default:
		words = append(words, "-m64")
	}
	return append(words, s.extra...)
}

// The library's assert names the file by a macro that only stays a name for
// Frama-C; both runs spell it the same.
func (s sourceScan) proverWords() []string {
	return append(s.commonWords(), "-D__FRAMAC__", "-D"+s.machdepMacro(), "-D__FC_FILENAME__=__FILE__")
}

func (s sourceScan) compilerWords() []string {
	return append(s.commonWords(), "-include", filepath.Join(s.scratch, prelude))
}

// prelude is the header that comes first in the run without Frama-C's macros:
// the library cannot be read without a machine model, so it reads the model and
// then forgets which one it was.
const prelude = "prelude.h"

// makeScratch fills the scan's own directory.
func (s *sourceScan) makeScratch() error {
	dir, err := os.MkdirTemp("", "fcv-scan-")
	if err != nil {
		return err
	}
	if s.scratch, err = filepath.Abs(dir); err != nil {
		return err
	}
	text := fmt.Sprintf("#define %[1]s 1\n#include <__fc_machdep.h>\n#undef %[1]s\n", s.machdepMacro())
	return os.WriteFile(filepath.Join(s.scratch, prelude), []byte(text), 0o600)
}

// preprocessorTimeout bounds one run.
const preprocessorTimeout = 60 * time.Second

// preprocess runs the command over a file: its own words come after words and
// before last. A run that fails is no error: its first complaint is in failure.
func (s sourceScan) preprocess(ctx context.Context, command []string, f framac.SourceFile, words []string, last ...string) (text, failure string, err error) {
	ctx, cancel := context.WithTimeout(ctx, preprocessorTimeout)
	defer cancel()
	args := slices.Concat(command[1:], words, f.Cpp, last)
	path := f.Path
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	cmd := exec.CommandContext(ctx, command[0], append(args, path)...)
	cmd.Dir = s.dir
	// Facts quote messages, which must not depend on the language, and __TIME__
	// must be the same in both runs.
	cmd.Env = append(os.Environ(), "LC_ALL=C", "SOURCE_DATE_EPOCH=0", "PWD="+s.dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", "", fmt.Errorf("preprocessing %s: %w", f.Path, context.Cause(ctx))
	case errors.As(err, &exit):
		return "", firstComplaint(stderr.String(), exit), nil
	case err != nil:
		return "", "", fmt.Errorf("preprocessing %s: %w", f.Path, err)
	}
	return stdout.String(), "", nil
}

func firstComplaint(stderr string, exit *exec.ExitError) string {
	for line := range strings.Lines(stderr) {
		if _, what, ok := strings.Cut(line, "error: "); ok {
			return strings.TrimSpace(what)
		}
	}
	return "the preprocessor ended with " + exit.Error()
}

// unit is what preprocessing left of one translation unit in the user's files.
type unit struct {
	lines []unitLine
	files []string // the user's files, each once, in order of first sight
}

// unitLine is the tokens that came from one line of a file.
type unitLine struct {
	file   string
	line   int
	tokens []string // of a pragma, its text is the only one
	pragma bool
}

// parseUnit reads the preprocessor's output. main is the file it was made
// from, where there is no line marker.
func (s sourceScan) parseUnit(text, main string) unit {
	var u unit
	file, line, mine := s.name(main), 1, true
	known := map[string]bool{file: true}
	u.files = []string{file}
	for raw := range strings.Lines(text) {
		trimmed := strings.TrimSpace(raw)
		if rest, ok := strings.CutPrefix(trimmed, "#"); ok {
			if n, name, ok := lineMarker(rest); ok {
				line = n
				if name != "" {
					mine = s.isUsers(name)
					file = s.name(name)
				}
				if mine && !known[file] {
					known[file] = true
					u.files = append(u.files, file)
				}
				continue
			}
			if mine {
				u.lines = append(u.lines, unitLine{file: file, line: line, tokens: []string{strings.Join(strings.Fields(trimmed), " ")}, pragma: true})
			}
			line++
			continue
		}
		if mine && trimmed != "" {
			l := unitLine{file: file, line: line}
			for _, t := range lexC(raw) {
				l.tokens = append(l.tokens, t.text)
			}
			if len(l.tokens) > 0 {
				u.lines = append(u.lines, l)
			}
		}
		line++
	}
	return u
}

// lineMarker reads `12 "file" 1 3` and `line 12 "file"`; name is empty when
// only the line is set.
func lineMarker(rest string) (line int, name string, ok bool) {
	rest = strings.TrimSpace(rest)
	rest = strings.TrimSpace(strings.TrimPrefix(rest, "line "))
	number, tail, _ := strings.Cut(rest, " ")
	line, err := strconv.Atoi(number)
	if err != nil {
		return 0, "", false
	}
	start, end := strings.IndexByte(tail, '"'), strings.LastIndexByte(tail, '"')
	if start < 0 || end <= start {
		return line, "", true
	}
	name, err = strconv.Unquote(tail[start : end+1])
	if err != nil {
		name = tail[start+1 : end]
	}
	return line, name, true
}

// isUsers tells the user's files from Frama-C's library and from what the
// preprocessor makes up.
func (s sourceScan) isUsers(name string) bool {
	if strings.HasPrefix(name, "<") || strings.HasSuffix(name, "//") {
		return false
	}
	for _, dir := range []string{s.sharePath, s.machdepDir, s.scratch} {
		if dir != "" && strings.HasPrefix(s.full(filepath.Clean(name)), filepath.Clean(dir)+"/") {
			return false
		}
	}
	return true
}
