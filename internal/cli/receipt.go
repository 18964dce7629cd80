package cli

import (
	"bytes"
	"context"
	"io"
	"os"

	"github.com/urfave/cli/v3"
)

// exitDiffers is the exit code of a comparison that found a difference.
const exitDiffers = 1

// diffFormats are the accepted values of `fcv receipt diff --format`.
var diffFormats = []string{"text", "json"}

const reportArgument = "REPORT is a file written by `fcv check --format json`, or - for standard input."

// newReceiptCommand builds `fcv receipt` and what is below it.
func newReceiptCommand(streams Streams, deps Deps) *cli.Command {
	return &cli.Command{
		Name:  "receipt",
		Usage: "look at, verify and compare the proof receipts of reports",
		Commands: []*cli.Command{
			newReceiptShowCommand(streams, deps),
			newReceiptVerifyCommand(streams, deps),
			newReceiptDiffCommand(streams, deps),
		},
		Action: groupAction(streams),
	}
}

func newReceiptShowCommand(streams Streams, deps Deps) *cli.Command {
	return &cli.Command{
		Name:        "show",
		Usage:       "print what a result was proved under",
		ArgsUsage:   "REPORT",
		Description: reportArgument,
		Action: action(func(_ context.Context, cmd *cli.Command) error {
			if n := cmd.Args().Len(); n != 1 {
				return usagef(`run "fcv receipt show report.json"`, "%s takes one report, got %d", cmd.FullName(), n)
			}
			return runReceiptShow(cmd.Args().First(), streams, deps)
		}),
	}
}

func runReceiptShow(path string, streams Streams, deps Deps) error {
	report, err := readReport(path, streams)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := deps.ShowReceipt(&out, report); err != nil {
		return notAReport(path, err)
	}
	return deliver(streams.Out, "", out.Bytes())
}

func newReceiptVerifyCommand(streams Streams, deps Deps) *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "hold a receipt against its report and the files on disk",
		ArgsUsage: "REPORT",
		Description: reportArgument + `

Recomputes the digest and the shape of the receipt, checks that it belongs to
the report, and compares the sources and headers it records with those on
disk. It says that nothing was changed since the report was written, not who
wrote it: a receipt is not signed.

Exit codes: 0 all of it matches, 1 something does not, 2 bad input.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "dir", HideDefault: true, Usage: "root `DIR` of the project (default: the working directory)"},
			&cli.BoolFlag{Name: "digest-only", HideDefault: true, Usage: "leave the files on disk alone"},
		},
		Action: action(func(_ context.Context, cmd *cli.Command) error {
			var p flagParser
			opts := VerifyOptions{Dir: p.text(cmd, "dir"), DigestOnly: cmd.Bool("digest-only")}
			if p.err != nil {
				return p.err
			}
			switch n := cmd.Args().Len(); {
			case n != 1:
				return usagef(`run "fcv receipt verify report.json"`, "%s takes one report, got %d", cmd.FullName(), n)
			case opts.DigestOnly && opts.Dir != "":
				return usagef("leave one of them out", "--dir has no meaning with --digest-only")
			case opts.Dir != "" && !isDirectory(opts.Dir):
				return usagef("", "--dir: %s is no directory", opts.Dir)
			case opts.Dir == "":
				opts.Dir = "."
			}
			return runReceiptVerify(cmd.Args().First(), opts, streams, deps)
		}),
	}
}

func runReceiptVerify(path string, opts VerifyOptions, streams Streams, deps Deps) error {
	report, err := readReport(path, streams)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	matches, err := deps.VerifyReceipt(&out, report, opts)
	if err != nil {
		return notAReport(path, err)
	}
	if err := deliver(streams.Out, "", out.Bytes()); err != nil || matches {
		return err
	}
	return silent(exitDiffers)
}

func newReceiptDiffCommand(streams Streams, deps Deps) *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "say how two results differ, and whether they are comparable",
		ArgsUsage: "REPORT REPORT",
		Description: `Both are files written by "fcv check --format json"; one may be - for standard
input. Goals that became much slower are told when both were written with
--timings.

Exit codes: 0 the receipts match, 1 they differ, 2 bad input.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", HideDefault: true, Usage: "`NAME` of the format: " + alternatives(diffFormats) + " (default: text)"},
		},
		Action: action(func(_ context.Context, cmd *cli.Command) error {
			var p flagParser
			format := p.choice(cmd, "format", diffFormats, "text")
			if p.err != nil {
				return p.err
			}
			args := cmd.Args().Slice()
			switch {
			case len(args) != 2:
				return usagef(`run "fcv receipt diff before.json after.json"`, "%s takes two reports, got %d", cmd.FullName(), len(args))
			case args[0] == "-" && args[1] == "-":
				return usagef("give a file for one of them", "only one report can come from standard input")
			}
			return runReceiptDiff(args[0], args[1], format, streams, deps)
		}),
	}
}

func runReceiptDiff(a, b, format string, streams Streams, deps Deps) error {
	var docs [2][]byte
	for i, path := range []string{a, b} {
		var err error
		if docs[i], err = readReport(path, streams); err != nil {
			return err
		}
		if err := deps.CheckReceipt(docs[i]); err != nil {
			return notAReport(path, err)
		}
	}
	var out bytes.Buffer
	same, err := deps.DiffReceipts(&out, docs[0], docs[1], format)
	if err != nil {
		return err
	}
	if err := deliver(streams.Out, "", out.Bytes()); err != nil || same {
		return err
	}
	return silent(exitDiffers)
}

// notAReport is a report that cannot be used.
func notAReport(path string, err error) error {
	return usagef("a report is what \"fcv check --format json\" prints; \"fcv receipt verify\" says what is wrong with one", "%s: %w", path, err)
}

// readReport reads a report from a file, or from standard input for "-".
func readReport(path string, streams Streams) ([]byte, error) {
	if path == "-" {
		data, err := io.ReadAll(streams.In)
		if err != nil {
			return nil, usagef("", "reading standard input: %w", err)
		}
		return data, nil
	}
	if err := readableFile("", path); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, usagef("", "%s: cannot be read: %w", path, cause(err))
	}
	return data, nil
}
