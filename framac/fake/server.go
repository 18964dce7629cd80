package fake

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"fcv/framac/wire"
)

// ListenAndServe serves one client of the socket, and then waits to be killed,
// as the real server does. It returns on SHUTDOWN or when it cannot listen.
func ListenAndServe(socket string, script Script) error {
	ln, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	conn, err := ln.Accept()
	if err != nil {
		return err
	}
	s := &server{conn: conn, steps: make([]used, len(script)), jobs: map[string]*job{}}
	for i, step := range script {
		s.steps[i].Step = step
	}
	if s.serve() {
		return nil
	}
	conn.Close()
	for {
		time.Sleep(time.Hour)
	}
}

type used struct {
	Step
	used bool
}

// job is a SET or EXEC whose reply waits for a poll.
type job struct {
	id     string
	step   Step
	killed bool
}

type server struct {
	conn  net.Conn
	steps []used

	mu    sync.Mutex
	jobs  map[string]*job // at work
	ready [][]byte        // frames for the next poll
}

// serve reads commands until the client is gone, and reports a SHUTDOWN.
func (s *server) serve() (shutdown bool) {
	r := wire.NewReader(s.conn, 0)
	for {
		body, err := r.Next()
		if err != nil {
			return false
		}
		cmd, err := wire.DecodeCommand(body)
		if err != nil {
			continue // dropped without a reply, as the real server does
		}
		switch cmd.Kind {
		case wire.Shutdown:
			return true
		case wire.Poll:
			s.flush()
		case wire.Kill:
			s.kill(cmd.ID)
		case wire.Get, wire.Set, wire.Exec:
			s.request(cmd)
		}
	}
}

// find picks the step for a request.
func (s *server) find(cmd wire.Command) (Step, bool) {
	last := -1
	for i := range s.steps {
		step := &s.steps[i]
		if step.Request != cmd.Request || step.Kind != string(cmd.Kind) || !sameJSON(step.Data, cmd.Data) {
			continue
		}
		if !step.used {
			step.used = true
			return step.Step, true
		}
		last = i
	}
	if last >= 0 {
		return s.steps[last].Step, true
	}
	return Step{}, false
}

// sameJSON compares by meaning; no data in the step matches anything.
func sameJSON(step, sent json.RawMessage) bool {
	if len(step) == 0 {
		return true
	}
	if len(sent) == 0 {
		sent = json.RawMessage("null")
	}
	a, errA := canonical(step)
	b, errB := canonical(sent)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

func canonical(raw json.RawMessage) ([]byte, error) {
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func (s *server) request(cmd wire.Command) {
	step, ok := s.find(cmd)
	if !ok {
		step = Step{Request: cmd.Request, Kind: string(cmd.Kind), Reject: true}
	}
	if step.Print != "" {
		fmt.Println(step.Print)
	}
	j := &job{id: cmd.ID, step: step}
	if cmd.Kind == wire.Get {
		time.Sleep(time.Duration(step.DelayMS) * time.Millisecond)
		for _, frame := range s.outcome(j) {
			_, _ = s.conn.Write(frame)
		}
		return
	}
	s.mu.Lock()
	s.jobs[j.id] = j
	s.mu.Unlock()
	if step.Fault == Silent || step.Fault == Deaf || step.Fault == Late {
		return
	}
	time.AfterFunc(time.Duration(step.DelayMS)*time.Millisecond, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !j.killed {
			delete(s.jobs, j.id)
			s.ready = append(s.ready, s.outcome(j)...)
		}
	})
}

func (s *server) kill(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.jobs[id]
	if j == nil || j.step.Fault == Deaf {
		return
	}
	j.killed = true
	delete(s.jobs, id)
	s.ready = append(s.ready, frame(wire.Reply{Kind: wire.Killed, ID: id}))
	if j.step.Fault == Late {
		s.ready = append(s.ready, s.outcome(j)...)
	}
}

// flush sends all that is ready in one write, so that a client gets several
// replies in one read.
func (s *server) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.ready) > 0 {
		_, _ = s.conn.Write(bytes.Join(s.ready, nil))
		s.ready = nil
	}
}

// outcome returns the frames of an answer, or does what the fault demands.
func (s *server) outcome(j *job) [][]byte {
	f := frame(answer(j))
	if len(j.step.Raw) > 0 {
		f = wire.AppendFrame(nil, bytes.ReplaceAll(j.step.Raw, []byte("@ID@"), []byte(j.id)))
	}
	switch j.step.Fault {
	case BadPrefix:
		return [][]byte{[]byte("Sxyz{}")}
	case HalfFrame:
		_, _ = s.conn.Write(f[:len(f)/2])
		s.conn.Close()
		return nil
	case Hangup:
		s.conn.Close()
		return nil
	case Duplicate:
		return [][]byte{f, f}
	case Exit:
		os.Exit(j.step.Exit)
	case Crash:
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	case Silent, Deaf:
		return nil
	}
	return [][]byte{f}
}

func answer(j *job) wire.Reply {
	switch {
	case j.step.Reject:
		return wire.Reply{Kind: wire.Rejected, ID: j.id}
	case j.step.Error != "":
		return wire.Reply{Kind: wire.Error, ID: j.id, Message: j.step.Error}
	}
	return wire.Reply{Kind: wire.Data, ID: j.id, Data: j.step.Reply}
}

func frame(r wire.Reply) []byte {
	b, err := r.Encode()
	if err != nil {
		panic(errors.Join(errors.New("a script holds what cannot be sent"), err))
	}
	return wire.AppendFrame(nil, b)
}
