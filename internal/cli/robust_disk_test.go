package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// smallDisk mounts a file system with little room. Only the lack of the
// privilege to mount skips a test.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k")
	if errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) {
		t.Skipf("mounting a small file system needs a privilege: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill leaves no more than so many bytes on a small disk.
func fill(t *testing.T, dir string, left int) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "filling"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(make([]byte, 64<<10-left)); err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

// A full or read-only disk is told as such, whatever it was needed for, and
// leaves what was there as it was.
func TestRealFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out what needs Frama-C")
	}
	program, err := exec.LookPath("fcv-real")
	if err != nil {
		t.Fatal(err)
	}
	dir, cache := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte("/*@ terminates \\true; assigns \\nothing; ensures \\result == 1; */\nint f(void) { return 1; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	fcv := func(stdin string, env []string, args ...string) (int, string) {
		t.Helper()
		cmd := exec.Command(program, append([]string{"check", "--quiet"}, args...)...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
		cmd.Env = append(append(os.Environ(), "FCV_CACHE_DIR="+cache), env...)
		output, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), string(output)
	}
	expect := func(code int, want []string, stdin string, env []string, args ...string) {
		t.Helper()
		got, output := fcv(stdin, env, args...)
		if got != code {
			t.Errorf("%v %v: exit code %d, want %d; it said:\n%s", env, args, got, code, output)
		}
		for _, w := range want {
			if !strings.Contains(output, w) {
				t.Errorf("%v %v: %q is not in\n%s", env, args, w, output)
			}
		}
	}
	disk := smallDisk(t)
	report := filepath.Join(disk, "report.json")
	if err := os.WriteFile(report, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	fill(t, disk, 8<<10)
	full := "no space left on device"
	expect(ExitOK, []string{"PROVED"}, "", nil, "a.c", "--require-complete")
	expect(ExitUsage, []string{full, "nothing was changed"}, "", nil, "a.c", "--format", "json", "--detail", "full", "-o", report)
	expect(ExitUsage, []string{full, "FCV_CACHE_DIR"}, "", []string{"FCV_CACHE_DIR=" + disk}, "a.c")
	fill(t, disk, 0)
	expect(ExitTool, []string{full, "TMPDIR"}, "", []string{"TMPDIR=" + disk, "XDG_RUNTIME_DIR="}, "a.c")

	if err := unix.Mount("", disk, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	expect(ExitUsage, []string{"not writable"}, "", nil, "a.c", "-o", report)
	expect(ExitUsage, []string{"set TMPDIR"}, "", []string{"TMPDIR=" + disk}, "a.c")
	// The plug-in can be built elsewhere, at the price of time; source from
	// standard input has to be kept.
	expect(ExitOK, []string{"PROVED"}, "", []string{"FCV_CACHE_DIR=" + disk}, "a.c", "--require-complete")
	expect(ExitUsage, []string{"set FCV_CACHE_DIR"}, "int x;\n", []string{"FCV_CACHE_DIR=" + disk}, "-")
	if data, err := os.ReadFile(report); err != nil || string(data) != "old" {
		t.Errorf("the old report is %q, %v", data, err)
	}
	entries, err := os.ReadDir(disk)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".report") || strings.HasPrefix(e.Name(), "fcv-") {
			t.Errorf("left behind: %s", e.Name())
		}
	}
}
