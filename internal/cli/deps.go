package cli

import (
	"context"
	"io"

	"fcv/check"
	"fcv/internal/setup"
)

// Deps is what the commands need from the rest of the program. Tests hand in
// fakes; Wire is the real thing. Every field is set in either.
type Deps struct {
	// Check runs the pipeline. Its errors are Failures where a person can do
	// something about them.
	Check func(ctx context.Context, req check.Request, env CheckEnv) (*Result, error)

	// Formats are the accepted values of --format, in the order of the help.
	Formats []string

	// Codes is the table of everything that can make a check incomplete.
	// Explain writes all there is to say about one of them; its error means
	// that there is no such code.
	Codes   func() []Code
	Explain func(w io.Writer, code string) error

	// ShowReceipt writes the proof receipt in a report for a person. An error
	// means that the document holds no receipt.
	ShowReceipt func(w io.Writer, report []byte) error

	// VerifyReceipt writes what does not match between the receipt in a
	// report, the report itself and the files on disk. An error means that the
	// document holds no receipt.
	VerifyReceipt func(w io.Writer, report []byte, opts VerifyOptions) (matches bool, err error)

	// DiffReceipts writes how the results of two reports differ, as text or
	// JSON. CheckReceipt says whether a report can be compared; its error means
	// that it cannot.
	CheckReceipt func(report []byte) error
	DiffReceipts func(w io.Writer, a, b []byte, format string) (same bool, err error)

	// Host and Tools are the machine that setup and doctor look at.
	Host  setup.Host
	Tools setup.Tools

	// Version is one line about this build, without the program's name.
	Version string
}

// CheckEnv is what a running check reports to.
type CheckEnv struct {
	Observer check.Observer
	Warn     func(string) // one line each, without "warning:"
}

// Result is a finished check as the command needs it. The zero value is an
// incomplete one.
type Result struct {
	Proved       bool
	Gaps         int  // entries of the report's incomplete list
	ReloadFailed bool // the sources could not be loaded
	ToolFailed   bool // Frama-C could not be run to load them

	// Render writes the report in one of Deps.Formats.
	Render func(w io.Writer, format string, opts RenderOptions) error
}

// RenderOptions say what the output shows, for formats that can.
type RenderOptions struct {
	Color bool
	All   bool // nothing is cut
	Trust bool // all of the trust base
}

// VerifyOptions say what a receipt is compared with.
type VerifyOptions struct {
	Dir        string // root of the project
	DigestOnly bool   // no file is compared
}

// Code is one entry of the code table, as `fcv explain` lists it.
type Code struct {
	Name    string // for example GOAL_NOT_VALID
	Meaning string // one line
}
