package receipt

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fcv/schemas"
)

// compared seals two receipts, the second edited, and compares them both ways.
func compared(t *testing.T, edit func(*Receipt)) *Difference {
	t.Helper()
	a, b := sealed(t, sample()), sample()
	edit(b)
	sealed(t, b)
	back := Compare(b, a)
	d := Compare(a, b)
	if !slices.Equal(d.Parts, back.Parts) || d.Same != back.Same || d.Program != back.Program {
		t.Errorf("the order of the two matters: %v, %v", d.Parts, back.Parts)
	}
	if d.Same != (a.SHA256 == b.SHA256) || d.Same != (len(d.Parts) == 0) {
		t.Errorf("same is %v with the parts %v", d.Same, d.Parts)
	}
	doc, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	if err := schemas.Validate(schemas.Diff, doc); err != nil {
		t.Error(err)
	}
	return d
}

func TestCompareNamesThePart(t *testing.T) {
	other := strings.Repeat("e", 64)
	for _, c := range []struct {
		name  string
		edit  func(*Receipt)
		parts string
		check func(*Difference) bool
	}{
		{"nothing", func(*Receipt) {}, "", func(d *Difference) bool { return d.Same && d.Program == ProgramSame }},
		{"text of a source", func(r *Receipt) { r.Subject.Sources[0].SHA256 = other }, "sources", func(d *Difference) bool {
			return d.Program == ProgramText && d.Files[0] == FileChange{"src/b.c", "source", "changed"}
		}},
		{"text and AST", func(r *Receipt) { r.Subject.Sources[0].SHA256, r.Subject.ASTDigest = other, &other }, "sources ast",
			func(d *Difference) bool { return d.Program == ProgramOther }},
		{"AST alone", func(r *Receipt) { r.Subject.ASTDigest = &other }, "ast", func(d *Difference) bool { return d.Program == ProgramOther }},
		{"no AST", func(r *Receipt) { r.Subject.ASTDigest = nil }, "ast", func(d *Difference) bool { return d.Program == ProgramUnknown }},
		{"header gone", func(r *Receipt) { r.Subject.Headers = nil }, "headers", func(d *Difference) bool {
			return d.Files[0] == FileChange{"include/a.h", "header", "removed"} && d.Program == ProgramText
		}},
		{"define", func(r *Receipt) { r.Subject.LoadSettings.Defines = []string{"N=3", "A"} }, "load_settings", func(d *Difference) bool {
			v := d.LoadSettings[0]
			return v.Name == "defines" && *v.A == "N=2, A" && *v.B == "N=3, A"
		}},
		{"no guards", func(r *Receipt) { r.Subject.LoadSettings.RTE = false }, "load_settings", func(d *Difference) bool {
			return d.LoadSettings[0].Name == "rte" && *d.LoadSettings[0].B == "false"
		}},
		{"contract changed", func(r *Receipt) { r.Subject.Contracts[0].Digest = other }, "contracts", func(d *Difference) bool {
			return d.Contracts[0] == ContractChange{"push", "changed"}
		}},
		{"contract added", func(r *Receipt) { r.Subject.Contracts = append(r.Subject.Contracts, Contract{"peek", other}) }, "contracts",
			func(d *Difference) bool { return d.Contracts[0] == ContractChange{"peek", "added"} }},
		{"prover", func(r *Receipt) { r.Environment.Provers[0].Version = "4.9" }, "environment", func(d *Difference) bool {
			v := d.Environment[0]
			return v.Name == "prover Z3" && *v.A == "4.8.12" && *v.B == "4.9"
		}},
		{"prover gone", func(r *Receipt) { r.Environment.Provers = r.Environment.Provers[:1] }, "environment", func(d *Difference) bool {
			return d.Environment[0].Name == "prover CVC4" && d.Environment[0].B == nil
		}},
		{"option", func(r *Receipt) { r.Configuration.Wp = map[string]string{"-wp-model": "Typed"} }, "configuration", func(d *Difference) bool {
			return d.Configuration[0].Name == "-wp-model" && *d.Configuration[0].B == "Typed"
		}},
		{"option added", func(r *Receipt) { r.Configuration.Eva["-eva-slevel"] = "9" }, "configuration", func(d *Difference) bool {
			return d.Configuration[0].Name == "-eva-slevel" && d.Configuration[0].A == nil
		}},
		{"newly proved", func(r *Receipt) { r.Goals[1] = Goal{"pop/ensures", "valid", "Z3:4.8.12", false} }, "goals", func(d *Difference) bool {
			return d.Goals.NewlyProved[0].StableGoalID == "pop/ensures" && d.A.Valid == 1 && d.B.Valid == 2
		}},
		{"newly open", func(r *Receipt) { r.Goals[0].Status = "unknown" }, "goals", func(d *Difference) bool {
			return d.Goals.NewlyOpen[0].StableGoalID == "push/ensures"
		}},
		{"status changed", func(r *Receipt) { r.Goals[1].Status = "unknown" }, "goals", func(d *Difference) bool {
			g := d.Goals.StatusChanged[0]
			return g.A.Status == "timeout" && g.B.Status == "unknown"
		}},
		{"other prover", func(r *Receipt) { r.Goals[0].Prover = "CVC4:1.8" }, "goals", func(d *Difference) bool { return len(d.Goals.Resettled) == 1 }},
		{"from the cache", func(r *Receipt) { r.Goals[0].FromCache = true }, "goals", func(d *Difference) bool { return len(d.Goals.Resettled) == 1 }},
		{"goal renamed", func(r *Receipt) { r.Goals[0].StableGoalID = "push/ensures.1" }, "goals", func(d *Difference) bool {
			return d.Goals.Appeared[0].A == nil && d.Goals.Disappeared[0].B == nil
		}},
		{"other gaps", func(r *Receipt) { r.Reported = Reported{1, []string{"ADMITTED"}, other} }, "reported", func(d *Difference) bool {
			return slices.Equal(d.Codes.Added, []string{"ADMITTED"}) && slices.Equal(d.Codes.Removed, []string{"GOAL_NOT_VALID", "PROVER_TIMEOUT"})
		}},
		{"libc function", func(r *Receipt) { r.TrustBase[1] = TrustOf("libc", "reviewed contract", "strlen", "memcpy") }, "trust_base", func(d *Difference) bool {
			return cmp.Equal(d.TrustBase, []TrustChange{{"libc", "reviewed contract", []string{"strlen"}, []string{}}})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := compared(t, c.edit)
			if strings.Join(d.Parts, " ") != c.parts {
				t.Fatalf("parts are %v, want %s", d.Parts, c.parts)
			}
			if !c.check(d) {
				doc, _ := json.MarshalIndent(d, "", " ")
				t.Errorf("the difference is\n%s", doc)
			}
		})
	}
}

// No scalar of a receipt can change without a part that says so.
func TestCompareSeesEveryField(t *testing.T) {
	count := 0
	for _, part := range PartNames() {
		if part == "shape" {
			continue // set by Seal
		}
		edits := map[string]func(*Receipt){
			"sources": func(r *Receipt) { r.Subject.Sources[0].Path = "x.c" }, "headers": func(r *Receipt) { r.Subject.Headers[0].SHA256 = "0" },
			"ast": func(r *Receipt) { r.Subject.ASTDigest = nil }, "load_settings": func(r *Receipt) { r.Subject.LoadSettings.Machdep = "x" },
			"contracts": func(r *Receipt) { r.Subject.Contracts[1].Function = "x" }, "environment": func(r *Receipt) { r.Environment.OCaml = "x" },
			"configuration": func(r *Receipt) { r.Configuration.Kernel["-machdep"] = "x" }, "goals": func(r *Receipt) { r.Goals[0].Prover = "x" },
			"reported": func(r *Receipt) { r.Reported.Count = 9 }, "trust_base": func(r *Receipt) { r.TrustBase[0].Detail = "x" },
		}
		edit, ok := edits[part]
		if !ok {
			t.Fatalf("no edit of %s", part)
		}
		count++
		if d := compared(t, edit); !slices.Equal(d.Parts, []string{part}) {
			t.Errorf("an edit of %s is seen in %v", part, d.Parts)
		}
	}
	if count != 10 {
		t.Errorf("%d parts were edited", count)
	}
}

func TestCompareEffort(t *testing.T) {
	before := map[string]Effort{
		"slow": {"Z3", 0.5, 900}, "slower by steps": {"Z3", 0.1, 900}, "short": {"Z3", 0.1, 10}, "a bit": {"Z3", 2, 5000},
		"other prover": {"Z3", 0.2, 900}, "gone": {"Z3", 1, 1}, "no steps": {"Eva", 0, 0},
	}
	after := map[string]Effort{
		"slow": {"Z3", 1.5, 900}, "slower by steps": {"Z3", 0.2, 2700}, "short": {"Z3", 0.9, 30}, "a bit": {"Z3", 4, 9000},
		"other prover": {"CVC4", 0.3, 9000}, "new": {"Z3", 9, 9}, "no steps": {"Eva", 0, 9000},
	}
	d := compared(t, func(*Receipt) {})
	if d.Goals.Slower != nil {
		t.Error("goals without timings are said to be none slower")
	}
	d.CompareEffort(before, after)
	var ids []string
	for _, g := range *d.Goals.Slower {
		ids = append(ids, g.StableGoalID)
	}
	if want := []string{"slow", "slower by steps"}; !slices.Equal(ids, want) {
		t.Errorf("slower are %q, want %q", ids, want)
	}
}

func TestShowDifference(t *testing.T) {
	other := strings.Repeat("e", 64)
	d := compared(t, func(r *Receipt) {
		r.Subject.Sources[0].SHA256, r.Subject.ASTDigest = other, &other
		r.Subject.Contracts[0].Digest = other
		r.Subject.LoadSettings.Defines = nil
		r.Environment.Provers = r.Environment.Provers[:1]
		r.Goals[0].Status, r.Goals[1].Status = "timeout", "valid"
		for i := range 13 {
			r.Goals = append(r.Goals, Goal{"new/" + string(rune('a'+i)) + "\x1b[31m", "valid", "Z3:4.8.12", i%2 == 0})
		}
		r.Reported = Reported{1, []string{"ADMITTED"}, other}
		r.TrustBase[1] = TrustOf("libc", "reviewed contract", "strlen", "memcpy")
	})
	d.CompareEffort(map[string]Effort{"pop/ensures": {"", 0.2, 0}}, map[string]Effort{"pop/ensures": {"Z3:4.8.12", 2.5, 4000}})
	var b bytes.Buffer
	if err := ShowDifference(&b, d); err != nil {
		t.Fatal(err)
	}
	b.WriteString("---\n")
	if err := ShowDifference(&b, compared(t, func(*Receipt) {})); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("FCV_UPDATE") == "1" {
		if err := os.WriteFile("testdata/difference.txt", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile("testdata/difference.txt")
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
