package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"fcv/check"
)

// The accepted values of flags that name one of a few things.
var (
	profiles = []string{"fast", "default", "deep"}
	details  = []string{"summary", "full"}
	colors   = []string{"auto", "always", "never"}
	analyses = []string{"eva", "wp"}
)

// checkOptionsFrom reads and validates the command line of `fcv check`, so
// that nothing is started for input that cannot work. The first mistake wins.
// Names that only the installed programs know (machines, provers, functions)
// are left to the pipeline.
func checkOptionsFrom(cmd *cli.Command, deps Deps) (checkOptions, error) {
	var (
		p    flagParser
		opts checkOptions
		req  = &opts.request
	)
	opts.requireComplete = cmd.Bool("require-complete")
	opts.showTrust = cmd.Bool("show-trust")
	opts.quiet = cmd.Bool("quiet")
	opts.color = p.choice(cmd, "color", colors, "auto")
	opts.format = p.choice(cmd, "format", deps.Formats, "text")
	opts.output = p.text(cmd, "output")
	if opts.output == "-" {
		opts.output = ""
	}

	req.IncludePaths = p.each(cmd, "I", includePath)
	req.Defines = p.each(cmd, "D", define)
	req.Undefines = p.each(cmd, "U", undefine)
	req.ForceIncludes = p.each(cmd, "force-include", forceInclude)
	req.Machdep = p.text(cmd, "machdep")
	req.CompileCommands = p.text(cmd, "compile-commands")

	req.Functions = p.names(cmd, "function")
	req.Want = p.choices(cmd, "want", analyses)
	req.NoRTE = !cmd.Bool("rte")
	req.Profile = p.choice(cmd, "profile", profiles, "default")
	req.Precision = p.number(cmd, "precision", "", 0, 11)
	req.Slevel = p.number(cmd, "slevel", "", 0, 1_000_000)
	req.Timeout = valueOr(p.number(cmd, "timeout", " of seconds", 1, 86_400), 0)
	req.Par = valueOr(p.number(cmd, "par", "", 1, 1024), 0)
	req.Provers = p.list(cmd, "provers")
	req.Model = p.text(cmd, "model")
	req.Props = p.list(cmd, "prop")
	req.FramaC = p.each(cmd, "frama-c-arg", framaCArg)
	req.Entries = p.names(cmd, "entry")
	req.Detail = p.choice(cmd, "detail", details, "summary")
	req.Timings = cmd.Bool("timings")
	if p.err != nil {
		return opts, p.err
	}
	if err := checkModel(req.Model); err != nil {
		return opts, err
	}
	if err := checkEntries(*req); err != nil {
		return opts, err
	}
	if err := opts.takeFiles(cmd); err != nil {
		return opts, err
	}
	return opts, opts.checkPaths()
}

// checkEntries refuses entries that cannot mean anything.
func checkEntries(req check.Request) error {
	switch {
	case len(req.Entries) == 0:
		return nil
	case !req.Wants("eva"):
		return usagef("leave --entry out, or add eva to --want", "--entry has no meaning without EVA")
	case len(req.Entries) > 1 && slices.Contains(req.Entries, "all"):
		return usagef("accepted values: main, all, or names of functions", "--entry: all cannot be combined with others")
	}
	return nil
}

// takeFiles sorts the positional words into files and "-". A file named twice
// is loaded once: Frama-C would link it against itself.
func (o *checkOptions) takeFiles(cmd *cli.Command) error {
	seen := map[string]bool{}
	for _, word := range cmd.Args().Slice() {
		switch {
		case word == "":
			return usagef("a shell variable may be empty", "a file name is empty")
		case word == "-":
			o.stdin = true
		case strings.HasPrefix(word, "-"):
			return unknownFlag(cmd, word)
		case hasControl(word):
			return usagef("rename the file", "file name %q has control characters in it", word)
		case seen[filepath.Clean(word)]:
			o.notes = append(o.notes, word+" is named twice, loading it once")
		default:
			seen[filepath.Clean(word)] = true
			o.request.Files = append(o.request.Files, word)
		}
	}
	files := len(o.request.Files)
	switch {
	case o.stdin && files > 0:
		return usagef(`give either "-" or files`, `standard input ("-") cannot be checked together with files`)
	case o.stdin && o.request.CompileCommands != "":
		return usagef("", `standard input ("-") cannot be checked together with --compile-commands`)
	case !o.stdin && files == 0 && o.request.CompileCommands == "":
		return usagef(`name C files, "-" for standard input, or give --compile-commands`, "nothing to check")
	}
	return nil
}

// checkPaths looks at every file of the command line before anything runs.
func (o *checkOptions) checkPaths() error {
	for _, file := range o.request.Files {
		if err := readableFile("", file); err != nil {
			return err
		}
	}
	if file := o.request.CompileCommands; file != "" {
		if err := readableFile("--compile-commands: ", file); err != nil {
			return err
		}
	}
	for _, dir := range o.request.IncludePaths {
		if !isDirectory(dir) {
			o.notes = append(o.notes, "-I "+dir+" is no directory")
		}
	}
	if o.output == "" {
		return nil
	}
	return writableTarget(o.output)
}

func valueOr(n *int, otherwise int) int {
	if n == nil {
		return otherwise
	}
	return *n
}
