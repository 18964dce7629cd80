package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v3"

	"fcv/internal/setup"
)

// doctorSchema names the format of `fcv doctor --json`.
const doctorSchema = "fcv.doctor.v1"

// newDoctorCommand builds `fcv doctor`.
func newDoctorCommand(streams Streams, deps Deps) *cli.Command {
	return &cli.Command{
		Name:        "doctor",
		Usage:       "say what is installed here and whether it works",
		Description: "Looks at Frama-C, Why3, each prover, the plug-in and the cache directory.\nExits with 3 when a check could not run.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", HideDefault: true, Usage: "print JSON (" + doctorSchema + ")"},
		},
		Action: action(func(ctx context.Context, cmd *cli.Command) error {
			if err := noArguments(cmd); err != nil {
				return err
			}
			return runDoctor(ctx, cmd.Bool("json"), streams, deps)
		}),
	}
}

func runDoctor(ctx context.Context, asJSON bool, streams Streams, deps Deps) error {
	d := setup.Diagnose(ctx, deps.Host, deps.Tools)
	if ctx.Err() != nil {
		return interrupted()
	}
	var out bytes.Buffer
	if asJSON {
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(struct {
			Schema  string `json:"schema"`
			Version string `json:"version"`
			setup.Diagnosis
		}{doctorSchema, deps.Version, d}); err != nil {
			return fmt.Errorf("encoding the diagnosis: %w", err)
		}
	} else {
		fmt.Fprintf(&out, "fcv %s\n%s\n\n", deps.Version, d.System)
		for _, f := range d.Findings {
			fmt.Fprintf(&out, "%-8s%s: %s\n", f.Status, f.Name, f.Detail)
			if f.Hint != "" {
				fmt.Fprintf(&out, "        hint: %s\n", f.Hint)
			}
		}
		for _, line := range d.Warnings {
			fmt.Fprintf(&out, "warning: %s\n", line)
		}
	}
	if err := deliver(streams.Out, "", out.Bytes()); err != nil {
		return err
	}
	if !d.OK {
		return silent(ExitTool)
	}
	return nil
}

// noArguments refuses positional words.
func noArguments(cmd *cli.Command) error {
	if word := cmd.Args().First(); cmd.Args().Present() {
		return usagef(fmt.Sprintf("run %q for what it accepts", cmd.FullName()+" --help"),
			"%s takes no argument, got %q", cmd.FullName(), word)
	}
	return nil
}
