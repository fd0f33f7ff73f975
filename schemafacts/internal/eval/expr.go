package eval

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

func makeRune(r rune) constant.Value { return constant.MakeInt64(int64(r)) }

// eval evaluates an expression. It never returns nil.
func (m *Machine) eval(f *frame, n *ir.Node) value.Value {
	v := m.eval1(f, n)
	if v == nil {
		return value.NewUnknown("an unsupported expression", n.Pos, n.Type)
	}
	return v
}

func (m *Machine) eval1(f *frame, n *ir.Node) value.Value {
	if m.spend() {
		return value.NewUnknown(value.OverBudget, n.Pos, n.Type)
	}
	switch n.Op {
	case ir.OpConst:
		return &value.Const{V: n.Val, T: m.typ(f, n.Type), Pos: n.Pos}
	case ir.OpNil:
		return &value.Nil{T: m.typ(f, n.Type), Pos: n.Pos}
	case ir.OpZero:
		return value.Zero(m.typ(f, n.Type), n.Pos)
	case ir.OpLocal:
		if c := f.slots[n.Int]; c != nil {
			return value.Share(c.Get())
		}
		return value.NewUnknown("a variable that is not set", n.Pos, n.Type)
	case ir.OpGlobal:
		v := m.global(n.Name, n.Pos).Get()
		if u, ok := v.(*value.Unknown); ok && u.T == nil && n.Type != nil {
			return &value.Unknown{Reason: u.Reason, Pos: u.Pos, T: n.Type, Alts: u.Alts, PointsTo: u.PointsTo}
		}
		return v
	case ir.OpFunc:
		return m.funcValue(n.Name, nil, m.typesOf(f, n.Types), n.Type, n.Pos)
	case ir.OpMethod:
		return m.evalMethod(f, n)
	case ir.OpClosure:
		return m.evalClosure(f, n)
	case ir.OpField:
		return m.field(m.eval(f, n.X()), n)
	case ir.OpIndex:
		return m.evalIndex(f, n)
	case ir.OpSlice:
		return m.evalSlice(f, n)
	case ir.OpDeref:
		return m.deref(m.eval(f, n.X()), n)
	case ir.OpAddr:
		return m.evalAddr(f, n)
	case ir.OpComposite:
		return m.evalComposite(f, n)
	case ir.OpCall:
		return m.callProgram(f, n)
	case ir.OpBuiltin:
		return m.evalBuiltin(f, n)
	case ir.OpConvert:
		return m.convert(m.eval(f, n.X()), m.typ(f, n.Type), n.Pos)
	case ir.OpAssert:
		return m.evalAssert(f, n)
	case ir.OpBinary:
		return m.evalBinary(f, n)
	case ir.OpUnary:
		return m.evalUnary(f, n)
	case ir.OpUnknown:
		return value.NewUnknown(n.Name, n.Pos, m.typ(f, n.Type))
	}
	return nil
}

// funcValue returns the value of a function given by its key.
func (m *Machine) funcValue(key string, recv value.Value, targs []types.Type, t types.Type, pos token.Pos) value.Value {
	if m.Env.Intrinsic(key) == nil && m.Lib.Model(key) == nil {
		if fn := m.Env.Func(key); fn != nil {
			return &value.Closure{Fn: fn, Recv: recv, Targs: targs, Pos: pos}
		}
	}
	return &value.Extern{Key: key, Recv: recv, Bound: recv != nil, Targs: targs, T: t, Pos: pos}
}

// callee evaluates a call's function and arguments. Variadic arguments are collected in
// a slice.
func (m *Machine) callee(f *frame, n *ir.Node) (value.Value, []value.Value) {
	o := m.inOrder(f, n.Kids)
	vals := []value.Value{o.eval(m, f, 0)}
	for i := range n.Args() {
		v := o.eval(m, f, i+1)
		if tup, ok := v.(value.Tuple); ok && len(n.Kids) == 2 {
			vals = append(vals, tup...)
		} else {
			vals = append(vals, value.Clone(v))
		}
	}
	if len(vals) >= len(n.Kids) {
		o.settle(m, f, vals)
	}
	fv, args := vals[0], vals[1:]
	if n.Int >= 0 && !n.Spread() && len(args) >= n.Int {
		var st types.Type
		if len(n.Types) > 0 {
			st = m.typ(f, n.Types[0])
		}
		rest := value.NewSlice(st, n.Pos, args[n.Int:]...)
		rest.IsNil = len(rest.Elems) == 0
		if st != nil {
			if sl, ok := ir.Under(st).(*types.Slice); ok {
				for _, e := range rest.Elems {
					e.C.First = m.ConvertTo(e.C.First, sl.Elem())
				}
			}
		}
		args = append(args[:n.Int:n.Int], rest)
	}
	return fv, args
}

func (m *Machine) evalUnary(f *frame, n *ir.Node) value.Value {
	x := m.eval(f, n.X())
	switch v := x.(type) {
	case *value.Const:
		op := n.Token()
		if op == token.NOT && v.V.Kind() != constant.Bool || op != token.NOT && v.V.Kind() == constant.Bool || v.V.Kind() == constant.String {
			break
		}
		r := constant.UnaryOp(op, v.V, 0)
		if b, ok := ir.Under(v.T).(*types.Basic); ok && r.Kind() == constant.Int && !representable(r, b) {
			break
		}
		return &value.Const{V: r, T: v.T, Pos: v.Pos}
	case *value.Unknown:
		if n.Token() == token.NOT {
			return &value.Unknown{Reason: v.Reason, Pos: v.Pos, T: v.T, ErrCheck: -v.ErrCheck}
		}
		return value.NewUnknown(v.Reason, v.Pos, v.T)
	}
	return value.NewUnknown("an unsupported operation", n.Pos, n.Type)
}

func (m *Machine) evalBinary(f *frame, n *ir.Node) value.Value {
	op := n.Token()
	if op == token.LAND || op == token.LOR {
		return m.shortCircuit(f, n, op, m.eval(f, n.X()))
	}
	o := m.inOrder(f, n.Kids)
	x := o.eval(m, f, 0)
	y := m.eval(f, n.Y())
	vals := []value.Value{x, y}
	o.settle(m, f, vals)
	x = vals[0]
	if (op == token.EQL || op == token.NEQ) && boxedApart(n, x, y) {
		return value.NewBool(op == token.NEQ, n.Pos)
	}
	return m.binary(op, x, y, n.Pos, m.typ(f, n.Type))
}

func (m *Machine) shortCircuit(f *frame, n *ir.Node, op token.Token, x value.Value) value.Value {
	if b, ok := value.BoolOf(x); ok {
		if b == (op == token.LOR) {
			return x
		}
		return m.eval(f, n.Y())
	}
	// The right operand may not be evaluated.
	var y value.Value
	why := value.NewUnknown("depends on a condition known only at run time", n.Pos, nil)
	m.fork(f, why, func() flow { y = m.eval(f, n.Y()); return flow{} }, func() flow { return flow{} })
	if b, ok := value.BoolOf(y); ok && b == (op == token.LOR) {
		return y
	}
	return value.NewUnknown(why.Reason, n.Pos, types.Typ[types.Bool])
}

func (m *Machine) evalIndex(f *frame, n *ir.Node) value.Value {
	x := m.glance(f, n.X())
	i := m.eval(f, n.Y())
	v, ok := m.index(m.readAfter(f, n.X(), x, n.Y()), i, m.typ(f, n.Type), n.Pos)
	if n.CommaOK() {
		return value.Tuple{v, ok}
	}
	return v
}

// evalBuiltin evaluates a call of a predeclared function.
func (m *Machine) evalBuiltin(f *frame, n *ir.Node) value.Value {
	if n.Name == "len" && len(n.Kids) == 1 {
		return m.Length(m.glance(f, n.X()), n)
	}
	if n.Name == "new" && len(n.Kids) == 0 {
		return m.newZero(f, n)
	}
	var args []value.Value
	o := m.inOrder(f, n.Kids)
	for i := range n.Kids {
		args = append(args, value.Clone(o.eval(m, f, i)))
	}
	o.settle(m, f, args)
	return m.builtin(n, args, m.typ(f, n.Type))
}
