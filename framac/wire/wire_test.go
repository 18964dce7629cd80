package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestFramePrefix(t *testing.T) {
	for _, c := range []struct {
		size int
		want string
	}{{0, "S000"}, {1, "S001"}, {0xabc, "Sabc"}, {0xfff, "Sfff"}, {0x1000, "L0001000"}, {0x12abc, "L0012abc"}} {
		got := AppendFrame(nil, bytes.Repeat([]byte("x"), c.size))
		if !bytes.HasPrefix(got, []byte(c.want)) || len(got) != len(c.want)+c.size {
			t.Errorf("size %#x: frame starts with %q and has %d bytes, want prefix %q", c.size, got[:min(16, len(got))], len(got), c.want)
		}
	}
}

func TestReadFrames(t *testing.T) {
	big := strings.Repeat("y", 200_000)
	for _, c := range []struct {
		name, stream string
		want         []string
	}{
		{"empty", "", nil},
		{"one", `S006"POLL"`, []string{`"POLL"`}},
		{"two in one read", `S002{}S003[1]`, []string{"{}", "[1]"}},
		{"upper-case digits", "S00A0123456789", []string{"0123456789"}},
		{"each width", "S001aL0000001bW000000000000001c", []string{"a", "b", "c"}},
		{"longer than a chunk", "L0030d40" + big + "S001z", []string{big, "z"}},
	} {
		for _, read := range []struct {
			how  string
			wrap func(io.Reader) io.Reader
		}{
			{"at once", func(r io.Reader) io.Reader { return r }},
			{"byte by byte", iotest.OneByteReader},
			{"halves", iotest.HalfReader},
		} {
			r := NewReader(read.wrap(strings.NewReader(c.stream)), 0)
			var got []string
			for {
				b, err := r.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s, %s: %v", c.name, read.how, err)
				}
				got = append(got, string(b))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%s, %s: %s", c.name, read.how, d)
			}
		}
	}
}

func TestBadFrames(t *testing.T) {
	for _, c := range []struct {
		name, stream string
		truncated    bool // else a *FrameError
	}{
		{"not a prefix", "hello", false},
		{"lower-case letter", "s002{}", false},
		{"not hexadecimal", "S0x2{}", false},
		{"signed", "S-02{}", false},
		{"above the limit", "S040" + strings.Repeat(" ", 64), false},
		{"wild", "Wfffffffffffffff{}", false},
		{"half a prefix", "S0", true},
		{"only the letter", "L", true},
		{"half a body", "S005{}", true},
		{"no body", "S005", true},
	} {
		_, err := NewReader(strings.NewReader(c.stream), 32).Next()
		var fe *FrameError
		if got := errors.As(err, &fe); got == c.truncated {
			t.Errorf("%s: error %v, FrameError: %v", c.name, err, got)
		}
		if got := errors.Is(err, io.ErrUnexpectedEOF); got != c.truncated {
			t.Errorf("%s: error %v, unexpected end: %v", c.name, err, got)
		}
	}
}

// A prefix that announces much and brings nothing must not cost memory.
func TestAnnouncedSizeIsNotAllocated(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := NewReader(strings.NewReader("L3ffffff{}"), 0).Next()
	runtime.ReadMemStats(&after)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatalf("error %v", err)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 8<<20 {
		t.Errorf("allocated %d bytes for 64 MiB that never came", got)
	}
}

func TestCommandRoundTrip(t *testing.T) {
	for _, c := range []struct {
		cmd  Command
		want string
	}{
		{Command{Kind: Poll}, `"POLL"`},
		{Command{Kind: Shutdown}, `"SHUTDOWN"`},
		{Command{Kind: Kill, ID: "7"}, `{"cmd":"KILL","id":"7"}`},
		{Command{Kind: SigOn, ID: "kernel.x"}, `{"cmd":"SIGON","id":"kernel.x"}`},
		{Command{Kind: SigOff, ID: "kernel.x"}, `{"cmd":"SIGOFF","id":"kernel.x"}`},
		{Command{Kind: Get, ID: "1", Request: "a.b", Data: json.RawMessage("null")}, `{"cmd":"GET","id":"1","request":"a.b","data":null}`},
		{Command{Kind: Set, ID: "2", Request: "a.b", Data: json.RawMessage(`[1]`)}, `{"cmd":"SET","id":"2","request":"a.b","data":[1]}`},
		{Command{Kind: Exec, ID: "\"é", Request: "a.b", Data: json.RawMessage(`{"x":"y"}`)}, `{"cmd":"EXEC","id":"\"é","request":"a.b","data":{"x":"y"}}`},
	} {
		b, err := c.cmd.Encode()
		if err != nil {
			t.Fatalf("%v: %v", c.cmd, err)
		}
		if string(b) != c.want {
			t.Errorf("%v encodes as %s, want %s", c.cmd, b, c.want)
		}
		back, err := DecodeCommand(b)
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if d := cmp.Diff(c.cmd, back); d != "" {
			t.Errorf("%s: %s", b, d)
		}
	}
	b, err := Command{Kind: Get, ID: "1", Request: "r"}.Encode()
	if err != nil || string(b) != `{"cmd":"GET","id":"1","request":"r","data":null}` {
		t.Errorf("nil data: %s, %v", b, err)
	}
}

// What Frama-C would drop silently must fail here, loudly.
func TestCommandsThatWouldBeDropped(t *testing.T) {
	for _, c := range []Command{
		{},
		{Kind: "get", ID: "1", Request: "r"},
		{Kind: Get, Request: "r"},
		{Kind: Get, ID: "1"},
		{Kind: Kill},
		{Kind: Set, ID: "1", Request: "r", Data: json.RawMessage(`{`)},
	} {
		if b, err := c.Encode(); err == nil {
			t.Errorf("%+v encodes as %s", c, b)
		}
	}
}

func TestDecodeReply(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Reply
	}{
		{`"CMDLINEON"`, Reply{Kind: CmdLineOn}},
		{`"CMDLINEOFF"`, Reply{Kind: CmdLineOff}},
		{`{"res":"DATA","id":"1","data":{"a":[1.5]}}`, Reply{Kind: Data, ID: "1", Data: json.RawMessage(`{"a":[1.5]}`)}},
		{`{"res":"DATA","id":1,"data":null}`, Reply{Kind: Data, ID: "1", Data: json.RawMessage(`null`)}},
		{`{"res":"DATA","id":"1"}`, Reply{Kind: Data, ID: "1", Data: json.RawMessage(`null`)}},
		{`{"res":"DATA","id":"1","data":[NaN,-Infinity,Infinity]}`, Reply{Kind: Data, ID: "1", Data: json.RawMessage(`[null,null,null]`)}},
		{"{\"res\":\"DATA\",\"id\":\"1\",\"data\":\"a\xffb NaN\"}", Reply{Kind: Data, ID: "1", Data: json.RawMessage("\"a\uFFFDb NaN\"")}},
		{`{"res":"ERROR","id":"1","msg":"no"}`, Reply{Kind: Error, ID: "1", Message: "no"}},
		{`{"res":"REJECTED","id":"1"}`, Reply{Kind: Rejected, ID: "1"}},
		{`{"res":"KILLED","id":"1"}`, Reply{Kind: Killed, ID: "1"}},
		{`{"res":"SIGNAL","id":"kernel.x"}`, Reply{Kind: Signal, ID: "kernel.x"}},
	} {
		got, err := DecodeReply([]byte(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.in, d)
		}
	}
	for _, bad := range []string{"", "null", "1", `"HELLO"`, "{}", `{"res":"DATA"}`, `{"res":"WHAT","id":"1"}`, `{"id":"1"}`, `{"res":"DATA","id":"1","data":}`} {
		if r, err := DecodeReply([]byte(bad)); err == nil {
			t.Errorf("%q decodes as %+v", bad, r)
		}
	}
}

func TestFinal(t *testing.T) {
	for k, want := range map[ReplyKind]bool{Data: true, Error: true, Rejected: true, Killed: true, Signal: false, CmdLineOn: false, CmdLineOff: false, "": false} {
		if k.Final() != want {
			t.Errorf("%q.Final() is %v", k, !want)
		}
	}
}

var sanitized = []struct{ in, want string }{
	{`{}`, `{}`},
	{`[NaN]`, `[null]`},
	{`{"NaN":-NaN,"x":"Infinity"}`, `{"NaN":null,"x":"Infinity"}`},
	{`["a\"NaN\\",NaN]`, `["a\"NaN\\",null]`},
	{"[\"a\nb\tc\x01\"]\n", "[\"a\\u000ab\\u0009c\\u0001\"]\n"},
	{"[\"\\\xff\"]", "[\"\\\uFFFD\"]"}, // still no JSON: a backslash before rubbish
	{"\xff\xfe", "\uFFFD\uFFFD"},
	{`"é"`, `"é"`},
}

func TestSanitize(t *testing.T) {
	for _, c := range sanitized {
		if got := string(Sanitize([]byte(c.in))); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.in, got, c.want)
		}
	}
}
