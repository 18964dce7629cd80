package cli

import (
	"bytes"
	"context"
	"fmt"

	"github.com/urfave/cli/v3"
)

// newExplainCommand builds `fcv explain`.
func newExplainCommand(streams Streams, deps Deps) *cli.Command {
	return &cli.Command{
		Name:        "explain",
		Usage:       "explain a code of the report, or list all codes",
		ArgsUsage:   "[CODE...]",
		Description: "Without a code it lists all of them with one line each.",
		Action: action(func(_ context.Context, cmd *cli.Command) error {
			return runExplain(cmd.Args().Slice(), streams, deps)
		}),
	}
}

func runExplain(codes []string, streams Streams, deps Deps) error {
	var out bytes.Buffer
	if len(codes) == 0 {
		for _, c := range deps.Codes() {
			fmt.Fprintf(&out, "%-34s %s\n", c.Name, c.Meaning)
		}
	}
	for i, code := range codes {
		if i > 0 {
			out.WriteString("\n")
		}
		if err := deps.Explain(&out, code); err != nil {
			return usagef("", "%w", err)
		}
	}
	return deliver(streams.Out, "", out.Bytes())
}
