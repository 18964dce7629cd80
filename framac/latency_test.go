package framac_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fcv/framac"
)

// BenchmarkGet reports the median time of a GET over the real socket, with a
// program loaded. `make bench` runs it; nothing is asserted about it.
func BenchmarkGet(b *testing.B) {
	inst, err := framac.Find(b.Context(), framac.Env{CacheDir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer inst.Close()
	plugin, err := framac.EnsurePlugin(b.Context(), inst, b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte("int main(void) { return 0; }\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	s, err := framac.Start(b.Context(), framac.Launch{
		Program: inst.FramaC, Plugin: plugin.Path, Dir: dir, Env: append(slices.Clone(inst.Env), "PWD="+dir),
	})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if loaded, err := s.Load(b.Context(), []framac.SourceFile{{Path: "a.c", Cpp: []string{}}}); err != nil || !loaded.OK {
		b.Fatalf("loading: %+v, %v", loaded, err)
	}
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := s.Functions(b.Context()); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
}
