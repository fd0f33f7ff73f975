package eval

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// typ returns a static type with the frame's type arguments substituted.
func (m *Machine) typ(f *frame, t types.Type) types.Type {
	if len(f.targs) == 0 || t == nil {
		return t
	}
	return m.Subst(t, f.fn, f.targs)
}

func (m *Machine) typesOf(f *frame, ts []types.Type) []types.Type {
	if len(ts) == 0 {
		return nil
	}
	out := make([]types.Type, len(ts))
	for i, t := range ts {
		out[i] = m.typ(f, t)
	}
	return out
}

func (m *Machine) Subst(t types.Type, fn *ir.Func, targs []types.Type) types.Type {
	if len(targs) == 0 || len(fn.TypeParams) == 0 || t == nil {
		return t
	}
	s := substituter{fn.TypeParams, targs}
	return s.typ(t, 0)
}

type substituter struct {
	params []*types.TypeParam
	args   []types.Type
}

func (s *substituter) typ(t types.Type, depth int) types.Type {
	if depth > 30 {
		return t
	}
	switch t := t.(type) {
	case *types.TypeParam:
		for i, p := range s.params {
			if p == t && i < len(s.args) {
				return s.args[i]
			}
		}
	case *types.Alias:
		if u := types.Unalias(t); u != nil {
			if r := s.typ(u, depth+1); r != u {
				return r
			}
		}
	case *types.Pointer:
		if e := s.typ(t.Elem(), depth+1); e != t.Elem() {
			return types.NewPointer(e)
		}
	case *types.Slice:
		if e := s.typ(t.Elem(), depth+1); e != t.Elem() {
			return types.NewSlice(e)
		}
	case *types.Array:
		if e := s.typ(t.Elem(), depth+1); e != t.Elem() {
			return types.NewArray(e, t.Len())
		}
	case *types.Chan:
		if e := s.typ(t.Elem(), depth+1); e != t.Elem() {
			return types.NewChan(t.Dir(), e)
		}
	case *types.Map:
		k, e := s.typ(t.Key(), depth+1), s.typ(t.Elem(), depth+1)
		if k != t.Key() || e != t.Elem() {
			return types.NewMap(k, e)
		}
	case *types.Named:
		return s.named(t, depth)
	case *types.Struct:
		return s.strct(t, depth)
	case *types.Tuple:
		if u, changed := s.tuple(t, depth); changed {
			return u
		}
	case *types.Signature:
		p, c1 := s.tuple(t.Params(), depth)
		r, c2 := s.tuple(t.Results(), depth)
		if c1 || c2 {
			return types.NewSignatureType(nil, nil, nil, p, r, t.Variadic())
		}
	}
	return t
}

func (s *substituter) tuple(t *types.Tuple, depth int) (*types.Tuple, bool) {
	var vars []*types.Var
	changed := false
	for i := range t.Len() {
		v := t.At(i)
		if u := s.typ(v.Type(), depth+1); u != v.Type() {
			v = types.NewVar(v.Pos(), v.Pkg(), v.Name(), u)
			changed = true
		}
		vars = append(vars, v)
	}
	if !changed {
		return t, false
	}
	return types.NewTuple(vars...), true
}

func (s *substituter) named(t *types.Named, depth int) types.Type {
	if t.TypeArgs() == nil {
		return t
	}
	args := make([]types.Type, t.TypeArgs().Len())
	changed := false
	for i := range args {
		args[i] = s.typ(t.TypeArgs().At(i), depth+1)
		changed = changed || args[i] != t.TypeArgs().At(i)
	}
	if !changed {
		return t
	}
	inst, err := types.Instantiate(nil, t.Origin(), args, false)
	if err != nil {
		return t
	}
	return inst
}

func (s *substituter) strct(t *types.Struct, depth int) types.Type {
	fields := make([]*types.Var, t.NumFields())
	tags := make([]string, t.NumFields())
	changed := false
	for i := range fields {
		f := t.Field(i)
		tags[i] = t.Tag(i)
		if u := s.typ(f.Type(), depth+1); u != f.Type() {
			f = types.NewField(f.Pos(), f.Pkg(), f.Name(), u, f.Embedded())
			changed = true
		}
		fields[i] = f
	}
	if !changed {
		return t
	}
	return types.NewStruct(fields, tags)
}
