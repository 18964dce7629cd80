package check

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fcv/framac"
	"fcv/receipt"
)

// InlineName is what inline source is called in reports.
const InlineName = "source.c"

// sources is what there is to load.
type sources struct {
	dir       string              // what Frama-C's relative paths are relative to
	share     string              // where Frama-C's own headers are
	files     []framac.SourceFile // in load order
	inlineDir *string             // directory that holds inline source; nil: none
	// notHonoured are compiler flags of a compilation database that change the
	// meaning of the program and that Frama-C does not know.
	notHonoured []string
}

// resolveSources finds the files of a request and each one's own flags.
// Inline source is written below cacheDir, under a name made from its content,
// so that two runs over the same text agree on every path.
func resolveSources(r Request, cacheDir, share string) (*sources, error) {
	dir := r.Dir
	if dir == "" {
		wd, err := os.Getwd()
		if err != nil {
			return nil, &InputError{Message: fmt.Sprintf("finding the working directory: %v", err), Advice: "change to a directory that exists"}
		}
		dir = wd
	}
	s := &sources{dir: dir, share: share}
	own := preprocessorArgs(r)
	switch {
	case r.Source != nil:
		path, err := writeInline(*r.Source, cacheDir)
		if err != nil {
			return nil, err
		}
		if e := checkName(path, path); e != nil {
			e.Advice = "set FCV_CACHE_DIR to another directory"
			return nil, e
		}
		folder := filepath.Dir(path)
		s.inlineDir = &folder
		s.files = []framac.SourceFile{{Path: path, Cpp: own}}
		return s, nil
	case r.CompileCommands != "":
		return s, s.fromDatabase(r, own)
	}
	for _, f := range r.Files {
		if err := checkFile(dir, f); err != nil {
			return nil, err
		}
		s.files = append(s.files, framac.SourceFile{Path: f, Cpp: own})
	}
	if len(s.files) == 0 {
		return nil, &InputError{Message: "no file to check", Advice: "name C files, or give --compile-commands"}
	}
	return s, nil
}

// fromDatabase takes files, when none are named, and each file's flags from a
// compilation database; the request's own flags come after them, as if added
// to the compiler's command line.
func (s *sources) fromDatabase(r Request, own []string) error {
	path := r.CompileCommands
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.dir, path)
	}
	db, err := readDatabase(path)
	if err != nil {
		return err
	}
	wanted := r.Files
	if len(wanted) == 0 {
		for _, e := range db.entries {
			wanted = append(wanted, s.relative(e.file))
		}
	}
	flags := map[string]bool{}
	for _, f := range wanted {
		if err := checkFile(s.dir, f); err != nil {
			if len(r.Files) == 0 {
				err.Advice = r.CompileCommands + " names it: run the build again, or give the database of this build"
			}
			return err
		}
		abs := f
		if !filepath.IsAbs(abs) {
			abs = filepath.Join(s.dir, f)
		}
		entry, ok := db.find(abs)
		if !ok {
			return &InputError{
				Message: fmt.Sprintf("%s has no entry for %s", r.CompileCommands, f),
				Advice:  "name a file that it lists, or add the file to it",
			}
		}
		for _, flag := range entry.notHonoured {
			flags[flag] = true
		}
		cpp := slices.Concat(s.portable(entry.cpp), own)
		s.files = append(s.files, framac.SourceFile{Path: f, Cpp: cpp})
	}
	for flag := range flags {
		s.notHonoured = append(s.notHonoured, flag)
	}
	slices.Sort(s.notHonoured)
	if len(s.files) == 0 {
		return &InputError{Message: r.CompileCommands + " lists no C file", Advice: "check that it is the right database"}
	}
	return nil
}

// relative is a path below the working directory without that prefix.
func (s *sources) relative(path string) string {
	rel, err := filepath.Rel(s.dir, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return path
	}
	return rel
}

// portable shortens the directories that flags name.
func (s *sources) portable(cpp []string) []string {
	out := make([]string, len(cpp))
	for i, word := range cpp {
		out[i] = word
		if dir, ok := strings.CutPrefix(word, "-I"); ok && filepath.IsAbs(dir) {
			out[i] = "-I" + s.relative(dir)
		}
	}
	return out
}

func preprocessorArgs(r Request) []string {
	args := []string{}
	for _, d := range r.IncludePaths {
		args = append(args, "-I"+d)
	}
	for _, d := range r.Defines {
		args = append(args, "-D"+d)
	}
	for _, u := range r.Undefines {
		args = append(args, "-U"+u)
	}
	for _, h := range r.ForceIncludes {
		args = append(args, "-include", h)
	}
	return args
}

// checkFile says what keeps a file from being loaded as C. Whatever Frama-C
// would drop without a word has to be refused here.
func checkFile(dir, path string) *InputError {
	full := path
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, path)
	}
	info, err := os.Stat(full)
	switch {
	case os.IsNotExist(err):
		return &InputError{Message: path + ": no such file", Advice: "check the spelling and the working directory"}
	case err != nil:
		return &InputError{Message: fmt.Sprintf("%s: %v", path, err)}
	case info.IsDir():
		return &InputError{Message: path + " is a directory", Advice: "name the C files in it, or give --compile-commands"}
	case !info.Mode().IsRegular():
		return &InputError{Message: path + " is no regular file, and it has to be read more than once",
			Advice: `give C text on standard input: fcv check -`}
	}
	if e := checkName(path, full); e != nil {
		return e
	}
	f, err := os.Open(full)
	if err != nil {
		return &InputError{Message: fmt.Sprintf("%s cannot be read: %v", path, err), Advice: "check its permissions"}
	}
	f.Close()
	return nil
}

// sourceSuffixes are the names that the preprocessor takes for C. Of any other
// file it makes an empty one ("linker input file unused"), or C++.
var sourceSuffixes = []string{".c", ".h", ".i"}

// longestName leaves room for what Frama-C adds to the names of its temporary
// files, in a file system whose names have up to 255 bytes.
const longestName = 240

// checkName refuses names that Frama-C loads as something else, or not at all.
// full is the absolute path, which is what the preprocessor is given.
func checkName(path, full string) *InputError {
	const rename = "rename it, or check a copy under another name"
	switch {
	case !slices.Contains(sourceSuffixes, filepath.Ext(full)):
		return &InputError{Message: fmt.Sprintf("%s is not named like a C file (%s)", path, strings.Join(sourceSuffixes, ", ")),
			Advice: "rename it, or include it in a file that is"}
	case !utf8.ValidString(full):
		return &InputError{Message: fmt.Sprintf("the path of %q is not valid UTF-8, so no report could name it", path), Advice: rename}
	case strings.ContainsFunc(full, unicode.IsControl):
		return &InputError{Message: fmt.Sprintf("the path of %q has control characters in it", path), Advice: rename}
	case strings.ContainsAny(full, "\"\\"):
		return &InputError{Message: fmt.Sprintf("Frama-C cannot load %s: its path %s has a quote or a backslash in it", path, full), Advice: rename}
	case len(filepath.Base(full)) > longestName:
		return &InputError{Message: fmt.Sprintf("the name of %s is longer than %d bytes", path, longestName), Advice: rename}
	}
	return nil
}

func writeInline(text, cacheDir string) (string, error) {
	sum := sha256.Sum256([]byte(text))
	path := filepath.Join(cacheDir, "inline", hex.EncodeToString(sum[:8]), InlineName)
	if old, err := os.ReadFile(path); err == nil && string(old) == text {
		return path, nil // the cache may be read-only by now
	}
	if err := replaceFile(path, text); err != nil {
		return "", &InputError{
			Message: fmt.Sprintf("keeping the source from standard input: %v", err),
			Advice:  "set FCV_CACHE_DIR to a directory that can be written and has some room, or write the source to a file and name it",
		}
	}
	return path, nil
}

// replaceFile writes a file so that nobody sees half of it.
func replaceFile(path, text string) error {
	dir, name := filepath.Split(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, name+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it is renamed
	_, err = tmp.WriteString(text)
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// hashFiles describes files by content, in the order given.
func (s *sources) hashFiles(paths []string) ([]receipt.File, error) {
	out := []receipt.File{}
	for _, p := range paths {
		full := p
		if !filepath.IsAbs(full) {
			full = filepath.Join(s.dir, p)
		}
		data, err := os.ReadFile(full)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", p, err)
		}
		sum := sha256.Sum256(data)
		out = append(out, receipt.File{Path: s.display(p), SHA256: hex.EncodeToString(sum[:])})
	}
	return out, nil
}

// display is a path as reports show it: the same on every machine.
func (s *sources) display(path string) string {
	if path == "" {
		return ""
	}
	if s.inlineDir != nil && filepath.Dir(path) == *s.inlineDir {
		return InlineName
	}
	return receipt.PortablePath(path, s.roots()...)
}

// displayValue is display for every path in an option's value.
func (s *sources) displayValue(value string) string {
	return receipt.PortableValue(value, s.roots()...)
}

func (s *sources) roots() []receipt.Root {
	return []receipt.Root{{Dir: s.dir}, {Dir: s.share, As: "FRAMAC_SHARE"}}
}

func (s *sources) paths() []string {
	var out []string
	for _, f := range s.files {
		out = append(out, f.Path)
	}
	return out
}
