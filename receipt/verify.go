package receipt

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"fcv/schemas"
)

// Errors of Verify that a caller may want to tell apart.
var (
	// ErrDigest: the document is not what was sealed.
	ErrDigest = errors.New("digest does not match the content")
	// ErrShape: the digest matches, but the receipt has another format than
	// this release writes, so its fields cannot be judged here.
	ErrShape = errors.New("receipt has another shape than this release writes")
)

// Verify recomputes the digest of a receipt, of any release's format, and then
// checks its form. It says that the document is whole, not that it is honest:
// there is no signature in it.
func Verify(doc []byte) error {
	var open struct {
		Schema string        `json:"schema"`
		Shape  string        `json:"shape"`
		SHA256 string        `json:"sha256"`
		Extra  schemas.Extra `json:"-"`
	}
	if err := schemas.Decode(doc, &open); err != nil {
		return fmt.Errorf("reading the receipt: %w", err)
	}
	if open.Schema != Schema {
		return fmt.Errorf("reading the receipt: schema is %q, not %q", open.Schema, Schema)
	}
	sum, err := digestWithoutSelf(doc)
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare([]byte(sum), []byte(open.SHA256)) != 1 {
		return fmt.Errorf("verifying the receipt: %w: recorded %s, computed %s", ErrDigest, open.SHA256, sum)
	}
	if open.Shape != Shape() {
		return fmt.Errorf("verifying the receipt: %w: %s", ErrShape, open.Shape)
	}
	if err := schemas.Validate(schemas.Receipt, doc); err != nil {
		return fmt.Errorf("verifying the receipt: %w", err)
	}
	return sealedOrder(doc)
}

// sealedOrder checks that sealing the receipt again would change nothing, so
// that one result has one receipt.
func sealedOrder(doc []byte) error {
	r, err := Decode(doc)
	if err != nil {
		return err
	}
	recorded := r.SHA256
	if err := Seal(r); err != nil {
		return fmt.Errorf("verifying the receipt: %w", err)
	}
	if r.SHA256 != recorded {
		return errors.New("verifying the receipt: it is not in the form that sealing gives it")
	}
	return nil
}

// Encode writes the receipt as indented JSON with a newline at the end.
func Encode(w io.Writer, r *Receipt) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("writing the receipt: %w", err)
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// Printable replaces what would let foreign text steer a terminal: control
// characters and marks that change the direction of writing. A receipt or report
// may come from anywhere, and quotes the source that was analysed.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == '\u2028' || r == '\u2029' ||
			r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return '?'
		}
		return r
	}, s)
}
