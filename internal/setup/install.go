package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// packages are what apt installs on Debian and Ubuntu. All are named even when
// only some are missing, so that a half-installed machine ends up the same.
var packages = []string{
	"frama-c-base", "why3", "z3", "cvc4", "ocaml-nox", "ocaml-findlib",
	"libyojson-ocaml-dev", "libzarith-ocaml-dev", "libocamlgraph-ocaml-dev", "libwhy3-ocaml-dev", "gcc",
}

// Commands are what Install runs, as words. Asked is whether a person can
// type a password for sudo.
func Commands(host Host, asked bool) ([][]string, error) {
	// A machine that has just started often holds apt's lock for its own
	// updates.
	apt := []string{"apt-get", "-o", "DPkg::Lock::Timeout=120"}
	if !host.Root {
		if _, err := host.LookPath("sudo"); err != nil {
			return nil, errors.New("installing packages needs root, and there is no sudo")
		}
		// sudo drops the environment, so the variable goes through env.
		prefix := []string{"sudo", "env", "DEBIAN_FRONTEND=noninteractive"}
		if !asked {
			prefix = []string{"sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive"}
		}
		apt = append(prefix, apt...)
	}
	update := append(append([]string{}, apt...), "update")
	install := append(append([]string{}, apt...), "install", "-y", "--no-install-recommends")
	return [][]string{update, append(install, packages...)}, nil
}

// Manual is what a person types on a system without apt.
func Manual(s System) string {
	prover := "install z3 or cvc5 with the package manager of your system"
	if s.OS == "darwin" {
		prover = "brew install z3"
	}
	return `opam install frama-c.30.0 alt-ergo
eval "$(opam env)"
` + prover + `
why3 config detect
fcv setup`
}

// ByHand is the same for Debian and Ubuntu, for people who install themselves.
func ByHand() string {
	return "apt-get update\napt-get install -y --no-install-recommends " + strings.Join(packages, " ")
}

// Install runs the commands. Everything they print goes to out; an error
// carries the last lines of it.
func Install(ctx context.Context, host Host, commands [][]string, out io.Writer) error {
	var updateErr error
	for i, words := range commands {
		last := &tail{}
		err := host.Run(ctx, io.MultiWriter(out, last), []string{"DEBIAN_FRONTEND=noninteractive"}, words...)
		if err == nil {
			continue
		}
		err = fmt.Errorf("running %s: %w\n%s", strings.Join(words, " "), err, last)
		if ctx.Err() == nil && i < len(commands)-1 {
			// One broken source among many makes update fail while
			// everything needed can still be installed.
			updateErr = err
			continue
		}
		return errors.Join(updateErr, err)
	}
	return nil
}

// tailLines is how much of a failed program's output is shown.
const tailLines = 8

// tail keeps the last lines written to it.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if excess := len(t.text) - 16<<10; excess > 0 {
		t.text = append([]byte{}, t.text[excess:]...)
	}
	return len(p), nil
}

// String is the last lines, indented.
func (t *tail) String() string {
	lines := bytes.Split(bytes.TrimSpace(t.text), []byte("\n"))
	lines = lines[max(len(lines)-tailLines, 0):]
	var b strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&b, "    %s\n", bytes.TrimRight(line, "\r"))
	}
	return strings.TrimRight(b.String(), "\n")
}
