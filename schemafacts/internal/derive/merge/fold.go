package merge

import (
	"go/token"
	"path/filepath"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/source"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// Fold merges the tools that directives make from functions with the tools that a
// generated file registers for the same functions. A merged tool has the document of
// the function and the registration of the file, even if the file is stale. known
// contains the tools of directives. The result does not contain the tools that Fold
// merged into others.
func Fold(fset *token.FileSet, tools, known []*tool.Tool) []*tool.Tool {
	place := func(t *tool.Tool) (dir, base string) {
		return filepath.Split(fset.PositionFor(t.Pos(), false).Filename)
	}
	out := slices.Clone(tools)
	united := map[*tool.Tool]bool{}
	for i, g := range tools {
		dir, base := place(g)
		if base != source.GeneratedFile || !g.Pos().IsValid() {
			continue
		}
		at := slices.IndexFunc(known, func(t *tool.Tool) bool {
			d, b := place(t)
			return t.Dialect == dialects.PlainFunctions && t.Name == g.Name && d == dir && b != source.GeneratedFile
		})
		if at < 0 {
			continue
		}
		c := *known[at]
		if !g.RegPos.IsValid() { // only the table: no SDK registers it
			out[i], united[known[at]] = &c, true
			continue
		}
		c.RegPos, c.ServerPos, c.Traced, c.Followed, c.Between = g.RegPos, g.ServerPos, g.Traced, g.Followed, g.Between
		c.Filtered, c.Conditional, c.Assumed = g.Filtered, g.Conditional, g.Assumed
		c.Hops = slices.Clone(c.Hops[:1]) // how the function was found
		c.Hops = append(c.Hops, g.Hops...)
		out[i], united[known[at]] = &c, true
	}
	if len(united) == 0 {
		return tools
	}
	out = slices.DeleteFunc(out, func(t *tool.Tool) bool { return united[t] })
	tool.SortTools(out)
	return out
}
