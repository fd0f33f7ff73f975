package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file computes the results of operators.

// boxedApart reports whether two constants are compared as interfaces and have
// different types, so that they are not equal whatever their values.
func boxedApart(n *ir.Node, x, y value.Value) bool {
	boxed := false
	for _, k := range n.Kids {
		boxed = boxed || k.Type != nil && ir.IsInterface(k.Type)
	}
	a, ok1 := x.(*value.Const)
	b, ok2 := y.(*value.Const)
	if !boxed || !ok1 || !ok2 || a.T == nil || b.T == nil || ir.IsInterface(a.T) || ir.IsInterface(b.T) {
		return false
	}
	return !types.Identical(types.Default(a.T), types.Default(b.T))
}

func (m *Machine) binary(op token.Token, x, y value.Value, pos token.Pos, t types.Type) value.Value {
	if op == token.EQL || op == token.NEQ {
		return m.Equal(op, x, y, pos)
	}
	a, ok1 := x.(*value.Const)
	b, ok2 := y.(*value.Const)
	if !ok1 || !ok2 {
		if yes, known := longer(op, x, y); known {
			return value.NewBool(yes, pos)
		}
		return m.binaryUnknown(x, y, pos, t)
	}
	text := a.V.Kind() == constant.String
	mixed := text != (b.V.Kind() == constant.String) || a.V.Kind() == constant.Bool
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if mixed {
			return value.NewUnknown("an unsupported comparison", pos, t)
		}
		return value.NewBool(constant.Compare(a.V, op, b.V), pos)
	case token.SHL, token.SHR:
		s, ok := constant.Uint64Val(b.V)
		if !ok || s > 512 || constant.ToInt(a.V).Kind() != constant.Int {
			return value.NewUnknown("an unsupported shift", pos, t)
		}
		return m.fit(constant.Shift(constant.ToInt(a.V), op, uint(s)), a.T, a.Pos)
	}
	if mixed || text && op != token.ADD {
		return value.NewUnknown("an unsupported operation", pos, t)
	}
	if text {
		size := len(constant.StringVal(a.V)) + len(constant.StringVal(b.V))
		m.steps += size / 256 // the text is copied
		if size > 4<<20 {
			return value.NewUnknown(value.OverBudget, pos, t)
		}
	}
	return m.arithmetic(op, a, b, pos, t)
}

// longer evaluates a comparison of a constant with a length of which only a lower bound is
// known, if the bound decides it: len(list) > 0.
func longer(op token.Token, x, y value.Value) (yes, known bool) {
	u, ok := x.(*value.Unknown)
	c, isConst := value.IntOf(y)
	if !ok {
		u, ok = y.(*value.Unknown)
		c, isConst = value.IntOf(x)
		switch op { // c < len is len > c
		case token.LSS:
			op = token.GTR
		case token.LEQ:
			op = token.GEQ
		case token.GTR:
			op = token.LSS
		case token.GEQ:
			op = token.LEQ
		}
	}
	if !ok || !isConst || u.AtLeast == 0 {
		return false, false
	}
	switch least := int64(u.AtLeast); op {
	case token.GTR, token.NEQ:
		return true, c < least
	case token.GEQ:
		return true, c <= least
	case token.LSS:
		return false, c <= least
	case token.LEQ, token.EQL:
		return false, c < least
	}
	return false, false
}

// arithmetic evaluates an operation on two numbers, or the concatenation of two texts.
func (m *Machine) arithmetic(op token.Token, a, b *value.Const, pos token.Pos, t types.Type) value.Value {
	rt := a.T
	if bt, ok := rt.(*types.Basic); ok && bt.Info()&types.IsUntyped != 0 {
		rt = b.T
	}
	av, bv := a.V, b.V
	if op == token.QUO || op == token.REM {
		if constant.Sign(bv) == 0 {
			m.panics(nil)
			return value.NewUnknown("division by zero", pos, t)
		}
		if isInteger(rt) {
			av, bv = constant.ToInt(av), constant.ToInt(bv)
			if op == token.QUO {
				op = token.QUO_ASSIGN // integer division
			}
		}
	}
	if av.Kind() == constant.Unknown || bv.Kind() == constant.Unknown {
		return value.NewUnknown("an unsupported operation", pos, t)
	}
	switch op {
	case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
		if constant.ToInt(av).Kind() != constant.Int || constant.ToInt(bv).Kind() != constant.Int {
			return value.NewUnknown("an unsupported operation", pos, t)
		}
		av, bv = constant.ToInt(av), constant.ToInt(bv)
	}
	return m.fit(constant.BinaryOp(av, op, bv), rt, m.Provenance(a, b))
}

// Provenance returns the position of a computed constant: the position of the operand
// in the analyzed package, or else of the first operand.
func (m *Machine) Provenance(vals ...value.Value) token.Pos {
	for _, v := range vals {
		if p := value.PosOf(v); p.IsValid() && m.Own != nil && m.Own(p) {
			return p
		}
	}
	for _, v := range vals {
		if p := value.PosOf(v); p.IsValid() {
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

// fit returns a constant if it fits its type; an overflow is unknown.
func (m *Machine) fit(v constant.Value, t types.Type, pos token.Pos) value.Value {
	if t != nil {
		if b, ok := ir.Under(t).(*types.Basic); ok && v.Kind() == constant.Int && b.Info()&types.IsInteger != 0 && !representable(v, b) {
			return value.NewUnknown("an overflow", pos, t)
		}
		if b, ok := ir.Under(t).(*types.Basic); ok && b.Info()&types.IsFloat != 0 && b.Info()&types.IsUntyped == 0 {
			if v = rounded(v, b); v == nil {
				return value.NewUnknown("an overflow", pos, t)
			}
		}
	}
	return &value.Const{V: v, T: t, Pos: pos}
}

// rounded returns a number as a float of type b. Unlike the compiler, the program
// rounds after each operation. It returns nil for infinity.
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

func (m *Machine) binaryUnknown(x, y value.Value, pos token.Pos, t types.Type) value.Value {
	for _, v := range []value.Value{x, y} {
		if u, ok := v.(*value.Unknown); ok {
			return &value.Unknown{Reason: u.Reason, Pos: u.Pos, T: t}
		}
	}
	return value.NewUnknown("an unsupported operation", pos, t)
}

// Equal evaluates == and !=.
func (m *Machine) Equal(op token.Token, x, y value.Value, pos token.Pos) value.Value {
	x, y = emptyAsNil(x), emptyAsNil(y)
	if value.IsNil(x) {
		x, y = y, x
	}
	if null, ok := y.(*value.Nil); ok {
		return m.equalsNil(op, x, null, pos)
	}
	truth := func(eq bool) value.Value { return value.NewBool(eq == (op == token.EQL), pos) }
	a, ok1 := x.(*value.Const)
	b, ok2 := y.(*value.Const)
	if yes, known := longer(op, x, y); known {
		return value.NewBool(yes, pos)
	}
	if ok1 && ok2 {
		if (a.V.Kind() == constant.String) == (b.V.Kind() == constant.String) && (a.V.Kind() == constant.Bool) == (b.V.Kind() == constant.Bool) {
			return truth(constant.Compare(a.V, token.EQL, b.V))
		}
		return truth(false)
	}
	for _, pair := range [][2]value.Value{{x, y}, {y, x}} {
		if u, ok := pair[0].(*value.Unknown); ok && len(u.Alts) > 0 {
			return m.mapAlts(u, func(a value.Value) value.Value { return m.Equal(op, a, pair[1], pos) })
		}
	}
	switch x := x.(type) {
	case *value.Ptr:
		if y, ok := y.(*value.Ptr); ok {
			return truth(x.C == y.C)
		}
	case *value.TypeVal:
		if y, ok := y.(*value.TypeVal); ok {
			return truth(value.SameType(x.T, y.T))
		}
	case *value.Slice:
		if ok2 { // in interfaces, with different types
			return truth(false)
		}
	case *value.Map:
		if ok2 {
			return truth(false)
		}
		if y, ok := y.(*value.Map); ok {
			return truth(x.Obj == y.Obj)
		}
	}
	return value.NewUnknown("depends on a comparison known only at run time", pos, types.Typ[types.Bool])
}

// equalsNil evaluates the comparison of x with null.
func (m *Machine) equalsNil(op token.Token, x value.Value, null *value.Nil, pos token.Pos) value.Value {
	truth := func(eq bool) value.Value { return value.NewBool(eq == (op == token.EQL), pos) }
	switch v := x.(type) {
	case *value.Nil:
		// An interface that holds a typed nil is not nil.
		return truth(!nilInterface(v) && !nilInterface(null) || !typedNil(v) && !typedNil(null))
	case *value.Unknown:
		if len(v.Alts) > 0 {
			r := m.mapAlts(v, func(a value.Value) value.Value { return m.Equal(op, a, null, pos) })
			if _, known := r.(*value.Const); known || !ir.IsError(v.T) {
				return r
			}
		}
		u := value.NewUnknown("depends on "+v.Reason, pos, types.Typ[types.Bool])
		if ir.IsError(v.T) {
			u.ErrCheck = 1
			if op == token.EQL {
				u.ErrCheck = -1
			}
		}
		return u
	case *value.Ptr:
		if v.OrNil {
			return value.NewUnknown("depends on an unknown pointer", pos, types.Typ[types.Bool])
		}
	case *value.Slice:
		if v.MayBeNil() {
			return value.NewUnknown("depends on an unknown slice", pos, types.Typ[types.Bool])
		}
	}
	return truth(false)
}

// nilInterface reports whether n is a nil interface.
func nilInterface(n *value.Nil) bool { return n.T != nil && ir.IsInterface(n.T) }

// typedNil reports whether n is a nil pointer, map or similar.
func typedNil(n *value.Nil) bool { return n.T != nil && !ir.IsInterface(n.T) && !ir.IsUntypedNil(n.T) }

// emptyAsNil returns nil for a nil slice, and v for any other value.
func emptyAsNil(v value.Value) value.Value {
	if s, ok := v.(*value.Slice); ok && s.IsNil && s.Open == nil {
		return &value.Nil{T: s.T}
	}
	return v
}
