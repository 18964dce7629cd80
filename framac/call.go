package framac

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"fcv/framac/wire"
)

// killGrace is how long a cancelled EXEC waits for Frama-C to confirm.
const killGrace = 500 * time.Millisecond

var errConnectionLost = errors.New("the connection was closed")

// Get sends a GET and decodes the answer into out. A nil in is sent as null, a
// nil out discards the answer. Without a deadline in ctx, Launch.Timeout holds.
func (s *Session) Get(ctx context.Context, request string, in, out any) error {
	return s.call(ctx, wire.Get, request, in, out)
}

// Set is Get for requests that change something. Frama-C answers when what was
// queued before is done, EXECs included. A call given up may still take effect.
func (s *Session) Set(ctx context.Context, request string, in, out any) error {
	return s.call(ctx, wire.Set, request, in, out)
}

// Exec runs a long request. It has no deadline but that of ctx. When ctx ends,
// Frama-C is told to stop, the provers it left running are ended, and Exec
// returns within a second with the context's error, whether Frama-C listened
// or not. If it did not, the next Exec waits until it has.
func (s *Session) Exec(ctx context.Context, request string, in, out any) error {
	return s.call(ctx, wire.Exec, request, in, out)
}

func (s *Session) call(ctx context.Context, kind wire.CommandKind, request string, in, out any) error {
	c := &call{kind: kind, request: request, outcome: make(chan outcome, 1)}
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("request %s: encoding its argument: %w", request, err)
		}
		c.data = data
	}
	if kind != wire.Exec {
		if _, ok := ctx.Deadline(); !ok {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, s.timeout)
			defer cancel()
		}
	} else {
		select {
		case s.execSlot <- struct{}{}:
		case <-ctx.Done():
			return s.gaveUp(ctx, request)
		case <-s.dead:
			return s.ended(request)
		}
	}
	// From here on an EXEC holds the slot; every path below gives it back.
	select {
	case s.calls <- c:
	case <-ctx.Done():
		s.release(kind)
		return s.gaveUp(ctx, request)
	case <-s.dead:
		s.release(kind)
		return s.ended(request)
	}
	select {
	case o := <-c.outcome:
		s.release(kind)
		return finish(request, o, out)
	case <-ctx.Done():
	}
	select {
	case s.abandons <- c:
	case <-s.dead:
	}
	if kind == wire.Exec {
		s.cancelExec(c)
	}
	return s.gaveUp(ctx, request)
}

// cancelExec waits for a while until an abandoned EXEC is over, ends what it
// left running, and gives the slot back, later if need be.
func (s *Session) cancelExec(c *call) {
	timer := time.NewTimer(killGrace)
	defer timer.Stop()
	select {
	case <-c.outcome:
		s.KillProvers()
		s.release(c.kind)
	case <-timer.C:
		s.KillProvers()
		go func() {
			<-c.outcome // always comes: the end of the session is one
			s.KillProvers()
			s.release(c.kind)
		}()
	}
}

func (s *Session) release(kind wire.CommandKind) {
	if kind == wire.Exec {
		<-s.execSlot
	}
}

func (s *Session) gaveUp(ctx context.Context, request string) error {
	err := context.Cause(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("request %s: no answer in time: %w", request, err)
	}
	return fmt.Errorf("request %s: %w", request, err)
}

func (s *Session) ended(request string) error {
	return fmt.Errorf("request %s: %w", request, s.err)
}

// finish turns an outcome into what the caller gets.
func finish(request string, o outcome, out any) error {
	if o.err != nil {
		return fmt.Errorf("request %s: %w", request, o.err)
	}
	switch o.reply.Kind {
	case wire.Data:
		if out == nil {
			return nil
		}
		if err := json.Unmarshal(o.reply.Data, out); err != nil {
			return fmt.Errorf("request %s: decoding its answer: %w", request, err)
		}
		return nil
	case wire.Error:
		return &RequestError{Request: request, Message: o.reply.Message}
	case wire.Rejected:
		return &RejectedError{Request: request}
	case wire.Killed:
		return &KilledError{Request: request}
	}
	return fmt.Errorf("request %s: unexpected reply %q", request, o.reply.Kind)
}
