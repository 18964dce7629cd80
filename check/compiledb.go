package check

import (
	"encoding/json"
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
	cpp         []string // -I, -D, -U, -include, with absolute directories
	notHonoured []string // flags that change the meaning and are not passed on
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
	data, err := os.ReadFile(path)
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
	if err := json.Unmarshal(data, &raw); err != nil {
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
		e.readFlags(words[1:], dir)
		if strings.HasSuffix(e.file, ".c") || strings.HasSuffix(e.file, ".i") {
			// A file compiled twice keeps its first entry, as editors do.
			if _, seen := d.find(e.file); !seen {
				d.entries = append(d.entries, e)
			}
		}
	}
	return d, nil
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// meaningFlags change what a program means: sizes, signedness, layout. Frama-C
// takes these from its machdep, never from compiler flags.
var meaningFlags = []string{
	"-m16", "-m32", "-mx32", "-m64", "-funsigned-char", "-fsigned-char", "-fshort-enums", "-fshort-wchar",
	"-fpack-struct", "-funsigned-bitfields", "-fwrapv", "-fopenmp", "-mabi", "-mfloat-abi", "-mlong-double",
	"--target", "-target",
}

func (e *databaseEntry) readFlags(words []string, dir string) {
	for i := 0; i < len(words); i++ {
		w := words[i]
		value := func(prefix string) (string, bool) {
			if w == prefix && i+1 < len(words) {
				i++
				return words[i], true
			}
			return strings.CutPrefix(w, prefix)
		}
		switch {
		case strings.HasPrefix(w, "-include"):
			if v, ok := value("-include"); ok && v != "" {
				// Looked for in the compiler's directory first, then as any header.
				if _, err := os.Stat(absolute(dir, v)); err == nil {
					v = absolute(dir, v)
				}
				e.cpp = append(e.cpp, "-include", v)
			}
		case strings.HasPrefix(w, "-isystem"), strings.HasPrefix(w, "-iquote"), strings.HasPrefix(w, "-idirafter"):
			for _, p := range []string{"-isystem", "-iquote", "-idirafter"} {
				if strings.HasPrefix(w, p) {
					if v, ok := value(p); ok && v != "" {
						e.cpp = append(e.cpp, "-I"+absolute(dir, v))
					}
					break
				}
			}
		case strings.HasPrefix(w, "-I"):
			if v, ok := value("-I"); ok && v != "" {
				e.cpp = append(e.cpp, "-I"+absolute(dir, v))
			}
		case strings.HasPrefix(w, "-D"), strings.HasPrefix(w, "-U"):
			if v, ok := value(w[:2]); ok && v != "" {
				e.cpp = append(e.cpp, w[:2]+v)
			}
		default:
			name, _, _ := strings.Cut(w, "=")
			if slices.Contains(meaningFlags, name) && !slices.Contains(e.notHonoured, w) {
				e.notHonoured = append(e.notHonoured, w)
			}
		}
	}
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
