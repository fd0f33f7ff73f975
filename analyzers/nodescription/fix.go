package nodescription

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/structtag"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/analysis"
)

// fix returns the fix that makes the comment of a property's field its description.
// The description goes into the struct tag from which the tool's schema takes
// descriptions.
func (c *checker) fix(t *schemafacts.Tool, p walk.Place) []analysis.SuggestedFix {
	f := blame.Field(c.Pass.Files, p.Node.Pos)
	if f == nil || len(f.Names) != 1 {
		return nil
	}
	text := commentText(f)
	if isFiller(text) || isEcho(text, p.Name) || structtag.BeginsWithWord(text) {
		return nil
	}
	literal, start := "``", f.Type.End()
	if f.Tag != nil {
		literal, start = f.Tag.Value, f.Tag.Pos()
	}
	from, to, tag, err := structtag.Change(literal, t.DescriptionTag, t.DescriptionTag, text)
	if err != nil {
		return nil
	}
	if f.Tag == nil {
		from, to, tag = 0, 0, " "+literal[:from]+tag+literal[to:]
	}
	return []analysis.SuggestedFix{{
		Message:   "Add the comment to the " + t.DescriptionTag + " tag",
		TextEdits: []analysis.TextEdit{{Pos: start + token.Pos(from), End: start + token.Pos(to), NewText: []byte(tag)}},
	}}
}

// commentText returns the first paragraph of a field's doc comment, or else its line
// comment, on one line.
func commentText(f *ast.Field) string {
	text := f.Doc.Text()
	if text == "" {
		text = f.Comment.Text()
	}
	text, _, _ = strings.Cut(text, "\n\n")
	return strings.Join(strings.Fields(text), " ")
}
