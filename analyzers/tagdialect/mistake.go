package tagdialect

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/report"
	"golang.org/x/tools/go/analysis"
)

// mistake is a mistake in the tags of one struct. Authors often repeat a mistake in
// most fields of a type, so each mistake is reported once per type.
type mistake struct {
	first *field
	owner *types.Named
	rule  string
	key   string // of the tag
	text  string // what is said of it
	// places are where the tags stand, others the names of the fields but the first.
	places []token.Pos
	others []string
	fixes  []analysis.SuggestedFix // one a field
}

// report reports a mistake in a tag. key is the key of the tag, jsonschema by
// default.
func (c *checker) report(f *field, rule, text string, fix []analysis.SuggestedFix, key ...string) {
	m := &mistake{first: f, owner: f.Owner, rule: rule, key: "jsonschema", text: text, places: []token.Pos{f.place("jsonschema")}, fixes: fix}
	if len(key) > 0 {
		m.key, m.places = key[0], []token.Pos{f.place(key[0])}
	}
	if f.Owner != nil && !f.ignored(m.places[0]) {
		for _, known := range c.mistakes {
			if known.takes(m) {
				known.places = append(known.places, m.places...)
				known.others = append(known.others, f.Var.Name())
				known.fixes = append(known.fixes, fix...)
				return
			}
		}
	}
	c.mistakes = append(c.mistakes, m)
}

// takes reports whether other is the same mistake in another field of the type. A tag
// with an ignore comment is reported separately, so that the comment silences only
// that tag.
func (m *mistake) takes(other *mistake) bool {
	return m.owner == other.owner && m.rule == other.rule && m.key == other.key && m.text == other.text &&
		m.first.tool == other.first.tool && !m.first.ignored(m.places[0])
}

// diagnostic returns one diagnostic for all places of the mistake. It is at the first
// place, the others are related information, and its fix changes all of them.
func (m *mistake) diagnostic() report.Diagnostic {
	f := m.first
	name := f.Var.Name()
	if !f.c.Own(f.Var.Pos()) && f.Owner != nil {
		name = f.Owner.Obj().Pkg().Name() + "." + f.Owner.Obj().Name() + "." + name
	}
	d := report.About(f.tool.Name, m.places[0], m.rule, "%s: tag %s of field %s %s%s", f.tools(), m.key, name, m.text, m.rest())
	d.Cause = f.Var.Pos()
	for _, pos := range m.places[1:] {
		if pos != d.Pos {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: "also here"})
		}
	}
	if len(m.fixes) > 0 {
		all := analysis.SuggestedFix{Message: m.fixes[0].Message}
		for _, fix := range m.fixes {
			all.TextEdits = append(all.TextEdits, fix.TextEdits...)
		}
		d.SuggestedFixes = []analysis.SuggestedFix{all}
	}
	return d
}

// named is the greatest number of other fields that a message names. Fingerprints of
// findings contain the names, so a field more or less makes another finding.
const named = 10

// rest returns the names of the other fields, in the form of messages.
func (m *mistake) rest() string {
	var names []string
	for _, name := range m.others[:min(len(m.others), named)] {
		names = append(names, fmt.Sprintf("%q", name))
	}
	if more := len(m.others) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return "; the same applies to field " + names[0]
	default:
		return "; the same applies to fields " + strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// ignored reports whether an ignore comment of schemavet or golangci-lint silences findings
// about the tag at pos.
func (f *field) ignored(pos token.Pos) bool {
	if f.c.Ignored(pos) {
		return true
	}
	n := f.syntax()
	if n == nil || n.Comment == nil {
		return false
	}
	return slices.ContainsFunc(n.Comment.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//nolint") })
}
