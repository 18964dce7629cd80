package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"fcv/check"
	"fcv/framac"
	"fcv/internal/setup"
)

// TestMain lets the test binary be fcv with a fake pipeline, for the scripts
// and for the tests that send signals, fcv-real with the real one, and the
// supervisor that the real one starts.
func TestMain(m *testing.M) {
	if code, yes := framac.RunAsSupervisor(); yes {
		os.Exit(code)
	}
	testscript.Main(m, map[string]func(){
		"fcv":      func() { os.Exit(mainWith(fakeDeps())) },
		"fcv-real": func() { os.Exit(mainWith(Wire())) },
	})
}

// mainWith is main of fcv. FAKE_CHECK, FAKE_HOST and FAKE_TOOLS choose what
// fakes do.
func mainWith(deps Deps) int {
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer restore()
	context.AfterFunc(ctx, restore)
	return Main(ctx, os.Args, OSStreams(), deps)
}

func TestScripts(t *testing.T) {
	runScripts(t, "script", func(*testscript.Env) error { return nil })
}

// TestRealScripts need Frama-C; without one they fail.
func TestRealScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out what needs Frama-C")
	}
	cache := t.TempDir()
	runScripts(t, "real", func(env *testscript.Env) error {
		env.Setenv("FCV_CACHE_DIR", cache)
		return nil
	})
}

func runScripts(t *testing.T, dir string, setup func(*testscript.Env) error) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", dir),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("TERM", "dumb")
			stored, err := filepath.Abs("../../check/testdata")
			if err != nil {
				return err
			}
			env.Setenv("STORED", stored) // reports that need no Frama-C to be read
			return setup(env)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit":    assertExit,
			"waitfor": waitForFile,
		},
	})
}

// assertExit is "exit CODE WORD...": the command exits with the code.
// Its output goes to the files stdout.txt and stderr.txt.
func assertExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE COMMAND [ARGUMENT...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var exit interface{ ExitCode() int }
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("running %s: %v", args[1], err)
	}
	ts.Check(os.WriteFile(ts.MkAbs("stdout.txt"), []byte(ts.ReadFile("stdout")), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("stderr.txt"), []byte(ts.ReadFile("stderr")), 0o666))
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("%s: exit code %d, want %s", strings.Join(args[1:], " "), code, args[0])
	}
}

// waitForFile is "waitfor FILE": something else makes the file.
func waitForFile(ts *testscript.TestScript, _ bool, args []string) {
	for {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// fakeDeps are dependencies without Frama-C.
func fakeDeps() Deps {
	return Deps{
		Check:   fakeCheck,
		Formats: []string{"text", "json"},
		Codes: func() []Code {
			return []Code{{"GOAL_NOT_VALID", "a goal is not valid"}, {"ADMITTED", "an admit clause"}}
		},
		Explain: func(w io.Writer, code string) error {
			if code != "ADMITTED" {
				return fmt.Errorf("unknown code %q", code)
			}
			_, err := io.WriteString(w, "ADMITTED: an admit clause\n")
			return err
		},
		ShowReceipt: func(w io.Writer, report []byte) error {
			if !strings.HasPrefix(string(report), "{") {
				return errors.New("no JSON")
			}
			_, err := io.WriteString(w, "receipt shown\n")
			return err
		},
		// These need no Frama-C, so they are the real ones.
		VerifyReceipt: verifyReceipt,
		CheckReceipt:  checkReceipt,
		DiffReceipts:  diffReceipts,
		Host:          fakeHost(os.Getenv("FAKE_HOST")),
		Tools:         fakeTools(os.Getenv("FAKE_TOOLS")),
		Version:       "v0.0.0-test",
	}
}

// fakeCheck behaves as FAKE_CHECK says. The rendered "report" is the request,
// so that scripts see what a command line means.
func fakeCheck(ctx context.Context, req check.Request, env CheckEnv) (*Result, error) {
	render := func(text string) func(io.Writer, string, RenderOptions) error {
		return func(w io.Writer, format string, opts RenderOptions) error {
			_, err := fmt.Fprintf(w, "format=%s color=%v\n%s", format, opts.Color, text)
			if opts.Trust && err == nil {
				_, err = io.WriteString(w, "trust=true\n")
			}
			return err
		}
	}
	env.Observer(check.Event{Phase: "load"})
	env.Warn("a warning")
	switch mode := os.Getenv("FAKE_CHECK"); mode {
	case "", "proved":
		return &Result{Proved: true, Render: render(requestText(req))}, nil
	case "incomplete":
		return &Result{Gaps: 2, Render: render("two gaps\n")}, nil
	case "reload":
		return &Result{Gaps: 1, ReloadFailed: true, Render: render("reload error\n")}, nil
	case "broken":
		return &Result{Gaps: 1, ReloadFailed: true, ToolFailed: true, Render: render("frama-c did not start\n")}, nil
	case "contradiction":
		return &Result{Proved: true, Gaps: 1, Render: render("")}, nil
	case "nothing":
		return nil, nil
	case "usage":
		return nil, usagef("functions are: f, g", "unknown function %q", "h")
	case "tool":
		return nil, toolf(`run "fcv setup"`, "frama-c is not installed")
	case "bug":
		return nil, errors.New("index mismatch")
	case "panic":
		var none []int
		return nil, fmt.Errorf("%d", none[len(req.Files)])
	case "hang", "stubborn":
		if err := os.WriteFile("started", nil, 0o666); err != nil {
			return nil, err
		}
		<-ctx.Done()
		if mode == "stubborn" {
			select {}
		}
		return &Result{Proved: true, Render: render("a report nobody may see\n")}, nil
	default:
		return nil, fmt.Errorf("unknown FAKE_CHECK %q", mode)
	}
}

// requestText is a request, one set field a line.
func requestText(r check.Request) string {
	var b strings.Builder
	line := func(name string, value any) {
		if s := fmt.Sprintf("%q", value); s != "[]" && s != `""` && s != "%!q(bool=false)" && s != `'\x00'` {
			fmt.Fprintf(&b, "%s=%v\n", name, value)
		}
	}
	list := func(name string, values []string) {
		if len(values) > 0 {
			fmt.Fprintf(&b, "%s=%q\n", name, values)
		}
	}
	list("files", r.Files)
	if r.Source != nil {
		line("source", strings.TrimSpace(*r.Source))
	}
	line("compile_commands", r.CompileCommands)
	list("include", r.IncludePaths)
	list("define", r.Defines)
	list("undefine", r.Undefines)
	list("force_include", r.ForceIncludes)
	line("machdep", r.Machdep)
	list("functions", r.Functions)
	list("want", r.Want)
	line("no_rte", r.NoRTE)
	line("profile", r.Profile)
	if r.Precision != nil {
		fmt.Fprintf(&b, "precision=%d\n", *r.Precision)
	}
	if r.Slevel != nil {
		fmt.Fprintf(&b, "slevel=%d\n", *r.Slevel)
	}
	list("provers", r.Provers)
	line("timeout", r.Timeout)
	line("par", r.Par)
	line("model", r.Model)
	list("props", r.Props)
	list("frama_c", r.FramaC)
	list("entries", r.Entries)
	line("detail", r.Detail)
	line("timings", r.Timings)
	return b.String()
}

// fakeHost is a machine that has the programs in the comma list, or all of
// Debian's when the list is "debian"; "nosudo" and "mac" change what it is.
func fakeHost(kind string) setup.Host {
	has := map[string]bool{"apt-get": true, "sudo": true}
	installed := []string{"frama-c", "why3", "gcc", "ocamlopt", "ocamlfind", "z3", "cvc4"}
	host := setup.Host{OS: "linux", Root: kind != "user" && kind != "nosudo"}
	switch kind {
	case "", "ready":
		for _, p := range installed {
			has[p] = true
		}
	case "nosudo":
		has["sudo"] = false
	case "fedora":
		has["apt-get"] = false
	}
	host.LookPath = func(program string) (string, error) {
		_, err := os.Stat("apt-ran")
		if has[program] || err == nil && kind != "useless" {
			return "/usr/bin/" + program, nil
		}
		return "", fmt.Errorf("%s not found", program)
	}
	host.ReadFile = func(string) ([]byte, error) {
		if kind == "fedora" {
			return []byte("ID=fedora\nPRETTY_NAME=\"Fedora Linux 42\"\n"), nil
		}
		return []byte("ID=ubuntu\nID_LIKE=debian\nPRETTY_NAME=\"Ubuntu 24.04\"\n"), nil
	}
	host.Run = func(ctx context.Context, out io.Writer, env []string, args ...string) error {
		line := strings.Join(args, " ")
		switch {
		case args[0] == "ocamlfind":
			for _, name := range args[2:] {
				fmt.Fprintln(out, "/usr/lib/ocaml/"+name)
			}
		case strings.Contains(line, "apt-get"):
			fmt.Fprintf(out, "env %s\n%s\n", env, line)
			if kind == "broken" {
				fmt.Fprintln(out, "E: Unable to locate package frama-c-base")
				return errors.New("exit status 100")
			}
			return os.WriteFile("apt-ran", nil, 0o666)
		default:
			fmt.Fprintln(out, line)
		}
		return nil
	}
	return host
}

// fakeTools have a Frama-C unless FAKE_HOST is one without.
func fakeTools(kind string) setup.Tools {
	return setup.Tools{
		Open: func(context.Context) (setup.Installation, error) {
			if kind == "noframac" {
				return nil, toolf(`run "fcv setup"`, "frama-c was not found")
			}
			return installation(kind), nil
		},
		CacheDir: func() (string, error) { return filepath.Join(os.TempDir(), "no-cache-yet"), nil },
	}
}

// installation is a fake Frama-C; its value says what is wrong with it.
type installation string

func (i installation) FramaC() setup.Program {
	return setup.Program{Path: "/usr/bin/frama-c", Version: "25.0"}
}
func (i installation) Provers() []string  { return []string{"CVC4:1.8", "Z3:4.8.12"} }
func (i installation) Warnings() []string { return nil }
func (i installation) Close() error       { return nil }

func (i installation) EnsurePlugin(context.Context) (string, error) {
	if i == "noplugin" {
		return "", errors.New("compiling the plug-in: no yojson")
	}
	return "/cache/ast_utils.cmxs", nil
}

func (i installation) CheckProver(_ context.Context, name string) error {
	if i == "noprovers" || i == "oneprover" && strings.HasPrefix(name, "Z3") {
		return fmt.Errorf("prover %s does not work: no answer", name)
	}
	return nil
}
