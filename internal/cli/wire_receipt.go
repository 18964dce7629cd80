package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"fcv/check"
	"fcv/receipt"
	"fcv/schemas"
)

func showReceipt(w io.Writer, doc []byte) error {
	r, err := check.ReadReport(bytes.NewReader(doc))
	if err != nil {
		return err
	}
	return receipt.Show(w, &r.ProofReceipt)
}

// verifyReceipt writes a line for everything that does not match, then what
// was looked at.
func verifyReceipt(w io.Writer, doc []byte, opts VerifyOptions) (matches bool, err error) {
	v, err := check.VerifyReceipt(doc)
	if err != nil {
		return false, err
	}
	lines := []string{}
	for _, f := range v.Findings {
		lines = append(lines, f.String())
	}
	if v.Receipt == nil {
		lines = append(lines, "nothing else can be compared")
		return false, writeLines(w, lines)
	}
	matches = len(v.Findings) == 0
	if matches {
		lines = append(lines, fmt.Sprintf("receipt %.12s: digest and shape match, and it belongs to the report", v.Receipt.SHA256))
	}
	if !opts.DigestOnly {
		disk, err := v.Receipt.CompareDisk(opts.Dir, v.Inline)
		if err != nil {
			return false, err
		}
		for _, f := range disk.Findings {
			lines = append(lines, f.String())
		}
		for _, f := range disk.Skipped {
			lines = append(lines, fmt.Sprintf("not compared: %s, which is no file of the project", f.Path))
		}
		matches = matches && len(disk.Findings) == 0
		all := len(v.Receipt.Subject.Sources) + len(v.Receipt.Subject.Headers)
		lines = append(lines, fmt.Sprintf("files: %d of %d as recorded, below %s", disk.Same, all, filepath.ToSlash(opts.Dir)))
	}
	lines = append(lines, map[bool]string{true: "VERIFIED", false: "MISMATCH"}[matches])
	return matches, writeLines(w, lines)
}

func writeLines(w io.Writer, lines []string) error {
	var out bytes.Buffer
	for _, line := range lines {
		fmt.Fprintln(&out, receipt.Printable(line))
	}
	_, err := w.Write(out.Bytes())
	return err
}

// checkReceipt says whether a report and its receipt can be compared with
// others.
func checkReceipt(doc []byte) error {
	if _, err := check.ReadReport(bytes.NewReader(doc)); err != nil {
		return err
	}
	v, err := check.VerifyReceipt(doc)
	if err == nil && len(v.Findings) > 0 {
		err = fmt.Errorf("the receipt cannot be relied on: %s", v.Findings[0])
	}
	return err
}

// diffReceipts compares two reports that checkReceipt let pass.
func diffReceipts(w io.Writer, a, b []byte, format string) (same bool, err error) {
	var reports [2]*check.Report
	for i, doc := range [][]byte{a, b} {
		if reports[i], err = check.ReadReport(bytes.NewReader(doc)); err != nil {
			return false, err
		}
	}
	d := receipt.Compare(&reports[0].ProofReceipt, &reports[1].ProofReceipt)
	if reports[0].Timings != nil && reports[1].Timings != nil {
		d.CompareEffort(efforts(reports[0].Timings), efforts(reports[1].Timings))
	}
	if format != "json" {
		return d.Same, receipt.ShowDifference(w, d)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(d); err != nil {
		return false, fmt.Errorf("writing the difference: %w", err)
	}
	if err := schemas.Validate(schemas.Diff, out.Bytes()); err != nil {
		return false, fmt.Errorf("the difference does not satisfy its own schema: %w", err)
	}
	_, err = w.Write(out.Bytes())
	return d.Same, err
}

func efforts(t *check.Timings) map[string]receipt.Effort {
	m := map[string]receipt.Effort{}
	for _, g := range t.Goals {
		m[g.StableGoalID] = receipt.Effort{Prover: g.Prover, Time: g.Time, Steps: g.Steps}
	}
	return m
}
