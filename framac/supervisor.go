package framac

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// supervisorName is the first argument (argv[0]) that makes this program a
// supervisor. It is also what ps shows.
const supervisorName = "fcv-supervisor"

// File descriptors that a supervisor inherits, beyond the standard three.
const (
	lifelineFD = 3 // read end of a pipe; its end of file means: our parent is gone or done with us
	statusFD   = 4 // write end of a pipe for the lines "started PID", "failed ERRNO", "exit N", "signal N"
)

// sessionDirPrefix starts the name of every session directory. The supervisor
// removes nothing that is called otherwise.
const sessionDirPrefix = "fcv-"

// RunAsSupervisor turns this process into the supervisor of one program, when
// it was started as one, and says yes; the caller then exits with code at
// once. Otherwise it returns false and has done nothing. It must be the first
// thing main does: before flags, before goroutines.
//
// The arguments are the session's directory, the program's absolute path and
// its arguments. The supervisor leads a process group in which the program
// runs too, and adopts every orphan below it, so that a prover in a group or
// session of its own is still found. When the program ends, when the lifeline
// ends or on SIGTERM, SIGINT and SIGHUP it kills all that is left, waits until
// the kernel confirms that no child remains, removes the session's directory,
// reports how the program ended and returns.
func RunAsSupervisor() (code int, yes bool) {
	if len(os.Args) < 3 || os.Args[0] != supervisorName {
		return 0, false
	}
	// The program's parent-death signal is sent when the thread that forked it
	// ends (golang.org/issue/27505): stay on one that lasts.
	runtime.LockOSThread()
	return supervise(os.Args[1], os.Args[2], os.Args[2:]), true
}

func supervise(dir, program string, argv []string) int {
	syscall.CloseOnExec(lifelineFD)
	syscall.CloseOnExec(statusFD)
	lifeline := os.NewFile(lifelineFD, "lifeline")
	status := os.NewFile(statusFD, "status")
	if lifeline == nil || status == nil {
		return 70
	}
	defer status.Close()
	if filepath.IsAbs(dir) && strings.HasPrefix(filepath.Base(dir), sessionDirPrefix) {
		defer os.RemoveAll(dir)
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		fmt.Fprintf(status, "failed %d\n", err)
		return 70
	}
	pid, err := syscall.ForkExec(program, argv, &syscall.ProcAttr{
		Env:   os.Environ(),
		Files: []uintptr{0, 1, 2},
		Sys:   &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL},
	})
	if err != nil {
		errno := syscall.EIO
		errors.As(err, &errno)
		fmt.Fprintf(status, "failed %d\n", int(errno))
		return 0
	}
	fmt.Fprintf(status, "started %d\n", pid)

	ended := make(chan syscall.WaitStatus, 1)
	none := make(chan struct{}) // no child is left
	go reap(pid, ended, none)
	parentGone := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, lifeline)
		close(parentGone)
	}()

	var ws syscall.WaitStatus
	known := false
	select {
	case ws = <-ended:
		known = true
	case <-parentGone:
	case <-stop:
	}
	killAll(none)
	if !known {
		select {
		case ws = <-ended:
			known = true
		default:
		}
	}
	switch {
	case known && ws.Exited():
		fmt.Fprintf(status, "exit %d\n", ws.ExitStatus())
	case known && ws.Signaled():
		fmt.Fprintf(status, "signal %d\n", int(ws.Signal()))
	}
	return 0
}

// reap collects every child, adopted ones included, until there is none.
func reap(program int, ended chan<- syscall.WaitStatus, none chan<- struct{}) {
	defer close(none)
	for {
		var ws syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &ws, 0, nil)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil { // ECHILD
			return
		}
		if pid == program {
			ended <- ws
		}
	}
}

// killAll kills all descendants until none is left. A process may fork between
// the look and the signal, hence the loop; a child that dies hands its
// children to us, so "no child" means "no descendant". The limit is for
// processes stuck in the kernel, which nobody can end.
func killAll(none <-chan struct{}) {
	for range 1000 {
		killTree(os.Getpid(), nil)
		select {
		case <-none:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}
