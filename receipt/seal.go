package receipt

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gowebpki/jcs"

	"fcv/schemas"
)

// noDigestReason stands where nobody said why there is no AST digest.
const noDigestReason = "no AST digest was recorded"

// Seal sorts the lists, fills Schema, Shape and, when there is no AST digest,
// reason and nonce, and computes SHA256. Sealing a sealed receipt changes
// nothing. An absolute path that is left in it, which would make the digest
// depend on the machine, becomes "outside/" and its base name; a caller that
// knows better applies PortablePath and PortableValue before. Lists and maps
// the receipt shares with others are copied, not changed.
func Seal(r *Receipt) error {
	r.Schema, r.Shape = Schema, Shape()
	if err := r.sealUnknownAST(); err != nil {
		return err
	}
	r.makePortable()
	r.sort()
	doc, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	sum, err := digestWithoutSelf(doc)
	if err != nil {
		return err
	}
	r.SHA256 = sum
	return nil
}

func (r *Receipt) sealUnknownAST() error {
	s := &r.Subject
	if s.ASTDigest != nil {
		s.ASTDigestUnavailableReason, s.Nonce = nil, nil
		return nil
	}
	if s.ASTDigestUnavailableReason == nil || *s.ASTDigestUnavailableReason == "" {
		reason := noDigestReason
		s.ASTDigestUnavailableReason = &reason
	}
	if s.Nonce == nil {
		var b [16]byte
		if _, err := rand.Read(b[:]); err != nil {
			return fmt.Errorf("drawing the nonce of a receipt without AST digest: %w", err)
		}
		nonce := hex.EncodeToString(b[:])
		s.Nonce = &nonce
	}
	return nil
}

// sort brings every list whose order means nothing into one order and turns
// nil lists into empty ones. Settings keep their order: it selects code.
func (r *Receipt) sort() {
	byFile := func(a, b File) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.SHA256, b.SHA256)) }
	r.Subject.Sources = sorted(r.Subject.Sources, byFile)
	r.Subject.Headers = sorted(r.Subject.Headers, byFile)
	r.Subject.Contracts = sorted(r.Subject.Contracts, func(a, b Contract) int {
		return cmp.Or(cmp.Compare(a.Function, b.Function), cmp.Compare(a.Digest, b.Digest))
	})
	r.Environment.Provers = sorted(r.Environment.Provers, func(a, b Prover) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
	})
	r.Goals = sorted(r.Goals, func(a, b Goal) int {
		return cmp.Or(cmp.Compare(a.StableGoalID, b.StableGoalID), cmp.Compare(a.Status, b.Status),
			cmp.Compare(a.Prover, b.Prover), compareBool(a.FromCache, b.FromCache))
	})
	r.Reported.Codes = slices.Compact(sorted(r.Reported.Codes, strings.Compare))
	r.TrustBase = slices.Compact(sorted(r.TrustBase, func(a, b Trust) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Detail, b.Detail))
	}))
	l := &r.Subject.LoadSettings
	for _, list := range []*[]string{&l.IncludePaths, &l.Defines, &l.Undefines, &l.ForceIncludes} {
		if *list == nil {
			*list = []string{}
		}
	}
	for _, m := range []*map[string]string{&r.Configuration.Eva, &r.Configuration.Wp, &r.Configuration.Kernel} {
		if *m == nil {
			*m = map[string]string{}
		}
	}
}

// sorted returns a sorted copy, never nil, so that the caller's slice keeps
// its order.
func sorted[T any](list []T, compare func(a, b T) int) []T {
	out := append(make([]T, 0, len(list)), list...)
	slices.SortFunc(out, compare)
	return out
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// makePortable rewrites the absolute paths that nobody made relative.
func (r *Receipt) makePortable() {
	for _, files := range []*[]File{&r.Subject.Sources, &r.Subject.Headers} {
		*files = slices.Clone(*files)
		for i := range *files {
			(*files)[i].Path = PortablePath((*files)[i].Path)
		}
	}
	l := &r.Subject.LoadSettings
	for _, list := range []*[]string{&l.IncludePaths, &l.Defines, &l.Undefines, &l.ForceIncludes} {
		*list = slices.Clone(*list)
		for i := range *list {
			(*list)[i] = PortableValue((*list)[i])
		}
	}
	l.CompileCommands = PortablePath(l.CompileCommands)
	for _, m := range []*map[string]string{&r.Configuration.Eva, &r.Configuration.Wp, &r.Configuration.Kernel} {
		*m = maps.Clone(*m)
		for option, value := range *m {
			(*m)[option] = PortableValue(value)
		}
	}
}

// digestWithoutSelf is the SHA-256 over the canonical form of an object
// without its member sha256.
func digestWithoutSelf(doc []byte) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(doc, &members); err != nil {
		return "", fmt.Errorf("reading the receipt: %w", err)
	}
	delete(members, "sha256")
	rest, err := json.Marshal(members)
	if err != nil {
		return "", fmt.Errorf("writing the receipt: %w", err)
	}
	return CanonicalDigest(rest)
}

// CanonicalDigest is the SHA-256, hexadecimal, over the canonical JSON
// (RFC 8785) of a JSON object or array.
func CanonicalDigest(doc []byte) (string, error) {
	canonical, err := jcs.Transform(doc)
	if err != nil {
		return "", fmt.Errorf("bringing JSON into canonical form: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), nil
}

// Shape is the digest of the format: SHA-256 over the sorted field paths of a
// receipt, one a line. Elements of a list are written `[]`, members with free
// names `{}`. It is taken from the format and not from one document, so that an
// empty list does not change it.
var Shape = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(strings.Join(FieldPaths(), "\n")))
	return hex.EncodeToString(sum[:])
})

// FieldPaths lists the field paths of a receipt, sorted.
func FieldPaths() []string {
	var paths []string
	addPaths(&paths, "", reflect.TypeFor[Receipt]())
	slices.Sort(paths)
	return paths
}

func addPaths(paths *[]string, prefix string, t reflect.Type) {
	if prefix != "" {
		*paths = append(*paths, prefix)
	}
	switch t.Kind() {
	case reflect.Slice:
		addPaths(paths, prefix+"[]", t.Elem())
	case reflect.Map:
		addPaths(paths, prefix+"{}", t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			addPaths(paths, strings.TrimPrefix(prefix+"."+name, "."), f.Type)
		}
	}
}

// Root says that paths below Dir are written with As in front.
type Root struct {
	Dir string // absolute
	As  string // "" for the project itself, or a name such as FRAMAC_SHARE
}

// outside stands for the directory of a file that is below no root.
const outside = "outside"

// PortablePath writes a path so that it means the same on every machine:
// relative to the first root that holds it, or "outside/" and the base name. A
// relative path is only cleaned; a value that is no path is left alone.
func PortablePath(p string, roots ...Root) string {
	if !filepath.IsAbs(p) {
		return p
	}
	p = filepath.Clean(p)
	for _, root := range roots {
		rel, err := filepath.Rel(root.Dir, p)
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return path.Join(root.As, filepath.ToSlash(rel))
		}
	}
	return path.Join(outside, filepath.Base(p))
}

// absolutePath finds an absolute path in the value of an option: alone, in a
// list, after = or after -I.
var absolutePath = regexp.MustCompile(`(^|[\s,=:;"']|-I)(/[A-Za-z0-9_.~][^\s,:;"']*)`)

// PortableValue is PortablePath for every absolute path in the value of an
// option or define.
func PortableValue(value string, roots ...Root) string {
	return absolutePath.ReplaceAllStringFunc(value, func(hit string) string {
		m := absolutePath.FindStringSubmatch(hit)
		return m[1] + PortablePath(m[2], roots...)
	})
}

// Decode reads a receipt strictly, without verifying it.
func Decode(doc []byte) (*Receipt, error) {
	var r Receipt
	if err := schemas.Decode(bytes.TrimSpace(doc), &r); err != nil {
		return nil, fmt.Errorf("reading the receipt: %w", err)
	}
	return &r, nil
}
