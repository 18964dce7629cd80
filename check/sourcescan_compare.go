package check

import (
	"fmt"
	"slices"
	"strings"

	"fcv/framac"
)

// facts are those of one view alone: pragmas and attributes of statements.
func (u unit) facts() []framac.Fact {
	var facts []framac.Fact
	for _, l := range u.lines {
		if text, ok := strings.CutPrefix(l.tokens[0], "#pragma"); ok && l.pragma {
			if text = strings.TrimSpace(text); !harmlessPragma(text) {
				facts = append(facts, framac.Fact{Kind: "pragma", Loc: wholeLine(l.file, l.line), Name: text})
			}
		}
	}
	return append(facts, u.statementAttributes()...)
}

// harmlessPragma keeps in step with ast-utils/pragmas_known.ml.
func harmlessPragma(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 {
		return true
	}
	first, _, _ := strings.Cut(words[0], "(")
	switch first {
	case "once", "message", "region", "endregion", "mark", "pack", "ident", "warning", "fc_stdlib":
		return true
	case "GCC", "clang":
		if len(words) == 1 {
			return true
		}
		second, _, _ := strings.Cut(words[1], "(")
		switch second {
		case "diagnostic", "system_header", "poison", "warning", "error", "dependency", "visibility":
			return true
		}
	}
	return false
}

// harmlessStatementAttributes say nothing of what a program does.
var harmlessStatementAttributes = []string{"fallthrough", "unused", "hot", "cold", "likely", "unlikely"}

// statementAttributes are __attribute__((...)) that make up a whole statement
// or stand behind a label.
func (u unit) statementAttributes() []framac.Fact {
	type token struct {
		text string
		line *unitLine
	}
	var tokens []token
	for i := range u.lines {
		if l := &u.lines[i]; !l.pragma {
			for _, t := range l.tokens {
				tokens = append(tokens, token{t, l})
			}
		}
	}
	var facts []framac.Fact
	depth := 0
	for i, t := range tokens {
		switch t.text {
		case "{":
			depth++
		case "}":
			depth--
		}
		if depth == 0 || i == 0 || t.text != "__attribute__" && t.text != "__attribute" ||
			!slices.Contains([]string{";", "{", "}", ":"}, tokens[i-1].text) {
			continue
		}
		names, open, j := []string{}, 0, i+1
		for ; j < len(tokens); j++ {
			switch text := tokens[j].text; {
			case text == "(":
				open++
			case text == ")":
				open--
			case open == 2 && (tokens[j-1].text == "(" || tokens[j-1].text == ","):
				names = append(names, strings.Trim(text, "_"))
			}
			if open == 0 {
				break
			}
		}
		if j+1 >= len(tokens) || tokens[j+1].text != ";" {
			continue // of a declaration: the syntax tree has it
		}
		for _, name := range names {
			if !slices.Contains(harmlessStatementAttributes, name) {
				facts = append(facts, framac.Fact{Kind: "attribute", Loc: wholeLine(t.line.file, t.line.line), Name: name, Detail: "a statement: Frama-C drops the attribute"})
			}
		}
	}
	return facts
}

// compareUnits reports where two views of one translation unit differ. Both
// stem from the same files, so lines are matched by their place; should the
// views differ although no line does, the order of inclusion differs.
func compareUnits(prover, compiler unit) []framac.Fact {
	same := func(a, b unitLine) bool {
		return a.file == b.file && a.line == b.line && slices.Equal(a.tokens, b.tokens)
	}
	if slices.EqualFunc(prover.lines, compiler.lines, same) {
		return nil
	}
	type place struct {
		file string
		line int
	}
	texts := func(u unit) (map[place]string, []place) {
		byPlace := map[place]string{}
		var order []place
		for _, l := range u.lines {
			p := place{l.file, l.line}
			text, ok := byPlace[p]
			if !ok {
				order = append(order, p)
			} else {
				text += " "
			}
			byPlace[p] = text + strings.Join(l.tokens, " ")
		}
		return byPlace, order
	}
	here, places := texts(prover)
	there, others := texts(compiler)
	all := append(places, others...)
	slices.SortFunc(all, func(a, b place) int {
		if c := strings.Compare(a.file, b.file); c != 0 {
			return c
		}
		return a.line - b.line
	})
	all = slices.Compact(all)
	var facts []framac.Fact
	for i := 0; i < len(all); {
		first := i
		var ours, theirs []string
		for ; i < len(all) && all[i].file == all[first].file && here[all[i]] != there[all[i]]; i++ {
			ours, theirs = appendText(ours, here[all[i]]), appendText(theirs, there[all[i]])
		}
		if i == first {
			i++
			continue
		}
		loc := wholeLine(all[first].file, all[first].line)
		loc.EndLine = all[i-1].line
		facts = append(facts, framac.Fact{Kind: "prover_only", Loc: loc, Detail: difference(strings.Join(ours, " "), strings.Join(theirs, " "))})
	}
	if facts != nil {
		return facts
	}
	for i, l := range prover.lines {
		if i >= len(compiler.lines) || !same(l, compiler.lines[i]) {
			return []framac.Fact{{Kind: "prover_only", Loc: wholeLine(l.file, l.line), Detail: "the prover sees the user's headers in another order than a compiler"}}
		}
	}
	return nil
}

func appendText(list []string, text string) []string {
	if text == "" {
		return list
	}
	return append(list, text)
}

func difference(prover, compiler string) string {
	switch {
	case compiler == "":
		return fmt.Sprintf("only the prover sees `%s`", shortened(prover))
	case prover == "":
		return fmt.Sprintf("only a compiler sees `%s`", shortened(compiler))
	}
	return fmt.Sprintf("the prover sees `%s`, a compiler `%s`", shortened(prover), shortened(compiler))
}

// shortened keeps facts readable: differing regions may be whole files.
func shortened(text string) string {
	const most = 100
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-3]) + "..."
	}
	return text
}

func wholeLine(file string, line int) *framac.Position {
	return &framac.Position{File: file, Line: line, Column: 1, EndLine: line, EndColumn: 1}
}
