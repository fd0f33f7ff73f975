package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

func (m *Machine) evalUnary(f *frame, n *ir.Node) Value {
	x := m.eval(f, n.Kids[0])
	switch v := x.(type) {
	case *Const:
		op := token.Token(n.Int)
		if op == token.NOT && v.V.Kind() != constant.Bool || op != token.NOT && v.V.Kind() == constant.Bool || v.V.Kind() == constant.String {
			break
		}
		r := constant.UnaryOp(op, v.V, 0)
		if b, ok := ir.Under(v.T).(*types.Basic); ok && r.Kind() == constant.Int && !representable(r, b) {
			break
		}
		return &Const{r, v.T, v.Pos}
	case *Unknown:
		if token.Token(n.Int) == token.NOT {
			return &Unknown{Reason: v.Reason, Pos: v.Pos, T: v.T, errCheck: -v.errCheck}
		}
		return NewUnknown(v.Reason, v.Pos, v.T)
	}
	return NewUnknown("an unsupported operation", n.Pos, n.Type)
}

func (m *Machine) evalBinary(f *frame, n *ir.Node) Value {
	op := token.Token(n.Int)
	x := m.eval(f, n.Kids[0])
	if op == token.LAND || op == token.LOR {
		return m.shortCircuit(f, n, op, x)
	}
	y := m.eval(f, n.Kids[1])
	vals := []Value{x, y}
	m.openOrder(f, n.Kids, vals)
	x = vals[0]
	if (op == token.EQL || op == token.NEQ) && boxedApart(n, x, y) {
		return NewBool(op == token.NEQ, n.Pos)
	}
	return m.binary(op, x, y, n.Pos, m.typ(f, n.Type))
}

// boxedApart reports whether two constants are compared as interfaces and have
// different types, so that they are not equal whatever they are.
func boxedApart(n *ir.Node, x, y Value) bool {
	boxed := false
	for _, k := range n.Kids {
		boxed = boxed || k.Type != nil && ir.IsInterface(k.Type)
	}
	a, ok1 := x.(*Const)
	b, ok2 := y.(*Const)
	if !boxed || !ok1 || !ok2 || a.T == nil || b.T == nil || ir.IsInterface(a.T) || ir.IsInterface(b.T) {
		return false
	}
	return !types.Identical(types.Default(a.T), types.Default(b.T))
}

func (m *Machine) shortCircuit(f *frame, n *ir.Node, op token.Token, x Value) Value {
	if b, ok := BoolOf(x); ok {
		if b == (op == token.LOR) {
			return x
		}
		return m.eval(f, n.Kids[1])
	}
	// The right side may not run.
	var y Value
	why := NewUnknown("depends on a condition known only at run time", n.Pos, nil)
	m.fork(f, why, func() ctl { y = m.eval(f, n.Kids[1]); return ctl{} }, func() ctl { return ctl{} })
	if b, ok := BoolOf(y); ok && b == (op == token.LOR) {
		return y
	}
	return NewUnknown(why.Reason, n.Pos, types.Typ[types.Bool])
}

func (m *Machine) binary(op token.Token, x, y Value, pos token.Pos, t types.Type) Value {
	switch op {
	case token.EQL, token.NEQ:
		return m.Equal(op, x, y, pos)
	}
	a, ok1 := x.(*Const)
	b, ok2 := y.(*Const)
	if !ok1 || !ok2 {
		return m.binaryUnknown(x, y, pos, t)
	}
	if op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ {
		if a.V.Kind() == constant.Bool || (a.V.Kind() == constant.String) != (b.V.Kind() == constant.String) {
			return NewUnknown("an unsupported comparison", pos, t)
		}
		return NewBool(constant.Compare(a.V, op, b.V), pos)
	}
	if op == token.SHL || op == token.SHR {
		s, ok := constant.Uint64Val(b.V)
		if !ok || s > 512 || constant.ToInt(a.V).Kind() != constant.Int {
			return NewUnknown("an unsupported shift", pos, t)
		}
		return m.fit(constant.Shift(constant.ToInt(a.V), op, uint(s)), a.T, a.Pos)
	}
	if (a.V.Kind() == constant.String) != (b.V.Kind() == constant.String) || a.V.Kind() == constant.Bool ||
		a.V.Kind() == constant.String && op != token.ADD {
		return NewUnknown("an unsupported operation", pos, t)
	}
	if a.V.Kind() == constant.String {
		m.steps += (len(constant.StringVal(a.V)) + len(constant.StringVal(b.V))) / 256 // it is copied
	}
	if a.V.Kind() == constant.String && len(constant.StringVal(a.V))+len(constant.StringVal(b.V)) > 4<<20 {
		return NewUnknown(OverBudget, pos, t)
	}
	rt := a.T
	if bt, ok := rt.(*types.Basic); ok && bt.Info()&types.IsUntyped != 0 {
		rt = b.T
	}
	av, bv := a.V, b.V
	if op == token.QUO || op == token.REM {
		if constant.Sign(bv) == 0 {
			m.panics(nil)
			return NewUnknown("division by zero", pos, t)
		}
		if isInteger(rt) {
			av, bv = constant.ToInt(av), constant.ToInt(bv)
			if op == token.QUO {
				op = token.QUO_ASSIGN // integer division
			}
		}
	}
	if av.Kind() == constant.Unknown || bv.Kind() == constant.Unknown {
		return NewUnknown("an unsupported operation", pos, t)
	}
	switch op {
	case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
		if constant.ToInt(av).Kind() != constant.Int || constant.ToInt(bv).Kind() != constant.Int {
			return NewUnknown("an unsupported operation", pos, t)
		}
		av, bv = constant.ToInt(av), constant.ToInt(bv)
	}
	return m.fit(constant.BinaryOp(av, op, bv), rt, m.Provenance(a, b))
}

// Provenance picks the place that made a computed constant what it is: the
// part from the package being analysed, else the first.
func (m *Machine) Provenance(vals ...Value) token.Pos {
	for _, v := range vals {
		if p := PosOf(v); p.IsValid() && m.Own != nil && m.Own(p) {
			return p
		}
	}
	for _, v := range vals {
		if p := PosOf(v); p.IsValid() {
			return p
		}
	}
	return token.NoPos
}

func isInteger(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := ir.Under(t).(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// fit returns the constant if it fits its type; what overflows is unknown.
func (m *Machine) fit(v constant.Value, t types.Type, pos token.Pos) Value {
	if t != nil {
		if b, ok := ir.Under(t).(*types.Basic); ok && v.Kind() == constant.Int && b.Info()&types.IsInteger != 0 && !representable(v, b) {
			return NewUnknown("an overflow", pos, t)
		}
		if b, ok := ir.Under(t).(*types.Basic); ok && b.Info()&types.IsFloat != 0 && b.Info()&types.IsUntyped == 0 {
			if v = rounded(v, b); v == nil {
				return NewUnknown("an overflow", pos, t)
			}
		}
	}
	return &Const{v, t, pos}
}

// rounded returns a number as a float of type b holds it: run time rounds after
// each operation, unlike the compiler. It returns nil for what is infinite.
func rounded(v constant.Value, b *types.Basic) constant.Value {
	f, _ := constant.Float64Val(v)
	if b.Kind() == types.Float32 {
		f32, _ := constant.Float32Val(v)
		f = float64(f32)
	}
	if math.IsInf(f, 0) {
		return nil
	}
	return constant.ToFloat(constant.MakeFloat64(f))
}

func (m *Machine) binaryUnknown(x, y Value, pos token.Pos, t types.Type) Value {
	for _, v := range []Value{x, y} {
		if u, ok := v.(*Unknown); ok {
			return &Unknown{Reason: u.Reason, Pos: u.Pos, T: t}
		}
	}
	return NewUnknown("an unsupported operation", pos, t)
}

// Equal evaluates == and !=.
func (m *Machine) Equal(op token.Token, x, y Value, pos token.Pos) Value {
	truth := func(eq bool) Value { return NewBool(eq == (op == token.EQL), pos) }
	if isEmptySlice(x) {
		x = &Nil{T: TypeOf(x)}
	}
	if isEmptySlice(y) {
		y = &Nil{T: TypeOf(y)}
	}
	if IsNil(x) {
		x, y = y, x
	}
	if IsNil(y) {
		switch v := x.(type) {
		case *Nil:
			// An interface that holds a typed nil is not nil.
			other := y.(*Nil)
			return truth(!nilInterface(v) && !nilInterface(other) || !typedNil(v) && !typedNil(other))
		case *Unknown:
			if len(v.Alts) > 0 {
				r := m.mapAlts(v, func(a Value) Value { return m.Equal(op, a, y, pos) })
				if _, known := r.(*Const); known || !ir.IsError(v.T) {
					return r
				}
			}
			if v.notNil {
				return truth(false)
			}
			u := NewUnknown("depends on "+v.Reason, pos, types.Typ[types.Bool])
			if ir.IsError(v.T) {
				u.errCheck = 1
				if op == token.EQL {
					u.errCheck = -1
				}
			}
			return u
		case *Ptr:
			if v.orNil {
				return NewUnknown("depends on an unknown pointer", pos, types.Typ[types.Bool])
			}
			return truth(false)
		case *Slice:
			if v.mayBeNil() {
				return NewUnknown("depends on an unknown slice", pos, types.Typ[types.Bool])
			}
			return truth(false)
		default:
			return truth(false)
		}
	}
	a, ok1 := x.(*Const)
	b, ok2 := y.(*Const)
	if ok1 && ok2 {
		if (a.V.Kind() == constant.String) == (b.V.Kind() == constant.String) && (a.V.Kind() == constant.Bool) == (b.V.Kind() == constant.Bool) {
			return truth(constant.Compare(a.V, token.EQL, b.V))
		}
		return truth(false)
	}
	for _, pair := range [][2]Value{{x, y}, {y, x}} {
		if u, ok := pair[0].(*Unknown); ok && len(u.Alts) > 0 {
			return m.mapAlts(u, func(a Value) Value { return m.Equal(op, a, pair[1], pos) })
		}
	}
	switch x := x.(type) {
	case *Ptr:
		if y, ok := y.(*Ptr); ok {
			return truth(x.C == y.C)
		}
	case *TypeVal:
		if y, ok := y.(*TypeVal); ok {
			return truth(identical(x.T, y.T))
		}
	case *Map:
		if y, ok := y.(*Map); ok {
			return truth(x.Obj == y.Obj)
		}
	}
	return NewUnknown("depends on a comparison known only at run time", pos, types.Typ[types.Bool])
}

// nilInterface reports whether a nil is that of an interface.
func nilInterface(n *Nil) bool { return n.T != nil && ir.IsInterface(n.T) }

// typedNil reports whether a nil is that of a pointer, a map and so on.
func typedNil(n *Nil) bool { return n.T != nil && !ir.IsInterface(n.T) && !ir.IsUntypedNil(n.T) }

// mayBeNil reports whether a slice is nil under conditions that are not known.
func (s *Slice) mayBeNil() bool {
	for _, e := range s.Elems {
		if !e.Maybe {
			return false
		}
	}
	return s.Open != nil || len(s.Elems) > 0
}

func isEmptySlice(v Value) bool {
	s, ok := v.(*Slice)
	return ok && s.IsNil && s.Open == nil
}
