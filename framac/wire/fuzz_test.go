package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

// seeds adds every file of testdata/seeds, and fails when the folder moved:
// a fuzz test without seeds passes for ever.
func seeds(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob("testdata/seeds/*")
	if err != nil {
		f.Fatal(err)
	}
	if len(files) < 8 {
		f.Fatalf("found %d seeds in testdata/seeds, want at least 8", len(files))
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
}

// Whatever arrives, reading ends, obeys the limit, and frames that were read
// say the same after writing and reading them again.
func FuzzFrames(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		const limit = 1 << 12
		r := NewReader(bytes.NewReader(in), limit)
		var again []byte
		var bodies [][]byte
		for {
			b, err := r.Next()
			if err != nil {
				break
			}
			if len(b) > limit {
				t.Fatalf("a frame of %d bytes passed a limit of %d", len(b), limit)
			}
			bodies = append(bodies, b)
			again = AppendFrame(again, b)
		}
		r = NewReader(bytes.NewReader(again), limit)
		for i, want := range bodies {
			got, err := r.Next()
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("frame %d: %q, %v; want %q", i, got, err, want)
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Fatalf("after the last frame: %v", err)
		}
	})
}

// Decoding never panics, what it accepts is valid JSON and UTF-8, and a reply
// survives encoding.
func FuzzReply(f *testing.F) {
	seeds(f)
	for _, c := range sanitized {
		f.Add([]byte(`{"res":"DATA","id":"1","data":` + c.in + `}`))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		clean := Sanitize(in)
		if !utf8.Valid(clean) {
			t.Fatalf("%q is not UTF-8", clean)
		}
		if json.Valid(in) && utf8.Valid(in) && !json.Valid(clean) {
			t.Fatalf("%q was JSON, %q is not", in, clean)
		}
		r, err := DecodeReply(in)
		if err != nil {
			return
		}
		if r.Kind == Data && !json.Valid(r.Data) {
			t.Fatalf("data %q is no JSON", r.Data)
		}
		b, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := DecodeReply(b)
		if err != nil {
			t.Fatalf("%q: %v", b, err)
		}
		if back.Kind != r.Kind || back.ID != r.ID || back.Message != r.Message {
			t.Fatalf("%+v came back as %+v", r, back)
		}
	})
}
