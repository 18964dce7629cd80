package check

import (
	"slices"
	"strings"

	"fcv/framac"
)

// scanText finds in one of the user's files what does not survive
// preprocessing: comments that look like annotations, and questions that only
// Frama-C's library answers.
func scanText(path, text string) []framac.Fact {
	var facts []framac.Fact
	conditional := 0 // line of the conditional directive we are in; 0: none
	tokens := lexC(text)
	for i, t := range tokens {
		at := &framac.Position{File: path, Line: t.line, Column: t.column, EndLine: t.endLine, EndColumn: t.endCol}
		if t.kind == tokenComment {
			if keyword, why := annotationLike(t.text, t.directive); keyword != "" {
				facts = append(facts, framac.Fact{Kind: "comment_like_annotation", Loc: at, Name: keyword, Detail: why})
			}
			continue
		}
		if !t.directive {
			conditional = 0
			continue
		}
		if t.text == "#" {
			conditional = 0
			if i+1 < len(tokens) && slices.Contains(conditionals, tokens[i+1].text) {
				conditional = t.line
			}
		}
		if conditional > 0 && t.kind == tokenWord && strings.HasPrefix(t.text, "__FC_") && !strings.HasPrefix(t.text, "__FC_MACHDEP_") {
			facts = append(facts, framac.Fact{Kind: "prover_only", Loc: at, Name: t.text, Detail: "a condition on a macro that only Frama-C's library defines"})
		}
	}
	return facts
}

var conditionals = []string{"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef"}

// acslKeywords start annotations. What documentation tools use as well
// (returns) is left out.
var acslKeywords = []string{
	"requires", "ensures", "assigns", "assumes", "assert", "check", "admit", "terminates", "decreases", "exits",
	"behavior", "complete", "disjoint", "allocates", "frees", "breaks", "continues", "ghost", "predicate", "logic",
	"lemma", "axiomatic", "axiom", "inductive", "invariant", "calls",
}

// acslPairs are English words that start an annotation only before another.
var acslPairs = map[string][]string{
	"loop":   {"invariant", "assigns", "variant", "allocates", "frees", "unroll", "pragma", "widen_hints"},
	"type":   {"invariant"},
	"global": {"invariant"},
	"strong": {"type", "global"},
	"weak":   {"type", "global"},
	"for":    {},
}

// annotationLike returns the keyword a comment starts with if it looks like an
// annotation that Frama-C does not read, and why it does not.
func annotationLike(comment string, directive bool) (keyword, why string) {
	body := strings.TrimSuffix(comment[2:], "*/")
	real := strings.HasPrefix(body, "@")
	if real && !directive {
		return "", ""
	}
	lead := " \t"
	documentation := body != "" && strings.IndexByte("*!/", body[0]) >= 0
	if documentation {
		lead += "*!/"
	} else {
		lead += "\r\n"
	}
	start := strings.TrimLeft(body, lead)
	if !strings.HasPrefix(start, "@") {
		return "", ""
	}
	keyword, rest := firstWord(strings.TrimLeft(start, "@ \t\r\n"))
	if following, ok := acslPairs[keyword]; ok {
		next, tail := firstWord(strings.TrimLeft(rest, "@ \t\r\n"))
		if keyword == "for" {
			if next == "" || !strings.HasPrefix(strings.TrimLeft(tail, " \t"), ":") {
				return "", ""
			}
		} else if !slices.Contains(following, next) {
			return "", ""
		}
	} else if !slices.Contains(acslKeywords, keyword) || documentation && keyword == "invariant" {
		return "", ""
	}
	switch {
	case real:
		why = "it stands in a preprocessing directive, where comments are dropped"
	case documentation:
		why = "it starts like documentation: an annotation has its @ right behind /* or //"
	default:
		why = "blanks before the @: an annotation has its @ right behind /* or //"
	}
	return keyword, why
}

func firstWord(text string) (word, rest string) {
	n := 0
	for n < len(text) && isWordByte(text[n]) {
		n++
	}
	return text[:n], text[n:]
}
