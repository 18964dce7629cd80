package cli

import (
	"bytes"
	"context"
	"io"
	"os"

	"github.com/urfave/cli/v3"
)

// newReceiptCommand builds `fcv receipt` and what is below it.
func newReceiptCommand(streams Streams, deps Deps) *cli.Command {
	return &cli.Command{
		Name:  "receipt",
		Usage: "look at the proof receipt of a report",
		Commands: []*cli.Command{{
			Name:        "show",
			Usage:       "print what a result was proved under",
			ArgsUsage:   "REPORT",
			Description: "REPORT is a file written by `fcv check --format json`, or - for standard input.",
			Action: action(func(_ context.Context, cmd *cli.Command) error {
				if n := cmd.Args().Len(); n != 1 {
					return usagef(`run "fcv receipt show report.json"`, "%s takes one report, got %d", cmd.FullName(), n)
				}
				return runReceiptShow(cmd.Args().First(), streams, deps)
			}),
		}},
		Action: groupAction(streams),
	}
}

func runReceiptShow(path string, streams Streams, deps Deps) error {
	report, err := readReport(path, streams)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := deps.ShowReceipt(&out, report); err != nil {
		return usagef("a report is what \"fcv check --format json\" prints", "%s: %w", path, err)
	}
	return deliver(streams.Out, "", out.Bytes())
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
