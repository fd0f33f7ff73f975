package compat

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// matcher is a compiled pattern. JSON Schema has the patterns of ECMAScript, but
// validators in Go, which servers run, read them as Go does. If both have a meaning for
// a pattern, and it is not certainly the same, the matcher has both, and a string
// matches only if both agree. A nil matcher is a pattern that is not understood.
type matcher []*regexp.Regexp

func (m matcher) match(s string) verdict {
	if m == nil {
		return unsure
	}
	n := 0
	for _, re := range m {
		if re.MatchString(s) {
			n++
		}
	}
	switch n {
	case 0:
		return no
	case len(m):
		return yes
	}
	return unsure
}

// compile returns nil for a pattern that is not understood.
func compile(pattern string) matcher {
	var m matcher
	for _, text := range readings(pattern) {
		m = append(m, regexp.MustCompile(text))
	}
	return m
}

// readings returns, in Go's syntax, the meaning of a pattern in ECMAScript, and then in
// Go if it has one and that may differ. It returns none for a pattern that is not
// understood.
func readings(pattern string) []string {
	text, ok := translate(pattern)
	if _, err := regexp.Compile(text); !ok || err != nil {
		return nil
	}
	if _, err := regexp.Compile(pattern); text == pattern || err != nil {
		return []string{text}
	}
	return []string{text, pattern}
}

// matchesAll reports whether a pattern matches every string.
func matchesAll(pattern string) bool {
	all := readings(pattern)
	return compile(pattern).match("") == yes && !slices.ContainsFunc(all, func(text string) bool {
		tree, err := syntax.Parse(text, syntax.Perl)
		return err != nil || anchored(tree)
	})
}

func anchored(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, anchored)
}

// The characters of \s in ECMAScript, and all others.
const (
	spaces    = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	notSpaces = `\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
		`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
)

// translate returns a pattern of ECMAScript with the flag u in Go's syntax. ok is false
// for syntax that has no equal in Go, or that translate does not know.
func translate(pattern string) (text string, ok bool) {
	var b strings.Builder
	class := false // inside of brackets
	for i := 0; i < len(pattern); {
		rest := pattern[i:]
		part, size := rest[:1], 1
		switch {
		case rest[0] == '\\':
			part, size = escape(rest, class)
		case class && rest[0] == '[':
			part = `\[`
		case class:
			class = rest[0] != ']'
		case strings.HasPrefix(rest, "[]"):
			part, size = `[^\x00-\x{10ffff}]`, 2
		case strings.HasPrefix(rest, "[^]"):
			part, size = `[\x00-\x{10ffff}]`, 3
		case rest[0] == '[':
			class = true
			if strings.HasPrefix(rest, "[^") {
				part, size = "[^", 2
			}
		case rest[0] == '.':
			part = `[^\n\r\x{2028}\x{2029}]`
		case strings.HasPrefix(rest, "(?") && !strings.HasPrefix(rest, "(?:") && !strings.HasPrefix(rest, "(?<"):
			size = 0
		}
		if size == 0 {
			return "", false
		}
		b.WriteString(part)
		i += size
	}
	return b.String(), utf8.ValidString(pattern)
}

// escape translates the escape sequence with which s begins, and returns its length, or 0
// if it is not understood.
func escape(s string, class bool) (text string, size int) {
	if len(s) < 2 {
		return "", 0
	}
	switch c := s[1]; c {
	case 's', 'S':
		set := map[byte]string{'s': spaces, 'S': notSpaces}[c]
		switch {
		case !class:
			return "[" + set + "]", 2
		case strings.HasPrefix(s[2:], "-") && !strings.HasPrefix(s[2:], "-]"):
			return "", 0 // not a range
		}
		return set, 2
	case 'd', 'D', 'w', 'W', 't', 'n', 'v', 'f', 'r':
		return s[:2], 2
	case 'b', 'B':
		if class && c == 'b' {
			return `\x08`, 2
		}
		return s[:2], 2
	case '0':
		if len(s) > 2 && s[2] >= '0' && s[2] <= '9' {
			return "", 0
		}
		return `\x00`, 2
	case 'c':
		if len(s) > 2 && unicode.IsLetter(rune(s[2])) && s[2] < utf8.RuneSelf {
			return fmt.Sprintf(`\x%02x`, s[2]%32), 3
		}
		return "", 0
	case 'x':
		if r, n := hexDigits(s[2:], 2); n > 0 {
			return fmt.Sprintf(`\x{%x}`, r), 4
		}
		return "", 0
	case 'u':
		return unicodeEscape(s)
	default:
		if c >= utf8.RuneSelf || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) {
			return "", 0
		}
		return s[:2], 2
	}
}

// unicodeEscape is escape for \u0000, \u{0}, and two of the former for one character.
func unicodeEscape(s string) (text string, size int) {
	var r rune
	if end := strings.IndexByte(s, '}'); strings.HasPrefix(s, `\u{`) && end > 0 {
		r, _ = hexDigits(s[3:end], end-3)
		size = end + 1
	} else if r, size = hexDigits(s[2:], 4); size > 0 {
		size += 2
		if low, n := hexDigits(strings.TrimPrefix(s[size:], `\u`), 4); n > 0 && r >= 0xd800 && r < 0xdc00 && strings.HasPrefix(s[size:], `\u`) {
			r = (r-0xd800)<<10 + (low - 0xdc00) + 0x10000
			size += 6
		}
	}
	if !utf8.ValidRune(r) {
		return "", 0 // half a character
	}
	return fmt.Sprintf(`\x{%x}`, r), size
}

// hexDigits returns the number with which s begins, and the count of its digits, or 0 if s
// does not begin with that many.
func hexDigits(s string, digits int) (rune, int) {
	if len(s) < digits {
		return -1, 0
	}
	n, err := strconv.ParseUint(s[:digits], 16, 31)
	if err != nil {
		return -1, 0
	}
	return rune(n), digits
}
