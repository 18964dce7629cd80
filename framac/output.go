package framac

import (
	"bytes"
	"io"
	"strings"
	"sync"
)

// outputKept is how much of a process's output is kept for error messages.
const outputKept = 16 << 10

// outputTail keeps the end of what a process prints on stdout and stderr,
// interleaved as it arrived. Frama-C prints user errors on stdout, the OCaml
// runtime and the linker use stderr, so neither alone explains a failure.
type outputTail struct {
	mu  sync.Mutex
	buf []byte
	cut bool
}

func (o *outputTail) add(p []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.buf = append(o.buf, p...)
	// Trimmed at twice the size only, so that the copying stays linear.
	if len(o.buf) > 2*outputKept {
		n := copy(o.buf, o.buf[len(o.buf)-outputKept:])
		o.buf = o.buf[:n]
		o.cut = true
	}
}

// String returns at most outputKept bytes, whole lines where possible.
func (o *outputTail) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	b, cut := o.buf, o.cut
	if len(b) > outputKept {
		b, cut = b[len(b)-outputKept:], true
	}
	if cut {
		if i := bytes.IndexByte(b, '\n'); i >= 0 && i+1 < len(b) {
			b = b[i+1:]
		}
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// stream is one of the two streams that end in an outputTail, and in a
// writer of the caller's where there is one.
type stream struct {
	tail *outputTail
	tee  io.Writer // may be nil
}

// Write never fails: a caller's broken log must not stop Frama-C.
func (s stream) Write(p []byte) (int, error) {
	s.tail.add(p)
	if s.tee != nil {
		_, _ = s.tee.Write(p)
	}
	return len(p), nil
}
