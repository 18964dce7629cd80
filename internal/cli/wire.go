package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"fcv/check"
	"fcv/framac"
	"fcv/internal/setup"
	"fcv/report"
)

// Wire connects the commands with the rest of the program.
func Wire() Deps {
	return Deps{
		Check:         runPipeline,
		Formats:       report.Names(),
		Codes:         codes,
		Explain:       check.Explain,
		ShowReceipt:   showReceipt,
		VerifyReceipt: verifyReceipt,
		CheckReceipt:  checkReceipt,
		DiffReceipts:  diffReceipts,
		Host:          setup.OSHost(runtime.GOOS, os.Getenv),
		Tools: setup.Tools{
			Open:     openInstallation,
			CacheDir: func() (string, error) { return framac.Env{}.Cache() },
		},
		Version: buildVersion(),
	}
}

// runPipeline is check.Run with its outcome in the words of this package.
func runPipeline(ctx context.Context, req check.Request, env CheckEnv) (*Result, error) {
	r, err := check.Run(ctx, req, check.Env{Observer: env.Observer, Warn: env.Warn})
	if err != nil {
		return nil, classify(err)
	}
	return &Result{
		Proved:       r.Proved(),
		Gaps:         len(r.Incomplete),
		ReloadFailed: r.Reload.Error != nil || !r.Reload.OK,
		ToolFailed:   r.Reload.Error != nil && r.Reload.Error.Kind == "process",
		Render: func(w io.Writer, format string, opts RenderOptions) error {
			renderer, err := report.ByName(format)
			if err != nil {
				return err
			}
			o := report.Options{Color: opts.Color, Trust: opts.Trust}
			if opts.All {
				o.MaxGaps = -1
			}
			return renderer.Render(w, r, o)
		},
	}, nil
}

func codes() []Code {
	var codes []Code
	for _, info := range check.Codes() {
		codes = append(codes, Code{Name: string(info.Code), Meaning: info.Meaning})
	}
	return codes
}

// knownProvers are provers a person may name without having them: asking for
// one that is not installed is a missing tool, any other name a typing error.
var knownProvers = []string{"alt-ergo", "coq", "cvc3", "cvc4", "cvc5", "eprover", "gappa", "vampire", "yices", "z3"}

// classify gives an error of the packages below its exit code. What it does
// not know stays as it is, and counts as a bug.
func classify(err error) error {
	var (
		failure *Failure
		input   *check.InputError
		missing *framac.MissingError
		plugin  *framac.PluginError
		prover  *framac.ProverError
		unknown *framac.UnknownProverError
		start   *framac.StartError
		died    *framac.DiedError
		path    *fs.PathError
	)
	switch {
	case err == nil || errors.As(err, &failure):
		return err
	case errors.As(err, &input):
		return usagef("", "%w", err)
	case errors.As(err, &unknown):
		name, _, _ := strings.Cut(strings.ToLower(unknown.Wanted), ":")
		if slices.Contains(knownProvers, name) {
			return toolf(`install it, or leave --provers out to use what is there; "fcv doctor" lists the provers`, "%w", err)
		}
		return usagef("", "%w", err)
	case errors.As(err, &missing):
		return toolf(missing.Hint, "%w", err)
	case errors.As(err, &prover):
		return toolf(prover.Hint, "%w", err)
	case errors.As(err, &plugin):
		return toolf("", "%w", err)
	case errors.As(err, &start), errors.As(err, &died):
		return toolf(`"fcv doctor" shows whether each part works`, "%w", err)
	case errors.As(err, &path):
		// A file that cannot be read or written, such as the cache.
		hint := ""
		if errors.Is(err, syscall.ENOSPC) {
			hint = "free some space, or set FCV_CACHE_DIR to another directory"
		}
		return usagef(hint, "%w", err)
	default:
		return err
	}
}

// openInstallation finds Frama-C for setup and doctor.
func openInstallation(ctx context.Context) (setup.Installation, error) {
	inst, err := framac.Find(ctx, framac.Env{})
	if err != nil {
		return nil, classify(err)
	}
	// None at all is told apart by the list being empty.
	provers, err := framac.ResolveProvers(inst, nil)
	var missing *framac.MissingError
	if err != nil && !errors.As(err, &missing) {
		return nil, errors.Join(classify(err), inst.Close())
	}
	return &wiredInstallation{inst: inst, provers: provers}, nil
}

// wiredInstallation is a framac.Installation as package setup sees it.
type wiredInstallation struct {
	inst    *framac.Installation
	provers []framac.Prover
}

func (w *wiredInstallation) FramaC() setup.Program {
	return setup.Program{Path: w.inst.FramaC, Version: w.inst.Version}
}

func (w *wiredInstallation) Provers() []string {
	names := []string{}
	for _, p := range w.provers {
		names = append(names, p.ID())
	}
	return names
}

func (w *wiredInstallation) Warnings() []string { return w.inst.Warnings }

func (w *wiredInstallation) Close() error { return w.inst.Close() }

func (w *wiredInstallation) EnsurePlugin(ctx context.Context) (string, error) {
	dir, err := framac.Env{}.Cache()
	if err != nil {
		dir = "" // built in a temporary directory; Find has warned of it
	}
	p, err := framac.EnsurePlugin(ctx, w.inst, dir)
	return p.Path, classify(err)
}

func (w *wiredInstallation) CheckProver(ctx context.Context, name string) error {
	i := slices.IndexFunc(w.provers, func(p framac.Prover) bool { return p.ID() == name })
	if i < 0 {
		return fmt.Errorf("no prover is called %q", name)
	}
	return classify(framac.CheckProver(ctx, w.inst, w.provers[i]))
}
