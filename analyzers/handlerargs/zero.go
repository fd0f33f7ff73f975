package handlerargs

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// zeroDefault reports a field that is zero if the argument is missing, although the
// schema declares another default, or the description if the schema has none. It does so
// only if no code treats zero differently from other values, or the description says what
// zero means and the package replaces only lower values.
func (c *checker) zeroDefault(s *decodedStruct, f handling.ArgumentField) {
	v := f.Field().Origin()
	u := c.code.UseOf(v)
	if !c.Own(v.Pos()) || !u.Read || u.Filled {
		return
	}
	b, ok := types.Unalias(v.Type()).Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) == 0 {
		return
	}
	var names []string
	var want *schema.Node
	where, means := "the input schema says", true
	for _, t := range s.tools {
		prop := t.Input().Get("properties").Get(f.Name)
		if requires(t, f.Name) {
			return
		}
		means = means && zeroMeans.MatchString(prop.Get("description").StringValue())
		if want = prop.Get("default"); want != nil && s.checked {
			return
		}
		if want == nil && prop != nil && prop.Kind == schema.Object {
			if want = saidDefault(prop.Get("description").StringValue()); !suits(want, b) {
				return
			}
			where = "the description names the default"
		}
		if want == nil || isZeroValue(want) || want.Kind == schema.Null {
			return
		}
		if !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	if want == nil || u.Set && !means || !c.code.OnlyTaken(v, means) {
		return
	}
	c.Tell(names[0], v.Pos(), "default", "%s: without argument %q field %s is %s, and %s %s", report.Tools(names), f.Name, v.Name(), zeroText(b), where, want)
}

// zeroMeans matches a description that says what 0 means, in contrast to the default.
var zeroMeans = regexp.MustCompile(`(?i)(?:^|[\s(,;])0 ?(?:=|means|for) ?(?:no |un|all\b|every)`)

// isZeroValue reports whether a schema's value equals the value of a field whose
// argument is missing.
func isZeroValue(n *schema.Node) bool {
	switch n.Kind {
	case schema.Bool:
		return n.String() == "false"
	case schema.Number:
		return strings.Trim(n.Text, "0.") == ""
	case schema.String:
		return n.Text == ""
	}
	return true
}

// suits reports whether a default that a description names is a value of a basic type.
func suits(n *schema.Node, b *types.Basic) bool {
	if n == nil {
		return false
	}
	switch n.Kind {
	case schema.Bool:
		return b.Info()&types.IsBoolean != 0
	case schema.Number:
		return b.Info()&types.IsNumeric != 0
	}
	return n.Kind == schema.String && b.Info()&types.IsString != 0
}

func zeroText(b *types.Basic) string {
	switch {
	case b.Info()&types.IsBoolean != 0:
		return "false"
	case b.Info()&types.IsString != 0:
		return `""`
	}
	return "0"
}
