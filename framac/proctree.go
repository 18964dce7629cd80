package framac

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// procInfo is one process as /proc/PID/stat shows it.
type procInfo struct {
	pid, parent int
	comm        string // the program's name, cut to 15 bytes by the kernel
	zombie      bool   // dead, waiting for its parent
}

// processTree returns every process below root, root excluded, parents before
// children. It is a snapshot: processes may have started or ended since.
func processTree(root int) []procInfo {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	children := map[int][]procInfo{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if p, ok := readProc(pid); ok {
			children[p.parent] = append(children[p.parent], p)
		}
	}
	var tree []procInfo
	seen := map[int]bool{root: true} // pids are reused: a snapshot may hold a cycle
	for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
		for _, p := range children[queue[0]] {
			if !seen[p.pid] {
				seen[p.pid] = true
				tree = append(tree, p)
				queue = append(queue, p.pid)
			}
		}
	}
	return tree
}

// readProc reads /proc/PID/stat. The name is in brackets and may itself hold
// brackets and blanks, so the fields are counted from the last bracket.
func readProc(pid int) (procInfo, bool) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procInfo{}, false
	}
	text := string(b)
	open, end := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if open < 0 || end < open {
		return procInfo{}, false
	}
	fields := strings.Fields(text[end+1:])
	if len(fields) < 2 {
		return procInfo{}, false
	}
	parent, err := strconv.Atoi(fields[1])
	if err != nil {
		return procInfo{}, false
	}
	return procInfo{pid: pid, parent: parent, comm: text[open+1 : end], zombie: fields[0] == "Z" || fields[0] == "X"}, true
}

// killTree sends SIGKILL to every living process below root that keep does not
// spare, and returns how many it was sent to. keep may be nil.
func killTree(root int, keep func(procInfo) bool) int {
	n := 0
	for _, p := range slices.Backward(processTree(root)) {
		if p.zombie || keep != nil && keep(p) {
			continue
		}
		if syscall.Kill(p.pid, syscall.SIGKILL) == nil {
			n++
		}
	}
	return n
}
