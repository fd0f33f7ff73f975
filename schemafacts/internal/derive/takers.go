package derive

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// Model returns the name of the value's type with its full import path. A [Taker] of
// the same model takes the value.
func (v *OwnValue) Model() string { return types.TypeString(v.t, nil) }

// OwnValue returns the value of a user-defined type from which a tool of the package
// was derived, or nil if the tool was derived in another way.
func (r *Found) OwnValue(t *tool.Tool) *OwnValue {
	for _, v := range r.deriver.ownValues {
		if v.tool.Name == t.Name && v.tool.DefPos == t.DefPos {
			return v
		}
	}
	return nil
}

// Taker is a function with a parameter that takes values of a user-defined tool type,
// or a list of them.
type Taker struct {
	Model string // as in [OwnValue.Model]
	in    *deriver
	fn    *ir.Func
	param int
	t     types.Type // the parameter's type
}

// Ran is the result of [Taker.Run]: the tools that the function made of a value, and
// the registrations whose names the value determines.
type Ran struct {
	Tools []*tool.Tool
	listing.Names
}

// Takers returns the functions of the package that take values of user-defined tool
// types.
func (r *Found) Takers() []Taker {
	d := r.deriver
	if d.Own == nil || !d.reaches || d.Downloaded() {
		return nil
	}
	var out []Taker
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
			if wire.IsModel(t, dialects.Seeds) {
				out = append(out, Taker{types.TypeString(types.Unalias(t), nil), d, fn, i, param.Type})
			}
		}
	}
	return out
}

// Run runs the function with a value as its argument and returns the tools that it
// makes. It does not change the result of the function's package.
func (s Taker) Run(v *OwnValue) Ran {
	p := s.in.fresh()
	arg := value.Snapshot(v.value)
	t := types.Unalias(s.t)
	slice, isSlice := t.(*types.Slice)
	if isSlice {
		t = types.Unalias(slice.Elem())
	}
	if _, ok := t.(*types.Pointer); ok {
		arg = &value.Ptr{T: t, C: value.NewCell(arg), Pos: v.tool.DefPos}
	}
	if isSlice {
		arg = value.NewSlice(s.t, v.tool.DefPos, arg)
	}
	m := eval.NewMachine(p.env, gostd.Library{}, p.Owns)
	m.Leave = func(defs []*value.Def) bool {
		for _, def := range defs {
			if def.Used {
				continue
			}
			for _, b := range p.bound {
				if t := b.Untraced(m, def); t != nil {
					p.list.Tools = append(p.list.Tools, t)
				}
			}
		}
		return false // no caller uses the result
	}
	m.RunWith(s.fn, map[int]value.Value{s.param: arg})
	hop := tool.Hop{Pos: s.fn.Pos, Text: "taken by " + ir.ShortKey(s.fn.Key) + ", as its type says"}
	for _, t := range p.list.Tools {
		t.Hops = append([]tool.Hop{hop}, t.Hops...)
	}
	return Ran{Tools: p.list.Tools, Names: p.list.Names(s.in.list)}
}
