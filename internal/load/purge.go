package load

import "bytes"

// purge overwrites the statements of functions and the elements of composite literals
// in src with spaces. Parsing and type-checking the rest takes a fraction
// of the time, and gives the same results for everything that is declared outside of
// functions. All other bytes keep their offset, line and column, and line directives
// are kept.
//
// A function with results then lacks a return statement, which the type checker
// ignores with IgnoreFuncBodies. The elements of a literal of type [...]T determine
// its length, so purge keeps the rest of a declaration after such a type. It leaves
// a file with unbalanced brackets unchanged.
func purge(src []byte) {
	p := &purger{src: src}
	for p.pos < len(src) {
		if !p.token() {
			return
		}
	}
	if len(p.open) > 0 {
		return
	}
	for _, s := range p.spans {
		for i, c := range src[s.from:s.to] {
			if c != '\n' {
				src[s.from+i] = ' '
			}
		}
	}
}

// purger scans a file. Its fields determine what the next brace opens and where a
// declaration ends.
type purger struct {
	src     []byte
	pos     int
	spans   []span // what to overwrite, except line breaks
	open    []byte // brackets around pos
	group   bool   // the first of them holds the specs of a declaration
	last    []byte // the keyword, identifier or operator before pos
	ends    bool   // a line break after it ends a statement
	counted bool   // the declaration has a type [...]T
}

// span is a part of a file.
type span struct{ from, to int }

// token reads the token at pos. It returns false if brackets are not balanced.
func (p *purger) token() bool {
	switch c := p.src[p.pos]; {
	case c == '\n':
		p.pos++
		if p.ends {
			p.endStatement()
		}
	case c == ' ' || c == '\t' || c == '\r':
		p.pos++
	case isWord(c):
		from := p.pos
		for p.pos < len(p.src) && isWord(p.src[p.pos]) {
			p.pos++
		}
		p.last = p.src[from:p.pos]
		p.ends = !continues[string(p.last)]
	case p.comment():
		comment := p.pos
		p.pos = skip(p.src, p.pos)
		if p.ends && bytes.IndexByte(p.src[comment:p.pos], '\n') >= 0 {
			p.endStatement()
		}
	case c == '"' || c == '\'' || c == '`':
		p.pos = skip(p.src, p.pos)
		p.last, p.ends = nil, true
	default:
		return p.operator(c)
	}
	return true
}

// operator reads a bracket, or a character of an operator.
func (p *purger) operator(c byte) bool {
	before := string(p.last)
	p.pos++
	p.last, p.ends = p.src[p.pos-1:p.pos], false
	switch c {
	case '(', '[':
		if len(p.open) == 0 {
			p.group = declares[before]
		}
		p.open = append(p.open, c)
	case '{':
		if before != "struct" && before != "interface" && !p.counted {
			return p.blank()
		}
		p.open = append(p.open, c)
	case ')', ']', '}':
		n := len(p.open) - 1
		if n < 0 || p.open[n] != opening[c] {
			return false
		}
		p.open, p.ends = p.open[:n], true
	case ';':
		p.endStatement()
	case '.':
		if before == "[" && bytes.HasPrefix(p.src[p.pos:], []byte("..")) {
			p.counted = true
		}
	}
	return true
}

// endStatement resets what is known about the current declaration, if it ends here.
func (p *purger) endStatement() {
	p.ends = false
	if len(p.open) == 0 || len(p.open) == 1 && p.group {
		p.counted = false
	}
}

// blank adds a span from pos to the closing brace of the block that begins before pos.
// A line directive divides the span.
func (p *purger) blank() bool {
	start := p.pos
	for depth := 1; p.pos < len(p.src); {
		from := p.pos
		switch p.src[p.pos] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				p.spans = append(p.spans, span{start, from})
				p.pos++
				p.last, p.ends = p.src[from:p.pos], true
				return true
			}
		case '"', '\'', '`', '/':
			p.pos = skip(p.src, p.pos)
			if isLine(p.src[from:p.pos]) {
				p.spans = append(p.spans, span{start, from})
				start = p.pos
			}
			continue
		}
		p.pos++
	}
	return false // the file ends in it
}

// isLine reports whether a comment may be a line directive.
func isLine(text []byte) bool {
	return bytes.HasPrefix(text, []byte("//line ")) || bytes.HasPrefix(text, []byte("/*line "))
}

// comment reports whether a comment begins at pos.
func (p *purger) comment() bool {
	rest := p.src[p.pos:]
	return len(rest) > 1 && rest[0] == '/' && (rest[1] == '/' || rest[1] == '*')
}

// skip returns the end of the literal or comment at pos. A slash that does not begin a
// comment is skipped alone. A line comment ends before its line break, and an
// unterminated literal at the end of its line, as in go/scanner.
func skip(src []byte, pos int) int {
	rest := src[pos:]
	until := func(end string, from int) int {
		if i := bytes.Index(rest[from:], []byte(end)); i >= 0 {
			return pos + from + i + len(end)
		}
		return len(src)
	}
	switch c := rest[0]; {
	case c == '`':
		return until("`", 1)
	case c == '/' && bytes.HasPrefix(rest, []byte("/*")):
		return until("*/", 2)
	case c == '/' && bytes.HasPrefix(rest, []byte("//")):
		end := until("\n", 2)
		if src[end-1] == '\n' && end > pos+2 {
			end--
		}
		return end
	case c == '/':
		return pos + 1
	default:
		for i := 1; i < len(rest); i++ {
			switch rest[i] {
			case '\\':
				if i+1 < len(rest) && rest[i+1] != '\n' {
					i++
				}
			case '\n':
				return pos + i
			case c:
				return pos + i + 1
			}
		}
		return len(src)
	}
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

var (
	// continues are keywords after which, outside of functions, a line break does not
	// end a statement.
	continues = map[string]bool{
		"chan": true, "const": true, "func": true, "import": true, "interface": true, "map": true,
		"package": true, "struct": true, "type": true, "var": true,
	}
	// declares are the Go keywords whose parentheses contain declarations.
	declares = map[string]bool{"const": true, "import": true, "type": true, "var": true}
	opening  = map[byte]byte{')': '(', ']': '[', '}': '{'}
)
