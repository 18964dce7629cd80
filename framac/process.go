package framac

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Limits of a process's end. A supervisor needs milliseconds; these only bound
// what a stuck one may cost.
const (
	supervisorGrace = 6 * time.Second // until the supervisor itself is killed
	pipeGrace       = time.Second     // for output pipes that somebody still holds
)

// process is a program under its supervisor.
type process struct {
	program string
	dir     string // the session's own directory, 0700: the socket and the program's temporary files
	out     *outputTail

	cmd      *exec.Cmd // the supervisor
	lifeline *os.File  // closing it ends everything
	stopOnce sync.Once

	started chan error    // buffered; nil: pid is set
	done    chan struct{} // closed when the whole tree is gone and the fields below are set
	pid     int           // of the program itself; set before started is sent
	code    int           // exit status; -1: it did not exit by itself
	sig     syscall.Signal
}

// startProcess starts the program and returns when it runs. Its standard input
// is empty. extra is added to the environment after l.Env.
func startProcess(l Launch, argv []string, dir string, extra []string) (*process, error) {
	program, err := lookProgram(l.Program, l.Dir)
	if err != nil {
		return nil, err
	}
	lifelineR, lifelineW, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making a pipe: %w", err)
	}
	defer lifelineR.Close()
	statusR, statusW, err := os.Pipe()
	if err != nil {
		lifelineW.Close()
		return nil, fmt.Errorf("making a pipe: %w", err)
	}
	p := &process{
		program: program, dir: dir, out: &outputTail{}, lifeline: lifelineW,
		started: make(chan error, 1), done: make(chan struct{}), code: -1,
	}
	// The link, not what it points to: the file may be replaced or removed
	// while we run (an upgrade, a test binary).
	p.cmd = exec.Command("/proc/self/exe")
	p.cmd.Args = append([]string{supervisorName, dir, program}, argv...)
	p.cmd.Dir = l.Dir
	p.cmd.Env = append(append(os.Environ(), l.Env...), extra...)
	p.cmd.Stdout = stream{p.out, l.Stdout}
	p.cmd.Stderr = stream{p.out, l.Stderr}
	p.cmd.ExtraFiles = []*os.File{lifelineR, statusW} // lifelineFD, statusFD
	p.cmd.WaitDelay = pipeGrace
	// The lifeline is what counts. The signal is a second string: it reaches
	// the supervisor also if the lifeline's write end should have leaked into
	// another process.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	launched := make(chan error, 1)
	go p.own(launched, statusR)
	err = <-launched
	statusW.Close()
	if err != nil {
		statusR.Close()
		lifelineW.Close()
		return nil, fmt.Errorf("starting the supervisor of %s: %w", program, err)
	}
	if err := <-p.started; err != nil {
		p.stop()
		<-p.done
		return nil, err
	}
	return p, nil
}

// own starts the supervisor, follows what it reports and waits for it. It
// keeps its thread to itself as long as the supervisor lives, because the
// kernel sends a parent-death signal when the forking thread ends.
func (p *process) own(launched chan<- error, status io.ReadCloser) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	launched <- err
	if err != nil {
		return
	}
	final := p.follow(status)
	status.Close()
	if !final {
		// The supervisor died without a word. It is not reaped yet, so the
		// group's number is still ours.
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	}
	_ = p.cmd.Wait()
	p.stop() // releases the pipe
	_ = os.RemoveAll(p.dir)
	close(p.done)
}

// follow reads the supervisor's lines to their end and says whether the
// program's end was among them.
func (p *process) follow(status io.Reader) (final bool) {
	told := false
	tell := func(err error) {
		if !told {
			told = true
			p.started <- err
		}
	}
	lines := bufio.NewScanner(status)
	for lines.Scan() {
		var n int
		if _, err := fmt.Sscanf(lines.Text(), "started %d", &n); err == nil {
			p.pid = n
			tell(nil)
		} else if _, err := fmt.Sscanf(lines.Text(), "failed %d", &n); err == nil {
			tell(&os.PathError{Op: "exec", Path: p.program, Err: syscall.Errno(n)})
			final = true
		} else if _, err := fmt.Sscanf(lines.Text(), "exit %d", &n); err == nil {
			p.code, final = n, true
		} else if _, err := fmt.Sscanf(lines.Text(), "signal %d", &n); err == nil {
			p.sig, final = syscall.Signal(n), true
		}
	}
	tell(fmt.Errorf("the supervisor of %s ended at once (is framac.RunAsSupervisor called first in main?): %s", p.program, p.out))
	return final
}

// stop ends the whole process tree; p.done tells when it is gone. It may be
// called at any time and more than once.
func (p *process) stop() {
	p.stopOnce.Do(func() {
		p.lifeline.Close()
		go func() {
			select {
			case <-p.done:
			case <-time.After(supervisorGrace):
				// own then sees the end of the status pipe and kills the group.
				_ = p.cmd.Process.Kill()
			}
		}()
	})
}

// lookProgram returns the absolute path of an executable.
func lookProgram(name, dir string) (string, error) {
	if strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) && dir != "" {
		name = filepath.Join(dir, name)
	}
	path, err := exec.LookPath(name)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return "", err
	}
	return filepath.Abs(path)
}

// socketName is the socket's file name in the session's directory.
const socketName = "s"

// sunPath is how long a socket's path may be: sockaddr_un has 108 bytes, one
// of which ends the string.
const sunPath = 107

// sessionDir makes a private directory whose name is short enough for a
// socket and for the sockets that Why3 makes in its temporary directory.
func sessionDir() (string, error) {
	const room = 40 // "/fcv-1234567890", "/t/why3serverabcdefsock"
	var errs []error
	for _, parent := range []string{os.Getenv("XDG_RUNTIME_DIR"), os.TempDir(), "/tmp"} {
		if !filepath.IsAbs(parent) || len(parent)+room > sunPath {
			continue
		}
		dir, err := os.MkdirTemp(parent, sessionDirPrefix) // mode 0700
		if err == nil {
			err = os.Mkdir(filepath.Join(dir, "t"), 0o700)
		}
		if err == nil {
			return dir, nil
		}
		errs = append(errs, err)
	}
	return "", fmt.Errorf("making a directory for the socket: %w", errors.Join(errs...))
}
