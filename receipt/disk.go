package receipt

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Finding is one thing about which a receipt, the report it is part of and the
// files on disk do not agree.
type Finding struct {
	// Part is what does not agree: digest, shape, form, report, verdict,
	// reported, subject, goals, source or header.
	Part    string
	Subject string // path of a file or id of a goal; empty: the receipt as a whole
	Message string
}

// String is the finding on one line, safe for a terminal.
func (f Finding) String() string {
	if f.Subject == "" {
		return Printable(f.Part + ": " + f.Message)
	}
	return Printable(f.Part + " " + f.Subject + ": " + f.Message)
}

// Disk is what came of comparing a receipt with files.
type Disk struct {
	Same     int       // files whose content is what the receipt records
	Skipped  []File    // files that cannot be looked for: outside the project, or inline source
	Findings []Finding // sorted by part and path; empty: nothing differs
}

// CompareDisk compares the sources and headers of a receipt with the files
// below dir. Inline source, which was never a file of the project, is named by
// its path in the receipt; nil: there was none.
func (r *Receipt) CompareDisk(dir string, inline []string) (Disk, error) {
	d := Disk{Skipped: []File{}, Findings: []Finding{}}
	for _, group := range []struct {
		part  string
		files []File
	}{{"header", r.Subject.Headers}, {"source", r.Subject.Sources}} {
		for _, f := range group.files {
			if elsewhere(f.Path) || slices.Contains(inline, f.Path) {
				d.Skipped = append(d.Skipped, f)
				continue
			}
			message, err := compareFile(filepath.Join(dir, filepath.FromSlash(f.Path)), f.SHA256)
			switch {
			case err != nil:
				return Disk{}, fmt.Errorf("comparing %s with the receipt: %w", f.Path, err)
			case message == "":
				d.Same++
			default:
				d.Findings = append(d.Findings, Finding{group.part, f.Path, message})
			}
		}
	}
	return d, nil
}

// elsewhere says whether a path of a receipt does not tell where the file is.
func elsewhere(p string) bool {
	first, _, _ := strings.Cut(path.Clean(p), "/")
	return first == outside || strings.HasPrefix(first, "FRAMAC_")
}

// compareFile says how a file differs from what was recorded; empty: it does
// not. An error is a file that is there and cannot be read.
func compareFile(name, recorded string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "missing", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "no longer a file", nil // and a pipe would never end
	}
	sum, err := fileDigest(name)
	if err != nil {
		return "", err
	}
	if sum != recorded {
		return fmt.Sprintf("changed: recorded %s, on disk %s", short(recorded), short(sum)), nil
	}
	return "", nil
}

func fileDigest(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
