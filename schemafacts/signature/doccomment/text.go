package doccomment

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tabWidth is the width of a tab when the indentation of lines is compared.
const tabWidth = 4

// line is a line of a comment with text.
type line struct {
	indent int
	text   string
	gap    bool // the line is the first or comes after a blank one
}

// split returns the lines without their common indentation.
func split(text string) []line {
	var out []line
	gap, shared := true, -1
	for s := range strings.SplitSeq(text, "\n") {
		t := strings.TrimSpace(s)
		if t == "" {
			gap = true
			continue
		}
		n := indentation(s)
		if shared < 0 || n < shared {
			shared = n
		}
		out = append(out, line{n, t, gap})
		gap = false
	}
	for i := range out {
		out[i].indent -= shared
	}
	return out
}

func indentation(s string) int {
	n := 0
	for _, r := range s {
		switch r {
		case ' ':
			n++
		case '\t':
			n += tabWidth - n%tabWidth
		default:
			return n
		}
	}
	return n
}

// linkDefinition splits "[text]: url".
func linkDefinition(s string) (text string, ok bool) {
	text, url, ok := strings.Cut(s, "]: ")
	if !ok || !strings.HasPrefix(text, "[") || strings.ContainsAny(text[1:], "[]") {
		return "", false
	}
	url = strings.TrimSpace(url)
	return text[1:], strings.Contains(url, "://") && !strings.ContainsAny(url, " \t")
}

// plain joins lines and removes the brackets of links. It keeps quotes as they are,
// unlike go doc, which prints curly quotes.
func (r *reader) plain(lines []string) string {
	s := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '[' {
			continue
		}
		n := strings.IndexAny(s[i+1:], "[]")
		if n < 0 {
			break
		}
		end := i + 1 + n
		if s[end] == '[' {
			i = end - 1
			continue
		}
		if inner := s[i+1 : end]; r.links[inner] || isDocLink(inner) && apart(s[:i], s[end+1:]) {
			b.WriteString(s[done:i])
			b.WriteString(inner)
			done = end + 1
		}
		i = end
	}
	b.WriteString(s[done:])
	return b.String()
}

// apart reports whether a bracketed text between before and after can be a link,
// unlike the brackets in map[string]T.
func apart(before, after string) bool {
	l, _ := utf8.DecodeLastRuneInString(before)
	r, _ := utf8.DecodeRuneInString(after)
	edge := func(s string, r rune) bool {
		return s == "" || r == ' ' || unicode.IsPunct(r)
	}
	return edge(before, l) && edge(after, r) && r != '('
}

// isDocLink reports whether go doc makes a link of [s] if the name exists.
func isDocLink(s string) bool { return docLink.MatchString(s) }

// docLink matches a name, which the name of a package or an import path may precede.
var docLink = regexp.MustCompile(`^\*?(?:(?:[\w-]+(?:\.[\w-]+)+/)?(?:[a-z]\w*/)*[a-z]\w*\.)?[A-Z]\w*(?:\.[A-Z]\w*)?$`)
