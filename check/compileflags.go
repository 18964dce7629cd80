package check

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Flags of a compiler, as a compilation database records them. Each is one of
// three: the preprocessor gets it too, because it chooses what code there is;
// it leaves the meaning of the program alone; or it is not honoured, and then
// what is compiled may differ from what is proved. A flag that nobody has
// classified is not honoured.

// passedFlags choose code through the macros the compiler predefines for them:
// __STDC_VERSION__, __OPTIMIZE__, __PIC__, _REENTRANT, __AVX2__, ...
var passedFlags = regexp.MustCompile(`^-(std=(?:c|gnu|iso9899:)\d.*|ansi|O[0-3sgz]?|f(?:pic|PIC|pie|PIE)|pthread|ffreestanding|fhosted|` +
	`fno-hosted|fno-pic|fno-PIC|fno-pie|fno-PIE|march=.*|mtune=.*|m(?:no-)?(?:mmx|sse|ssse|avx|fma|bmi|aes|popcnt|lzcnt).*|undef)$`)

// harmlessFlags are about output, diagnostics, code generation and linking, or
// give a meaning to what the guards exclude anyway (-fwrapv).
var harmlessFlags = regexp.MustCompile(`^-(c|E|S|pipe|v|w|s|M|MM|MD|MMD|MP|MG|MV|p|pg|pedantic|pedantic-errors|shared|static|rdynamic|` +
	`nostdinc|nostdlib|nostartfiles|nodefaultlibs|save-temps.*|-coverage|-sysroot=.*|g.*|l.*|L.*|W|W[^p].*|Wp[^,].*|` +
	`f(?:no-)?(?:wrapv|wrapv-pointer|trapv|strict-overflow|strict-aliasing|delete-null-pointer-checks|common|builtin|` +
	`omit-frame-pointer|optimize-sibling-calls|asynchronous-unwind-tables|unwind-tables|exceptions|plt|semantic-interposition|` +
	`function-sections|data-sections|diagnostics.*|color-diagnostics|show-column|inline.*|tree-.*|ipa-.*|gcse|unroll-loops|` +
	`stack-protector.*|stack-clash-protection|ident|lto|lto=.*|jump-tables|verbose-asm|integrated-as|keep-inline-functions)|` +
	`f(?:message-length|cf-protection|visibility|debug-prefix-map|file-prefix-map|macro-prefix-map|profile|test-coverage|` +
	`error-limit|macro-backtrace-limit|trivial-auto-var-init|use-ld|diagnostics|max-errors|random-seed|patchable-function-entry|` +
	`stack-usage|dump).*|` +
	`m(?:no-red-zone|red-zone|cmodel=.*|indirect-branch.*|function-return.*|preferred-stack-boundary=.*|no-omit-leaf-frame-pointer))$`)

// harmlessPairs are flags of that kind whose value is the next word.
var harmlessPairs = []string{
	"-o", "-MF", "-MT", "-MQ", "-MJ", "-L", "-l", "-z", "-T", "-u", "-Xlinker", "-Xassembler", "--param",
	"-isysroot", "--sysroot", "-iframework",
}

// searchFlags add a directory to those searched for headers. Their order among
// each other is kept, the difference between them is not.
var searchFlags = []string{"-isystem", "-iquote", "-idirafter", "-I"}

// readFlags sorts the words of a compiler's command line, the compiler's own
// name first. Paths in them are relative to dir.
func (e *databaseEntry) readFlags(words []string, dir string) {
	e.readCompiler(words)
	for i := 1; i < len(words); i++ {
		w := words[i]
		// value is what comes with a flag, in the same word or in the next.
		value := func(flag string) (string, bool) {
			if w == flag && i+1 < len(words) {
				i++
				return words[i], true
			}
			v, ok := strings.CutPrefix(w, flag)
			return v, ok && v != ""
		}
		search := slices.IndexFunc(searchFlags, func(f string) bool { return strings.HasPrefix(w, f) })
		switch {
		case !strings.HasPrefix(w, "-"):
			if strings.HasPrefix(w, "@") {
				e.doNotHonour(w) // a file with more flags
			}
		case w == "-" || w == "--":
		case w == "-include" || w == "-imacros":
			if v, ok := value(w); ok {
				e.cpp = append(e.cpp, w, header(dir, v))
			}
		case search >= 0:
			if v, ok := value(searchFlags[search]); ok {
				e.cpp = append(e.cpp, "-I"+absolute(dir, v))
			}
		case strings.HasPrefix(w, "-D"), strings.HasPrefix(w, "-U"):
			if v, ok := value(w[:2]); ok {
				e.cpp = append(e.cpp, w[:2]+v)
			}
		case strings.HasPrefix(w, "-x"):
			if v, _ := value("-x"); v != "c" && v != "cpp-output" {
				e.doNotHonour("-x " + v)
			}
		case w == "-target" || w == "-arch":
			v, _ := value(w)
			e.doNotHonour(w + " " + v)
		case slices.Contains(harmlessPairs, w):
			i++
		case harmlessFlags.MatchString(w):
		case passedFlags.MatchString(w):
			e.cpp = append(e.cpp, w)
		default:
			e.doNotHonour(w)
		}
	}
}

// header is where an included file is: in the compiler's directory first, then
// looked for as any header.
func header(dir, name string) string {
	if full := absolute(dir, name); exists(full) {
		return full
	}
	return name
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// crossCompiler is a compiler named after its target: arm-none-eabi-gcc-12.
var crossCompiler = regexp.MustCompile(`^([a-z0-9_]+)(?:-[a-z0-9_.]+)*-(?:gcc|cc|clang)(?:-[0-9.]+)?(?:\.exe)?$`)

// readCompiler looks at the words before the first flag, the compiler and
// perhaps a launcher in front of it: a name may say the target.
func (e *databaseEntry) readCompiler(words []string) {
	for _, w := range words {
		if strings.HasPrefix(w, "-") {
			return
		}
		base := path.Base(strings.ReplaceAll(w, `\`, "/"))
		if crossCompiler.MatchString(base) || slices.Contains([]string{"cl", "cl.exe", "clang-cl", "clang-cl.exe"}, strings.ToLower(base)) {
			e.doNotHonour(base)
		}
	}
}

func (e *databaseEntry) doNotHonour(flag string) {
	if !slices.Contains(e.notHonoured, flag) {
		e.notHonoured = append(e.notHonoured, flag)
	}
}

// compiledAlso takes note of a second entry for the same file: only the first
// is checked, so what the second does otherwise is not honoured.
func (e *databaseEntry) compiledAlso(other databaseEntry) {
	for _, pair := range [][2][]string{{e.cpp, other.cpp}, {other.cpp, e.cpp}} {
		for _, word := range pair[0] {
			if !slices.Contains(pair[1], word) {
				e.doNotHonour(word)
			}
		}
	}
	for _, flag := range other.notHonoured {
		e.doNotHonour(flag)
	}
}
