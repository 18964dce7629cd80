package framac

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Env is where an installation is looked for. The zero value is this
// process's environment.
type Env struct {
	Environ  []string // KEY=VALUE; nil: os.Environ(). FCV_FRAMA_C, FCV_CACHE_DIR, PATH, HOME and WHY3CONFIG are looked at
	CacheDir string   // where answers and built plug-ins are kept; "": FCV_CACHE_DIR, else fcv in the user's cache directory
}

func (e Env) environ() []string {
	if e.Environ == nil {
		return os.Environ()
	}
	return e.Environ
}

// get returns the last value, as a process would see it.
func (e Env) get(key string) string {
	value := ""
	for _, kv := range e.environ() {
		if k, v, ok := strings.Cut(kv, "="); ok && k == key {
			value = v
		}
	}
	return value
}

// Cache is the directory for what may be computed again; it need not exist.
func (e Env) Cache() (string, error) {
	if e.CacheDir != "" {
		return filepath.Abs(e.CacheDir)
	}
	if dir := e.get("FCV_CACHE_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	if dir := e.get("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "fcv"), nil
	}
	if home := e.get("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".cache", "fcv"), nil
	}
	return "", fmt.Errorf("finding a cache directory: none of FCV_CACHE_DIR, XDG_CACHE_HOME and HOME is set")
}

// lookPath returns the absolute path of an executable file, looked up in PATH
// unless name is a path; "" when there is none.
func (e Env) lookPath(name string) string {
	if strings.ContainsRune(name, filepath.Separator) {
		return executable(name)
	}
	for _, dir := range filepath.SplitList(e.get("PATH")) {
		// A relative entry would make the answer depend on the directory.
		if !filepath.IsAbs(dir) {
			continue
		}
		if path := executable(filepath.Join(dir, name)); path != "" {
			return path
		}
	}
	return ""
}

func executable(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	info, err := os.Stat(abs)
	if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return ""
	}
	return abs
}

// fingerprint identifies the content of a file without reading it: resolved
// path, size and time of change. A file that is not there has one too.
func fingerprint(path string) string {
	if path == "" {
		return "none"
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	if err != nil {
		return path + " absent"
	}
	return fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano())
}
