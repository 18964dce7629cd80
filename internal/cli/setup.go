package cli

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"

	"fcv/internal/setup"
	"fcv/internal/term"
)

// setupOptions is one `fcv setup`.
type setupOptions struct {
	yes     bool // do not ask
	check   bool // only report
	verbose bool // show all that the package manager prints
}

const setupDescription = `On Debian and Ubuntu it installs what is missing with apt; elsewhere it prints
the commands to type and exits with 3. Then it compiles the plug-in for the
Frama-C it found and tries each prover. When nothing is missing it changes
nothing and needs no network.`

// newSetupCommand builds `fcv setup`.
func newSetupCommand(streams Streams, deps Deps) *cli.Command {
	return &cli.Command{
		Name:        "setup",
		Usage:       "install what is missing to verify C",
		Description: setupDescription,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "yes", Aliases: []string{"y"}, HideDefault: true, Usage: "install without asking"},
			&cli.BoolFlag{Name: "check", HideDefault: true, Usage: "only say what is there and what is missing (exit code 3)"},
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, HideDefault: true, Usage: "show all output of the installation"},
		},
		Action: action(func(ctx context.Context, cmd *cli.Command) error {
			if err := noArguments(cmd); err != nil {
				return err
			}
			return runSetup(ctx, setupOptions{
				yes: cmd.Bool("yes"), check: cmd.Bool("check"), verbose: cmd.Bool("verbose"),
			}, streams, deps)
		}),
	}
}

func runSetup(ctx context.Context, opts setupOptions, streams Streams, deps Deps) error {
	state := setup.Inspect(ctx, deps.Host)
	if opts.check {
		return reportState(streams, state)
	}
	if len(state.Missing()) > 0 {
		if err := install(ctx, opts, streams, deps, state); err != nil {
			return err
		}
	}
	ready, err := setup.Prepare(ctx, deps.Host, deps.Tools)
	if ctx.Err() != nil {
		return interrupted()
	}
	if err != nil {
		return asTool(err, `"fcv doctor" shows each part`)
	}
	for _, p := range ready.Provers {
		if p.Err != nil {
			fmt.Fprintf(streams.Err, "fcv: warning: %v\n", p.Err)
		}
	}
	for _, line := range ready.Warnings {
		fmt.Fprintf(streams.Err, "fcv: warning: %s\n", line)
	}
	for _, program := range ready.Untold {
		fmt.Fprintf(streams.Err, "fcv: note: %s is installed, but Why3 does not know it: run \"why3 config detect\"\n", program)
	}
	working := ready.Working()
	if len(working) == 0 {
		return toolf("install z3, cvc4, cvc5 or alt-ergo, then run \"fcv setup\" again", "Why3 has no prover that works")
	}
	fmt.Fprintf(streams.Err, "fcv: ready: Frama-C %s, provers %s\n", ready.FramaC.Version, strings.Join(working, ", "))
	return nil
}

// reportState is --check.
func reportState(streams Streams, state setup.State) error {
	var out bytes.Buffer
	if err := state.Describe(&out); err != nil {
		return err
	}
	if err := deliver(streams.Out, "", out.Bytes()); err != nil {
		return err
	}
	if missing := state.Missing(); len(missing) > 0 {
		return toolf(`run "fcv setup"`, "missing: %s", names(missing))
	}
	return nil
}

// install asks when there is somebody to ask, and runs apt.
func install(ctx context.Context, opts setupOptions, streams Streams, deps Deps, state setup.State) error {
	missing := names(state.Missing())
	if !state.System.Apt {
		return toolf("type these, then run \"fcv setup\" again:\n"+setup.Manual(state.System),
			"missing: %s; fcv installs nothing on %s", missing, state.System.Name)
	}
	commands, err := setup.Commands(deps.Host, streams.InTerminal)
	if err != nil {
		return toolf("type as root:\n"+setup.ByHand(), "missing: %s; %w", missing, err)
	}
	fmt.Fprintf(streams.Err, "fcv: missing: %s\n", missing)
	for _, words := range commands {
		fmt.Fprintf(streams.Err, "  %s\n", strings.Join(words, " "))
	}
	if !opts.yes {
		if !streams.InTerminal {
			return toolf(`run "fcv setup --yes" to install without a question`, "nothing was installed: there is nobody to ask")
		}
		yes, err := confirm(ctx, streams, "Run these commands?")
		if err != nil {
			return err
		}
		if !yes {
			return toolf("", "nothing was installed")
		}
	}
	err = withOutput(opts, streams, "installing packages", func(out io.Writer) error {
		return setup.Install(ctx, deps.Host, commands, out)
	})
	if ctx.Err() != nil {
		return interrupted()
	}
	if err != nil {
		return asTool(err, "see whether the network and the package sources work (on Ubuntu: \"universe\" must be enabled),\nor install with opam:\n"+setup.Manual(state.System))
	}
	if still := setup.Inspect(ctx, deps.Host).Missing(); len(still) > 0 {
		return toolf("see what is first on PATH: the packages are installed", "still missing after the installation: %s", names(still))
	}
	return nil
}

// withOutput runs work whose output only interests people when it fails:
// unless they asked for all of it, they see its last line as progress.
func withOutput(opts setupOptions, streams Streams, what string, work func(io.Writer) error) error {
	if opts.verbose {
		return work(streams.Err)
	}
	live := streams.ErrTerminal && !streams.plain()
	progress := term.NewProgress(term.ProgressOptions{Out: streams.Err, Live: live, Width: streams.ErrWidth, Now: streams.Now})
	defer progress.Close()
	return work(&lastLine{show: func(line string) {
		progress.Update(term.Phase{Name: what, Detail: line})
	}})
}

// lastLine shows the latest full line written to it.
type lastLine struct {
	show    func(string)
	partial []byte
}

func (l *lastLine) Write(p []byte) (int, error) {
	l.partial = append(l.partial, p...)
	if end := bytes.LastIndexByte(l.partial, '\n'); end >= 0 {
		full := bytes.TrimSpace(l.partial[:end])
		l.partial = append([]byte{}, l.partial[end+1:]...)
		if line := full[bytes.LastIndexByte(full, '\n')+1:]; len(line) > 0 {
			l.show(string(line))
		}
	}
	return len(p), nil
}

// confirm asks a question whose answer is yes when Enter is pressed. The read
// cannot be interrupted, so it is left behind when ctx ends.
func confirm(ctx context.Context, streams Streams, question string) (bool, error) {
	fmt.Fprintf(streams.Err, "%s [Y/n] ", question)
	answer := make(chan bool, 1)
	go func() {
		line, err := bufio.NewReader(streams.In).ReadString('\n')
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "":
			answer <- err == nil // the end of input is no answer
		case "y", "yes":
			answer <- true
		default:
			answer <- false
		}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(streams.Err)
		return false, interrupted()
	case yes := <-answer:
		return yes, nil
	}
}

// asTool keeps the exit code of an error that has one and makes any other a
// tool that does not work.
func asTool(err error, hint string) error {
	if exitCode(err) != ExitInternal {
		return err
	}
	return toolf(hint, "%w", err)
}

func names(needs []setup.Need) string {
	var words []string
	for _, n := range needs {
		words = append(words, n.Name)
	}
	return strings.Join(words, ", ")
}
