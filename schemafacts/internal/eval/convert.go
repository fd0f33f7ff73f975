package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

func (m *Machine) evalAssert(f *frame, n *ir.Node) value.Value {
	x := m.eval(f, n.X())
	t := m.typ(f, n.Type)
	v := m.assert(x, t, n)
	if tuple, ok := v.(value.Tuple); ok && len(tuple) == 2 {
		if holds, known := value.BoolOf(tuple[1]); known && !holds {
			m.fails(f, n, x, t)
		}
	}
	return v
}

func (m *Machine) assert(x value.Value, t types.Type, n *ir.Node) value.Value {
	if u, ok := x.(*value.Unknown); ok {
		if len(u.Alts) > 0 {
			return m.mapAlts(u, func(a value.Value) value.Value { return m.assert(a, t, n) })
		}
		v := m.asType(u, t, u.Reason, u.Pos)
		if n.CommaOK() {
			return value.Tuple{v, value.NewUnknown("depends on a type known only at run time", n.Pos, types.Typ[types.Bool])}
		}
		return v
	}
	if m.mayHaveType(x, t) {
		const reason = "depends on a type that is not loaded"
		if !ir.IsInterface(t) {
			x = value.NewUnknown(reason, n.Pos, t)
		}
		if !n.CommaOK() {
			return x
		}
		u := value.NewUnknown(reason, n.Pos, t)
		u.Alts = []value.Value{x, value.Zero(t, n.Pos)}
		return value.Tuple{u, value.NewUnknown(u.Reason, n.Pos, types.Typ[types.Bool])}
	}
	ok := m.hasType(x, t)
	if n.CommaOK() {
		if ok {
			return value.Tuple{x, value.NewBool(true, n.Pos)}
		}
		return value.Tuple{value.Zero(t, n.Pos), value.NewBool(false, n.Pos)}
	}
	if !ok {
		m.panics(nil)
		return value.NewUnknown("the type assertion fails", n.Pos, t)
	}
	return x
}

// asType returns u, which has no alternatives, as a value of type t. A nil type means any.
func (m *Machine) asType(u *value.Unknown, t types.Type, reason string, pos token.Pos) value.Value {
	return m.withTargets(value.Symbolic(t, reason, pos, 1), u.PointsTo, func(x value.Value) value.Value {
		if t != nil && !m.hasType(x, t) {
			return nil
		}
		return x
	})
}

// hasType reports whether v's dynamic type is t or implements it.
func (m *Machine) hasType(v value.Value, t types.Type) bool {
	if value.IsNil(v) && (value.TypeOf(v) == nil || ir.IsInterface(value.TypeOf(v)) || ir.IsUntypedNil(value.TypeOf(v))) {
		return t == nil || ir.IsUntypedNil(t)
	}
	vt := m.dynamicType(v)
	if vt == nil || t == nil {
		return false
	}
	if ir.IsInterface(t) {
		return types.Implements(vt, ir.Under(t).(*types.Interface))
	}
	return types.Identical(types.Default(vt), t)
}

// mayHaveType reports whether it is unknown if v's dynamic type is t or implements it: the
// methods of t are unknown, or v is the result of a model and its type is an interface.
func (m *Machine) mayHaveType(v value.Value, t types.Type) bool {
	if value.IsNil(v) || t == nil {
		return false
	}
	vt := m.dynamicType(v)
	return opaqueInterface(t) || vt != nil && ir.IsInterface(vt) && !m.hasType(v, t)
}

// opaqueInterface reports whether the methods of an interface are unknown.
func opaqueInterface(t types.Type) bool {
	if t == nil || !ir.IsInterface(t) {
		return false
	}
	i, ok := ir.Under(t).(*types.Interface)
	return ok && i.NumMethods() == 1 && i.Method(0).Name() == ir.OpaqueMethod
}

// ConvertTo returns v as a variable of type t holds it: an untyped constant gets the
// type t, and a value stored in an interface keeps its type.
func (m *Machine) ConvertTo(v value.Value, t types.Type) value.Value {
	if t == nil {
		return v
	}
	switch x := v.(type) {
	case *value.Const:
		if ir.IsInterface(t) {
			return x // its constants have their default types
		}
		if x.V.Kind() == constant.String && static.IsBytes(t) && m.code().WritesBytes() {
			if len(constant.StringVal(x.V)) > mostElements {
				return value.NewUnknown("too many bytes", x.Pos, t)
			}
			return asElements(x, t)
		}
		if x.T != t {
			c := *x
			c.T = t
			return &c
		}
	case *value.Nil:
		if ir.IsUntypedNil(x.T) || x.T == nil {
			if _, ok := ir.Under(t).(*types.Slice); ok {
				return &value.Slice{T: t, IsNil: true, Pos: x.Pos}
			}
			return &value.Nil{T: t, Pos: x.Pos}
		}
	case *value.Slice:
		if _, ok := ir.Under(t).(*types.Slice); ok && named(x.T, t) {
			return m.convert(x, t, x.Pos)
		}
	case *value.Map:
		if _, ok := ir.Under(t).(*types.Map); ok && named(x.T, t) {
			return m.convert(x, t, x.Pos)
		}
	case *value.Struct:
		if _, ok := ir.Under(t).(*types.Struct); ok && named(x.T, t) {
			return m.convert(x, t, x.Pos)
		}
	case *value.Closure, *value.Extern:
		if in := m.typedFunc(t, value.PosOf(x)); in != nil {
			return in
		}
		return funcAs(v, t)
	case *value.Unknown:
		if x.T == nil {
			return typedAs(x, t)
		}
	}
	return v
}

// typedAs returns v with type t if v is unknown, and v itself otherwise.
func typedAs(v value.Value, t types.Type) value.Value {
	if u, ok := v.(*value.Unknown); ok {
		c := *u
		c.T = t
		return &c
	}
	return v
}

// convert evaluates T(v).
func (m *Machine) convert(v value.Value, t types.Type, pos token.Pos) value.Value {
	u := ir.Under(t)
	switch x := v.(type) {
	case *value.Const:
		if ir.IsInterface(t) {
			return m.ConvertTo(x, t)
		}
		if c := convertConst(x.V, u); c != nil {
			return &value.Const{V: c, T: t, Pos: x.Pos}
		}
		return value.NewUnknown("an unsupported conversion", pos, t)
	case *value.Struct:
		if st, ok := u.(*types.Struct); ok {
			c := value.Clone(x).(*value.Struct)
			c.T, c.Fields = t, st
			if c.Def != nil && !value.SameType(x.T, t) {
				c.Def = nil
			}
			return c
		}
	case *value.Slice:
		return m.convertSlice(x, t, pos)
	case *value.Map:
		c := *x
		if !ir.IsInterface(t) {
			c.T = t
		}
		return &c
	case *value.Ptr:
		if !ir.IsInterface(t) {
			return &value.Ptr{T: t, C: x.C, Pos: x.Pos}
		}
	case *value.Native:
		if ir.IsInterface(t) {
			return x
		}
		c := *x
		c.T = t
		return &c
	case *value.Closure, *value.Extern:
		return m.ConvertTo(x, t)
	case *value.Nil:
		if ir.IsInterface(t) && x.T != nil && !ir.IsInterface(x.T) && !ir.IsUntypedNil(x.T) {
			return x // an interface that holds a nil pointer is not nil
		}
		return m.ConvertTo(&value.Nil{T: nil, Pos: x.Pos}, t)
	case *value.Unknown:
		if len(x.Alts) > 0 && !ir.IsInterface(t) {
			return typedAs(m.mapAlts(x, func(a value.Value) value.Value { return m.convert(a, t, pos) }), t)
		}
		return typedAs(x, t)
	}
	return v
}

func (m *Machine) convertSlice(x *value.Slice, t types.Type, pos token.Pos) value.Value {
	switch u := ir.Under(t).(type) {
	case *types.Slice:
		c := *x
		c.T = t
		return &c
	case *types.Array:
		return m.sliceToArray(x, t, u.Len(), pos)
	}
	if !ir.IsString(ir.Under(t)) {
		return x
	}
	if s, ok := m.BytesToString(x); ok {
		return &value.Const{V: constant.MakeString(s), T: t, Pos: x.Pos}
	}
	return value.NewUnknown("a string made from unknown bytes", pos, t)
}

// sliceToArray copies the first n elements of a slice.
func (m *Machine) sliceToArray(s *value.Slice, t types.Type, n int64, pos token.Pos) value.Value {
	vals, open := s.Values()
	if open != nil {
		return value.Symbolic(t, open.Reason, open.Pos, 0)
	}
	if int64(len(vals)) < n {
		m.panics(nil)
		return value.NewUnknown("the slice is shorter than the array", pos, t)
	}
	out := &value.Array{T: t, Pos: s.Pos}
	for _, v := range vals[:n] {
		out.Parts = append(out.Parts, value.Clone(v))
	}
	return out
}

// BytesToString returns the text of a slice of bytes or runes whose elements are known.
func (m *Machine) BytesToString(s *value.Slice) (string, bool) {
	vals, open := s.Values()
	if open != nil {
		return "", false
	}
	runes := false
	if t, ok := ir.Under(s.T).(*types.Slice); ok {
		elem, _ := ir.Under(t.Elem()).(*types.Basic)
		runes = elem != nil && elem.Kind() == types.Rune
	}
	var b strings.Builder
	for _, v := range vals {
		i, ok := value.IntOf(v)
		switch {
		case !ok:
			return "", false
		case runes:
			b.WriteRune(rune(i))
		default:
			b.WriteByte(byte(i))
		}
	}
	return b.String(), true
}

// convertConst returns a constant converted to a type with the underlying type u, or nil if
// the result is unknown.
func convertConst(v constant.Value, u types.Type) constant.Value {
	if s, ok := u.(*types.Slice); ok && v.Kind() == constant.String && ir.IsByte(s.Elem()) {
		return v
	}
	b, ok := u.(*types.Basic)
	if !ok {
		return nil
	}
	info := b.Info()
	switch v.Kind() {
	case constant.String:
		if info&types.IsString != 0 {
			return v
		}
	case constant.Bool:
		if info&types.IsBoolean != 0 {
			return v
		}
	case constant.Int, constant.Float:
		switch {
		case info&types.IsString != 0:
			if i, ok := constant.Int64Val(v); ok {
				return constant.MakeString(string(rune(i)))
			}
		case info&types.IsInteger != 0:
			i := constant.ToInt(v)
			if i.Kind() != constant.Int {
				// A float at run time is truncated towards zero.
				f, _ := constant.Float64Val(v)
				if f > -1<<53 && f < 1<<53 {
					return constant.MakeInt64(int64(f))
				}
				return nil
			}
			if representable(i, b) {
				return i
			}
		case info&types.IsFloat != 0:
			if b.Kind() == types.Float32 {
				f, _ := constant.Float32Val(v)
				return constant.MakeFloat64(float64(f))
			}
			f, _ := constant.Float64Val(v)
			return constant.MakeFloat64(f)
		}
	}
	return nil
}

func representable(v constant.Value, b *types.Basic) bool {
	bits := map[types.BasicKind]int{types.Int8: 7, types.Int16: 15, types.Int32: 31, types.Int: 63, types.Int64: 63,
		types.Uint8: 8, types.Uint16: 16, types.Uint32: 32, types.Uint: 64, types.Uint64: 64, types.Uintptr: 64}[b.Kind()]
	if bits == 0 {
		return true // untyped
	}
	if b.Info()&types.IsUnsigned != 0 && constant.Sign(v) < 0 {
		return false
	}
	if constant.Sign(v) < 0 {
		v = constant.BinaryOp(constant.UnaryOp(token.SUB, v, 0), token.SUB, constant.MakeInt64(1))
	}
	return constant.BitLen(v) <= bits
}

// named reports whether a value changes its named type when it is converted from from
// to to: it then has the methods of the new type.
func named(from, to types.Type) bool { return from != nil && from != to && !value.SameType(from, to) }

// LendsBytes reports whether any known program may write to bytes that a buffer lends in the
// function that runs now. An SDK's function encodes into a new buffer and returns the bytes,
// as mcp-go does with ordered properties.
func (m *Machine) LendsBytes() bool {
	n := len(m.stack)
	return (n == 0 || !m.Env.Harmless(m.stack[n-1].fn.Pkg)) && m.code().LendsBytes()
}
