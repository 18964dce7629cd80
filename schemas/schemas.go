// Package schemas holds the JSON Schemas (draft 2020-12) of the documents this
// program writes, embedded, and the strict reading of such documents.
//
// A schema states exactly what this release writes: the codes it may raise and
// the members of every object. Only the top level of a report and the entries
// of `incomplete` are open, because the format is additive there. A reader that
// wants to accept a newer release takes that release's schema.
//
// A schema is addressed by its file name without ".json". It is compiled at
// its first use and kept; Validate may be called from several goroutines.
package schemas

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Names of the schemas the program uses.
const (
	Check   = "check.v2"
	Receipt = "proof-receipt"
	Diff    = "receipt-diff.v1"
)

//go:embed *.json
var files embed.FS

// Names lists the schemas there are, sorted.
func Names() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return []string{}
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	slices.Sort(names)
	return names
}

// Text returns the schema as it is shipped.
func Text(name string) ([]byte, error) {
	b, err := files.ReadFile(strings.TrimSuffix(name, ".json") + ".json")
	if err != nil {
		return nil, fmt.Errorf("no schema %q (there are %s)", name, strings.Join(Names(), ", "))
	}
	return b, nil
}

// compiler is shared, so that a schema that refers to another is compiled once.
var compiler struct {
	sync.Mutex
	c    *jsonschema.Compiler
	done map[string]*jsonschema.Schema
}

// Validate says whether doc, one JSON value, is what the named schema
// describes. The error names the first places that are not.
func Validate(name string, doc []byte) error {
	sch, err := compiled(strings.TrimSuffix(name, ".json"))
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return fmt.Errorf("reading the document to validate: %w", err)
	}
	if err := sch.Validate(value); err != nil {
		return fmt.Errorf("validating against schema %s: %w", name, err)
	}
	return nil
}

func compiled(name string) (*jsonschema.Schema, error) {
	compiler.Lock()
	defer compiler.Unlock()
	if sch := compiler.done[name]; sch != nil {
		return sch, nil
	}
	if _, err := Text(name); err != nil {
		return nil, err
	}
	if compiler.c == nil {
		c := jsonschema.NewCompiler()
		c.DefaultDraft(jsonschema.Draft2020)
		for _, n := range Names() {
			text, err := Text(n)
			if err != nil {
				return nil, err
			}
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				return nil, fmt.Errorf("reading schema %s: %w", n, err)
			}
			if err := c.AddResource(ID(n), doc); err != nil {
				return nil, fmt.Errorf("loading schema %s: %w", n, err)
			}
		}
		compiler.c, compiler.done = c, map[string]*jsonschema.Schema{}
	}
	sch, err := compiler.c.Compile(ID(name))
	if err != nil {
		return nil, fmt.Errorf("compiling schema %s: %w", name, err)
	}
	compiler.done[name] = sch
	return sch, nil
}

// ID is the identifier a schema carries in `$id`.
func ID(name string) string { return "urn:frama-c-mcp:" + name }
