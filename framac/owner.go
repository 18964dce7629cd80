package framac

import (
	"errors"
	"io"
	"net"
	"strconv"
	"time"

	"fcv/framac/wire"
)

// call is one request under way. Only the owner touches it between being
// handed over and its outcome.
type call struct {
	kind    wire.CommandKind
	request string
	data    []byte
	id      string
	since   time.Time
	outcome chan outcome // buffered: the owner never waits for a caller
}

// outcome is a final reply, or the end of the session.
type outcome struct {
	reply wire.Reply
	err   error
}

// deferred says that the reply comes only to a later poll.
func (c *call) deferred() bool { return c.kind != wire.Get }

// owner is the state of the one goroutine that speaks for a session.
type owner struct {
	s        *Session
	lastID   int
	waiting  map[string]*call
	deferred int      // of waiting, those that need polls
	out      [][]byte // not yet with the writer
	polls    int      // of out, how many are polls: never more than one
	since    time.Time
	next     time.Time // of the next poll, while something is deferred
	broken   bool      // nothing can be written any more
}

var pollBody = []byte(`"POLL"`)

// run serves until the session ends.
func (o *owner) run(replies <-chan wire.Reply, frames chan<- []byte, readErr, writeErr <-chan error) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	var cause error
	for cause == nil {
		var head []byte
		var sink chan<- []byte
		if len(o.out) > 0 && !o.broken {
			head, sink = o.out[0], frames
		}
		pause := time.Hour
		if o.deferred > 0 {
			pause = time.Until(o.next)
		}
		timer.Reset(pause)
		select {
		case c := <-o.s.calls:
			o.accept(c)
		case c := <-o.s.abandons:
			o.abandon(c)
		case r := <-replies:
			o.settle(r)
		case sink <- head:
			if &head[0] == &pollBody[0] {
				o.polls--
			}
			o.out = o.out[1:]
		case <-timer.C:
			o.poll()
		case cause = <-readErr:
			// The reader hands over every reply before it fails, so nothing
			// that Frama-C said before it ended is lost. Its end always shows
			// here: no process that could hold the socket open survives it.
			var broken *net.OpError
			if errors.Is(cause, io.EOF) || errors.Is(cause, io.ErrUnexpectedEOF) || errors.As(cause, &broken) {
				// Which of them depends on what was under way, and the last
				// names the socket, another one each time.
				cause = errConnectionLost
			}
		case <-writeErr:
			o.broken = true
			_ = o.s.conn.SetReadDeadline(time.Now().Add(diedGrace))
		case <-o.s.closing:
			cause = ErrClosed
		}
	}
	err := o.s.end(cause)
	o.s.err = err
	close(o.s.dead)
	for _, c := range o.waiting {
		o.s.record.add(c, wire.Reply{}, err)
		c.outcome <- outcome{err: err}
	}
}

func (o *owner) accept(c *call) {
	o.lastID++
	c.id, c.since = strconv.Itoa(o.lastID), time.Now()
	body, err := wire.Command{Kind: c.kind, ID: c.id, Request: c.request, Data: c.data}.Encode()
	if err != nil {
		c.outcome <- outcome{err: err}
		return
	}
	o.waiting[c.id] = c
	o.out = append(o.out, body)
	if c.deferred() {
		o.deferred++
		o.hurry()
	}
}

// abandon gives up on a call. An EXEC is told to stop and stays known until
// its last reply: until then Frama-C may still be at work on it. The reply of
// anything else is not missed.
func (o *owner) abandon(c *call) {
	if o.waiting[c.id] != c {
		return
	}
	if c.kind != wire.Exec {
		o.forget(c)
		return
	}
	if body, err := (wire.Command{Kind: wire.Kill, ID: c.id}).Encode(); err == nil {
		o.out = append(o.out, body)
	}
	o.hurry()
}

// settle hands a reply to its caller. Replies to nobody are dropped: those of
// abandoned requests, repeated ones, signals.
func (o *owner) settle(r wire.Reply) {
	c := o.waiting[r.ID]
	if c == nil || !r.Kind.Final() {
		return
	}
	o.forget(c)
	o.s.record.add(c, r, nil)
	c.outcome <- outcome{reply: r}
}

func (o *owner) forget(c *call) {
	delete(o.waiting, c.id)
	if c.deferred() {
		o.deferred--
	}
}

// hurry makes polls frequent, as they are when something has just been asked.
func (o *owner) hurry() {
	o.since = time.Now()
	o.next = o.since.Add(o.interval())
}

func (o *owner) poll() {
	if o.deferred == 0 {
		return
	}
	o.next = time.Now().Add(o.interval())
	if o.polls > 0 {
		return // Frama-C is not reading: more of them would not help
	}
	o.polls++
	o.out = append(o.out, pollBody)
}

// interval is the pause before the next poll: quick at first, then a small
// part of the time already waited. Frama-C looks at its socket every
// millisecond, so a shorter one gains nothing.
func (o *owner) interval() time.Duration {
	return min(max(time.Since(o.since)/50, time.Millisecond), 5*time.Millisecond)
}
