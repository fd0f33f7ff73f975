package tagdialect

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/internal/structtag"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
)

// field is a field of the type from which a tool's schema is derived.
type field struct {
	jsonfields.Field
	c    *checker
	tool *schemafacts.Tool // the first that has the field
	more []string          // the names of the others
	at   string            // the JSON pointer of the schema
	prop *schema.Node      // the field's own schema, nil if unknown
	// described reports whether the schema describes the field. served is the description.
	described bool
	served    string
}

// shares records another tool that has the field.
func (f *field) shares(t *schemafacts.Tool) {
	if t.Name != f.tool.Name && !slices.Contains(f.more, t.Name) {
		f.more = append(f.more, t.Name)
	}
}

// tools returns the names of the tools that have the field, in the form of messages.
func (f *field) tools() string { return report.Tools(append([]string{f.tool.Name}, f.more...)) }

// optional reports whether the json tag allows the field to be missing.
func (f *field) optional() bool { return f.OmitEmpty || f.OmitZero }

// place returns the position of a key in the field's tag, or the position of the
// field.
func (f *field) place(key string) token.Pos {
	if !f.c.Own(f.Var.Pos()) {
		return f.c.PlaceIn(f.tool, f.at)
	}
	if n := f.syntax(); n != nil && n.Tag != nil {
		if from, _, ok := structtag.Find(n.Tag.Value, key); ok {
			return n.Tag.Pos() + token.Pos(from)
		}
		return n.Tag.Pos()
	}
	return f.Var.Pos()
}

// edit returns the fix that replaces a key and its value in the tag, or removes them
// if newKey is "". If the literal has escapes, the fix rewrites the whole literal.
func (f *field) edit(message, key, newKey, value string) []analysis.SuggestedFix {
	n := f.syntax()
	if n == nil || n.Tag == nil || !f.c.Own(f.Var.Pos()) {
		return nil
	}
	from, to, text, err := structtag.Change(n.Tag.Value, key, newKey, value)
	if err != nil {
		return nil
	}
	if from == 0 && text == "" { // nothing is left: the space before it goes as well
		return []analysis.SuggestedFix{{Message: message, TextEdits: []analysis.TextEdit{{Pos: n.Type.End(), End: n.Tag.End()}}}}
	}
	return []analysis.SuggestedFix{{Message: message, TextEdits: []analysis.TextEdit{{
		Pos: n.Tag.Pos() + token.Pos(from), End: n.Tag.Pos() + token.Pos(to), NewText: []byte(text),
	}}}}
}

// syntax returns the declaration of the field, or nil if it is in another package.
func (f *field) syntax() *ast.Field {
	return blame.Field(f.c.Pass.Files, f.Var.Pos())
}
