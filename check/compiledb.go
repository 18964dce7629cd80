package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A compilation database in the JSON format of the Clang project
// (https://clang.llvm.org/docs/JSONCompilationDatabase.html).

type database struct {
	entries []databaseEntry
}

type databaseEntry struct {
	file        string   // absolute
	cpp         []string // flags for the preprocessor, with absolute directories
	notHonoured []string // flags that may change the meaning and are not passed on
}

func (d *database) find(abs string) (databaseEntry, bool) {
	abs = filepath.Clean(abs)
	for _, e := range d.entries {
		if e.file == abs {
			return e, true
		}
	}
	return databaseEntry{}, false
}

func readDatabase(path string) (*database, error) {
	data, err := readRegular(path)
	if err != nil {
		return nil, &InputError{
			Message: fmt.Sprintf("reading the compilation database: %v", err),
			Advice:  "let the build write one, for example with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or bear",
		}
	}
	var raw []struct {
		Directory string   `json:"directory"`
		File      string   `json:"file"`
		Command   string   `json:"command"`
		Arguments []string `json:"arguments"`
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &raw); err != nil {
		var mismatch *json.UnmarshalTypeError
		if errors.As(err, &mismatch) { // its own text shows Go types
			err = fmt.Errorf("there is a JSON %s at byte %d where something else belongs", mismatch.Value, mismatch.Offset)
		}
		return nil, &InputError{
			Message: fmt.Sprintf("%s is not a compilation database: %v", path, err),
			Advice:  "it must be a JSON list of objects with directory, file and command or arguments",
		}
	}
	d := &database{}
	for i, r := range raw {
		if r.File == "" || (r.Command == "" && len(r.Arguments) == 0) {
			return nil, &InputError{Message: fmt.Sprintf("%s: entry %d lacks file, or command and arguments", path, i+1)}
		}
		dir := r.Directory
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(path), dir)
		}
		words := r.Arguments
		if len(words) == 0 {
			if words, err = splitCommand(r.Command); err != nil {
				return nil, &InputError{Message: fmt.Sprintf("%s: entry %d: %v", path, i+1, err)}
			}
		}
		e := databaseEntry{file: absolute(dir, r.File)}
		if !strings.HasSuffix(e.file, ".c") && !strings.HasSuffix(e.file, ".i") {
			continue
		}
		e.readFlags(words, dir)
		// A file compiled twice keeps its first entry, as editors do.
		if i := slices.IndexFunc(d.entries, func(o databaseEntry) bool { return o.file == e.file }); i >= 0 {
			d.entries[i].compiledAlso(e)
		} else {
			d.entries = append(d.entries, e)
		}
	}
	return d, nil
}

// readRegular reads a regular file. A pipe is none: it can be read only once,
// and reading may never end.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", path)
	}
	return os.ReadFile(path)
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// splitCommand splits a shell command into words: quotes and backslashes as in
// POSIX sh, no expansion of anything.
func splitCommand(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	started := false
	quote := rune(0)
	escaped := false
	for _, c := range s {
		switch {
		case escaped:
			if quote == '"' && !strings.ContainsRune("\"\\$`", c) {
				word.WriteRune('\\')
			}
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, started = true, true
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteRune(c)
			}
		case c == '\'' || c == '"':
			quote, started = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if started {
				words = append(words, word.String())
				word.Reset()
				started = false
			}
		default:
			word.WriteRune(c)
			started = true
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("its command ends inside a quotation")
	}
	if started {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("its command is empty")
	}
	return words, nil
}
