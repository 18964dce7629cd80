// Package corpus runs fcv over programs whose true status is known and
// compares what it says with the truth.
//
// A corpus is a table of cases (cases.tsv, see testdata/programs/README.md)
// beside its C files. In: the table and a built fcv. Out: for each case the
// list of disagreements, in a fixed order; an empty list means that fcv said
// what is true. The package knows fcv only from the outside, as a person
// would: its command line, its exit code and the JSON report.
package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Class is what is known about a program. The zero value is no class: ReadTable
// never returns it and Judge never agrees with it.
type Class string

const (
	// Sound: everything claimed holds, and the verdict must be "proved".
	Sound Class = "sound"
	// Trap: something is wrong or unchecked, and "proved" is never right.
	Trap Class = "trap"
)

// UsageError in a case's Expect stands for exit code 2 instead of a code.
const UsageError = "(error)"

// Case is one line of a table.
type Case struct {
	Name   string
	Class  Class
	Dir    string   // directory of the table; fcv runs there
	Files  []string // relative to Dir; never empty
	Args   []string // further words for `fcv check`
	Expect []string // codes, any one of which must be raised; empty exactly for Sound
	Why    string   // the truth in words
	Line   int      // in the table, from 1
}

// columns is the first line of every table.
var columns = []string{"name", "class", "files", "fcv_args", "expect_any", "why"}

// ReadTable reads the table at path and makes sure that every file it names
// exists, so that a renamed program is a broken table and not a trap that
// fails for the wrong reason. The cases are in the order of the table.
func ReadTable(path string) ([]Case, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening a case table: %w", err)
	}
	defer f.Close()
	cases, err := parseTable(f, filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	for _, c := range cases {
		for _, name := range c.Files {
			if _, err := os.Stat(filepath.Join(c.Dir, name)); err != nil {
				return nil, fmt.Errorf("reading %s: line %d: case %s: %w", path, c.Line, c.Name, err)
			}
		}
	}
	return cases, nil
}

// parseTable is ReadTable without the look at the disk.
func parseTable(r io.Reader, dir string) ([]Case, error) {
	var (
		cases []Case
		first = map[string]int{} // name: line
		lines = bufio.NewScanner(r)
	)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSuffix(lines.Text(), "\r")
		if n == 1 {
			if line != strings.Join(columns, "\t") {
				return nil, fmt.Errorf("line 1: want the columns %s", strings.Join(columns, ", "))
			}
			continue
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		c, err := parseCase(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if before, ok := first[c.Name]; ok {
			return nil, fmt.Errorf("line %d: case %s is already on line %d", n, c.Name, before)
		}
		first[c.Name] = n
		c.Dir, c.Line = dir, n
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(cases) == 0 {
		return nil, errors.New("no case in it")
	}
	return cases, nil
}

func parseCase(line string) (Case, error) {
	cells := strings.Split(line, "\t")
	if len(cells) != len(columns) {
		return Case{}, fmt.Errorf("%d columns, want %d", len(cells), len(columns))
	}
	c := Case{
		Name:  strings.TrimSpace(cells[0]),
		Class: Class(strings.TrimSpace(cells[1])),
		Files: strings.Fields(cells[2]),
		Args:  strings.Fields(cells[3]),
		Why:   strings.TrimSpace(cells[5]),
	}
	for _, code := range strings.Split(cells[4], "|") {
		if code = strings.TrimSpace(code); code != "" {
			c.Expect = append(c.Expect, code)
		}
	}
	switch {
	case c.Name == "":
		return Case{}, errors.New("a case without a name")
	case c.Class != Sound && c.Class != Trap:
		return Case{}, fmt.Errorf("case %s: class %q, want %q or %q", c.Name, c.Class, Sound, Trap)
	case len(c.Files) == 0:
		return Case{}, fmt.Errorf("case %s names no file", c.Name)
	case c.Class == Trap && len(c.Expect) == 0:
		return Case{}, fmt.Errorf("case %s: a trap must say which codes it expects", c.Name)
	case c.Class == Sound && len(c.Expect) > 0:
		return Case{}, fmt.Errorf("case %s: a sound program raises no code", c.Name)
	case c.Why == "":
		return Case{}, fmt.Errorf("case %s does not say why", c.Name)
	}
	return c, nil
}
