package derive

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
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

// hasText reports whether a text in a struct is known.
func hasText(s *value.Struct) bool {
	for i := range s.NumFields() {
		switch v := s.At(i).(type) {
		case *value.Const:
			if text, ok := value.StringOf(v); ok && text != "" {
				return true
			}
		case *value.Struct:
			if hasText(v) {
				return true
			}
		}
	}
	return false
}

// dependsOn reports whether a text in a struct is unknown because of a parameter of a
// function, which has the function's position.
func dependsOn(s *value.Struct, fn *ir.Func) bool {
	for i := range s.NumFields() {
		switch v := s.At(i).(type) {
		case *value.Unknown:
			if v.Pos == fn.Pos {
				return true
			}
		case *value.Struct:
			if v.Pos == fn.Pos || dependsOn(v, fn) {
				return true
			}
		}
	}
	return false
}
