package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// The states of a Finding. The zero value of a state is none of them and
// counts as broken.
const (
	OK      = "ok"
	Missing = "missing" // not there
	Broken  = "broken"  // there, but it does not work
)

// Finding is what Diagnose says about one part of the machine.
type Finding struct {
	Name   string `json:"name"`   // for example "frama-c", "prover Z3:4.8.12", "plug-in"
	Status string `json:"status"` // "ok", "missing" or "broken"
	Detail string `json:"detail"` // version and place, or what is wrong
	Hint   string `json:"hint"`   // the next step; empty when there is none
}

// Diagnosis is everything a check depends on. OK is false when a check could
// not run; a second prover that does not work leaves it true.
type Diagnosis struct {
	OK       bool      `json:"ok"`
	System   string    `json:"system"`
	Findings []Finding `json:"findings"`
	Warnings []string  `json:"warnings"`
}

const runSetup = `run "fcv setup"`

// versionFlag makes a program print its version.
var versionFlag = map[string]string{
	"why3": "--version", "gcc": "--version", "ocamlopt": "-version", "z3": "--version", "cvc4": "--version",
}

// Diagnose looks at everything, running what it finds. It changes nothing
// but the cache of the plug-in.
func Diagnose(ctx context.Context, host Host, tools Tools) Diagnosis {
	state := Inspect(ctx, host)
	d := Diagnosis{OK: true, System: state.System.Name, Findings: []Finding{}, Warnings: []string{}}
	add := func(f Finding, required bool) {
		d.Findings = append(d.Findings, f)
		if required && f.Status != OK {
			d.OK = false
		}
	}
	inst, err := tools.Open(ctx)
	if err == nil {
		defer inst.Close()
	}
	for _, need := range state.Needs {
		if need.Name == "frama-c" {
			add(framaC(need, inst, err), true)
			continue
		}
		add(program(ctx, host, need), !need.Prover)
	}
	if err == nil {
		add(plugin(ctx, inst), true)
		provers, working := proverFindings(ctx, inst)
		for _, f := range provers {
			add(f, working == 0)
		}
	}
	add(cache(tools), true)
	if err == nil {
		d.Warnings = append(d.Warnings, inst.Warnings()...)
	}
	return d
}

func framaC(need Need, inst Installation, err error) Finding {
	f := Finding{Name: need.Name}
	switch {
	case need.Path == "" && err != nil:
		f.Status, f.Detail, f.Hint = Missing, "not on PATH", runSetup
	case err != nil:
		f.Status, f.Detail, f.Hint = Broken, err.Error(), hint(err)
	default:
		f.Status, f.Detail = OK, inst.FramaC().Path+": "+inst.FramaC().Version
	}
	return f
}

func program(ctx context.Context, host Host, need Need) Finding {
	f := Finding{Name: need.Name, Status: OK, Detail: need.Path}
	if need.Path == "" {
		return Finding{Name: need.Name, Status: Missing, Detail: need.Purpose, Hint: runSetup}
	}
	flag, ok := versionFlag[need.Name]
	if !ok {
		return f
	}
	var out strings.Builder
	if err := host.Run(ctx, &out, nil, need.Path, flag); err != nil {
		f.Status, f.Detail = Broken, fmt.Sprintf("%s %s: %v", need.Path, flag, err)
		return f
	}
	line, _, _ := strings.Cut(strings.TrimSpace(out.String()), "\n")
	f.Detail = need.Path + ": " + line
	return f
}

func plugin(ctx context.Context, inst Installation) Finding {
	path, err := inst.EnsurePlugin(ctx)
	if err != nil {
		return Finding{Name: "plug-in", Status: Broken, Detail: err.Error(), Hint: hint(err)}
	}
	return Finding{Name: "plug-in", Status: OK, Detail: path}
}

func proverFindings(ctx context.Context, inst Installation) (findings []Finding, working int) {
	for _, p := range tryProvers(ctx, inst) {
		f := Finding{Name: "prover " + p.Name, Status: OK, Detail: "works"}
		if p.Err != nil {
			f.Status, f.Detail, f.Hint = Broken, p.Err.Error(), hint(p.Err)
		} else {
			working++
		}
		findings = append(findings, f)
	}
	if len(findings) == 0 {
		findings = []Finding{{Name: "provers", Status: Missing, Detail: "Why3 knows none", Hint: runSetup}}
	}
	return findings, working
}

// cache reports the directory, also before it exists.
func cache(tools Tools) Finding {
	f := Finding{Name: "cache"}
	dir, err := tools.CacheDir()
	if err != nil {
		f.Status, f.Detail, f.Hint = Broken, err.Error(), hint(err)
		return f
	}
	existing := dir
	for {
		if _, err := os.Stat(existing); err == nil || existing == filepath.Dir(existing) {
			break
		}
		existing = filepath.Dir(existing)
	}
	if err := unix.Access(existing, unix.W_OK|unix.X_OK); err != nil {
		f.Status, f.Detail = Broken, fmt.Sprintf("%s is not writable: %v", existing, err)
		return f
	}
	f.Status, f.Detail = OK, fmt.Sprintf("%s, %.1f MB", dir, float64(size(dir))/1e6)
	return f
}

// size is the sum of the files below dir in bytes; what cannot be read counts
// as nothing.
func size(dir string) int64 {
	var total int64
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			total += info.Size()
		}
		return nil
	})
	return total
}

// hint is the advice an error carries.
func hint(err error) string {
	var h interface{ Hint() string }
	if errors.As(err, &h) {
		return h.Hint()
	}
	return ""
}
