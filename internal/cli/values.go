package cli

import (
	"strings"
	"unicode"
)

// Frama-C hands preprocessor flags to a shell, so a value with a character
// that means something to a shell never gets that far.

const shellAdvice = "Frama-C hands preprocessor flags to a shell; accepted are letters, digits and _ . / + -"

// shellSafe says whether word consists of letters, digits, "_./+-" and the
// characters of more, and does not start with a dash.
func shellSafe(word, more string) bool {
	if word == "" || word[0] == '-' {
		return false
	}
	for _, r := range word {
		isLetter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !isLetter && !strings.ContainsRune("_./+-"+more, r) {
			return false
		}
	}
	return true
}

func includePath(value string) error {
	if shellSafe(value, "") {
		return nil
	}
	return usagef(shellAdvice+", and no dash in front.\nUse a symbolic link with such a name, or include the file by a path in a --force-include header",
		"-I: cannot use %q", value)
}

func forceInclude(value string) error {
	if shellSafe(value, "") {
		return nil
	}
	return usagef(shellAdvice+", and no dash in front.\nUse a header with such a name that includes the other one",
		"--force-include: cannot use %q", value)
}

func define(value string) error {
	name, body, _ := strings.Cut(value, "=")
	if !isMacro(name) {
		return usagef("write -DNAME or -DNAME=VALUE", "-D: %q does not name a macro", value)
	}
	if body != "" && !shellSafe("x"+body, "=") {
		return usagef(shellAdvice+" =.\nPut `#define "+name+" ...` into a header and give it with --force-include",
			"-D: cannot use the value of %q", value)
	}
	return nil
}

func undefine(value string) error {
	if isMacro(value) {
		return nil
	}
	return usagef("write -UNAME", "-U: %q does not name a macro", value)
}

// framaCArg accepts any word a command line can hold; what it does to the
// verdict is the report's business.
func framaCArg(value string) error {
	if value == "" || strings.ContainsRune(value, 0) {
		return usagef("give one word, for example --frama-c-arg=-eva-no-print", "--frama-c-arg has an empty value")
	}
	return nil
}

// modelBases and modelModifiers are the words of WP's memory models in the
// supported versions. A version that lacks one says so itself.
var (
	modelBases     = []string{"Typed", "Hoare", "Bytes", "Region", "Caveat", "Eva"}
	modelModifiers = []string{"cast", "nocast", "raw", "ref", "var", "nat", "int", "real", "float"}
)

// checkModel accepts a base and modifiers, such as Typed+nocast. Frama-C
// itself ignores case, and so does this.
func checkModel(model string) error {
	if model == "" {
		return nil
	}
	words := strings.Split(model, "+")
	known := hasFold(modelBases, words[0])
	for _, w := range words[1:] {
		known = known && hasFold(modelModifiers, w)
	}
	if known {
		return nil
	}
	return usagef("accepted values: "+strings.Join(modelBases, ", ")+", followed by any of +"+strings.Join(modelModifiers, " +"),
		"--model: unknown memory model %q", model)
}

func hasFold(words []string, word string) bool {
	for _, w := range words {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// isMacro accepts what the preprocessor does, in ASCII: other letters would
// reach a shell.
func isMacro(name string) bool {
	return isIdentifier(name) && shellSafe(name, "")
}

// isIdentifier accepts the identifiers of C, with universal letters.
func isIdentifier(name string) bool {
	for i, r := range name {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}

func hasControl(s string) bool {
	return strings.ContainsFunc(s, unicode.IsControl)
}
