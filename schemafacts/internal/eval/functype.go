package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// typedFunc returns a function for all functions of a named type that the environment
// models, or nil.
func (m *Machine) typedFunc(t types.Type, pos token.Pos) *value.Extern {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	if _, ok := named.Underlying().(*types.Signature); !ok {
		return nil
	}
	key := named.Obj().Pkg().Path() + "." + named.Obj().Name()
	if m.Env.Intrinsic(key) == nil {
		return nil
	}
	return &value.Extern{Key: key, T: t, Pos: pos}
}

// typedMethod returns the environment's model of an interface method, whatever type
// implements the interface, or nil.
func (m *Machine) typedMethod(f *frame, recv value.Value, n *ir.Node) *value.Extern {
	if len(n.Types) == 0 {
		return nil
	}
	key := ifaceKey(m.typ(f, n.Types[0]), n.Name)
	if m.Env.Intrinsic(key) == nil {
		return nil
	}
	return &value.Extern{Key: key, Recv: recv, Bound: true, T: n.Type, Pos: n.Pos}
}

// funcAs returns a function as a variable of type t holds it.
func funcAs(v value.Value, t types.Type) value.Value {
	if _, ok := ir.Under(t).(*types.Signature); !ok {
		return v
	}
	switch f := v.(type) {
	case *value.Closure:
		if _, named := types.Unalias(t).(*types.Named); !named && f.As == nil || value.SameType(f.As, t) {
			return f
		}
		c := *f
		c.As, c.From = t, f
		return &c
	case *value.Extern:
		if f.T == nil || value.SameType(f.T, t) {
			return f
		}
		c := *f
		c.T = t
		return &c
	}
	return v
}

// dynamicType is [value.TypeOf] with the types of closures.
func (m *Machine) dynamicType(v value.Value) types.Type {
	c, ok := v.(*value.Closure)
	if !ok {
		return value.TypeOf(v)
	}
	if c.As != nil {
		return c.As
	}
	params := c.Fn.Params
	if c.Recv != nil && len(params) > 0 {
		params = params[1:]
	}
	tuple := func(ps []ir.Param) *types.Tuple {
		vars := make([]*types.Var, len(ps))
		for i, p := range ps {
			t := m.Subst(p.Type, c.Fn, c.Targs)
			if t == nil {
				return nil
			}
			vars[i] = types.NewParam(token.NoPos, nil, p.Name, t)
		}
		return types.NewTuple(vars...)
	}
	in, out := tuple(params), tuple(c.Fn.Results)
	if in.Len() != len(params) || out.Len() != len(c.Fn.Results) {
		return nil
	}
	variadic := c.Fn.Variadic && in.Len() > 0
	if variadic {
		_, variadic = ir.Under(in.At(in.Len() - 1).Type()).(*types.Slice)
	}
	return types.NewSignatureType(nil, nil, nil, in, out, variadic)
}
