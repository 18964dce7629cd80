package check

import (
	"fmt"
	"slices"
	"strings"
)

// compileFlagGaps are flags a file is compiled with and that the analyses do
// not take into account. Flags that only say what the machdep in force says
// as well are none.
func compileFlagGaps(e *Evidence) []Gap {
	var gaps []Gap
	machdep := e.KernelConfig["-machdep"]
	for _, flag := range e.NotHonoured {
		if saysMachdep(flag, machdep) {
			continue
		}
		gaps = append(gaps, Gap{
			Code: CodeUnsafeModel, Option: flag,
			Reason: fmt.Sprintf("the compilation database compiles a file with this, and the analysis with machdep %s does not follow it", orUnknown(machdep)),
		})
	}
	return gaps
}

func orUnknown(machdep string) string {
	if machdep == "" {
		return "(unknown)"
	}
	return machdep
}

// Machine models by what a flag or a target's name says of them. A machdep
// that is not listed agrees with nothing.
var (
	machdeps64     = []string{"x86_64", "gcc_x86_64"}
	machdeps32     = []string{"x86_32", "gcc_x86_32"}
	machdeps16     = []string{"x86_16", "gcc_x86_16"}
	signedMachdeps = slices.Concat(machdeps64, machdeps32, machdeps16)
)

// saysMachdep says whether a flag asks for what the machdep is anyway.
func saysMachdep(flag, machdep string) bool {
	agreeing := map[string][]string{
		"-m64": machdeps64, "-m32": machdeps32, "-m16": machdeps16,
		"-fsigned-char": signedMachdeps, "-fno-unsigned-char": signedMachdeps,
	}
	if list, ok := agreeing[flag]; ok {
		return slices.Contains(list, machdep)
	}
	target, ok := targetOf(flag)
	if !ok {
		return false
	}
	// MinGW's long has 32 bits.
	if strings.Contains(target, "mingw") || strings.Contains(target, "windows") || strings.Contains(target, "gnux32") {
		return false
	}
	arch, _, _ := strings.Cut(target, "-")
	switch arch {
	case "x86_64", "amd64":
		return slices.Contains(machdeps64, machdep)
	case "i386", "i486", "i586", "i686":
		return slices.Contains(machdeps32, machdep)
	}
	return false
}

// targetOf is the target a flag, or the name of a compiler, asks for.
func targetOf(flag string) (string, bool) {
	for _, prefix := range []string{"--target=", "-target "} {
		if target, ok := strings.CutPrefix(flag, prefix); ok {
			return target, true
		}
	}
	return flag, crossCompiler.MatchString(flag)
}
