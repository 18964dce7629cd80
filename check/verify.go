package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fcv/receipt"
	"fcv/schemas"
)

// Verified is what came of holding a report against its receipt.
type Verified struct {
	Receipt *receipt.Receipt // nil: its format is that of another release
	// Inline lists the sources that were never files of the project.
	Inline   []string
	Findings []receipt.Finding // empty: the receipt is whole and belongs to the report
}

// VerifyReceipt recomputes digest and shape of the receipt in a report and says
// whether it belongs to that report. It needs nothing but the document, and
// says nothing about who made it: a receipt is not signed. An error means that
// the document is no report with a receipt.
func VerifyReceipt(doc []byte) (Verified, error) {
	head, err := readHead(doc)
	if err != nil {
		return Verified{}, err
	}
	v := Verified{Inline: []string{}, Findings: []receipt.Finding{}}
	found := func(part, subject, format string, args ...any) {
		v.Findings = append(v.Findings, receipt.Finding{Part: part, Subject: subject, Message: fmt.Sprintf(format, args...)})
	}
	whole := receipt.Verify(head.ProofReceipt)
	rec, err := receipt.Decode(head.ProofReceipt)
	switch {
	case errors.Is(whole, receipt.ErrDigest):
		found("digest", "", "%s", reason(whole))
	case errors.Is(whole, receipt.ErrShape):
		found("shape", "", "%s", reason(whole))
	case whole != nil && (err != nil || rec.Schema != receipt.Schema):
		return Verified{}, whole // no receipt of any release
	case whole != nil:
		found("form", "", "%s", reason(whole))
	}
	if err != nil {
		return v, nil
	}
	v.Receipt = rec
	verifyReported(head, rec, found)
	r, err := ReadReport(bytes.NewReader(doc))
	if err != nil {
		found("report", "", "it contradicts itself: %s", firstLine(err.Error()))
		return v, nil
	}
	verifySubject(r, rec, found)
	verifyGoals(r, rec, found)
	if r.TemporarySourceDir != nil {
		for _, f := range r.Reload.Files {
			v.Inline = append(v.Inline, f.Path)
		}
	}
	return v, nil
}

// reason is why receipt.Verify refused, without what it was doing.
func reason(err error) string {
	return strings.TrimPrefix(firstLine(err.Error()), "verifying the receipt: ")
}

// head is what verifying needs of a report that may contradict itself, so that
// ReadReport refuses it.
type head struct {
	Schema       string          `json:"schema"`
	Verdict      string          `json:"verdict"`
	Incomplete   json.RawMessage `json:"incomplete"`
	ProofReceipt json.RawMessage `json:"proof_receipt"`
	Extra        schemas.Extra   `json:"-"`
}

func readHead(doc []byte) (head, error) {
	var schema struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(doc, &schema); err == nil && schema.Schema != ReportSchema {
		return head{}, fmt.Errorf("reading the report: schema is %q, not %q", schema.Schema, ReportSchema)
	}
	var h head
	if err := schemas.Decode(doc, &h); err != nil {
		return head{}, fmt.Errorf("reading the report: %w", err)
	}
	return h, nil
}

type found func(part, subject, format string, args ...any)

// verifyReported compares the receipt's account of what was reported with what
// is.
func verifyReported(h head, rec *receipt.Receipt, found found) {
	var gaps []struct {
		Code string `json:"code"`
	}
	if err := json.Unmarshal(h.Incomplete, &gaps); err != nil {
		found("reported", "", "incomplete is no list of gaps: %s", err)
		return
	}
	sum, err := receipt.CanonicalDigest(h.Incomplete)
	if err != nil || sum != rec.Reported.SHA256 {
		found("reported", "", "incomplete is not the list that the receipt was made for (%d gaps here, %d there)", len(gaps), rec.Reported.Count)
	}
	codes := []string{}
	for _, g := range gaps {
		codes = append(codes, g.Code)
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	if err == nil && sum == rec.Reported.SHA256 && (len(gaps) != rec.Reported.Count || !slices.Equal(codes, rec.Reported.Codes)) {
		found("reported", "", "the receipt counts %d gaps with the codes %v, and the list has %d with %v",
			rec.Reported.Count, rec.Reported.Codes, len(gaps), codes)
	}
	switch proved := h.Verdict == VerdictProved.String(); {
	case !proved && h.Verdict != VerdictIncomplete.String():
		found("verdict", "", "%q is neither proved nor incomplete", h.Verdict)
	case proved != (len(gaps) == 0):
		found("verdict", "", "%s with %d gaps", h.Verdict, len(gaps))
	case proved != (rec.Reported.Count == 0):
		found("verdict", "", "%s, and the receipt is of a run with %d gaps", h.Verdict, rec.Reported.Count)
	}
}

// verifySubject compares what the report says was loaded with the receipt.
func verifySubject(r *Report, rec *receipt.Receipt, found found) {
	have, want := map[string]string{}, map[string]string{}
	for _, f := range r.Reload.Files {
		have[receipt.PortablePath(f.Path)] += f.SHA256
	}
	for _, f := range rec.Subject.Sources {
		want[f.Path] += f.SHA256
	}
	for _, f := range r.Reload.Files {
		path := receipt.PortablePath(f.Path)
		switch sum, ok := want[path]; {
		case !ok:
			found("source", path, "the report names it, the receipt does not")
		case sum != have[path]:
			found("source", path, "the report and the receipt record different contents")
		}
	}
	for _, f := range rec.Subject.Sources {
		if _, ok := have[f.Path]; !ok {
			found("source", f.Path, "the receipt names it, the report does not")
		}
	}
	if x, y := r.Reload.ASTDigest, rec.Subject.ASTDigest; (x == nil) != (y == nil) || x != nil && *x != *y {
		found("subject", "ast_digest", "differs between the report and the receipt")
	}
}

// verifyGoals compares the goals that the report shows with the receipt's.
func verifyGoals(r *Report, rec *receipt.Receipt, found found) {
	if r.WpGoals == nil {
		if len(rec.Goals) > 0 {
			found("goals", "", "the receipt lists %d, the report says that WP did not run", len(rec.Goals))
		}
		return
	}
	if r.WpGoals.Total != len(rec.Goals) {
		found("goals", "", "the receipt lists %d, the report counts %d", len(rec.Goals), r.WpGoals.Total)
	}
	known := map[string]receipt.Goal{}
	for _, g := range rec.Goals {
		known[g.StableGoalID] = g
	}
	for _, row := range r.WpGoals.Entries {
		g, ok := known[row.StableGoalID]
		switch {
		case !ok:
			found("goals", row.StableGoalID, "the report lists it, the receipt does not")
		case g.Status != row.Status:
			found("goals", row.StableGoalID, "%s in the report, %s in the receipt", row.Status, g.Status)
		}
	}
}
