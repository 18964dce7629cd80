package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fcv/check"
)

// hopeless ends a wait for something that will not happen.
const hopeless = 2 * time.Minute

// longEva keeps EVA busy for minutes; longProof does so with the provers.
const (
	longEva = `/*@ terminates \true; assigns \nothing; */
int main(void)
{
  unsigned s = 0;
  int i, j;
  /*@ loop assigns i, j, s; loop invariant 0 <= i <= 100000; loop variant 100000 - i; */
  for (i = 0; i < 100000; i++)
    /*@ loop assigns j, s; loop invariant 0 <= j <= 100000; loop variant 100000 - j; */
    for (j = 0; j < 100000; j++)
      s ^= 1u;
  return 0;
}
`
	longProof = `/*@ requires 0 < x <= 1000 && 0 < y <= 1000 && 0 < z <= 1000;
    terminates \true; assigns \nothing;
    ensures \result == 0 ==> x * x * x + y * y * y != z * z * z; */
int fermat(int x, int y, int z) { return 0; }
`
)

// victim is a running fcv whose descendants can be told from anybody else's.
type victim struct {
	t      *testing.T
	cmd    *exec.Cmd
	dir    string // where it runs
	temp   string // its TMPDIR, which every descendant has in its environment
	out    bytes.Buffer
	lines  chan string // of standard error
	errors strings.Builder
}

// start runs fcv check in a directory with a.c.
func start(t *testing.T, cache, source string, args ...string) *victim {
	t.Helper()
	program, err := exec.LookPath("fcv-real")
	if err != nil {
		t.Fatal(err)
	}
	v := &victim{t: t, dir: t.TempDir(), temp: t.TempDir(), lines: make(chan string, 1000)}
	if err := os.WriteFile(filepath.Join(v.dir, "a.c"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	v.cmd = exec.Command(program, append([]string{"check", "a.c"}, args...)...)
	v.cmd.Dir = v.dir
	v.cmd.Env = append(os.Environ(), "TMPDIR="+v.temp, "XDG_RUNTIME_DIR=", "FCV_CACHE_DIR="+cache, "CI=1")
	v.cmd.Stdout = &v.out
	stderr, err := v.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := v.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go v.read(stderr)
	t.Cleanup(func() {
		_ = v.cmd.Process.Kill()
		_ = v.cmd.Wait()
	})
	return v
}

func (v *victim) read(r io.Reader) {
	defer close(v.lines)
	for s := bufio.NewScanner(r); s.Scan(); {
		v.lines <- s.Text()
	}
}

// until waits for a line of progress with the text.
func (v *victim) until(text string) {
	v.t.Helper()
	limit := time.After(hopeless)
	for {
		select {
		case line, ok := <-v.lines:
			if !ok {
				v.t.Fatalf("ended before it said %q; it said:\n%s%s", text, v.errors.String(), v.out.String())
			}
			v.errors.WriteString(line + "\n")
			if strings.Contains(line, text) {
				return
			}
		case <-limit:
			v.t.Fatalf("never said %q; it said:\n%s", text, v.errors.String())
		}
	}
}

// wait returns the exit code, -1 after a signal.
func (v *victim) wait() int {
	v.t.Helper()
	timer := time.AfterFunc(hopeless, func() { _ = v.cmd.Process.Kill() })
	defer timer.Stop()
	for line := range v.lines {
		v.errors.WriteString(line + "\n")
	}
	err := v.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		v.t.Fatal(err)
	}
	return v.cmd.ProcessState.ExitCode()
}

// descendants are the processes that run in the victim's temporary directory,
// fcv itself excluded. A zombie has no environment, so it is none.
func (v *victim) descendants() map[int]string {
	found := map[int]string{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		v.t.Fatal(err)
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == v.cmd.Process.Pid {
			continue
		}
		environ, err := os.ReadFile(filepath.Join("/proc", e.Name(), "environ"))
		if err != nil || !bytes.Contains(environ, []byte("TMPDIR="+v.temp)) {
			continue
		}
		words, _ := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		found[pid] = strings.TrimRight(strings.ReplaceAll(string(words), "\x00", " "), " ")
	}
	return found
}

// find waits for descendants whose command line satisfies the condition.
func (v *victim) find(what string, is func(words string) bool) []int {
	v.t.Helper()
	for limit := time.Now().Add(hopeless); time.Now().Before(limit); time.Sleep(2 * time.Millisecond) {
		var pids []int
		for pid, words := range v.descendants() {
			if is(words) {
				pids = append(pids, pid)
			}
		}
		if len(pids) > 0 {
			return pids
		}
	}
	v.t.Fatalf("no %s among %v", what, v.descendants())
	return nil
}

func kill(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Fatal(err)
		}
	}
}

// nothingLeft fails when a process or a temporary file has survived. After an
// end in order nothing may be there any more; grace is for a killed fcv, whose
// supervisors have to notice.
func (v *victim) nothingLeft(grace time.Duration) {
	v.t.Helper()
	limit := time.Now().Add(grace)
	for {
		processes := v.descendants()
		files, err := filepath.Glob(filepath.Join(v.temp, "*"))
		if err != nil {
			v.t.Fatal(err)
		}
		if len(processes)+len(files) == 0 {
			return
		}
		if !time.Now().Before(limit) {
			v.t.Errorf("left behind: %v %v", processes, files)
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func isFramaC(option string) func(string) bool {
	return func(words string) bool {
		return !strings.HasPrefix(words, "fcv-supervisor") && strings.Contains(words, option) && strings.Contains(words, "-server-socket")
	}
}

func TestRealSignals(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out what needs Frama-C")
	}
	cache := t.TempDir()
	for _, c := range []struct {
		name, source, phase, process string
		signal                       syscall.Signal
	}{
		{"building the plug-in", longProof, "loading", "-shared -o", syscall.SIGINT},
		{"starting Frama-C", longProof, "loading", "-server-socket", syscall.SIGTERM},
		{"EVA", longEva, "EVA (main)", "-eva-precision", syscall.SIGINT},
		{"proving", longProof, "proving", "cvc4", syscall.SIGTERM},
		{"proving, interrupted", longProof, "proving", "cvc4", syscall.SIGINT},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := start(t, cache, c.source, "-o", "report.json", "--format", "json", "--slevel", "1000000", "--timeout", "600")
			v.until(c.phase)
			v.find(c.process, func(words string) bool { return strings.Contains(words, c.process) })
			if err := v.cmd.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			if code := v.wait(); code != ExitInterrupted {
				t.Errorf("exit code %d, want %d", code, ExitInterrupted)
			}
			if said := v.errors.String(); !strings.HasSuffix(said, "fcv: interrupted\n") {
				t.Errorf("it said:\n%s", said)
			}
			if v.out.Len() > 0 {
				t.Errorf("on standard output: %s", v.out.String())
			}
			if files, err := filepath.Glob(filepath.Join(v.dir, "*")); err != nil || len(files) != 1 {
				t.Errorf("files are %q, %v; want a.c alone", files, err)
			}
			v.nothingLeft(0)
		})
	}
}

// A part of the check that dies in the middle leaves a whole report that says
// so, and is no proof.
func TestRealKilledParts(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out what needs Frama-C")
	}
	cache := t.TempDir()
	for _, c := range []struct {
		name, source, phase string
		is                  func(string) bool
		code                check.Code
		reason              string
	}{
		{"the Frama-C that judges", longProof, "proving", isFramaC("-wp-model"), check.CodeWPNotRun, "killed by signal 9 (killed)"},
		{"the Frama-C that runs EVA", longEva, "EVA (main)", isFramaC("-eva-precision"), check.CodeEVANotRun, "killed by signal 9 (killed)"},
		{"Why3's server", longProof, "proving", func(w string) bool { return strings.Contains(w, "why3server") }, check.CodeWPBackendAnomaly, "no prover judged"},
		{"a supervisor", longProof, "proving", func(w string) bool {
			return strings.HasPrefix(w, "fcv-supervisor") && strings.Contains(w, "-wp-model")
		}, check.CodeWPNotRun, "the connection was closed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := start(t, cache, c.source, "--format", "json", "--slevel", "1000000", "--timeout", "600", "--provers", "cvc4", "--require-complete")
			v.until(c.phase)
			kill(t, v.find(c.name, c.is))
			if code := v.wait(); code != ExitIncomplete {
				t.Errorf("exit code %d, want %d; it said:\n%s", code, ExitIncomplete, v.errors.String())
			}
			report, err := check.ReadReport(&v.out)
			if err != nil {
				t.Fatalf("the report: %v", err)
			}
			i := slices.IndexFunc(report.Incomplete, func(g check.Gap) bool { return g.Code == c.code })
			if report.Proved() || i < 0 {
				t.Fatalf("verdict %s with %+v", report.Verdict, report.Incomplete)
			}
			reason := report.Incomplete[i].Reason
			if !strings.Contains(reason, c.reason) || strings.Contains(reason, v.temp) || strings.HasSuffix(reason, ":") {
				t.Errorf("reason %q", reason)
			}
			v.nothingLeft(hopeless)
		})
	}
}

func TestRealNothingOutlivesFcv(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out what needs Frama-C")
	}
	v := start(t, t.TempDir(), longProof, "--timeout", "600", "--provers", "cvc4")
	v.until("proving")
	v.find("prover", func(w string) bool { return strings.HasPrefix(w, "/") && strings.Contains(w, "cvc4 ") })
	if err := v.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if code := v.wait(); code != -1 {
		t.Errorf("exit code %d of a killed process", code)
	}
	v.nothingLeft(hopeless)
}
