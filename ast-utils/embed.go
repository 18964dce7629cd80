// Package astutils carries the OCaml sources of the plug-in inside the binary,
// so that it can be compiled for whatever Frama-C is found. It holds no logic
// beyond choosing the files of one Frama-C family.
package astutils

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed *.ml *.mli compat
var sources embed.FS

// Source is one OCaml file. All files of a plug-in go into one directory.
type Source struct {
	Name string // without directory
	Data []byte
}

// Sources returns the files of the plug-in for a Frama-C family ("25", "30"),
// sorted by name: those that are the same for all, and the compat files of the
// newest family that is not newer than the one asked for.
func Sources(family string) ([]Source, error) {
	compat, err := compatDir(family)
	if err != nil {
		return nil, err
	}
	var files []Source
	for _, dir := range []string{".", "compat", compat} {
		entries, err := fs.ReadDir(sources, dir)
		if err != nil {
			return nil, fmt.Errorf("reading the plug-in's sources: %w", err)
		}
		for _, e := range entries {
			if ext := path.Ext(e.Name()); e.IsDir() || ext != ".ml" && ext != ".mli" {
				continue
			}
			data, err := sources.ReadFile(path.Join(dir, e.Name()))
			if err != nil {
				return nil, fmt.Errorf("reading the plug-in's sources: %w", err)
			}
			files = append(files, Source{Name: e.Name(), Data: data})
		}
	}
	slices.SortFunc(files, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(files); i++ {
		if files[i].Name == files[i-1].Name {
			return nil, fmt.Errorf("the plug-in has two files called %s", files[i].Name)
		}
	}
	return files, nil
}

// Families are the families that have compat files, oldest first.
func Families() []string {
	entries, _ := fs.ReadDir(sources, "compat")
	var numbers []int
	for _, e := range entries {
		if n, err := strconv.Atoi(strings.TrimPrefix(e.Name(), "v")); err == nil && e.IsDir() {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	families := []string{}
	for _, n := range numbers {
		families = append(families, strconv.Itoa(n))
	}
	return families
}

func compatDir(family string) (string, error) {
	want, err := strconv.Atoi(family)
	if err != nil {
		return "", fmt.Errorf("%q is no Frama-C family", family)
	}
	best := ""
	for _, f := range Families() {
		if n, _ := strconv.Atoi(f); n <= want {
			best = "compat/v" + f
		}
	}
	if best == "" {
		return "", fmt.Errorf("frama-c %s is older than the oldest supported family, %s", family, Families()[0])
	}
	return best, nil
}
