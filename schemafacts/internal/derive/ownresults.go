package derive

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/merge"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// result is what a conversion made of a value.
type result struct {
	site  *site
	tools []*tool.Tool
}

// outermost leaves out the results of functions that another one of the conversions calls, and
// whose results it changes.
func (t *toolTypes) outermost(results []result) [][]*tool.Tool {
	var out [][]*tool.Tool
	for _, r := range results {
		if !slices.ContainsFunc(results, func(o result) bool { return o.site.changes && slices.Contains(t.above(r.site.fn), o.site.fn) }) {
			out = append(out, r.tools)
		}
	}
	return out
}

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

// parts returns the fields of a struct, or the entries of the maps in it if no field is a text: the
// struct may wrap a document that names the tool.
func parts(s *value.Struct) (fields []value.Value) {
	var entries []value.Value
	text := false
	for i := range s.NumFields() {
		f, _ := s.FieldVar(i)
		text = text || isText(f.Type())
		fields = append(fields, s.At(i))
		if m, ok := s.At(i).(*value.Map); ok {
			for _, e := range m.State().Entries {
				entries = append(entries, e.Val)
			}
		}
	}
	if text {
		return fields
	}
	return append(fields, entries...)
}

// hasText reports whether a text in a struct is known.
func hasText(s *value.Struct) bool {
	for _, v := range parts(s) {
		switch v := v.(type) {
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
	for _, v := range parts(s) {
		switch v := v.(type) {
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

// complete reports whether the run of the program has reached its end and each conversion that the
// program may call.
func (c *conversions) complete() bool {
	ran := func(fn *ir.Func) bool { return c.executed[fn] || !c.called(fn) }
	return c.IsMain() && c.executed != nil && !slices.ContainsFunc(c.sites, func(s *site) bool {
		return !ran(s.fn) || slices.ContainsFunc(c.above(s.fn), func(fn *ir.Func) bool { return !c.vars[fn] && !ran(fn) })
	})
}

// dropLeftOut drops the entries of a table, which is a package variable, that a complete run of the
// program has not sent, although it has sent another entry.
func (c *conversions) dropLeftOut(sent []*tool.Tool) {
	isSent := func(t *tool.Tool) bool {
		return slices.ContainsFunc(sent, func(o *tool.Tool) bool { return o.Traced && sameTool(t)(o) })
	}
	used := map[*ir.Func]bool{}
	for _, t := range c.found.Tools {
		used[c.tables[t]] = used[c.tables[t]] || isSent(t)
	}
	c.found.Tools = slices.DeleteFunc(c.found.Tools, func(t *tool.Tool) bool {
		return c.tables[t] != nil && used[c.tables[t]] && !isSent(t)
	})
}

// compare makes those parts of the found tools unresolved that are others if a value is not
// alone in a list. A tool that then has another name is dropped: no name is known.
func (c *conversions) compare() {
	var renamed []*tool.Tool
	for _, t := range c.found.Tools {
		w, ok := c.listed[t]
		if !ok {
			continue
		}
		var others []*value.Struct
		for _, o := range c.found.Tools {
			other, ok := c.listed[o]
			if ok && other.site == w.site && other.place == w.place && other.v.at != w.v.at && len(others) < mostOthers &&
				!slices.ContainsFunc(others, func(s *value.Struct) bool { return types.Identical(s.T, other.v.v.T) }) {
				others = append(others, snapshot(other.v.v))
			}
		}
		if len(others) == 0 {
			continue
		}
		res := c.with(w.site, w.v, w.place, others...)
		if i := slices.IndexFunc(res.tools, sameTool(t)); i >= 0 {
			t.Doc = merge.Differing(t.Doc, res.tools[i].Doc)
		} else if len(res.tools) > 0 {
			renamed = append(renamed, t)
		}
	}
	if renamed != nil {
		c.found.Tools = slices.DeleteFunc(c.found.Tools, func(t *tool.Tool) bool { return slices.Contains(renamed, t) })
		c.found.Names = nil
	}
}
