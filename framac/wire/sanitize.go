package wire

import (
	"bytes"
	"unicode/utf8"
)

// Sanitize makes acceptable JSON of what Frama-C's printer may produce and
// encoding/json refuses or mangles: NaN, Infinity and -Infinity outside of
// strings become null, bytes that are no UTF-8 become U+FFFD, and a raw
// control character inside a string is escaped. Everything else, errors
// included, stays as it is. When there is nothing to do b itself is returned.
func Sanitize(b []byte) []byte {
	if clean(b) {
		return b
	}
	out := make([]byte, 0, len(b)+16)
	inString := false
	for i := 0; i < len(b); {
		c := b[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(b[i:])
			out = utf8.AppendRune(out, r) // RuneError is U+FFFD
			i += n
			continue
		}
		if inString {
			switch {
			case c == '\\' && i+1 < len(b) && b[i+1] >= ' ' && b[i+1] < utf8.RuneSelf:
				out = append(out, c, b[i+1])
				i += 2
				continue
			case c < ' ':
				const hex = "0123456789abcdef"
				out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
				i++
				continue
			case c == '"':
				inString = false
			}
			out = append(out, c)
			i++
			continue
		}
		if n := notNumber(b[i:]); n > 0 {
			out = append(out, "null"...)
			i += n
			continue
		}
		inString = c == '"'
		out = append(out, c)
		i++
	}
	return out
}

// clean is the common case, decided without copying. It may say false for
// something that needs no change, never true for something that does.
func clean(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	// Whitespace between tokens is fine, inside a string it is not; telling
	// them apart is the slow path's work.
	return bytes.IndexByte(b, '\n') < 0 && bytes.IndexByte(b, '\t') < 0 && bytes.IndexByte(b, '\r') < 0 &&
		!bytes.Contains(b, []byte("NaN")) && !bytes.Contains(b, []byte("Infinity"))
}

// notNumber returns the length of the non-finite literal that b starts with.
func notNumber(b []byte) int {
	for _, lit := range []string{"NaN", "Infinity", "-Infinity", "-NaN"} {
		if len(b) >= len(lit) && string(b[:len(lit)]) == lit {
			return len(lit)
		}
	}
	return 0
}
