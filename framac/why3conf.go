package framac

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// userWhy3Config is the file that Why3 reads by itself.
func userWhy3Config(e Env) string {
	if path := e.get("WHY3CONFIG"); path != "" {
		return path
	}
	if home := e.get("HOME"); home != "" {
		return filepath.Join(home, ".why3.conf")
	}
	return ""
}

// askWhy3 lists the provers. When Why3 knows none although there are some, it
// detects them into a configuration of our own, whose path is returned; the
// user's file is never written. Frama-C's WP reads WHY3CONFIG as why3 does.
func (inst *Installation) askWhy3(ctx context.Context, cacheDir string, p programs) (provers []Prover, config string, err error) {
	out, listErr := runTool(ctx, inst.environ, "", p.why3, "config", "list-provers")
	provers = parseProvers(out)
	if listErr == nil && len(provers) > 0 {
		addPaths(provers, p.why3conf)
		return provers, "", nil
	}
	if !slices.ContainsFunc(p.solvers, func(path string) bool { return path != "" }) {
		return provers, "", listErr
	}
	config, err = inst.detect(ctx, cacheDir, p)
	if err != nil {
		return provers, "", err
	}
	out, err = runTool(ctx, append(slices.Clone(inst.environ), "WHY3CONFIG="+config), "", p.why3, "config", "list-provers")
	provers = parseProvers(out)
	addPaths(provers, config)
	return provers, config, err
}

// detect makes a configuration with "why3 config detect". Its name depends on
// Why3 and the provers found, so that it is made once.
func (inst *Installation) detect(ctx context.Context, cacheDir string, p programs) (string, error) {
	h := sha256.New()
	for _, path := range append([]string{p.why3}, p.solvers...) {
		fmt.Fprintln(h, fingerprint(path))
	}
	name := hex.EncodeToString(h.Sum(nil))[:32] + ".conf"
	if cacheDir != "" {
		path := filepath.Join(cacheDir, "why3", name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	// Why3 rewrites the file more than once, so it works on a private one.
	work, err := os.MkdirTemp("", "fcv-why3-")
	if err != nil {
		return "", fmt.Errorf("configuring why3: %w", err)
	}
	defer os.RemoveAll(work)
	draft := filepath.Join(work, name)
	if _, err := runTool(ctx, inst.environ, "", p.why3, "-C", draft, "config", "detect"); err != nil {
		return "", fmt.Errorf("configuring why3: %w", err)
	}
	data, err := os.ReadFile(draft)
	if err != nil {
		return "", fmt.Errorf("configuring why3: %w", err)
	}
	if cacheDir != "" {
		path := filepath.Join(cacheDir, "why3", name)
		if err := writeFileAtomic(path, data); err == nil {
			return path, nil
		}
		inst.warn("cannot keep a configuration for why3 in %s: it is made again in each run", filepath.Dir(path))
	}
	dir, err := inst.temp()
	if err != nil {
		return "", fmt.Errorf("configuring why3: %w", err)
	}
	path := filepath.Join(dir, name)
	return path, writeFileAtomic(path, data)
}

// addPaths fills in where the provers are, from Why3's configuration. It is
// read just as far as that takes: sections, and the keys name, version, path.
func addPaths(provers []Prover, config string) {
	data, err := os.ReadFile(config)
	if err != nil {
		return
	}
	type key struct{ name, version string }
	paths := map[key]string{}
	section := map[string]string{}
	flush := func() {
		if section["path"] != "" {
			paths[key{section["name"], section["version"]}] = section["path"]
		}
		section = map[string]string{}
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			flush()
			continue
		}
		if k, v, ok := strings.Cut(line, "="); ok {
			section[strings.TrimSpace(k)] = strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	flush()
	for i, p := range provers {
		provers[i].Path = paths[key{p.Name, p.Version}]
	}
}
