package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Case is a set of files that is checked as one program.
type Case struct {
	Name  string
	Dir   string   // where the commands run
	Files []string // relative to Dir, sorted
	Main  bool     // one of them defines main, so that EVA has a start
}

// smallPrograms are the programs of testdata/programs that are measured: all
// proved, all with a main, from a handful of goals to some dozens.
var smallPrograms = []string{
	"array_max.c", "bit_test.c", "gate.c", "ring_index.c", "saturating_add.c", "scan_length.c", "sum_recursive.c", "swap.c",
}

// findCases collects what the options ask for; generated programs are
// written to work. No case at all is an error.
func findCases(o options, work string) ([]Case, error) {
	var cases []Case
	if o.programs != "" {
		for _, name := range smallPrograms {
			c, err := caseOf(strings.TrimSuffix(name, ".c"), o.programs, []string{name})
			if err != nil {
				return nil, err
			}
			cases = append(cases, c)
		}
	}
	if o.libraries != "" {
		found, err := findLibraries(o.libraries)
		if err != nil {
			return nil, err
		}
		cases = append(cases, found...)
	}
	if o.scale > 0 {
		name := fmt.Sprintf("scale_%d", o.scale)
		if err := generateFile(filepath.Join(work, name+".c"), o.scale); err != nil {
			return nil, err
		}
		c, err := caseOf(name, work, []string{name + ".c"})
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	cases = slices.DeleteFunc(cases, func(c Case) bool { return !strings.Contains(c.Name, o.only) })
	if len(cases) == 0 {
		return nil, errors.New("nothing to measure: no case is left")
	}
	return cases, nil
}

// findLibraries makes one case of the .c files of each sub-directory of dir
// that has any, or of dir itself when it has some.
func findLibraries(dir string) ([]Case, error) {
	subs, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("looking for libraries: %w", err)
	}
	dirs := []string{dir}
	for _, s := range subs {
		if s.IsDir() {
			dirs = append(dirs, filepath.Join(dir, s.Name()))
		}
	}
	var cases []Case
	for _, d := range dirs {
		paths, err := filepath.Glob(filepath.Join(d, "*.c"))
		if err != nil {
			return nil, fmt.Errorf("looking for libraries: %w", err)
		}
		if len(paths) == 0 {
			continue
		}
		var names []string
		for _, p := range paths {
			names = append(names, filepath.Base(p))
		}
		slices.Sort(names)
		c, err := caseOf(filepath.Base(d), d, names)
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("looking for libraries: no .c file in %s and its sub-directories", dir)
	}
	return cases, nil
}

// mainFunction finds a definition of main as people write it; the bench
// needs no more than that, because a wrong guess fails loudly.
var mainFunction = regexp.MustCompile(`(?m)^\s*(int|void)\s+main\s*\(`)

func caseOf(name, dir string, files []string) (Case, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Case{}, fmt.Errorf("case %s: %w", name, err)
	}
	c := Case{Name: name, Dir: abs, Files: files}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(abs, f))
		if err != nil {
			return Case{}, fmt.Errorf("case %s: %w", name, err)
		}
		c.Main = c.Main || mainFunction.Match(text)
	}
	return c, nil
}
