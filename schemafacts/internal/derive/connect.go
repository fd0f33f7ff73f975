package derive

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// A tool of a model of one's own may get to the SDK on a way that values cannot
// be followed on: through a channel, a container that injects dependencies, a
// list that is filled somewhere else. Who sees the whole program can still find
// where such values are turned into the SDK's: in a function that takes one, or
// a list of them. It is run with the tool.

// ownValue is the value that a tool of a model of one's own was derived from.
type ownValue struct {
	tool  *tool.Tool
	value eval.Value // a snapshot
	t     types.Type
}

// sink is a function with a parameter that takes values of a model.
type sink struct {
	in    *deriver
	fn    *ir.Func
	param int
	t     types.Type // of the parameter
}

// connect returns what becomes of the tools of own models whose registration
// was not seen.
func connect(pkgs []Package, tools []*tool.Tool) []*tool.Tool {
	var sinks map[string][]sink
	for i, t := range tools {
		if t.Dialect != ownDialect || t.RegPos.IsValid() {
			continue
		}
		v := valueOf(pkgs, t)
		if v == nil {
			continue
		}
		if sinks == nil {
			sinks = findSinks(pkgs)
		}
		if wire := throughSinks(sinks[types.TypeString(v.t, nil)], v); wire != nil {
			wire.NamePos, wire.Package = t.NamePos, t.Package
			wire.Hops = append(slices.Clone(t.Hops), wire.Hops...)
			tools[i] = wire
		}
	}
	return tools
}

func valueOf(pkgs []Package, t *tool.Tool) *ownValue {
	for _, p := range pkgs {
		if d := p.Found.deriver; d != nil && p.Path == t.Package {
			for _, v := range d.ownValues {
				if v.tool.Name == t.Name && v.tool.DefPos == t.DefPos {
					return v
				}
			}
		}
	}
	return nil
}

// findSinks returns the functions that take values of models, by type.
func findSinks(pkgs []Package) map[string][]sink {
	out := map[string][]sink{}
	for _, p := range pkgs {
		d := p.Found.deriver
		if d == nil || d.own == nil || !d.reaches || d.dependency() {
			continue
		}
		for _, fn := range d.order {
			if !fn.Relevant || fn.Body == nil || len(fn.TypeParams) > 0 {
				continue
			}
			for i, param := range fn.Params {
				t := types.Unalias(param.Type)
				if s, ok := t.(*types.Slice); ok {
					t = types.Unalias(s.Elem())
				}
				if ptr, ok := t.(*types.Pointer); ok {
					t = ptr.Elem()
				}
				if _, ok := d.ownModel(t); ok {
					key := types.TypeString(types.Unalias(t), nil)
					out[key] = append(out[key], sink{d, fn, i, param.Type})
				}
			}
		}
	}
	return out
}

// throughSinks returns the one tool that the functions make of a value, nil if
// they make none, or do not agree. A function that registers it goes before one
// that only turns it into the SDK's type.
func throughSinks(sinks []sink, v *ownValue) *tool.Tool {
	var registered, converted []*tool.Tool
	for _, s := range sinks {
		for _, t := range s.run(v) {
			if t.Name != v.tool.Name || t.Dialect == ownDialect {
				continue
			}
			if t.RegPos.IsValid() {
				registered = append(registered, t)
			} else {
				converted = append(converted, t)
			}
		}
	}
	for _, found := range [][]*tool.Tool{registered, converted} {
		if len(found) == 0 {
			continue
		}
		for _, t := range found[1:] {
			if !schema.Equal(t.Doc, found[0].Doc) {
				return nil
			}
		}
		return found[0]
	}
	return nil
}

// run runs the function with the value and returns the tools that come of it.
func (s sink) run(v *ownValue) []*tool.Tool {
	before, nameless, named := s.in.tools, s.in.nameless, len(s.in.named)
	s.in.tools = nil
	defer func() {
		if s.in.connected == nil {
			s.in.connected = map[token.Pos]bool{}
		}
		for _, site := range s.in.named[named:] {
			s.in.connected[site.pos] = true
		}
		s.in.tools, s.in.nameless = before, nameless
	}()
	arg := eval.Snapshot(v.value)
	t := types.Unalias(s.t)
	slice, isSlice := t.(*types.Slice)
	if isSlice {
		t = types.Unalias(slice.Elem())
	}
	if _, ok := t.(*types.Pointer); ok {
		arg = &eval.Ptr{T: t, C: eval.NewCell(arg), Pos: v.tool.DefPos}
	}
	if isSlice {
		arg = eval.NewSlice(s.t, v.tool.DefPos, arg)
	}
	m := eval.NewMachine(s.in, gostd.Library{}, s.in.isOwn)
	m.Leave = func(defs []*eval.Def) {
		for _, def := range defs {
			if def.Used {
				continue
			}
			for _, b := range s.in.bound {
				if t := b.Untraced(m, def); t != nil {
					s.in.tools = append(s.in.tools, t)
				}
			}
		}
	}
	m.RunWith(s.fn, map[int]eval.Value{s.param: arg})
	hop := tool.Hop{Pos: s.fn.Pos, Text: "taken by " + ir.ShortKey(s.fn.Key) + ", as its type says"}
	for _, t := range s.in.tools {
		t.Hops = append([]tool.Hop{hop}, t.Hops...)
	}
	return s.in.tools
}
