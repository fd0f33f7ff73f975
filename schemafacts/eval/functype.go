package eval

import (
	"go/token"
	"go/types"
)

// typedFunc returns what the environment knows of all functions of a named
// type, nil if t is none of which it knows.
func (m *Machine) typedFunc(t types.Type, pos token.Pos) *Extern {
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
	return &Extern{Key: key, T: t, Pos: pos}
}

// Spread returns unknown results, one for each that the function has.
func (c *Call) Spread(reason string) Value { return spreadUnknown(reason, c.Pos, c.Result) }

// typedMethod returns what the environment knows of a method of an interface,
// whatever implements it; nil if it knows nothing.
func (m *Machine) typedMethod(f *frame, recv Value, n *Node) *Extern {
	if len(n.Types) == 0 {
		return nil
	}
	key := ifaceKey(m.typ(f, n.Types[0]), n.Name)
	if m.Env.Intrinsic(key) == nil {
		return nil
	}
	return &Extern{Key: key, Recv: recv, Bound: true, T: n.Type, Pos: n.Pos}
}
