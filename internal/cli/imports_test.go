package cli

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the direction of dependencies: what each package may import of
// this module. A package that is not listed here fails the test, so that a new
// one gets its place. Tests may import more.
var mayImport = map[string][]string{
	"fcv":                 {"fcv/internal/cli", "fcv/framac"},
	"fcv/ast-utils":       {},
	"fcv/bench":           {"*"},
	"fcv/check":           {"fcv/framac", "fcv/receipt", "fcv/schemas"},
	"fcv/framac":          {"fcv/framac/wire", "fcv/ast-utils"},
	"fcv/framac/wire":     {},
	"fcv/framac/fake":     {"fcv/framac/wire"},
	"fcv/internal/cli":    {"*"},
	"fcv/internal/corpus": {}, // knows fcv from the outside
	"fcv/internal/setup":  {},
	"fcv/internal/term":   {},
	"fcv/mcpserve":        {"fcv/check", "fcv/framac", "fcv/receipt", "fcv/report", "fcv/schemas", "fcv/variants"},
	"fcv/receipt":         {"fcv/schemas"}, // its own schema, which is data
	"fcv/report":          {"fcv/check", "fcv/receipt", "fcv/schemas"},
	"fcv/schemas":         {},
	"fcv/variants":        {"fcv/check", "fcv/framac", "fcv/receipt", "fcv/schemas"},
}

func TestImportDirection(t *testing.T) {
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && file != root) {
			return filepath.SkipDir
		}
		if filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		files++
		dir, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		checkImports(t, file, filepath.ToSlash(filepath.Join("fcv", dir)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Error("no Go file was looked at")
	}
}

func checkImports(t *testing.T, file, pkg string) {
	allowed, ok := rules(pkg)
	if !ok {
		t.Errorf("package %s has no place in mayImport", pkg)
		return
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Error(err)
			continue
		}
		if name != "fcv" && !strings.HasPrefix(name, "fcv/") {
			continue
		}
		if name == "fcv/framac/fake" {
			t.Errorf("%s imports %s, which is for tests", file, name)
		}
		if !permits(allowed, pkg, name) {
			t.Errorf("%s imports %s; %s may import %q", file, name, pkg, allowed)
		}
	}
}

// rules are those of the package or of the nearest listed one above it. The
// root is above everything, so it counts only for itself.
func rules(pkg string) ([]string, bool) {
	if pkg == "fcv" {
		return mayImport[pkg], true
	}
	for ; pkg != "fcv"; pkg = path.Dir(pkg) {
		if allowed, ok := mayImport[pkg]; ok {
			return allowed, true
		}
	}
	return nil, false
}

// permits also lets a package use what is below it.
func permits(allowed []string, pkg, name string) bool {
	return slices.Contains(allowed, "*") || slices.Contains(allowed, name) || strings.HasPrefix(name, pkg+"/")
}
