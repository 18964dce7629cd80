package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v3"

	"fcv/check"
	"fcv/internal/term"
)

// checkOptions is one `fcv check`, validated.
type checkOptions struct {
	request check.Request

	stdin           bool   // the source comes from standard input
	format          string // one of Deps.Formats
	output          string // file for the report; "": standard output
	requireComplete bool   // an incomplete check is exit code 1
	showTrust       bool   // all of the trust base, in formats that cut it
	quiet           bool   // nothing on Err but errors
	color           string // "auto", "always", "never"
	notes           []string
}

const checkDescription = `Loads the C files, runs EVA and WP, and prints a report: the verdict, and
every gap that keeps it from being "proved". The result goes to standard
output (or to --output), progress and errors to standard error.

Give "-" instead of files to read C text from standard input. Flags may stand
before or after the files; -Idir, -DNAME=1 and -UNAME may be written in one
word, as for a compiler. Words after "--" are files.

  fcv check src/queue.c -Iinclude --function push,pop
  fcv check --compile-commands build/compile_commands.json --require-complete

Exit codes: 0 the check ran, 1 it is incomplete and --require-complete was
given, 2 bad input, 3 Frama-C, a prover or a tool is missing, 130 interrupted.`

// newCheckCommand builds `fcv check`. Values are read as text and parsed by
// checkOptionsFrom, because the library's messages do not name what it accepts.
func newCheckCommand(streams Streams, deps Deps) *cli.Command {
	// The word in backquotes stands for the value in the help.
	text := func(name, usage string, aliases ...string) cli.Flag {
		return &cli.StringFlag{Name: name, Aliases: aliases, Usage: usage, HideDefault: true}
	}
	list := func(name, usage string) cli.Flag {
		return &cli.StringSliceFlag{Name: name, Usage: usage, HideDefault: true}
	}
	var flags []cli.Flag
	group := func(category string, members ...cli.Flag) {
		for _, f := range members {
			f.(cli.CategorizableFlag).SetCategory(category)
		}
		flags = append(flags, members...)
	}
	group("Input",
		list("I", "search included files in `DIR`"),
		list("D", "define the macro `NAME[=VALUE]`"),
		list("U", "undefine the macro `NAME`"),
		list("force-include", "include `HEADER` before each file"),
		text("machdep", "target `MACHINE`, as Frama-C names it"),
		text("compile-commands", "take files and preprocessor flags from `FILE`, a compile_commands.json"),
	)
	group("Proof",
		list("function", "check only the functions `NAME,...`"),
		list("entry", "where EVA starts: main, all or functions `NAME,...` (default: main, and what it leaves out)"),
		list("want", "analyses to run, a `LIST` of eva and wp (default: eva,wp)"),
		&cli.BoolWithInverseFlag{Name: "rte", Value: true, HideDefault: true,
			Usage: "guard against run-time errors (default: on)"},
		text("profile", "`EFFORT`: "+alternatives(profiles)+" (default: default)"),
		text("precision", "EVA's precision `N`, 0 to 11 (default: the profile's)"),
		text("slevel", "EVA keeps up to `N` states apart at a statement (default: the profile's)"),
		list("provers", "use the provers `NAME,...`, for example z3,cvc4 (default: all that work)"),
		text("timeout", "give each prover `SECONDS` for a goal (default: the profile's)"),
		text("par", "run `N` proofs at a time (default: the number of cores)"),
		text("model", "WP's memory `MODEL` (default: Typed+nocast)"),
		list("prop", "prove only the properties `NAMES`, as for -wp-prop of Frama-C; write --prop=-@ensures"),
		list("frama-c-arg", "one more `WORD` for Frama-C's command line, verbatim"),
	)
	group("Report",
		text("format", "`NAME` of the format: "+alternatives(deps.Formats)+" (default: text)"),
		text("detail", "`LEVEL` of the tables: "+alternatives(details)+" (default: summary)"),
		&cli.BoolFlag{Name: "show-trust", HideDefault: true, Usage: "print all that even a proof rests on, in the text format"},
		&cli.BoolFlag{Name: "timings", HideDefault: true, Usage: "say where the time went, by phase and by goal"},
		text("output", "write the report to `FILE`, all of it or nothing", "o"),
		&cli.BoolFlag{Name: "require-complete", HideDefault: true, Usage: "exit with 1 unless everything is proved"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, HideDefault: true, Usage: "no progress and no notes on standard error"},
		text("color", "`WHEN` to colour the text format: "+alternatives(colors)+" (default: auto)"),
	)
	return &cli.Command{
		Name:        "check",
		Usage:       "verify C files and report what is not proved",
		ArgsUsage:   "FILE... | -",
		Description: checkDescription,
		Flags:       flags,
		// Values such as -DF=a,b are one value; lists are split where they
		// are lists.
		DisableSliceFlagSeparator: true,
		Action: action(func(ctx context.Context, cmd *cli.Command) error {
			opts, err := checkOptionsFrom(cmd, deps)
			if err != nil {
				return err
			}
			return runCheck(ctx, opts, streams, deps)
		}),
	}
}

// runCheck runs the pipeline and writes the report. Nothing is written when
// the run was interrupted or failed.
func runCheck(ctx context.Context, opts checkOptions, streams Streams, deps Deps) error {
	if opts.stdin {
		source, err := readSource(ctx, opts, streams)
		if err != nil {
			return err
		}
		opts.request.Source = &source
	}
	progress := term.NewProgress(term.ProgressOptions{
		Out:   progressOutput(opts, streams),
		Live:  streams.ErrTerminal && !streams.plain(),
		Width: streams.ErrWidth,
		Now:   streams.Now,
	})
	for _, note := range opts.notes {
		progress.Note("fcv: note: " + note)
	}
	result, err := deps.Check(ctx, opts.request, CheckEnv{
		Observer: observe(progress),
		Warn:     func(line string) { progress.Note("fcv: warning: " + line) },
	})
	progress.Close()
	// A report made while everything was being stopped is not worth trusting.
	if ctx.Err() != nil {
		return interrupted()
	}
	if err != nil {
		return err
	}
	if result == nil || result.Proved && (result.Gaps > 0 || result.ReloadFailed || result.ToolFailed) {
		return errors.New("the verdict contradicts the report")
	}
	var report bytes.Buffer
	if err := result.Render(&report, opts.format, RenderOptions{
		Color: streams.color(opts.color, opts.output != ""),
		All:   opts.request.Detail == "full",
		Trust: opts.showTrust,
	}); err != nil {
		return fmt.Errorf("rendering the report as %s: %w", opts.format, err)
	}
	if err := deliver(streams.Out, opts.output, report.Bytes()); err != nil {
		return err
	}
	if opts.output != "" && !opts.quiet {
		fmt.Fprintf(streams.Err, "fcv: %s, report written to %s\n", verdict(result), opts.output)
	}
	return checkOutcome(opts, result)
}

// checkOutcome is the exit code of a check that has its report. Sources that
// could not be loaded are bad input, although there is a report about them,
// and a Frama-C that did not work is no statement about the sources.
func checkOutcome(opts checkOptions, result *Result) error {
	switch {
	case result.Proved:
		return nil
	case result.ToolFailed:
		return silent(ExitTool)
	case opts.requireComplete:
		return silent(ExitIncomplete)
	case result.ReloadFailed:
		return silent(ExitUsage)
	default:
		return nil
	}
}

// verdict is the one-line summary for a person who sent the report to a file.
func verdict(r *Result) string {
	switch {
	case r.Proved:
		return "proved"
	case r.ToolFailed:
		return "incomplete (Frama-C did not work)"
	case r.ReloadFailed:
		return "incomplete (the sources could not be loaded)"
	case r.Gaps == 1:
		return "incomplete (1 gap)"
	default:
		return fmt.Sprintf("incomplete (%d gaps)", r.Gaps)
	}
}

// maxSource bounds inline source; the preprocessed Linux kernel has files of
// some megabytes, so this is no limit for C anyone wrote.
const maxSource = 64 << 20

// readSource reads standard input. The read itself cannot be interrupted, so
// it is left behind when ctx ends.
func readSource(ctx context.Context, opts checkOptions, streams Streams) (string, error) {
	if streams.InTerminal && !opts.quiet {
		fmt.Fprintln(streams.Err, "fcv: reading C from standard input, end with Ctrl-D")
	}
	type outcome struct {
		data []byte
		err  error
	}
	read := make(chan outcome, 1)
	go func() {
		data, err := io.ReadAll(io.LimitReader(streams.In, maxSource+1))
		read <- outcome{data, err}
	}()
	select {
	case <-ctx.Done():
		return "", interrupted()
	case got := <-read:
		switch {
		case got.err != nil:
			return "", usagef("", "reading standard input: %w", got.err)
		case len(got.data) > maxSource:
			return "", usagef("write the source to a file and name it", "standard input is larger than %d MiB", maxSource>>20)
		case len(bytes.TrimSpace(got.data)) == 0:
			return "", usagef("pipe C text into fcv, or name files instead of \"-\"", "standard input is empty")
		}
		return string(got.data), nil
	}
}
