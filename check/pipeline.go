package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"fcv/framac"
	"fcv/receipt"
)

// Env is the surroundings of a check.
type Env struct {
	CacheDir string       // where the plug-in and inline source are kept; "": the user's cache
	Observer Observer     // nil: nobody waits
	Warn     func(string) // nil: nobody listens; one line each
}

func (e Env) warn(line string) {
	if e.Warn != nil {
		e.Warn(line)
	}
}

func (e Env) observe(ev Event) {
	if e.Observer != nil {
		e.Observer(ev)
	}
}

// Run carries out one check: it loads the program, runs EVA and WP, brings
// their verdicts together, judges them and returns the finished report.
//
// A report comes back whenever there was something to load, also when loading
// or an analysis failed. An error and no report comes back when the check
// could not start: an *InputError for a request that cannot be carried out, a
// *framac.MissingError, *framac.PluginError or *framac.ProverError for a
// tool that is missing or unusable, the context's error when it was cancelled.
func Run(ctx context.Context, req Request, env Env) (*Report, error) {
	if env.CacheDir == "" {
		dir, err := defaultCacheDir()
		if err != nil {
			return nil, err
		}
		env.CacheDir = dir
	}
	if err := tempDirUsable(); err != nil {
		return nil, err
	}
	env.observe(Event{Phase: "load"})
	clock := newStopwatch(req.Timings, time.Now)
	started := clock.phase(phaseStart)
	tools, err := prepare(ctx, req, env)
	if err != nil {
		return nil, err
	}
	defer tools.inst.Close()
	src, err := resolveSources(req, env.CacheDir, tools.inst.SharePath)
	if err != nil {
		return nil, err
	}
	settings, err := resolveSettings(req, tools.provers, runtime.NumCPU())
	if err != nil {
		return nil, err
	}
	started()
	r := &run{req: req, env: env, tools: tools, src: src, clock: clock}
	r.evidence.Request, r.evidence.Settings, r.evidence.NotHonoured = req, settings, src.notHonoured
	if r.hashes, err = src.hashFiles(src.paths()); err != nil {
		return nil, &InputError{Message: err.Error()}
	}
	if err := r.gather(ctx); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	r.nameInline()
	env.observe(Event{Phase: "judge"})
	report, err := r.report()
	if err != nil {
		return nil, err
	}
	report.Timings = clock.timings(r.evidence.Goals)
	return report, nil
}

func defaultCacheDir() (string, error) {
	dir, err := framac.Env{}.Cache()
	if err != nil {
		return "", &InputError{Message: err.Error(), Advice: "set FCV_CACHE_DIR or HOME"}
	}
	return dir, nil
}

// tempDirUsable says early what gcc, OCaml and Why3 would each say in their own
// words, and none of them by name.
func tempDirUsable() error {
	dir := os.TempDir()
	if filepath.IsAbs(dir) && unix.Access(dir, unix.W_OK|unix.X_OK) == nil {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return nil
		}
	}
	return &InputError{
		Message: fmt.Sprintf("temporary files would go to %q, which is no directory that can be written", dir),
		Advice:  "set TMPDIR to the absolute path of one",
	}
}

// tools is what the check runs with.
type tools struct {
	inst    *framac.Installation
	plugin  framac.Plugin
	provers []framac.Prover
}

func prepare(ctx context.Context, req Request, env Env) (tools, error) {
	inst, err := framac.Find(ctx, framac.Env{CacheDir: env.CacheDir})
	if err != nil {
		return tools{}, err
	}
	t := tools{inst: inst}
	if req.Machdep != "" && !slices.Contains(inst.Machdeps, req.Machdep) {
		return tools{}, &InputError{
			Message: fmt.Sprintf("unknown machdep %q", req.Machdep),
			Advice:  fmt.Sprintf("Frama-C %s knows %s", inst.Version, strings.Join(inst.Machdeps, ", ")),
		}
	}
	if req.Wants("wp") {
		if t.provers, err = framac.ResolveProvers(inst, req.Provers); err != nil {
			return tools{}, err
		}
	}
	if t.plugin, err = framac.EnsurePlugin(ctx, inst, env.CacheDir); err != nil {
		return tools{}, err
	}
	for _, w := range inst.Warnings {
		env.warn(w)
	}
	return t, nil
}

// run is one check under way.
type run struct {
	req      Request
	env      Env
	tools    tools
	src      *sources
	clock    *stopwatch
	evidence Evidence
	hashes   []receipt.File // the sources as they were before anything read them
	entries  []string       // where EVA starts, when the request says so; empty: see entryPoints

	loadError   *LoadError
	broughtOver bool            // EVA's verdicts are in the process that judges
	program     *framac.Program // of the session that judges
}

// gather fills the evidence. It returns an error only when the check could not
// start, was cancelled, or when fcv itself is at fault; whatever goes wrong with
// an analysis becomes part of the evidence.
func (r *run) gather(ctx context.Context) error {
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	var eva *analyst
	var evaErr error
	scopeKnown, evaDone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(evaDone)
		eva, evaErr = r.runEva(ctx, scopeKnown)
	}()
	defer func() {
		cancel()
		<-evaDone
		if eva != nil {
			eva.Close()
		}
	}()
	scanned := r.startScan(ctx)
	provers := r.startProverCheck(ctx)
	defer func() {
		cancel()
		<-provers // no prover outlives the check
	}()
	judge, err := r.open(ctx, wpArgs(r.req, r.evidence.Settings))
	if err != nil {
		return r.couldNotLoad(outer, err)
	}
	defer judge.Close()
	if err := judge.load(ctx); err != nil {
		return r.couldNotLoad(outer, err)
	}
	if err := r.readProgram(ctx, judge, scanned); err != nil {
		return r.couldNotLoad(outer, err)
	}
	if err := r.resolveScope(); err != nil {
		return err
	}
	if err := r.resolveEntries(); err != nil {
		return err
	}
	if err := <-provers; err != nil {
		return cmp.Or(context.Cause(outer), err)
	}
	close(scopeKnown)
	wpErr := r.prove(ctx, judge, evaDone)
	<-evaDone
	if outer.Err() != nil {
		return context.Cause(outer)
	}
	if evaErr != nil {
		r.evidence.EvaErr = oneLine(evaErr)
	}
	if wpErr != nil {
		r.evidence.WpErr = oneLine(wpErr)
	}
	r.consolidate(ctx, judge)
	r.collectMessages(ctx, judge, eva)
	r.readBack(ctx, judge, eva)
	if outer.Err() != nil {
		return context.Cause(outer)
	}
	return nil
}

// startProverCheck tries the provers while Frama-C loads the program: WP tells
// a goal that a prover crashed on from one it did not solve only by its words.
// The first broken one, in the order they are used, is what the channel gives.
func (r *run) startProverCheck(ctx context.Context) <-chan error {
	provers := r.evidence.Settings.Provers
	broken := make([]error, len(provers))
	var wg sync.WaitGroup
	for i, p := range provers {
		wg.Go(func() { broken[i] = framac.CheckProver(ctx, r.tools.inst, p) })
	}
	done := make(chan error, 1)
	go func() {
		wg.Wait()
		done <- cmp.Or(broken...)
		close(done)
	}()
	return done
}

// runEva opens the process that runs EVA, loads the program there, waits
// until it is known what the run is about, and analyses. The process is
// returned also on error, when there is one.
func (r *run) runEva(ctx context.Context, scopeKnown <-chan struct{}) (*analyst, error) {
	if !r.req.Wants("eva") {
		return nil, nil
	}
	eva, err := r.open(ctx, evaArgs(r.req, r.evidence.Settings))
	if err != nil {
		return nil, err
	}
	if err := eva.load(ctx); err != nil {
		return eva, err
	}
	program, err := eva.Program(ctx)
	if err != nil {
		return eva, fmt.Errorf("reading the program back: %w", err)
	}
	select {
	case <-scopeKnown:
	case <-ctx.Done():
		return eva, context.Cause(ctx)
	}
	if astDigest(program) != astDigest(*r.program) {
		return eva, errors.New("the two Frama-C processes loaded different programs; a file changed meanwhile")
	}
	return eva, r.analyse(ctx, eva)
}

// couldNotLoad makes a failure to load part of the result, unless the check
// was cancelled.
func (r *run) couldNotLoad(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var failure *loadFailure
	if errors.As(err, &failure) {
		r.loadError = failure.toError(r)
		r.evidence.Messages = slices.DeleteFunc(slices.Clone(failure.messages), func(m framac.Message) bool { return !worthKeeping(m) })
		r.evidence.MessagesRead = true
		return nil
	}
	if refused := wordsRefused(r.req.FramaC, err); refused != nil {
		return refused
	}
	var start *framac.StartError
	if errors.As(err, &start) {
		said := lastLines(start.Output, 3)
		if said == "" {
			said = oneLine(start)
		}
		r.loadError = &LoadError{Kind: "process", Message: "Frama-C could not be started: " + said, Hint: "run `fcv doctor`"}
		return nil
	}
	r.loadError = &LoadError{Kind: "process", Message: oneLine(err), Hint: "run `fcv doctor`"}
	return nil
}
