package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"fcv/schemas"
)

// ErrInvalidReport means that a report about to be written does not satisfy
// its own schema: a bug in this program, never an output.
var ErrInvalidReport = errors.New("internal error: the report does not satisfy its schema")

// maxReport bounds what ReadReport takes, in bytes.
const maxReport = 1 << 30

// reportFields is Report without its methods.
type reportFields Report

// MarshalJSON writes the fields in order, then Extra.
func (r Report) MarshalJSON() ([]byte, error) {
	b, err := marshalPlain(reportFields(r))
	if err != nil {
		return nil, err
	}
	return r.Extra.AppendTo(b)
}

// UnmarshalJSON is the inverse of MarshalJSON. It is not strict: ReadReport is.
func (r *Report) UnmarshalJSON(b []byte) error {
	var f reportFields
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	extra, err := schemas.Unknown(b, f)
	if err != nil {
		return err
	}
	f.Extra = extra
	*r = Report(f)
	return nil
}

// Encode writes the report as indented JSON with a newline at the end. It
// validates first and writes nothing that is not valid: the error is then an
// ErrInvalidReport. The report must be finished.
func (r *Report) Encode(w io.Writer) error {
	if r == nil {
		return fmt.Errorf("%w: there is no report", ErrInvalidReport)
	}
	if err := r.validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalidReport, err)
	}
	if err := r.writeIndented(w); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// validateRows is how many rows of each list are validated at a time. All at
// once took 90 MB for 10,000 goals in full.
const validateRows = 1000

// validate checks the report against its schema: once with the first rows of
// every list, then with the next ones, until each row had its turn. A list
// that is at its end stands there with its first row, because an empty one
// would mean something else.
func (r *Report) validate() error {
	for start, more := 0, true; more; start += validateRows {
		more = false
		part := *r
		part.Incomplete = window(r.Incomplete, start, &more)
		part.Messages = window(r.Messages, start, &more)
		part.Reload.Files = window(r.Reload.Files, start, &more)
		part.EvaAlarms = tableWindow(r.EvaAlarms, start, &more)
		part.WpGoals = tableWindow(r.WpGoals, start, &more)
		part.ProofReceipt.Goals = window(r.ProofReceipt.Goals, start, &more)
		part.ProofReceipt.TrustBase = window(r.ProofReceipt.TrustBase, start, &more)
		if r.Timings != nil {
			timings := *r.Timings
			timings.Goals = window(timings.Goals, start, &more)
			part.Timings = &timings
		}
		doc, err := part.MarshalJSON()
		if err != nil {
			return err
		}
		if err := schemas.Validate(schemas.Check, doc); err != nil {
			return err
		}
	}
	return nil
}

// window returns the rows from start on, and sets more when some remain.
func window[T any](rows []T, start int, more *bool) []T {
	switch end := start + validateRows; {
	case len(rows) == 0 || start == 0 && end >= len(rows):
		return rows
	case start >= len(rows):
		return rows[:1]
	case end < len(rows):
		*more = true
		return rows[start:end]
	}
	return rows[start:]
}

func tableWindow[T any](t *Table[T], start int, more *bool) *Table[T] {
	if t == nil {
		return nil
	}
	part := *t
	part.Entries = window(t.Entries, start, more)
	return &part
}

// ReadReport reads a report strictly. Refused are another schema, a verdict
// that is neither of the two words or that contradicts the list of gaps,
// missing members, repeated members or ones that differ in case only, and
// unknown members, except at the top level and in the entries of `incomplete`,
// where the format is additive: those are kept in Extra. Codes this release
// does not know are read, for the same reason; only Encode refuses them.
func ReadReport(in io.Reader) (*Report, error) {
	doc, err := io.ReadAll(io.LimitReader(in, maxReport+1))
	if err != nil {
		return nil, fmt.Errorf("reading the report: %w", err)
	}
	if len(doc) > maxReport {
		return nil, fmt.Errorf("reading the report: longer than %d bytes", maxReport)
	}
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(doc, &head); err == nil && head.Schema != ReportSchema {
		return nil, fmt.Errorf("reading the report: schema is %q, not %q", head.Schema, ReportSchema)
	}
	var r Report
	if err := schemas.Decode(doc, &r); err != nil {
		return nil, fmt.Errorf("reading the report: %w", err)
	}
	if r.Schema != ReportSchema {
		return nil, fmt.Errorf("reading the report: schema is %q, not %q", r.Schema, ReportSchema)
	}
	if (r.Verdict == VerdictProved) != (len(r.Incomplete) == 0) {
		return nil, fmt.Errorf("reading the report: verdict is %s with %d gaps", r.Verdict, len(r.Incomplete))
	}
	for i, g := range r.Incomplete {
		if g.Code == "" {
			return nil, fmt.Errorf("reading the report: gap %d has no code", i)
		}
	}
	if r.Verdict == VerdictProved && len(r.unexplained()) > 0 {
		return nil, fmt.Errorf("reading the report: verdict is proved, but %s", r.unexplained()[0].Reason)
	}
	return &r, nil
}
