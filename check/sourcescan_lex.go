package check

import "strings"

type tokenKind int

const (
	tokenWord    tokenKind = iota + 1 // identifier or keyword
	tokenNumber                       // preprocessing number
	tokenString                       // string or character constant
	tokenOther                        // operator, or any other character
	tokenComment                      // with its delimiters
)

// cToken is a preprocessing token of C or a comment. Lines and columns count
// from 1, columns in bytes; text has no line continuations.
type cToken struct {
	kind            tokenKind
	text            string
	line, column    int
	endLine, endCol int  // just behind it
	directive       bool // part of a preprocessing directive
}

// operators of more than one character, the longer first.
var operators = []string{
	"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##",
}

// lexC takes C text apart the way a preprocessor does before it executes
// directives. A quote that nothing closes on its line is a token by itself, as
// in the text of an #error.
func lexC(text string) []cToken {
	l := lexer{text: text, line: 1, column: 1, fresh: true}
	for {
		l.blanks()
		if l.pos >= len(l.text) {
			return l.tokens
		}
		l.next()
	}
}

type lexer struct {
	text         string
	pos          int
	line, column int
	fresh        bool // only blanks and comments so far on this line
	directive    bool
	header       bool // behind #include: <...> is one token
	tokens       []cToken
}

// spliced is the length of a line continuation at pos, 0 for none.
func (l *lexer) spliced(pos int) int {
	if pos < len(l.text) && l.text[pos] == '\\' {
		switch {
		case strings.HasPrefix(l.text[pos+1:], "\n"):
			return 2
		case strings.HasPrefix(l.text[pos+1:], "\r\n"):
			return 3
		}
	}
	return 0
}

// advance goes n bytes on and counts lines.
func (l *lexer) advance(n int) {
	for _, c := range []byte(l.text[l.pos : l.pos+n]) {
		if c == '\n' {
			l.line, l.column = l.line+1, 1
		} else {
			l.column++
		}
	}
	l.pos += n
}

func (l *lexer) blanks() {
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case l.spliced(l.pos) > 0:
			l.advance(l.spliced(l.pos))
		case c == '\n':
			l.fresh, l.directive, l.header = true, false, false
			l.advance(1)
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			l.advance(1)
		default:
			return
		}
	}
}

func (l *lexer) next() {
	rest := l.text[l.pos:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "/*"):
		n := len(rest)
		if end := strings.Index(rest[2:], "*/"); end >= 0 {
			n = end + 4
		}
		l.emit(tokenComment, n)
		return
	case strings.HasPrefix(rest, "//"):
		l.emit(tokenComment, l.extent(2, func(i int) bool { return l.text[i] != '\n' }))
		return
	case c == '"' || c == '\'':
		l.emit(l.constant(c))
	case c == '<' && l.header:
		n := strings.IndexAny(rest, ">\n")
		if n < 0 || rest[n] == '\n' {
			n = 0
		}
		l.emit(tokenString, n+1)
	case isWordByte(c) && !isDigit(c):
		l.emit(tokenWord, l.extent(1, func(i int) bool { return isWordByte(l.text[i]) }))
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
		l.emit(tokenNumber, l.extent(1, func(i int) bool {
			c := l.text[i]
			sign := (c == '+' || c == '-') && strings.IndexByte("eEpP", l.text[i-1]) >= 0
			return isWordByte(c) || c == '.' || sign
		}))
	default:
		n := 1
		for _, op := range operators {
			if strings.HasPrefix(rest, op) {
				n = len(op)
				break
			}
		}
		if c == '#' && l.fresh {
			l.directive = true
		}
		l.emit(tokenOther, n)
	}
	l.fresh = false
}

// extent is how far, from pos on, bytes satisfy ok; the first n do. Line
// continuations are part of it.
func (l *lexer) extent(n int, ok func(int) bool) int {
	i := l.pos + n
	for i < len(l.text) {
		if s := l.spliced(i); s > 0 {
			i += s
			continue
		}
		if !ok(i) {
			break
		}
		i++
	}
	return i - l.pos
}

// constant measures a string or character constant.
func (l *lexer) constant(quote byte) (tokenKind, int) {
	for i := l.pos + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case l.spliced(i) > 0:
			i += l.spliced(i) - 1
		case c == '\\':
			i++
		case c == quote:
			return tokenString, i + 1 - l.pos
		case c == '\n':
			return tokenOther, 1
		}
	}
	return tokenOther, 1
}

func (l *lexer) emit(kind tokenKind, n int) {
	t := cToken{kind: kind, text: l.text[l.pos : l.pos+n], line: l.line, column: l.column, directive: l.directive}
	l.advance(n)
	t.endLine, t.endCol = l.line, l.column
	if strings.Contains(t.text, "\\\n") || strings.Contains(t.text, "\\\r\n") {
		t.text = strings.NewReplacer("\\\r\n", "", "\\\n", "").Replace(t.text)
	}
	if last := len(l.tokens) - 1; l.directive && kind == tokenWord && last >= 0 {
		l.header = l.tokens[last].text == "#" && (t.text == "include" || t.text == "include_next")
	}
	l.tokens = append(l.tokens, t)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isWordByte accepts what may be in an identifier, with GNU's $ and UTF-8.
func isWordByte(c byte) bool {
	return c == '_' || c == '$' || isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// withoutComments has a blank for each comment and keeps the lines.
func withoutComments(text string) string {
	var out strings.Builder
	line, column := 1, 1
	rest := text
	cut := func(toLine, toColumn int) string {
		i := 0
		for i < len(rest) && (line < toLine || column < toColumn) {
			if rest[i] == '\n' {
				line, column = line+1, 1
			} else {
				column++
			}
			i++
		}
		part := rest[:i]
		rest = rest[i:]
		return part
	}
	for _, t := range lexC(text) {
		if t.kind != tokenComment {
			continue
		}
		out.WriteString(cut(t.line, t.column))
		out.WriteString(" " + strings.Repeat("\n", strings.Count(cut(t.endLine, t.endCol), "\n")))
	}
	return out.String() + rest
}
