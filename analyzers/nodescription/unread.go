package nodescription

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/blame"
	"github.com/schemavet/schemavet/analyzers/internal/walk"
	"github.com/schemavet/schemavet/internal/structtag"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// inUnreadTag reports whether the description of a field is in a tag that nothing
// reads. The check tagdialect reports such a tag with the right fix.
func (c *checker) inUnreadTag(root *schema.Node, p walk.Place) bool {
	if root.Type == nil || p.Node.Type == nil || structtag.GrammarOf(root.Reflector) == structtag.NoGrammar {
		return false
	}
	f := blame.Field(c.Pass.Files, p.Node.Pos)
	if f == nil || f.Tag == nil {
		return false
	}
	literal, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return false
	}
	tag := reflect.StructTag(literal)
	if _, ok := tag.Lookup("jsonschema"); ok {
		return false
	}
	return slices.ContainsFunc(structtag.Describing, func(key string) bool {
		return strings.Contains(strings.TrimSpace(tag.Get(key)), " ")
	})
}
