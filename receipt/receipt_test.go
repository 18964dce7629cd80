package receipt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/schemas"
)

func sample() *Receipt {
	digest := strings.Repeat("a", 64)
	return &Receipt{
		Subject: Subject{
			Sources:   []File{{"src/b.c", strings.Repeat("1", 64)}, {"src/a.c", strings.Repeat("2", 64)}},
			Headers:   []File{{"include/a.h", strings.Repeat("3", 64)}},
			ASTDigest: &digest,
			LoadSettings: LoadSettings{
				IncludePaths: []string{"include"}, Defines: []string{"N=2", "A"}, Undefines: []string{"B"},
				ForceIncludes: []string{"config.h"}, Machdep: "x86_64", CompileCommands: "build/compile_commands.json", RTE: true,
			},
			Contracts: []Contract{{"push", strings.Repeat("4", 64)}, {"pop", strings.Repeat("5", 64)}},
		},
		Environment: Environment{
			FramaC: "25.0-beta (Manganese)", PluginDigest: strings.Repeat("6", 64), OCaml: "4.13.1", Why3: "1.5.1",
			Provers: []Prover{{"Z3", "4.8.12"}, {"CVC4", "1.8"}},
		},
		Configuration: Configuration{
			Eva: map[string]string{"-eva-precision": "4"}, Wp: map[string]string{"-wp-model": "Typed+nocast"},
			Kernel: map[string]string{"-machdep": "x86_64"},
		},
		Goals:     []Goal{{"push/ensures", "valid", "Z3:4.8.12", false}, {"pop/ensures", "timeout", "", true}},
		Reported:  Reported{Count: 1, Codes: []string{"PROVER_TIMEOUT", "GOAL_NOT_VALID"}, SHA256: strings.Repeat("7", 64)},
		TrustBase: []Trust{{"model", "Typed+nocast", ""}, {"libc", "memcpy", "reviewed contract"}},
	}
}

func sealed(t *testing.T, r *Receipt) *Receipt {
	t.Helper()
	if err := Seal(r); err != nil {
		t.Fatal(err)
	}
	return r
}

func document(t *testing.T, r *Receipt) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Encode(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSealIsDeterministic(t *testing.T) {
	a, b := sealed(t, sample()), sample()
	for _, flip := range []func(){
		func() { slices.Reverse(b.Subject.Sources) }, func() { slices.Reverse(b.Subject.Contracts) },
		func() { slices.Reverse(b.Environment.Provers) }, func() { slices.Reverse(b.Goals) },
		func() { slices.Reverse(b.Reported.Codes) }, func() { b.TrustBase = append(b.TrustBase, b.TrustBase[0]) },
	} {
		flip()
	}
	sealed(t, b)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("the order of the lists shows: %s", diff)
	}
	again := *a
	if sealed(t, &again); again.SHA256 != a.SHA256 {
		t.Error("sealing twice changes the digest")
	}
	if err := Verify(document(t, a)); err != nil {
		t.Error(err)
	}
}

// leaves visits every scalar of a value with its path.
func leaves(path string, v reflect.Value, visit func(string, reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			leaves(path, v.Elem(), visit)
		}
	case reflect.Struct:
		for f, fv := range v.Fields() {
			leaves(path+"."+f.Name, fv, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			leaves(fmt.Sprintf("%s[%d]", path, i), v.Index(i), visit)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			visit(path+"{"+k.String()+"}", v)
		}
	default:
		visit(path, v)
	}
}

// Every scalar in the receipt is under the digest, both when it is sealed and
// when it is verified.
func TestEveryFieldIsUnderTheDigest(t *testing.T) {
	before := sealed(t, sample())
	count := 0
	var paths []string
	leaves("", reflect.ValueOf(before).Elem(), func(path string, _ reflect.Value) { paths = append(paths, path) })
	for _, target := range paths {
		if target == ".SHA256" || target == ".Schema" || target == ".Shape" {
			continue // set by Seal
		}
		r := sealed(t, sample())
		leaves("", reflect.ValueOf(r).Elem(), func(path string, v reflect.Value) {
			if path != target {
				return
			}
			count++
			switch v.Kind() {
			case reflect.String:
				v.SetString(v.String() + "x")
			case reflect.Int:
				v.SetInt(v.Int() + 1)
			case reflect.Bool:
				v.SetBool(!v.Bool())
			case reflect.Map:
				v.Set(reflect.ValueOf(map[string]string{"-other": "1"}))
			default:
				t.Fatalf("%s is a %s, which does not belong into a receipt", path, v.Kind())
			}
		})
		if err := Verify(document(t, r)); !errors.Is(err, ErrDigest) {
			t.Errorf("%s was changed and Verify says %v", target, err)
		}
		if sealed(t, r).SHA256 == before.SHA256 {
			t.Errorf("%s was changed and the digest is the same", target)
		}
	}
	if count < 35 {
		t.Errorf("only %d fields were changed", count)
	}
}

func TestUnknownASTsNeverCompareEqual(t *testing.T) {
	seen := map[string]bool{}
	for range 20 {
		r := sample()
		r.Subject.ASTDigest = nil
		sealed(t, r)
		if seen[r.SHA256] {
			t.Fatal("two receipts without AST digest are equal")
		}
		seen[r.SHA256] = true
		if r.Subject.Nonce == nil || len(*r.Subject.Nonce) != 32 || *r.Subject.ASTDigestUnavailableReason == "" {
			t.Fatalf("nonce or reason is missing: %+v", r.Subject)
		}
		sum := r.SHA256
		if sealed(t, r).SHA256 != sum {
			t.Fatal("sealing the same receipt again draws a new nonce")
		}
		if err := Verify(document(t, r)); err != nil {
			t.Fatal(err)
		}
	}
	known := sample()
	nonce := "x"
	known.Subject.Nonce = &nonce
	if sealed(t, known).SHA256 != sealed(t, sample()).SHA256 {
		t.Error("a nonce beside a known AST digest makes equal runs differ")
	}
}

// An absolute path never gets under the digest, and what the receipt shares
// with the report keeps the path as it was.
func TestNoAbsolutePaths(t *testing.T) {
	for name, edit := range map[string]func(r *Receipt) *string{
		"source":        func(r *Receipt) *string { return &r.Subject.Sources[0].Path },
		"header":        func(r *Receipt) *string { return &r.Subject.Headers[0].Path },
		"include path":  func(r *Receipt) *string { return &r.Subject.LoadSettings.IncludePaths[0] },
		"force include": func(r *Receipt) *string { return &r.Subject.LoadSettings.ForceIncludes[0] },
		"define":        func(r *Receipt) *string { return &r.Subject.LoadSettings.Defines[0] },
		"database":      nil,
		"option":        nil,
	} {
		digests := map[string]bool{}
		for _, dir := range []string{"/home/one", "/home/two"} {
			r := sample()
			shared := map[string]string{"-cpp-extra-args": "-I" + dir + "/include"}
			switch name {
			case "option":
				r.Configuration.Kernel = shared
			case "database":
				r.Subject.LoadSettings.CompileCommands = dir + "/compile_commands.json"
			case "define":
				*edit(r) = `CFG="` + dir + `/x"`
			default:
				field := edit(r)
				*field = dir + "/x"
				defer func() {
					if !strings.HasPrefix(*field, "/home/") {
						t.Errorf("%s: sealing changed a list that belongs to someone else", name)
					}
				}()
			}
			doc := string(document(t, sealed(t, r)))
			if strings.Contains(doc, "/home/") || !strings.Contains(doc, "outside/") {
				t.Errorf("%s: the path of the machine is in the receipt:\n%s", name, doc)
			}
			if shared["-cpp-extra-args"] != "-I"+dir+"/include" {
				t.Errorf("%s: sealing changed a map that belongs to someone else", name)
			}
			digests[r.SHA256] = true
		}
		if len(digests) != 1 {
			t.Errorf("%s: the digest depends on where the files lie", name)
		}
	}
}

func TestPortablePath(t *testing.T) {
	roots := []Root{{"/home/me/project", ""}, {"/usr/share/frama-c", "FRAMAC_SHARE"}}
	for in, want := range map[string]string{
		"/home/me/project/src/a.c":         "src/a.c",
		"/home/me/project/src/../b.c":      "b.c",
		"/home/me/projectile/a.c":          "outside/a.c",
		"/usr/share/frama-c/libc/string.h": "FRAMAC_SHARE/libc/string.h",
		"/opt/x.h":                         "outside/x.h",
		"src/a.c":                          "src/a.c",
	} {
		if got := PortablePath(in, roots...); got != want {
			t.Errorf("PortablePath(%s) = %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"-I/home/me/project/include -DX=3": "-Iinclude -DX=3",
		"a,/opt/b.h":                       "a,outside/b.h",
		"Typed+nocast":                     "Typed+nocast",
		"1 / 2":                            "1 / 2",
	} {
		if got := PortableValue(in, roots...); got != want {
			t.Errorf("PortableValue(%s) = %s, want %s", in, got, want)
		}
	}
}

// The shape is the format's, not the document's: it can be derived from the
// schema alone, and an empty list does not change it. The recorded value makes
// a change of format a decision.
func TestShape(t *testing.T) {
	if want := "cf057f47542067bef64e49bec3c1333f8ceaa3e3a3a784bcd8e322bee2da50d0"; Shape() != want {
		t.Errorf("shape is %s, was %s: receipts no longer compare with those of earlier releases", Shape(), want)
	}
	if empty, full := sealed(t, &Receipt{}), sealed(t, sample()); empty.Shape != full.Shape {
		t.Error("the shape depends on the content")
	}
	text, err := schemas.Text(schemas.Receipt)
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	var paths []string
	schemaPaths(root, "", root, &paths)
	slices.Sort(paths)
	if diff := cmp.Diff(FieldPaths(), paths); diff != "" {
		t.Errorf("-struct +schema: %s", diff)
	}
}

func schemaPaths(root map[string]any, path string, n map[string]any, paths *[]string) {
	if ref, ok := n["$ref"].(string); ok {
		n = root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	if path != "" {
		*paths = append(*paths, path)
	}
	props, _ := n["properties"].(map[string]any)
	for name, sub := range props {
		schemaPaths(root, strings.TrimPrefix(path+"."+name, "."), sub.(map[string]any), paths)
	}
	if items, ok := n["items"].(map[string]any); ok {
		schemaPaths(root, path+"[]", items, paths)
	}
	if free, ok := n["additionalProperties"].(map[string]any); ok {
		schemaPaths(root, path+"{}", free, paths)
	}
}

func TestVerifyRefuses(t *testing.T) {
	good := string(document(t, sealed(t, sample())))
	for _, c := range []struct{ name, old, new, want string }{
		{"other content", `"valid"`, `"unknown"`, "digest does not match"},
		{"other schema", `"frama-c-mcp.proof-receipt"`, `"other"`, "schema is"},
		{"member twice", `"shape":`, `"shape": "x", "shape":`, "appears twice"},
		{"case-folded twin", `"sha256": "`, `"SHA256": "", "sha256": "`, "in case only"},
		{"added member", `"shape":`, `"more": 1, "shape":`, "digest does not match"},
		{"no document", good, `nonsense`, "reading the receipt"},
	} {
		i := strings.LastIndex(good, c.old)
		if i < 0 {
			t.Fatalf("%s: %q is not there", c.name, c.old)
		}
		doc := good[:i] + c.new + good[i+len(c.old):]
		if err := Verify([]byte(doc)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	// A receipt of another release: whole, but not ours to judge.
	r := sealed(t, sample())
	r.Shape = strings.Repeat("0", 64)
	doc := document(t, r)
	sum, err := digestWithoutSelf(doc)
	if err != nil {
		t.Fatal(err)
	}
	r.SHA256 = sum
	if err := Verify(document(t, r)); !errors.Is(err, ErrShape) {
		t.Errorf("a receipt of another shape: %v", err)
	}
	// Resealed by someone who does not sort.
	r = sealed(t, sample())
	slices.Reverse(r.Goals)
	if r.SHA256, err = digestWithoutSelf(document(t, r)); err != nil {
		t.Fatal(err)
	}
	if err := Verify(document(t, r)); err == nil || !strings.Contains(err.Error(), "form") {
		t.Errorf("unsorted goals: %v", err)
	}
}

func TestShow(t *testing.T) {
	r := sample()
	for i := range 14 {
		r.Subject.Contracts = append(r.Subject.Contracts, Contract{fmt.Sprintf("fn%02d", i), strings.Repeat("8", 64)})
	}
	r.TrustBase = append(r.TrustBase, Trust{"option", "-cpp-command", "gcc\x1b[31m -E"})
	sealed(t, r)
	var b bytes.Buffer
	if err := Show(&b, r); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("FCV_UPDATE") == "1" {
		if err := os.WriteFile("testdata/show.txt", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile("testdata/show.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(b.String(), "\x1b") {
		t.Error("text from a receipt reaches the terminal unchanged")
	}
}
