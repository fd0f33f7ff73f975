package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// JSONName returns the name that encoding/json gives a field, "" if it leaves
// the field out.
func JSONName(field, tag string) string {
	name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	switch name {
	case "-":
		return ""
	case "":
		return field
	}
	return name
}

// FromJSON is [Machine.fromJSON] for types without methods of their own.
func FromJSON(n *schema.Node, t types.Type) Value { return (*Machine)(nil).fromJSON(n, t) }

// fromJSON returns n as the value of type t that encoding/json decodes it to.
func (m *Machine) fromJSON(n *schema.Node, t types.Type) Value {
	if m != nil {
		if v, ok := m.Env.Decode(n, t); ok {
			return v
		}
	}
	if n.Kind == schema.Unresolved {
		return unknown(n.Text, n.Pos, t)
	}
	if isRawMessage(t) {
		return &Const{constant.MakeString(string(n.JSON())), t, n.Pos}
	}
	u := under(t)
	switch n.Kind {
	case schema.Null:
		return zero(t, n.Pos)
	case schema.Bool:
		if isBasic(u, types.IsBoolean) {
			return &Const{constant.MakeBool(n.IsTrue()), t, n.Pos}
		}
		if isInterface(t) {
			return NewBool(n.IsTrue(), n.Pos)
		}
	case schema.String:
		if isBasic(u, types.IsString) {
			return &Const{constant.MakeString(n.Text), t, n.Pos}
		}
		if isInterface(t) {
			return NewString(n.Text, n.Pos)
		}
	case schema.Number:
		return m.numberFromJSON(n, t, u)
	case schema.Array:
		elem := types.Universe.Lookup("any").Type()
		st := t
		if sl, ok := u.(*types.Slice); ok {
			elem = sl.Elem()
		} else if isInterface(t) {
			st = types.NewSlice(elem)
		} else {
			break
		}
		s := &Slice{T: st, Pos: n.Pos}
		for _, e := range n.Elems {
			s.Elems = append(s.Elems, Elem{C: NewCell(m.fromJSON(e, elem))})
		}
		return s
	case schema.Object:
		return m.objectFromJSON(n, t, u)
	}
	if p, ok := u.(*types.Pointer); ok {
		return &Ptr{T: t, C: NewCell(m.fromJSON(n, p.Elem())), Pos: n.Pos}
	}
	return unknown("JSON that does not fit its Go type", n.Pos, t)
}

func isBasic(u types.Type, info types.BasicInfo) bool {
	b, ok := u.(*types.Basic)
	return ok && b.Info()&info != 0
}

func (m *Machine) numberFromJSON(n *schema.Node, t, u types.Type) Value {
	v := constant.MakeFromLiteral(strings.TrimPrefix(n.Text, "-"), token.FLOAT, 0)
	if v.Kind() == constant.Unknown {
		v = constant.MakeFromLiteral(strings.TrimPrefix(n.Text, "-"), token.INT, 0)
	}
	if strings.HasPrefix(n.Text, "-") && v.Kind() != constant.Unknown {
		v = constant.UnaryOp(token.SUB, v, 0)
	}
	if v.Kind() == constant.Unknown {
		return unknown("a number that is not understood", n.Pos, t)
	}
	switch {
	case isBasic(u, types.IsInteger):
		if i := constant.ToInt(v); i.Kind() == constant.Int {
			return &Const{i, t, n.Pos}
		}
	case isBasic(u, types.IsFloat):
		return &Const{v, t, n.Pos}
	case isInterface(t):
		return &Const{v, types.Typ[types.Float64], n.Pos}
	}
	if p, ok := u.(*types.Pointer); ok {
		return &Ptr{T: t, C: NewCell(m.fromJSON(n, p.Elem())), Pos: n.Pos}
	}
	return unknown("a number that does not fit its Go type", n.Pos, t)
}

func (m *Machine) objectFromJSON(n *schema.Node, t, u types.Type) Value {
	anyType := types.Universe.Lookup("any").Type()
	switch x := u.(type) {
	case *types.Map:
		mp := NewMap(t, n.Pos)
		for _, e := range n.Members {
			mp.Put(&Const{constant.MakeString(e.Name), x.Key(), e.Value.Pos}, m.fromJSON(e.Value, x.Elem()))
		}
		return mp
	case *types.Interface:
		mp := NewMap(types.NewMap(types.Typ[types.String], anyType), n.Pos)
		for _, e := range n.Members {
			mp.Put(NewString(e.Name, e.Value.Pos), m.fromJSON(e.Value, anyType))
		}
		return mp
	case *types.Pointer:
		return &Ptr{T: t, C: NewCell(m.fromJSON(n, x.Elem())), Pos: n.Pos}
	case *types.Struct:
		if named, ok := types.Unalias(t).(*types.Named); ok && types.NewMethodSet(types.NewPointer(named)).Lookup(nil, "UnmarshalJSON") != nil {
			return unknown(named.Obj().Name()+" has its own UnmarshalJSON", n.Pos, t)
		}
		s := &Struct{T: t, Pos: n.Pos, st: x, cells: make([]*Cell, x.NumFields()), born: births.Load()}
		for _, f := range JSONFields(x) {
			v := n.Get(f.Name)
			if v == nil {
				continue
			}
			if len(f.Path) > 1 || f.Quoted {
				return unknown("JSON decoded into a struct in a way that is not followed", n.Pos, t)
			}
			s.cells[f.Path[0]] = NewCell(m.fromJSON(v, x.Field(f.Path[0]).Type()))
		}
		return s
	}
	return unknown("JSON that does not fit its Go type", n.Pos, t)
}

// decodeInto decodes n over the present value, as encoding/json does: fields
// that n does not name stay. It reports false where encoding/json fails.
func (m *Machine) decodeInto(n *schema.Node, t types.Type, old Value) (Value, bool) {
	if v, ok := m.Env.Decode(n, t); ok {
		return v, true
	}
	st, isStruct := under(t).(*types.Struct)
	if p, ok := old.(*Ptr); ok && !isStruct {
		// A pointer to something is decoded through.
		if pt, ok := under(t).(*types.Pointer); ok {
			v, ok := m.decodeInto(n, pt.Elem(), p.C.v)
			m.set(p.C, v)
			return p, ok
		}
	}
	if !isStruct || n.Kind != schema.Object {
		return m.fromJSON(n, t), fits(n, t)
	}
	base, ok := clone(old).(*Struct)
	if !ok || base.rest != nil {
		return unknown("JSON decoded into something that is not known", n.Pos, t), true
	}
	for _, f := range JSONFields(st) {
		v := n.Get(f.Name)
		if v == nil || v.Kind == schema.Null {
			continue
		}
		cell, ft := m.fieldCell(base, f.Path)
		if cell == nil || f.Quoted {
			return unknown("JSON decoded into a struct in a way that is not followed", n.Pos, t), true
		}
		if !fits(v, ft) {
			return base, false
		}
		m.set(cell, m.fromJSON(v, ft))
	}
	return base, true
}

// fieldCell returns the cell that a path of field indexes leads to, through
// pointers that are not nil.
func (m *Machine) fieldCell(s *Struct, path []int) (*Cell, types.Type) {
	for i, idx := range path {
		cell := s.cell(idx)
		if i == len(path)-1 {
			return cell, s.st.Field(idx).Type()
		}
		v := cell.v
		if p, ok := v.(*Ptr); ok {
			v = p.C.v
		}
		next, ok := v.(*Struct)
		if !ok {
			break
		}
		s = next
	}
	return nil, nil
}

// fits reports whether encoding/json can decode a value of n's kind into t.
func fits(n *schema.Node, t types.Type) bool {
	if n.Kind == schema.Null || n.Kind == schema.Unresolved || isInterface(t) || isRawMessage(t) ||
		types.NewMethodSet(types.NewPointer(t)).Lookup(nil, "UnmarshalJSON") != nil {
		return true
	}
	switch u := under(t).(type) {
	case *types.Pointer:
		return fits(n, u.Elem())
	case *types.Basic:
		switch n.Kind {
		case schema.Bool:
			return u.Info()&types.IsBoolean != 0
		case schema.String:
			return u.Info()&types.IsString != 0
		case schema.Number:
			return u.Info()&types.IsNumeric != 0
		}
		return false
	case *types.Slice, *types.Array:
		return n.Kind == schema.Array
	case *types.Map, *types.Struct:
		return n.Kind == schema.Object
	}
	return false
}
