package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"fcv/framac"
)

// sourceScan says how Frama-C reads the sources.
type sourceScan struct {
	dir          string   // working directory of the preprocessor; relative paths are relative to it
	sharePath    string   // frama-c -print-share-path; its libc is nobody's own code
	machdep      string   // as given to -machdep; empty: Frama-C's default
	machdepDir   string   // holds __fc_machdep.h where Frama-C makes one for each run; empty: the library brings it
	preprocessor string   // the command, as in CPP; empty: Frama-C's default
	extra        []string // words of -cpp-extra-args

	scratch string // directory of the running scan
}

// newSourceScan takes what the words for Frama-C's command line and the
// environment say of preprocessing.
func newSourceScan(dir string, inst *framac.Installation, req Request) sourceScan {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	s := sourceScan{dir: dir, sharePath: inst.SharePath, machdep: req.Machdep, preprocessor: os.Getenv("CPP")}
	if s.machdep == "" {
		s.machdep = inst.DefaultMachdep
	}
	for i := 0; i < len(req.FramaC); i++ {
		name, value, joined := strings.Cut(req.FramaC[i], "=")
		if !joined && i+1 < len(req.FramaC) {
			value = req.FramaC[i+1]
		}
		switch name {
		case "-cpp-command":
			s.preprocessor = value
		case "-cpp-extra-args":
			s.extra = append(s.extra, strings.Fields(value)...)
		case "-machdep":
			s.machdep = value
		}
	}
	return s
}

// scan finds what the syntax tree cannot show because it is gone before
// there is one. The facts have the shape of the plug-in's, without a function,
// sorted by place; files are named as Frama-C names them.
//
// prover_only: code that Frama-C and a compiler see differently. Each file is
// preprocessed as Frama-C does it, and once more without __FRAMAC__ and without
// the __FC_MACHDEP_* macro of the machine model; the headers, of which Frama-C's
// own library comes first, the machine model and all other words are the same.
// What remains after macro expansion of the user's files and headers (not of the
// library's) is compared token by token, pragmas included, comments and empty
// lines excluded; each group of lines that differ is a fact, at its first line
// in the original. So is a conditional that asks for another __FC_ macro, which
// only Frama-C's library defines, and a file whose second run fails, because then
// nothing was compared. What a compiler does otherwise than Frama-C for any other
// reason (its own headers, predefined macros, __has_include) is not compared.
//
// pragma: one that is left after preprocessing in the user's files and that is
// not known to be harmless, inside functions too, where Frama-C drops it.
//
// attribute: an attribute of a statement, which Frama-C drops.
//
// comment_like_annotation: a comment in the user's files that starts like an ACSL
// annotation and is none: blanks or stars before the @, or an annotation inside a
// preprocessing directive, which the preprocessor drops with the macro's other
// comments. Code under a false condition is looked at as well.
//
// The error is about the scan itself: a preprocessor that cannot be started, a
// file that cannot be read, a cancelled context.
func (s sourceScan) scan(ctx context.Context, files []framac.SourceFile) ([]framac.Fact, error) {
	defer func() {
		if s.scratch != "" {
			os.RemoveAll(s.scratch)
		}
	}()
	if err := s.makeScratch(); err != nil {
		return nil, fmt.Errorf("scanning the sources: %w", err)
	}
	found := make([][]framac.Fact, len(files))
	own := make([][]string, len(files))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2)
	for i, f := range files {
		group.Go(func() error {
			var err error
			found[i], own[i], err = s.scanUnit(ctx, f)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("scanning the sources: %w", err)
	}
	facts := slices.Concat(found...)
	texts := slices.Concat(own...)
	slices.Sort(texts)
	for _, path := range slices.Compact(texts) {
		data, err := os.ReadFile(s.full(path))
		if errors.Is(err, fs.ErrNotExist) {
			continue // a #line directive names what is not there
		}
		if err != nil {
			return nil, fmt.Errorf("scanning the sources: %w", err)
		}
		facts = append(facts, scanText(path, string(data))...)
	}
	return sortFacts(facts), nil
}

// scanUnit looks at one translation unit; own are the user's files in it.
func (s sourceScan) scanUnit(ctx context.Context, f framac.SourceFile) (facts []framac.Fact, own []string, err error) {
	path := s.name(f.Path)
	if filepath.Ext(f.Path) == ".i" { // Frama-C does not preprocess it
		data, err := os.ReadFile(s.full(f.Path))
		if err != nil {
			return nil, nil, err
		}
		unit := s.parseUnit(withoutComments(string(data)), f.Path)
		return unit.facts(), []string{path}, nil
	}
	cannot := func(detail string) []framac.Fact {
		return []framac.Fact{{Kind: "prover_only", Loc: &framac.Position{File: path, Line: 1, Column: 1, EndLine: 1, EndColumn: 1}, Detail: detail}}
	}
	words, err := s.command()
	if err != nil {
		return cannot("not compared with what a compiler sees: " + err.Error()), []string{path}, nil
	}
	seen, failure, err := s.preprocess(ctx, words, f, s.proverWords())
	if err != nil {
		return nil, nil, err
	}
	if failure != "" {
		return cannot("not compared with what a compiler sees, it cannot be preprocessed: " + failure), []string{path}, nil
	}
	prover := s.parseUnit(seen, f.Path)
	facts, own = prover.facts(), prover.files
	seen, failure, err = s.preprocess(ctx, words, f, s.compilerWords(), "-U__FRAMAC__")
	if err != nil {
		return nil, nil, err
	}
	if failure != "" {
		return append(facts, cannot("not compared with what a compiler sees, without __FRAMAC__ it cannot be preprocessed: "+failure)...), own, nil
	}
	compiler := s.parseUnit(seen, f.Path)
	return append(facts, compareUnits(prover, compiler)...), slices.Concat(own, compiler.files), nil
}

// mergeFacts adds what the source scan found to the facts of the syntax tree,
// which names the function and so goes first where both see one construct.
func mergeFacts(tree, scanned []framac.Fact) []framac.Fact {
	type place struct {
		kind, file string
		line       int
	}
	at := func(f framac.Fact) place {
		if f.Loc == nil {
			return place{kind: f.Kind}
		}
		return place{f.Kind, f.Loc.File, f.Loc.Line}
	}
	known := map[place]bool{}
	for _, f := range tree {
		known[at(f)] = true
	}
	all := slices.Clone(tree)
	for _, f := range scanned {
		if !known[at(f)] {
			all = append(all, f)
		}
	}
	return all
}

func sortFacts(facts []framac.Fact) []framac.Fact {
	slices.SortFunc(facts, func(a, b framac.Fact) int {
		return cmp.Or(
			strings.Compare(a.Loc.File, b.Loc.File), a.Loc.Line-b.Loc.Line, a.Loc.Column-b.Loc.Column,
			strings.Compare(a.Kind, b.Kind), strings.Compare(a.Name, b.Name), strings.Compare(a.Detail, b.Detail))
	})
	// A header is met once for each file that includes it.
	facts = slices.CompactFunc(facts, func(a, b framac.Fact) bool {
		return *a.Loc == *b.Loc && a.Kind == b.Kind && a.Name == b.Name && a.Detail == b.Detail
	})
	if facts == nil {
		return []framac.Fact{}
	}
	return facts
}

// full is a path that can be opened from anywhere.
func (s sourceScan) full(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.dir, path)
}

// name is a path as Frama-C prints it: below the working directory without it.
func (s sourceScan) name(path string) string {
	path = filepath.Clean(path)
	if rel, err := filepath.Rel(s.dir, path); err == nil && filepath.IsAbs(path) && rel != ".." && !strings.HasPrefix(rel, "../") {
		return rel
	}
	return path
}
