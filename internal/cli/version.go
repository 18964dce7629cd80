package cli

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/urfave/cli/v3"
)

// newVersionCommand builds `fcv version`.
func newVersionCommand(streams Streams, deps Deps) *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version of fcv",
		Action: action(func(_ context.Context, cmd *cli.Command) error {
			if err := noArguments(cmd); err != nil {
				return err
			}
			return deliver(streams.Out, "", fmt.Appendf(nil, "fcv %s\n", deps.Version))
		}),
	}
}

// buildVersion is what the Go tool stamped into this binary: a version or, for
// a build from a working tree, its commit.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	return version + " " + info.GoVersion
}
