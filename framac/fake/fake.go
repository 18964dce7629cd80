// Package fake is a scripted Frama-C server for tests: it speaks the real
// socket protocol and replays conversations, recorded ones (Launch.Record of
// package framac) or written by hand, and can misbehave in the ways that a real
// server or a broken one does.
//
// A test binary becomes one by calling RunAsFramaC in TestMain and being
// started again with the environment that Script.Env returns. Like the real
// server it serves one client in its life, answers a GET at once, keeps the
// replies to SET and EXEC until a later POLL, and stays alive after its client
// has gone.
//
// Only tests may import it.
package fake

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Step is one request and what becomes of it; a script is JSON lines of them.
//
// A request is answered by the first unused step of its kind, name and data;
// when all such steps are used, the last one serves again. A request without
// any step is REJECTED.
type Step struct {
	Request string          `json:"request"`
	Kind    string          `json:"kind"`                  // GET, SET, EXEC
	Data    json.RawMessage `json:"data,omitempty"`        // absent: matches any data
	Reply   json.RawMessage `json:"reply,omitempty"`       // the answer's data
	Error   string          `json:"error,omitempty"`       // an ERROR with this message instead
	Reject  bool            `json:"rejected,omitempty"`    // REJECTED instead
	Raw     []byte          `json:"raw,omitempty"`         // this as the frame's body instead (base64 in the file); @ID@ becomes the request's id
	DelayMS int             `json:"delay_ms,omitempty"`    // before the answer is ready
	Fault   Fault           `json:"fault,omitempty"`       // how to misbehave
	Print   string          `json:"print,omitempty"`       // printed on stdout when the request arrives
	Exit    int             `json:"exit_status,omitempty"` // of the fault exit
}

// Fault is a way to misbehave. The empty one is good behaviour.
type Fault string

// The faults. Unless it says otherwise a fault strikes when the answer is due.
const (
	BadPrefix Fault = "bad-prefix" // a length prefix that is none
	HalfFrame Fault = "half-frame" // half of the answer, then the connection is closed
	Hangup    Fault = "close"      // the connection is closed
	Silent    Fault = "silent"     // no answer, but KILL works
	Deaf      Fault = "deaf"       // no answer, and KILL is ignored
	Late      Fault = "late"       // KILL is confirmed, and the answer comes afterwards all the same
	Duplicate Fault = "duplicate"  // the answer comes twice
	Exit      Fault = "exit"       // the process exits with Step.Exit
	Crash     Fault = "crash"      // the process is ended by SIGKILL
)

// Script is a conversation.
type Script []Step

// Load reads a script.
func Load(r io.Reader) (Script, error) {
	var s Script
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 256<<20)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var step Step
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&step); err != nil {
			return nil, fmt.Errorf("reading a script, line %d: %w", n, err)
		}
		if step.Request == "" || step.Kind != "GET" && step.Kind != "SET" && step.Kind != "EXEC" {
			return nil, fmt.Errorf("reading a script, line %d: no request or a bad kind %q", n, step.Kind)
		}
		s = append(s, step)
	}
	return s, lines.Err()
}

// Write writes a script so that Load reads it.
func (s Script) Write(w io.Writer) error {
	for _, step := range s {
		b, err := json.Marshal(step)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// scriptVar names the environment variable with the script's path.
const scriptVar = "FCV_FAKE_SCRIPT"

// Env writes the script to a file in dir and returns what the environment of
// the test binary needs to replay it.
func (s Script) Env(dir string) ([]string, error) {
	f, err := os.CreateTemp(dir, "script-*.jsonl")
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.Write(f), f.Close()); err != nil {
		return nil, err
	}
	return EnvFile(f.Name()), nil
}

// EnvFile is Env for a script that is a file already.
func EnvFile(path string) []string { return []string{scriptVar + "=" + path} }

// RunAsFramaC turns this process into a fake Frama-C when its environment says
// so, and says yes; the caller then exits with code. Call it in TestMain, after
// framac.RunAsSupervisor.
//
// Of its arguments it looks at -server-socket only. With -version and the
// other questions of an installation it is no use: scripts do for those.
func RunAsFramaC() (code int, yes bool) {
	path := os.Getenv(scriptVar)
	if path == "" {
		return 0, false
	}
	socket := ""
	for i, a := range os.Args {
		if a == "-server-socket" && i+1 < len(os.Args) {
			socket = os.Args[i+1]
		}
	}
	f, err := os.Open(path)
	if err != nil {
		fmt.Println("[fake] User Error:", err)
		return 1, true
	}
	script, err := Load(f)
	f.Close()
	if err != nil {
		fmt.Println("[fake] User Error:", err)
		return 1, true
	}
	if socket == "" {
		fmt.Println("[fake] User Error: no -server-socket")
		return 1, true
	}
	if err := ListenAndServe(socket, script); err != nil {
		fmt.Println("[fake] User Error:", err)
		return 1, true
	}
	return 0, true
}
