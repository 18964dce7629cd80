package framac_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fcv/framac"
	"fcv/framac/fake"
)

func itoa(n int) string { return strconv.Itoa(n) }

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func TestRequests(t *testing.T) {
	s := startFake(t, fake.Script{
		{Kind: "GET", Request: "get", Data: raw(`{"a":1}`), Reply: raw(`[1,2]`)},
		{Kind: "GET", Request: "null", Data: raw(`null`), Reply: raw(`"it was null"`)},
		{Kind: "SET", Request: "set", Reply: raw(`{"set":3}`)},
		{Kind: "EXEC", Request: "exec", Reply: raw(`true`), DelayMS: 30},
		{Kind: "GET", Request: "bad", Error: "no such thing"},
		{Kind: "EXEC", Request: "bad", Error: "no such thing"},
		{Kind: "GET", Request: "late", Fault: fake.Duplicate, Reply: raw(`1`)},
		{Kind: "GET", Request: "numbers", Raw: []byte(`{"res":"DATA","id":"@ID@","data":[1,NaN,-Infinity]}`)},
		{Kind: "GET", Request: "bytes", Raw: []byte("{\"res\":\"DATA\",\"id\":\"@ID@\",\"data\":\"a\xffb\"}")},
	}, framac.Launch{})
	ctx := t.Context()

	var list []int
	if err := s.Get(ctx, "get", map[string]int{"a": 1}, &list); err != nil || !cmp.Equal(list, []int{1, 2}) {
		t.Errorf("get: %v, %v", list, err)
	}
	var text string
	if err := s.Get(ctx, "null", nil, &text); err != nil || text != "it was null" {
		t.Errorf("null: %q, %v", text, err)
	}
	var set struct{ Set int }
	if err := s.Set(ctx, "set", nil, &set); err != nil || set.Set != 3 {
		t.Errorf("set: %v, %v", set, err)
	}
	var ok bool
	if err := s.Exec(ctx, "exec", nil, &ok); err != nil || !ok {
		t.Errorf("exec: %v, %v", ok, err)
	}
	for _, do := range []func(context.Context, string, any, any) error{s.Get, s.Exec} {
		var re *framac.RequestError
		if err := do(ctx, "bad", nil, nil); !errors.As(err, &re) || re.Request != "bad" || re.Message != "no such thing" {
			t.Errorf("bad: %v", err)
		}
		var rj *framac.RejectedError
		if err := do(ctx, "unknown", nil, nil); !errors.As(err, &rj) || rj.Request != "unknown" {
			t.Errorf("unknown: %v", err)
		}
	}
	var n int
	if err := s.Get(ctx, "late", nil, &n); err != nil || n != 1 {
		t.Errorf("an answer that comes twice: %d, %v", n, err)
	}
	var floats []*float64
	if err := s.Get(ctx, "numbers", nil, &floats); err != nil || len(floats) != 3 || floats[0] == nil || floats[1] != nil {
		t.Errorf("numbers: %v, %v", floats, err)
	}
	if err := s.Get(ctx, "bytes", nil, &text); err != nil || text != "a\uFFFDb" {
		t.Errorf("bytes: %q, %v", text, err)
	}
	var wrong chan int
	if err := s.Get(ctx, "get", wrong, nil); err == nil || !strings.Contains(err.Error(), "encoding its argument") {
		t.Errorf("an argument that is no JSON: %v", err)
	}
	if err := s.Get(ctx, "null", nil, &n); err == nil || !strings.Contains(err.Error(), "decoding its answer") {
		t.Errorf("an answer of another shape: %v", err)
	}
}

func TestGetDuringExec(t *testing.T) {
	s := startFake(t, fake.Script{
		{Kind: "EXEC", Request: "long", Fault: fake.Silent},
		{Kind: "GET", Request: "progress", Reply: raw(`7`)},
	}, framac.Launch{})
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() { result <- s.Exec(ctx, "long", nil, nil) }()
	for range 20 {
		var n int
		if err := s.Get(t.Context(), "progress", nil, &n); err != nil || n != 7 {
			t.Fatalf("progress: %d, %v", n, err)
		}
	}
	select {
	case err := <-result:
		t.Fatalf("the exec ended: %v", err)
	default:
	}
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled exec: %v", err)
	}
}

// Whether KILL is confirmed, ignored, or followed by the answer all the same,
// the caller gets its context's error and the session stays usable.
func TestCancelledExec(t *testing.T) {
	for _, fault := range []fake.Fault{fake.Silent, fake.Late, fake.Deaf} {
		t.Run(string(fault), func(t *testing.T) {
			s := startFake(t, fake.Script{
				{Kind: "EXEC", Request: "long", Fault: fault, Reply: raw(`"late"`)},
				{Kind: "EXEC", Request: "next", Reply: raw(`"next"`)},
				{Kind: "SET", Request: "set", Reply: raw(`"set"`)},
			}, framac.Launch{})
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			if err := s.Exec(ctx, "long", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("error %v", err)
			}
			var text string
			if err := s.Set(t.Context(), "set", nil, &text); err != nil || text != "set" {
				t.Errorf("set: %q, %v", text, err)
			}
			if fault == fake.Deaf {
				// It never confirmed, so another EXEC has to wait.
				ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				defer cancel()
				if err := s.Exec(ctx, "next", nil, &text); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("next: %q, %v", text, err)
				}
				return
			}
			if err := s.Exec(t.Context(), "next", nil, &text); err != nil || text != "next" {
				t.Errorf("next: %q, %v", text, err)
			}
		})
	}
}

func TestDefaultDeadline(t *testing.T) {
	s := startFake(t, fake.Script{
		{Kind: "GET", Request: "silent", Fault: fake.Silent},
		{Kind: "SET", Request: "silent", Fault: fake.Silent},
		{Kind: "GET", Request: "get", Reply: raw(`1`)},
	}, framac.Launch{Timeout: 50 * time.Millisecond})
	for _, do := range []func(context.Context, string, any, any) error{s.Get, s.Set} {
		if err := do(t.Context(), "silent", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	}
	if err := s.Get(t.Context(), "get", nil, nil); err != nil {
		t.Error(err)
	}
}

// Every way of losing the server reaches all who wait, as a *DiedError.
func TestLosingTheServer(t *testing.T) {
	for _, c := range []struct {
		name string
		step fake.Step
		code int
		sig  syscall.Signal
		text string // in the error
	}{
		{"bad prefix", fake.Step{Fault: fake.BadPrefix}, -1, syscall.SIGKILL, "bad frame prefix"},
		{"half a frame", fake.Step{Fault: fake.HalfFrame, Reply: raw(`"0123456789"`)}, -1, syscall.SIGKILL, "connection was closed"},
		{"hang-up", fake.Step{Fault: fake.Hangup}, -1, syscall.SIGKILL, "connection was closed"},
		{"exit", fake.Step{Fault: fake.Exit, Exit: 3, Print: "[kernel] User Error: enough"}, 3, 0, "enough"},
		{"crash", fake.Step{Fault: fake.Crash}, -1, syscall.SIGKILL, "killed"},
		{"no reply at all", fake.Step{Raw: []byte(`["what"]`)}, -1, syscall.SIGKILL, "decoding a reply"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.step.Kind, c.step.Request = "GET", "die"
			s := startFake(t, fake.Script{c.step, {Kind: "EXEC", Request: "long", Fault: fake.Silent}, {Kind: "SET", Request: "long", Fault: fake.Silent}}, framac.Launch{})
			pid := s.Pid()
			var wg sync.WaitGroup
			errs := make([]error, 3)
			wg.Go(func() { errs[0] = s.Exec(t.Context(), "long", nil, nil) })
			wg.Go(func() { errs[1] = s.Set(t.Context(), "long", nil, nil) })
			wg.Go(func() { errs[2] = s.Get(t.Context(), "die", nil, nil) })
			wg.Wait()
			errs = append(errs, s.Get(t.Context(), "die", nil, nil), s.Exec(t.Context(), "long", nil, nil), s.Err())
			for i, err := range errs {
				var died *framac.DiedError
				if !errors.As(err, &died) {
					t.Fatalf("call %d: %v", i, err)
				}
				if died.ExitCode != c.code || died.Signal != c.sig || !strings.Contains(err.Error(), c.text) {
					t.Errorf("call %d: exit %d, signal %d, %v; want exit %d, signal %d, %q", i, died.ExitCode, died.Signal, err, c.code, c.sig, c.text)
				}
			}
			if alive(pid) {
				t.Errorf("process %d is alive", pid)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCloseWhileCallsWait(t *testing.T) {
	s := startFake(t, fake.Script{
		{Kind: "EXEC", Request: "long", Fault: fake.Silent, Print: "at work"},
	}, framac.Launch{})
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		wg.Go(func() { errs[i] = s.Exec(t.Context(), "long", nil, nil) })
	}
	eventually(t, "the first EXEC at work", func() bool { return strings.Contains(s.Output(), "at work") })
	for range 3 {
		wg.Go(func() { s.Close() })
	}
	wg.Wait()
	for i, err := range append(errs, s.Set(t.Context(), "x", nil, nil), s.Err()) {
		if !errors.Is(err, framac.ErrClosed) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if alive(s.Pid()) {
		t.Error("the process is alive")
	}
}

func TestStartErrors(t *testing.T) {
	dir := t.TempDir()
	script := func(name, text string) string {
		path := dir + "/" + name
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		name, program string
		code          int
		texts         []string
	}{
		{"exits", script("exits", "echo '[kernel] User Error: on stdout'; echo 'and stderr' >&2; exit 4"), 4, []string{"exit status 4", "on stdout", "and stderr"}},
		{"never serves", script("deaf", "echo hello; exec sleep 600"), -1, []string{"hello", "deadline exceeded"}},
		{"missing", dir + "/missing", -1, []string{"no such file"}},
		{"not a program", dir, -1, []string{dir}},
	} {
		_, err := framac.Start(t.Context(), framac.Launch{Program: c.program, StartTimeout: 2 * time.Second})
		var se *framac.StartError
		if !errors.As(err, &se) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if se.ExitCode != c.code {
			t.Errorf("%s: exit %d, want %d", c.name, se.ExitCode, c.code)
		}
		for _, want := range c.texts {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v does not say %q", c.name, err, want)
			}
		}
	}
	if _, err := framac.Start(t.Context(), framac.Launch{Program: "true", Plugin: "relative.cmxs"}); err == nil {
		t.Error("a relative plug-in path was accepted")
	}
}

// What a session records is a script that the fake plays back.
func TestRecordAndReplay(t *testing.T) {
	play := func(t *testing.T, script fake.Script, l framac.Launch) []string {
		s := startFake(t, script, l)
		var said []string
		say := func(v any, err error) {
			b, _ := json.Marshal(v)
			if err != nil {
				b = []byte(err.Error())
			}
			said = append(said, string(b))
		}
		for range 2 {
			var v any
			say(&v, s.Get(t.Context(), "n", nil, &v))
		}
		var v any
		say(&v, s.Exec(t.Context(), "x", []int{1}, &v))
		say(nil, s.Set(t.Context(), "x", nil, nil))
		say(nil, s.Get(t.Context(), "fails", nil, nil))
		return said
	}
	var log bytes.Buffer
	first := play(t, fake.Script{
		{Kind: "GET", Request: "n", Reply: raw(`1`)},
		{Kind: "GET", Request: "n", Reply: raw(`2`)},
		{Kind: "EXEC", Request: "x", Reply: raw(`{"y":[]}`)},
		{Kind: "GET", Request: "fails", Error: "why not"},
	}, framac.Launch{Record: &log})
	script, err := fake.Load(&log)
	if err != nil {
		t.Fatal(err)
	}
	if len(script) != 5 {
		t.Fatalf("recorded %d steps, want 5", len(script))
	}
	second := play(t, script, framac.Launch{})
	if d := cmp.Diff(first, second); d != "" {
		t.Error(d)
	}
	want := []string{"1", "2", `{"y":[]}`, "request x: frama-c knows no such request", "request fails: why not"}
	if d := cmp.Diff(want, first); d != "" {
		t.Error(d)
	}
}
