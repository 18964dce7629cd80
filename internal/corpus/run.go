package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Outcome is what fcv said about a case. The zero value is a run that gave
// nothing, with which Judge never agrees.
type Outcome struct {
	Exit    int      // exit code
	Report  bool     // standard output was a report
	Verdict string   // of the report; "" without one
	Codes   []string // of its incomplete list, sorted, each once
	Entries int      // length of its incomplete list
	Trouble string   // why there is no report; "" with one
	Stderr  string   // the tail of standard error
}

// stopGrace is how long fcv gets to stop its own children after it was asked
// to end; then it is killed.
const stopGrace = 10 * time.Second

// Run checks one case with the fcv at binary. An error means that the run
// itself did not happen or was cut short by ctx; everything fcv can be blamed
// for is in the Outcome.
func Run(ctx context.Context, binary string, c Case) (Outcome, error) {
	args := append([]string{"check", "--format", "json"}, c.Args...)
	args = append(args, "--")
	args = append(args, c.Files...)
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.Dir, &stdout, &stderr
	// An interrupt lets fcv end the analysers and provers it started.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = stopGrace
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return Outcome{}, fmt.Errorf("checking %s: %w", c.Name, context.Cause(ctx))
	case err != nil && !errors.As(err, &exit):
		return Outcome{}, fmt.Errorf("checking %s: %w", c.Name, err)
	}
	out := readReport(stdout.Bytes())
	out.Exit = cmd.ProcessState.ExitCode()
	out.Stderr = tail(stderr.String(), 8)
	return out, nil
}

// reportSchema is the only format whose verdict counts.
const reportSchema = "frama-c-mcp.check.v2"

// readReport takes the verdict and the codes out of a report. It reads the
// few keys it needs in their exact spelling and takes anything odd as no
// report at all.
func readReport(data []byte) Outcome {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(data, &keys); err != nil {
		return Outcome{Trouble: fmt.Sprintf("standard output is no JSON object (%d bytes): %v", len(data), err)}
	}
	var (
		schema, verdict string
		entries         []struct {
			Code string `json:"code"`
		}
	)
	for key, value := range map[string]any{"schema": &schema, "verdict": &verdict, "incomplete": &entries} {
		raw, ok := keys[key]
		if !ok {
			return Outcome{Trouble: fmt.Sprintf("the report has no %q", key)}
		}
		if err := json.Unmarshal(raw, value); err != nil {
			return Outcome{Trouble: fmt.Sprintf("the report's %q: %v", key, err)}
		}
	}
	if schema != reportSchema {
		return Outcome{Trouble: fmt.Sprintf("the report has schema %q, want %q", schema, reportSchema)}
	}
	if entries == nil {
		return Outcome{Trouble: `the report's "incomplete" is null`}
	}
	out := Outcome{Report: true, Verdict: verdict, Entries: len(entries)}
	for _, e := range entries {
		out.Codes = append(out.Codes, e.Code)
	}
	slices.Sort(out.Codes)
	out.Codes = slices.Compact(out.Codes)
	return out
}

// tail is the last n lines of text that are not blank.
func tail(text string, n int) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, strings.TrimRight(line, "\r\t "))
		}
	}
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
