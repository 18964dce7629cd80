package framac

import (
	"errors"
	"net"
	"path/filepath"
	"sync"
	"time"

	"fcv/framac/wire"
)

// Session is one running Frama-C and the connection to it. Its methods may be
// called from any goroutine.
//
// A GET is answered while an EXEC runs, as soon as that yields. SETs and EXECs
// are queued by Frama-C; at most one EXEC of a session is under way at a time,
// further ones wait here.
type Session struct {
	proc    *process
	conn    net.Conn
	timeout time.Duration
	record  *recorder // nil: none

	calls    chan *call    // to the owner: a new call
	abandons chan *call    // to the owner: nobody waits for this call any more
	closing  chan struct{} // closed by Close
	closed   sync.Once
	execSlot chan struct{} // holds a token while an EXEC is under way
	dead     chan struct{} // closed when err is set and the process tree is gone
	err      error         // ErrClosed or a *DiedError
}

func newSession(p *process, conn net.Conn, l Launch) *Session {
	s := &Session{
		proc: p, conn: conn, timeout: l.Timeout, record: newRecorder(l.Record),
		calls: make(chan *call), abandons: make(chan *call),
		closing: make(chan struct{}), execSlot: make(chan struct{}, 1), dead: make(chan struct{}),
	}
	if s.timeout <= 0 {
		s.timeout = defaultTimeout
	}
	replies, readErr := make(chan wire.Reply), make(chan error, 1)
	frames, writeErr := make(chan []byte), make(chan error, 1)
	go s.read(wire.NewReader(conn, l.FrameLimit), replies, readErr)
	go s.write(frames, writeErr)
	o := &owner{s: s, waiting: map[string]*call{}}
	go o.run(replies, frames, readErr, writeErr)
	return s
}

// Pid is the process id of Frama-C itself.
func (s *Session) Pid() int { return s.proc.pid }

// TempDir is where Frama-C and what it starts put their temporary files. It is
// another one for each session and goes with it.
func (s *Session) TempDir() string { return filepath.Join(s.proc.dir, "t") }

// Output is the end of what Frama-C has printed so far, stdout and stderr.
func (s *Session) Output() string { return s.proc.out.String() }

// Done is closed when the session has ended, for whatever reason, and no
// process of it is left; Err then says why.
func (s *Session) Done() <-chan struct{} { return s.dead }

// Err is nil while the session lives, then ErrClosed or a *DiedError.
func (s *Session) Err() error {
	select {
	case <-s.dead:
		return s.err
	default:
		return nil
	}
}

// Close ends Frama-C and everything it started, and returns when they are
// gone and their files removed. Waiting calls get ErrClosed. It may be called
// more than once. The protocol's SHUTDOWN is not used: it leaves provers
// running.
func (s *Session) Close() error {
	s.closed.Do(func() { close(s.closing) })
	<-s.dead
	return nil
}

// KillProvers ends what Frama-C has started, but not Frama-C, and returns how
// many processes got the signal. Frama-C's KILL leaves provers running, for as
// long as their own time limit.
//
// Why3's own server process is spared, because Frama-C cannot do without it
// afterwards. It starts the next prover of its queue when one ends, so the look
// is repeated until nothing is left to end. A child that is still called like
// Frama-C has been forked but runs no other program yet: it may become that
// server, so it is left alone until it shows.
func (s *Session) KillProvers() int {
	self, _ := readProc(s.proc.pid)
	total, quiet := 0, 0
	for range 200 {
		select {
		case <-s.dead:
			return total
		default:
		}
		undecided := false
		n := killTree(s.proc.cmd.Process.Pid, func(p procInfo) bool {
			if p.pid == s.proc.pid || p.comm == "why3server" {
				return true
			}
			if p.parent == s.proc.pid && p.comm == self.comm {
				undecided = true
				return true
			}
			return false
		})
		total += n
		if n > 0 || undecided {
			quiet = 0
		} else if quiet++; quiet == 2 {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	return total
}

// read is the only reader of the connection.
func (s *Session) read(r *wire.Reader, replies chan<- wire.Reply, failed chan<- error) {
	for {
		body, err := r.Next()
		if err != nil {
			failed <- err
			return
		}
		reply, err := wire.DecodeReply(body)
		if err != nil {
			failed <- err
			return
		}
		select {
		case replies <- reply:
		case <-s.dead:
			return
		}
	}
}

// write is the only writer of the connection. A Frama-C that does not yield
// does not read either, so a write may take as long as an EXEC; the owner is
// never held up by it.
func (s *Session) write(frames <-chan []byte, failed chan<- error) {
	for {
		select {
		case body := <-frames:
			if err := wire.WriteFrame(s.conn, body); err != nil {
				failed <- err
				return
			}
		case <-s.dead:
			return
		}
	}
}

// diedGrace is how long a Frama-C whose connection broke gets to end by
// itself, so that the error can name its own exit status.
const diedGrace = 300 * time.Millisecond

// end brings the process tree down and returns what calls get from now on.
func (s *Session) end(cause error) error {
	if !errors.Is(cause, ErrClosed) {
		select {
		case <-s.proc.done:
		case <-s.closing:
		case <-time.After(diedGrace):
		}
	}
	s.proc.stop()
	s.conn.Close()
	<-s.proc.done
	if errors.Is(cause, ErrClosed) {
		return cause
	}
	return &DiedError{ExitCode: s.proc.code, Signal: s.proc.sig, Output: s.proc.out.String(), Err: cause}
}
