// Package cli is the command line of fcv: flags, exit codes and wiring.
//
// In: the words of the command line, the streams and environment of a
// process, and the rest of the program as functions (Deps). Out: an exit code.
// A result goes to Streams.Out and nothing else does; everything meant for
// people goes to Streams.Err. Nothing here decides a verdict, and nothing here
// ends the process.
//
// Each command is one file: newXCommand describes its flags and runX does the
// work from a struct of options, so that it can be called without flags. An
// error becomes an exit code in one function, exitCode.
package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"
)

// Main runs one command line; args[0] is the name of the program. It returns
// the exit code.
func Main(ctx context.Context, args []string, streams Streams, deps Deps) (code int) {
	defer func() {
		if r := recover(); r != nil {
			err := fmt.Errorf("panic: %v", r)
			if streams.Getenv("FCV_DEBUG") != "" {
				err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
			}
			explain(streams.Err, err)
			code = ExitInternal
		}
	}()
	root := newRoot(streams, deps)
	err := root.Run(ctx, splitGlued(root, args))
	if err == nil {
		return ExitOK
	}
	var failure *Failure
	switch {
	case ctx.Err() != nil:
		// A signal makes whatever was at work fail in its own words; what
		// the person did explains it better.
		err = interrupted()
	case !errors.As(err, &failure):
		err = usagef("", "%w", err) // the library's: actions classify theirs
	}
	explain(streams.Err, err)
	return exitCode(err)
}

// newRoot builds the tree of commands.
func newRoot(streams Streams, deps Deps) *cli.Command {
	root := &cli.Command{
		Name:            "fcv",
		Usage:           "verify C with Frama-C, and say exactly what is not proved",
		Version:         deps.Version,
		HideHelpCommand: true,
		Reader:          streams.In,
		Writer:          streams.Out,
		ErrWriter:       streams.Err,
		// The library would end the process with whatever code an error
		// carries, for example that of a child.
		ExitErrHandler: func(context.Context, *cli.Command, error) {},
		Commands: []*cli.Command{
			newCheckCommand(streams, deps),
			newSetupCommand(streams, deps),
			newDoctorCommand(streams, deps),
			newExplainCommand(streams, deps),
			newReceiptCommand(streams, deps),
			newVersionCommand(streams, deps),
			newHelpCommand(),
		},
		Action: groupAction(streams),
	}
	eachCommand(root, func(c *cli.Command) { c.OnUsageError = onUsageError })
	return root
}

// action adapts the work of a command. An error it did not classify is a bug,
// where one of the library is a mistake on the command line.
func action(run func(ctx context.Context, cmd *cli.Command) error) cli.ActionFunc {
	return func(ctx context.Context, cmd *cli.Command) error {
		err := run(ctx, cmd)
		if err == nil || exitCode(err) != ExitInternal {
			return err
		}
		return &Failure{Code: ExitInternal, Err: err}
	}
}

// groupAction is the action of a command that only has commands below it:
// help was not asked for, so it goes to the people's stream and fails.
func groupAction(streams Streams) cli.ActionFunc {
	return func(ctx context.Context, cmd *cli.Command) error {
		names := commandNames(cmd)
		accepted := "commands are: " + strings.Join(names, ", ")
		word := cmd.Args().First()
		if word == "" {
			return usagef(accepted, "%s needs a command", cmd.FullName())
		}
		if strings.HasPrefix(word, "-") {
			return unknownFlag(cmd, word)
		}
		if near := nearest(word, names); near != "" {
			accepted = fmt.Sprintf("did you mean %q? %s", near, accepted)
		}
		return usagef(accepted, "unknown command %q", cmd.FullName()+" "+word)
	}
}

// onUsageError gives the library's complaints about flags our words and exit
// code, and keeps its help off stdout.
func onUsageError(_ context.Context, cmd *cli.Command, err error, _ bool) error {
	text := err.Error()
	help := fmt.Sprintf("run %q for the accepted flags", cmd.FullName()+" --help")
	if flag, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		return unknownFlag(cmd, flag)
	}
	if flag, ok := strings.CutPrefix(text, "flag needs an argument: "); ok {
		return usagef(help, "%s needs a value", flag)
	}
	return usagef(help, "%s", text)
}

// unknownFlag complains about a flag, with or without its dashes.
func unknownFlag(cmd *cli.Command, word string) error {
	name := strings.TrimLeft(word, "-")
	hint := fmt.Sprintf("run %q for the accepted flags", cmd.FullName()+" --help")
	var names []string
	for _, f := range cmd.Flags {
		names = append(names, f.Names()...)
	}
	if near := nearest(name, names); near != "" {
		hint = fmt.Sprintf("did you mean %s? %s", dashed(near), hint)
	}
	return usagef(hint, "unknown flag %s for %q", dashed(name), cmd.FullName())
}

// dashed writes a flag the way the help does.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func eachCommand(c *cli.Command, visit func(*cli.Command)) {
	visit(c)
	for _, sub := range c.Commands {
		eachCommand(sub, visit)
	}
}

func commandNames(c *cli.Command) []string {
	var names []string
	for _, sub := range c.Commands {
		if !sub.Hidden {
			names = append(names, sub.Name)
		}
	}
	slices.Sort(names)
	return names
}

// newHelpCommand replaces the library's, which answers an unknown name with
// exit code 3.
func newHelpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "show the commands, or the flags of one",
		ArgsUsage: "[COMMAND]",
		Action: action(func(ctx context.Context, cmd *cli.Command) error {
			root, name := cmd.Root(), cmd.Args().First()
			if name == "" {
				return cli.ShowRootCommandHelp(root)
			}
			if root.Command(name) == nil {
				names := commandNames(root)
				return usagef("commands are: "+strings.Join(names, ", "), "unknown command %q", name)
			}
			return cli.ShowCommandHelp(ctx, root, name)
		}),
	}
}
