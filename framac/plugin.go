package framac

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	astutils "fcv/ast-utils"
)

// Plugin is a compiled plug-in, ready for Launch.Plugin.
type Plugin struct {
	Path   string // absolute path of the .cmxs
	Digest string // SHA-256 (hexadecimal) over the sources it was built from: the same on every machine
}

// PluginError is a plug-in that does not compile or does not load.
type PluginError struct {
	Version string // of Frama-C
	Doing   string // "compiling", "loading"
	Output  string // what the compiler or Frama-C printed
	Err     error
}

// Hint is the next step.
func (e *PluginError) Hint() string {
	if errors.Is(e.Err, syscall.ENOSPC) {
		return "free some space in " + os.TempDir() + " and in the cache, or set TMPDIR and FCV_CACHE_DIR to other directories"
	}
	return "25 is the tested version of frama-c; set FCV_FRAMA_C to use another one than " + e.Version
}

func (e *PluginError) Error() string {
	text := fmt.Sprintf("%s the plug-in for frama-c %s (25 is the tested one): %v", e.Doing, e.Version, e.Err)
	if e.Output != "" {
		text += "; it printed:\n" + e.Output
	}
	return text
}

func (e *PluginError) Unwrap() error { return e.Err }

// The name of the compiled plug-in, and of the file with its SHA-256.
const (
	pluginFile = "ast_utils.cmxs"
	pluginSum  = "ast_utils.sha256"
)

// EnsurePlugin returns our plug-in for the installation, from cacheDir when it
// was built before, else compiled and loaded once on trial. Any number of
// processes may do so at once. When cacheDir cannot be written the plug-in is
// built in a temporary directory of the installation, and inst.Warnings says so.
func EnsurePlugin(ctx context.Context, inst *Installation, cacheDir string) (Plugin, error) {
	sources, err := astutils.Sources(inst.Family)
	if err != nil {
		return Plugin{}, &PluginError{Version: inst.Version, Doing: "choosing", Err: err}
	}
	return ensurePlugin(ctx, inst, cacheDir, sources)
}

func ensurePlugin(ctx context.Context, inst *Installation, cacheDir string, sources []astutils.Source) (Plugin, error) {
	digest := sourceDigest(sources)
	h := sha256.New()
	// The compiled form is tied to the exact Frama-C and OCaml.
	fmt.Fprintln(h, "plug-in 1", digest, inst.Version, inst.OCaml, fingerprint(inst.FramaC))
	key := hex.EncodeToString(h.Sum(nil))[:32]
	if cacheDir != "" {
		p, err := cachedPlugin(ctx, inst, filepath.Join(cacheDir, "plugin", key), sources)
		if err == nil {
			p.Digest = digest
			return p, nil
		}
		if !unwritable(err) {
			return Plugin{}, err
		}
		inst.warn("cannot keep the compiled plug-in, it is built again in each run: %v", err)
	}
	temp, err := inst.temp()
	if err != nil {
		return Plugin{}, fmt.Errorf("building the plug-in: %w", err)
	}
	p, err := cachedPlugin(ctx, inst, filepath.Join(temp, "plugin", key), sources)
	p.Digest = digest
	return p, err
}

// unwritable says that another directory may do better. A full disk is not
// such a case: compiling elsewhere hides what the user must know.
func unwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOTDIR)
}

func sourceDigest(sources []astutils.Source) string {
	h := sha256.New()
	for _, s := range sources {
		fmt.Fprintf(h, "%s %d\n", s.Name, len(s.Data))
		h.Write(s.Data)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// cachedPlugin returns what dir holds, or fills it under a lock.
func cachedPlugin(ctx context.Context, inst *Installation, dir string, sources []astutils.Source) (Plugin, error) {
	if p, ok := readPlugin(dir); ok {
		return p, nil
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return Plugin{}, fmt.Errorf("building the plug-in: %w", err)
	}
	unlock, err := lockFile(ctx, dir+".lock")
	if err != nil {
		return Plugin{}, fmt.Errorf("building the plug-in: %w", err)
	}
	defer unlock()
	if p, ok := readPlugin(dir); ok {
		return p, nil // somebody else built it meanwhile
	}
	work, err := os.MkdirTemp(parent, "."+filepath.Base(dir)+"-*")
	if err != nil {
		return Plugin{}, fmt.Errorf("building the plug-in: %w", err)
	}
	defer os.RemoveAll(work)
	if err := compilePlugin(ctx, inst, work, sources); err != nil {
		return Plugin{}, err
	}
	// What is there is damaged or foreign, or readPlugin had taken it.
	if err := os.RemoveAll(dir); err != nil {
		return Plugin{}, fmt.Errorf("building the plug-in: %w", err)
	}
	if err := os.Rename(filepath.Join(work, "out"), dir); err != nil {
		return Plugin{}, fmt.Errorf("building the plug-in: %w", err)
	}
	p, ok := readPlugin(dir)
	if !ok {
		return Plugin{}, fmt.Errorf("building the plug-in: %s changed at once after it was written", dir)
	}
	return p, nil
}

// readPlugin accepts a compiled plug-in only with its own checksum beside it:
// a truncated one crashes Frama-C instead of failing.
func readPlugin(dir string) (Plugin, bool) {
	path := filepath.Join(dir, pluginFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return Plugin{}, false
	}
	want, err := os.ReadFile(filepath.Join(dir, pluginSum))
	if err != nil {
		return Plugin{}, false
	}
	sum := sha256.Sum256(data)
	if hex.EncodeToString(sum[:]) != strings.TrimSpace(string(want)) {
		return Plugin{}, false
	}
	path, err = filepath.Abs(path)
	return Plugin{Path: path}, err == nil
}

// compilePlugin leaves work/out with the plug-in and its checksum.
func compilePlugin(ctx context.Context, inst *Installation, work string, sources []astutils.Source) error {
	if m := inst.missingOCaml(); m != nil {
		return m
	}
	src, out := filepath.Join(work, "src"), filepath.Join(work, "out")
	if err := errors.Join(os.Mkdir(src, 0o755), os.Mkdir(out, 0o755)); err != nil {
		return fmt.Errorf("building the plug-in: %w", err)
	}
	depend := []string{"ocamldep", "-sort"}
	for _, s := range sources {
		if err := os.WriteFile(filepath.Join(src, s.Name), s.Data, 0o644); err != nil {
			return fmt.Errorf("building the plug-in: %w", err)
		}
		depend = append(depend, s.Name)
	}
	fail := func(doing string, err error) error {
		if ctx.Err() != nil {
			return fmt.Errorf("%s the plug-in: %w", doing, context.Cause(ctx))
		}
		e := &PluginError{Version: inst.Version, Doing: doing, Err: err}
		var te *toolError
		if errors.As(err, &te) {
			e.Output, e.Err = te.output, te.err
			if strings.Contains(te.output, "No space left on device") {
				e.Err = fmt.Errorf("%w: %w", syscall.ENOSPC, te.err)
			}
		}
		return e
	}
	order, err := runTool(ctx, inst.environ, src, inst.Ocamlfind, depend...)
	if err != nil {
		return fail("ordering the sources of", err)
	}
	args := append([]string{"ocamlopt"}, compilerArgs(inst)...)
	args = append(args, "-shared", "-o", filepath.Join(out, pluginFile))
	args = append(args, strings.Fields(order)...)
	if _, err := runTool(ctx, inst.environ, src, inst.Ocamlfind, args...); err != nil {
		return fail("compiling", err)
	}
	// Without files Frama-C loads its modules and ends; a module that does not
	// load makes it exit with 1, or crash. -version and the like end before.
	if _, err := runTool(ctx, append(append([]string{}, inst.environ...), inst.Env...), src, inst.FramaC,
		"-load-module", filepath.Join(out, pluginFile)); err != nil {
		return fail("loading", err)
	}
	data, err := os.ReadFile(filepath.Join(out, pluginFile))
	if err != nil {
		return fmt.Errorf("building the plug-in: %w", err)
	}
	sum := sha256.Sum256(data)
	if err := writeFileAtomic(filepath.Join(out, pluginSum), []byte(hex.EncodeToString(sum[:])+"\n")); err != nil {
		return fmt.Errorf("building the plug-in: %w", err)
	}
	return nil
}

// compilerArgs finds Frama-C's interfaces. From 26 on it is built with dune and
// known to ocamlfind; before, its META asks for a ppx that Debian does not ship.
func compilerArgs(inst *Installation) []string {
	if n, err := strconv.Atoi(inst.Family); err == nil && n >= 26 {
		return []string{"-open", "Frama_c_kernel",
			"-package", "frama-c.kernel,frama-c-server.core,frama-c-eva.core,frama-c-wp.core,yojson"}
	}
	plugins := filepath.Join(inst.LibPath, "plugins")
	return []string{"-package", "yojson,zarith,ocamlgraph,why3",
		"-I", inst.LibPath, "-I", plugins, "-I", filepath.Join(plugins, "top")}
}
