package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v3"
)

// splitGlued rewrites the words of `fcv check` that compilers accept and the
// flag library does not: -Iinc, -DX=1 and -UX become two words, and a file
// after "--" whose name starts with a dash gets "./" in front, because
// Frama-C would read it as an option. Words that are the value of another
// flag are left alone.
func splitGlued(root *cli.Command, args []string) []string {
	if len(args) < 2 || args[1] != "check" {
		return args
	}
	valued := valuedFlags(root.Command("check"))
	out := slices.Clone(args[:2])
	for rest := args[2:]; len(rest) > 0; rest = rest[1:] {
		word := rest[0]
		switch {
		case word == "--":
			out = append(out, word)
			for _, file := range rest[1:] {
				if strings.HasPrefix(file, "-") {
					file = "./" + file
				}
				out = append(out, file)
			}
			return out
		case isGlued(word):
			out = append(out, word[:2], word[2:])
		case valued[word] && len(rest) > 1:
			out = append(out, word, rest[1])
			rest = rest[1:]
		default:
			out = append(out, word)
		}
	}
	return out
}

// isGlued recognises -Ixxx, -Dxxx and -Uxxx; "-D=x" is the library's own
// spelling of a value.
func isGlued(word string) bool {
	return len(word) > 2 && word[0] == '-' && strings.IndexByte("IDU", word[1]) >= 0 && word[2] != '='
}

// valuedFlags are the spellings of flags whose next word is their value.
func valuedFlags(cmd *cli.Command) map[string]bool {
	valued := map[string]bool{}
	for _, f := range cmd.Flags {
		switch f.(type) {
		case *cli.StringFlag, *cli.StringSliceFlag:
			for _, name := range f.Names() {
				valued["-"+name] = true
				valued["--"+name] = true
			}
		}
	}
	return valued
}
