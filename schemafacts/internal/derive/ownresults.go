package derive

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// plainest returns the result of one of several conversions of a value: one that registers
// its tools before one that only makes them, then the one that loses least. The others are
// forms for other providers. If registrations differ, plainest returns nil.
func plainest(results [][]*tool.Tool) []*tool.Tool {
	var best []*tool.Tool
	rank := func(tools []*tool.Tool) (registered bool, holes, size int) {
		for _, t := range tools {
			registered = registered || t.RegPos.IsValid() && t.ServerPos.IsValid()
			holes, size = holes+len(t.Doc.Holes()), size+len(t.Doc.JSON())
		}
		return registered, holes, size
	}
	for _, tools := range results {
		reg, holes, size := rank(tools)
		bestReg, bestHoles, bestSize := rank(best)
		switch {
		case best == nil, reg && !bestReg:
			best = tools
		case reg && bestReg && !slices.EqualFunc(tools, best, func(a, b *tool.Tool) bool { return schema.Equal(a.Doc, b.Doc) }):
			return nil
		case reg == bestReg && (holes < bestHoles || holes == bestHoles && size > bestSize):
			best = tools
		}
	}
	return best
}

// isBare reports whether a tool has a name and nothing else.
func isBare(t *tool.Tool) bool {
	empty := func(n *schema.Node) bool {
		return n == nil || n.Kind == schema.Null || n.Kind == schema.String && n.Text == ""
	}
	return empty(t.Description()) && empty(t.Input())
}

func sameTool(t *tool.Tool) func(*tool.Tool) bool {
	return func(o *tool.Tool) bool { return o.Name == t.Name && o.NamePos == t.NamePos }
}
