package nodescription

import (
	"go/ast"
	"go/token"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// leftOver is the rule for text that was written for a tag, a template, a format or HTML.
const leftOver = "left-over"

// leftOvers are patterns of such text, each with a pattern of texts that may mean it. A
// text in quotes or backquotes is meant as it stands.
var leftOvers = []struct{ text, meant *regexp.Regexp }{
	{regexp.MustCompile(`\w+\\, `), regexp.MustCompile(`(?i)escap|regex|backslash|latex`)},
	{regexp.MustCompile(`(?:[.!?:)]|\\n) ?(\\n)(?:\\n|[\s*#-]|[A-Z0-9]|$)`), regexp.MustCompile(`(?i)escap|newline|line break|delimit|separat`)},
	{regexp.MustCompile(`(\\n)[ \t]*\n`), regexp.MustCompile(`(?i)escap|newline|line break|delimit|separat`)},
	{regexp.MustCompile(`%!\w?\(\w+[^)]*\)|%!\w\(MISSING\)`), nil},
	{regexp.MustCompile(`(?:^|[\s(:])(%[svqd])(?:[\s.,;:)]|$)`), regexp.MustCompile(`(?i:format|verb|placeholder|printf)|%[A-Zmyhe]`)},
	{regexp.MustCompile(`\{\{ ?\.\w+ ?\}\}`), regexp.MustCompile(`(?i)templat|placeholder|variable|substitut|syntax`)},
	{regexp.MustCompile(`&(?:quot|apos|amp|lt|gt|#\d+);`), regexp.MustCompile(`(?i)html|xml|entit|escap|encod`)},
}

// quoted matches the parts of a text that are meant as they stand.
var quoted = regexp.MustCompile("`[^`]*`|\"[^\"]*\"|'[^'\n]*'|“[^”]*”")

// leftOverOf returns the first part of a text that was written for another place, or "".
func leftOverOf(text string) string {
	plain := quoted.ReplaceAllString(text, "''")
	for _, l := range leftOvers {
		if m := l.text.FindStringSubmatch(plain); m != nil && (l.meant == nil || !l.meant.MatchString(text)) {
			return m[len(m)-1]
		}
	}
	return ""
}

// leftOver reports a description with text that was written for another place. Models see
// it as it stands.
func (c *checker) leftOver(t *schemafacts.Tool, text *schema.Node, subject, pointer string) {
	if part := leftOverOf(text.Text); part != "" && !c.escaped(text.Pos, part) {
		c.Report(c.about(t, leftOver, text, pointer, "tool %q: %s has the text \"%s\" as it stands", t.Name, subject, part))
	}
}

// escaped reports whether a part is an escaped comma in a tag, which tagdialect reports.
func (c *checker) escaped(pos token.Pos, part string) bool {
	if !strings.HasSuffix(part, `\, `) {
		return false
	}
	for _, n := range enclosing.Path(c.Pass.Files, pos) {
		if f, ok := n.(*ast.Field); ok && f.Tag != nil {
			tag, _ := strconv.Unquote(f.Tag.Value)
			return strings.Contains(reflect.StructTag(tag).Get("jsonschema"), `\, `)
		}
	}
	return false
}
