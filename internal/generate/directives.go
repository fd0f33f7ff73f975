package generate

import (
	"cmp"
	"go/ast"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/signature/doccomment"
)

// Group describes the tools whose names begin with Name and a dot.
type Group struct{ Name, Text string }

// Groups returns the groups that the comments of a package describe with the directive
// schemavet:group, by name.
func Groups(files []*ast.File) (out []Group) {
	for _, f := range files {
		for _, d := range directives(f.Doc) {
			if d.Verb == "group" && !slices.ContainsFunc(out, func(g Group) bool { return g.Name == d.Arg }) {
				out = append(out, Group{d.Arg, d.Text})
			}
		}
	}
	slices.SortFunc(out, func(a, b Group) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

func directives(doc *ast.CommentGroup) []doccomment.Directive {
	if doc == nil {
		return nil
	}
	var lines []string
	for _, c := range doc.List {
		lines = append(lines, c.Text)
	}
	list, _ := doccomment.Directives(lines)
	return list
}
