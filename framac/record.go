package framac

import (
	"encoding/json"
	"io"
	"sync"
	"time"

	"fcv/framac/wire"
)

// recorder writes a conversation as JSON lines, one a request in the order of
// their ends. The shape is that of fake.Step, which replays it; a test holds
// the two together, since this package must not import a fake.
type recorder struct {
	mu sync.Mutex
	w  io.Writer
}

type recorded struct {
	Request  string          `json:"request"`
	Kind     string          `json:"kind"`
	Data     json.RawMessage `json:"data"`
	Reply    json.RawMessage `json:"reply,omitempty"`
	Error    string          `json:"error,omitempty"`
	Fault    string          `json:"fault,omitempty"`
	DelayMS  int64           `json:"delay_ms,omitempty"`
	Rejected bool            `json:"rejected,omitempty"`
}

func newRecorder(w io.Writer) *recorder {
	if w == nil {
		return nil
	}
	return &recorder{w: w}
}

// add writes one request and its end: r, or the session's own end when err is
// not nil. A nil recorder does nothing.
func (rec *recorder) add(c *call, r wire.Reply, err error) {
	if rec == nil {
		return
	}
	line := recorded{
		Request: c.request, Kind: string(c.kind), Data: c.data,
		DelayMS: time.Since(c.since).Milliseconds(),
	}
	if len(line.Data) == 0 {
		line.Data = json.RawMessage("null")
	}
	switch {
	case err != nil:
		line.Fault = "close"
	case r.Kind == wire.Data:
		line.Reply = r.Data
	case r.Kind == wire.Error:
		line.Error = r.Message
	case r.Kind == wire.Rejected:
		line.Rejected = true
	default: // killed: whoever replays it kills it again
		line.Fault = "silent"
	}
	b, err := json.Marshal(line)
	if err != nil {
		return
	}
	rec.mu.Lock()
	defer rec.mu.Unlock()
	_, _ = rec.w.Write(append(b, '\n'))
}
