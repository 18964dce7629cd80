package check

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const codesDoc = "../docs/codes.md"

// docs/codes.md is the table; FCV_UPDATE=1 writes it again.
func TestCodesDocument(t *testing.T) {
	want := codesMarkdown()
	if os.Getenv("FCV_UPDATE") == "1" {
		if err := os.WriteFile(codesDoc, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(codesDoc)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(have)); diff != "" {
		t.Errorf("docs/codes.md is not what the table says (FCV_UPDATE=1 rewrites it; -table +file):\n%s", diff)
	}
}

func codesMarkdown() string {
	var b strings.Builder
	b.WriteString(`# The codes

<!-- Written by check/codes_doc_test.go from the code table. Change the table, then run
     FCV_UPDATE=1 go test ./check -run TestCodesDocument -->

Each entry of ` + "`incomplete`" + ` in a report carries one of these codes. Codes are added, never renamed
or removed. An ` + "`error`" + ` is wrong or unproved, a ` + "`warning`" + ` is assumed; both keep a verdict from being
` + "`proved`" + `. ` + "`fcv explain CODE`" + ` prints what stands here.

| Code | Level | Raised when | What to do |
|---|---|---|---|
`)
	cell := strings.NewReplacer("|", `\|`, `\`, `\\`, "*", `\*`, "<", `\<`).Replace
	for _, info := range Codes() {
		anchor := strings.ToLower(string(info.Code))
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s | %s |\n", info.Code, anchor, info.Level, cell(info.Meaning), cell(info.Guidance))
	}
	for _, info := range Codes() {
		lang := "c"
		if strings.HasPrefix(info.Example, "$") {
			lang = "console"
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s: %s. Since version %s.\n\n```%s\n%s\n```\n\n**How to close it**\n\n```text\n%s\n```\n\n**What not to do**: %s\n",
			info.Code, strings.ToUpper(string(info.Level[:1]))+string(info.Level[1:]), cell(info.Meaning), info.Since,
			lang, info.Example, info.Close, cell(info.DoNot))
	}
	return b.String()
}
