// Package wire speaks the byte level of Frama-C's socket protocol: frames and
// the JSON messages inside them.
//
// A frame is a length prefix and that many bytes of JSON. The prefix is a
// letter and a fixed number of hexadecimal digits: S and 3, L and 7, or W and
// 15. Frama-C writes lower-case digits and so do we; both cases are accepted
// when reading, because Frama-C's own reader accepts both. The shortest prefix
// that fits is written, any is read.
//
// The protocol cannot resynchronise: after any error of Reader.Next other
// than a clean io.EOF the stream is lost and must be closed.
//
// The package does no I/O of its own and starts no goroutine.
package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// DefaultLimit is the largest frame body accepted when no limit is given.
const DefaultLimit = 1 << 30

// chunk is how much is read at a time. A buffer grows with what has arrived,
// never with what a prefix announced.
const chunk = 1 << 16

// FrameError is a length prefix that cannot be one, or one above the limit.
type FrameError struct {
	Prefix string // the bytes read, as far as they came
	Reason string
}

func (e *FrameError) Error() string {
	return fmt.Sprintf("bad frame prefix %q: %s", e.Prefix, e.Reason)
}

// AppendFrame appends body with its length prefix to dst.
func AppendFrame(dst, body []byte) []byte {
	n := len(body)
	switch {
	case n <= 0xfff:
		dst = fmt.Appendf(dst, "S%03x", n)
	case n <= 0xfffffff:
		dst = fmt.Appendf(dst, "L%07x", n)
	default:
		dst = fmt.Appendf(dst, "W%015x", n)
	}
	return append(dst, body...)
}

// WriteFrame writes body as one frame with one call of w.Write.
func WriteFrame(w io.Writer, body []byte) error {
	if _, err := w.Write(AppendFrame(nil, body)); err != nil {
		return fmt.Errorf("writing a frame: %w", err)
	}
	return nil
}

// Reader splits a stream into frames. It is not safe for concurrent use.
type Reader struct {
	r     *bufio.Reader
	limit int64
}

// NewReader reads frames from r. Bodies above limit bytes are refused; zero or
// less means DefaultLimit.
func NewReader(r io.Reader, limit int64) *Reader {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return &Reader{r: bufio.NewReaderSize(r, chunk), limit: limit}
}

// Next returns the body of the next frame; the caller owns it. It returns
// io.EOF when the stream ends between frames, an error that wraps
// io.ErrUnexpectedEOF when it ends inside one, and a *FrameError for a prefix
// that cannot be one.
func (r *Reader) Next() ([]byte, error) {
	letter, err := r.r.ReadByte()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		return nil, fmt.Errorf("reading a frame prefix: %w", err)
	}
	digits := 0
	switch letter {
	case 'S':
		digits = 3
	case 'L':
		digits = 7
	case 'W':
		digits = 15
	default:
		return nil, &FrameError{Prefix: string(letter), Reason: "expected S, L or W"}
	}
	buf := make([]byte, digits)
	if n, err := io.ReadFull(r.r, buf); err != nil {
		return nil, fmt.Errorf("reading a frame prefix %q: %w", string(letter)+string(buf[:n]), unexpected(err))
	}
	prefix := string(letter) + string(buf)
	for _, c := range buf {
		if !isHex(c) {
			return nil, &FrameError{Prefix: prefix, Reason: "expected hexadecimal digits"}
		}
	}
	// Fifteen digits are at most 60 bits: no overflow.
	size, err := strconv.ParseInt(string(buf), 16, 64)
	if err != nil {
		return nil, &FrameError{Prefix: prefix, Reason: err.Error()}
	}
	if size > r.limit {
		return nil, &FrameError{Prefix: prefix, Reason: fmt.Sprintf("%d bytes are above the limit of %d", size, r.limit)}
	}
	return r.body(size)
}

// body reads size bytes, growing with what arrives.
func (r *Reader) body(size int64) ([]byte, error) {
	if size <= chunk {
		b := make([]byte, size)
		if n, err := io.ReadFull(r.r, b); err != nil {
			return nil, fmt.Errorf("reading a frame: %d of %d bytes: %w", n, size, unexpected(err))
		}
		return b, nil
	}
	var b bytes.Buffer
	n, err := io.CopyN(&b, r.r, size)
	if err != nil {
		return nil, fmt.Errorf("reading a frame: %d of %d bytes: %w", n, size, unexpected(err))
	}
	return b.Bytes(), nil
}

// unexpected turns the end of the stream into one that is certainly not clean.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
