package receipt

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestCompareDisk(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// sha256 of "int x;\n"
	const sum = "7c725f30854a46033dd94f728ac6b08caf10845993cd3ed48e40079cdb0a76a6"
	write("src/same.c", "int x;\n")
	write("src/changed.c", "int y;\n")
	write("include/same.h", "int x;\n")
	write("src/folder.c/inside", "")
	r := &Receipt{Subject: Subject{
		Sources: []File{
			{"src/same.c", sum}, {"src/changed.c", sum},
			{"src/gone.c", sum}, {"src/folder.c", sum}, {"outside/a.c", sum}, {"source.c", sum},
		},
		Headers: []File{{"include/same.h", sum}, {"include/gone.h", sum}, {"FRAMAC_SHARE/libc/string.h", sum}},
	}}
	d, err := r.CompareDisk(dir, []string{"source.c"})
	if err != nil {
		t.Fatal(err)
	}
	var lines, skipped []string
	for _, f := range d.Findings {
		lines = append(lines, f.Part+" "+f.Subject+" "+f.Message[:7])
	}
	for _, f := range d.Skipped {
		skipped = append(skipped, f.Path)
	}
	want := []string{"header include/gone.h missing", "source src/changed.c changed", "source src/gone.c missing", "source src/folder.c no long"}
	if !slices.Equal(lines, want) || d.Same != 2 {
		t.Errorf("findings %q with %d the same, want %q with 2", lines, d.Same, want)
	}
	if want := []string{"FRAMAC_SHARE/libc/string.h", "outside/a.c", "source.c"}; !slices.Equal(skipped, want) {
		t.Errorf("skipped %q, want %q", skipped, want)
	}
}

func TestFindingIsOneHarmlessLine(t *testing.T) {
	f := Finding{"source", "a\x1b[31m\n.c", "missing"}
	if got, want := f.String(), "source a?[31m?.c: missing"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTrustNames(t *testing.T) {
	line := TrustOf("libc", "reviewed", "strlen", "memcpy", "strlen")
	if want := (Trust{"libc", "memcpy, strlen", "reviewed"}); line != want {
		t.Errorf("%+v, want %+v", line, want)
	}
	if names := line.Names(); !slices.Equal(names, []string{"memcpy", "strlen"}) {
		t.Errorf("names %q", names)
	}
	if names := (Trust{}).Names(); names == nil || len(names) != 0 {
		t.Errorf("names of nothing: %q", names)
	}
}
