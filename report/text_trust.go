package report

import (
	"slices"
	"strings"

	"fcv/receipt"
)

// trustBase prints what a proof rests on, one line a kind.
func (t *text) trustBase(base []receipt.Trust) {
	var kinds []string
	names := map[string][]string{}
	for _, b := range base {
		if !slices.Contains(kinds, b.Kind) {
			kinds = append(kinds, b.Kind)
		}
		names[b.Kind] = append(names[b.Kind], b.Names()...)
	}
	for i, kind := range kinds {
		if i == 0 {
			t.line("")
			t.line("It rests on (--show-trust says more)")
		}
		t.line("  %-11s %s", kind, someOf(names[kind], 6))
	}
}

// trustWidth is where the lines of the whole trust base are broken, in bytes.
const trustWidth = 110

// wholeTrustBase prints all of the trust base, with what is said of each line.
func (t *text) wholeTrustBase(base []receipt.Trust) {
	t.line("")
	if len(base) == 0 {
		t.line("What a proof rests on was not recorded")
		return
	}
	t.line("Even what is proved rests on")
	for _, b := range base {
		words := strings.Fields(b.Name)
		if b.Detail != "" {
			words = append(words, strings.Fields("("+b.Detail+")")...)
		}
		for i, row := range wrapped(words, trustWidth-14) {
			t.line("  %-11s %s", map[bool]string{true: b.Kind}[i == 0], row)
		}
	}
}

// wrapped joins words into rows of at most width bytes, longer words apart.
func wrapped(words []string, width int) []string {
	rows := []string{}
	for _, word := range words {
		if last := len(rows) - 1; last >= 0 && len(rows[last])+1+len(word) <= width {
			rows[last] += " " + word
			continue
		}
		rows = append(rows, word)
	}
	return rows
}
