package framac

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// cacheEntry is where the answers about one state of an installation are
// kept. Its name is a digest of everything the answers depend on, so an entry
// is never out of date; one that cannot be read is as good as none.
type cacheEntry struct {
	key  string
	path string // "": nothing is cached
}

type cacheFile struct {
	Key     string  `json:"key"`
	Digest  string  `json:"digest"` // of Answers as written, against damage
	Answers answers `json:"answers"`
}

// cacheFormat changes whenever answers or how they are found out changes.
const cacheFormat = "installation 1"

func newCacheEntry(cacheDir string, e Env, p programs) cacheEntry {
	h := sha256.New()
	fmt.Fprintln(h, cacheFormat)
	for _, path := range append([]string{p.framac, p.ocamlfind, p.ocamlopt, p.why3, p.why3conf}, p.solvers...) {
		fmt.Fprintf(h, "%q %q\n", path, fingerprint(path))
	}
	for _, name := range relevant {
		fmt.Fprintf(h, "%s=%q\n", name, e.get(name))
	}
	entry := cacheEntry{key: hex.EncodeToString(h.Sum(nil))}
	if cacheDir != "" {
		entry.path = filepath.Join(cacheDir, "installation", entry.key[:32]+".json")
	}
	return entry
}

func (c cacheEntry) read() (answers, bool) {
	if c.path == "" {
		return answers{}, false
	}
	data, err := os.ReadFile(c.path)
	if err != nil {
		return answers{}, false
	}
	var f cacheFile
	if err := json.Unmarshal(data, &f); err != nil || f.Key != c.key {
		return answers{}, false
	}
	if digest, err := f.Answers.digest(); err != nil || digest != f.Digest {
		return answers{}, false
	}
	if f.Answers.Why3Config != "" {
		if _, err := os.Stat(f.Answers.Why3Config); err != nil {
			return answers{}, false
		}
	}
	return f.Answers, true
}

// write keeps answers that came without a warning; after one, a later run may
// do better.
func (c cacheEntry) write(a answers) error {
	if c.path == "" || len(a.Warnings) > 0 {
		return nil
	}
	digest, err := a.digest()
	if err != nil {
		return err
	}
	data, err := json.MarshalIndent(cacheFile{Key: c.key, Digest: digest, Answers: a}, "", "  ")
	if err != nil {
		return err
	}
	if err := writeFileAtomic(c.path, append(data, '\n')); err != nil {
		// The path is in the message already.
		var pe *os.PathError
		if errors.As(err, &pe) {
			return pe
		}
		return err
	}
	return nil
}

func (a answers) digest() (string, error) {
	b, err := json.Marshal(a)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}
