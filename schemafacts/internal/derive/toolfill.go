package derive

import (
	"go/types"
	"slices"
	"strconv"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// filler makes an argument that leads to a value of a tool type. A type may lead to such
// values at several places, as a registry with two lists does. Only one place has the value.
// Everything else in the argument is unknown.
type filler struct {
	types *toolTypes
	tool  types.Type
	v     *value.Struct
	place int // how many places are left out
	// others are values that follow the value in each list that has it. listed is set if
	// there is such a list.
	others []*value.Struct
	listed bool
}

// filled is the reason for what is unknown in an argument.
const filled = "a part of a value that holds tools"

// fill returns a value of a type that leads to the value, or nil.
func (f *filler) fill(typ types.Type, depth int) value.Value {
	if depth > mostNested {
		return nil
	}
	if types.Identical(origin(typ), f.tool) {
		f.place--
		if f.place != -1 {
			return nil
		}
		return f.as(f.tool, f.v)
	}
	elem := ir.Elem(ir.Under(typ))
	if elem == nil {
		return f.fields(typ, depth)
	}
	place := f.place
	x := f.fill(elem, depth+1)
	if x == nil {
		return nil
	}
	vals := []value.Value{x}
	for _, v := range f.others {
		vals = append(vals, (&filler{types: f.types, tool: f.tool, v: v, place: place}).fill(elem, depth+1))
	}
	switch u := ir.Under(typ).(type) {
	case *types.Pointer:
		return &value.Ptr{T: typ, C: value.NewCell(x), Pos: f.v.Pos}
	case *types.Slice:
		f.listed = true
		return value.NewSlice(typ, f.v.Pos, vals...)
	case *types.Map:
		f.listed = true
		m, st := value.NewMap(typ, f.v.Pos), new(value.Entries)
		for i, x := range vals {
			st.Entries = append(st.Entries, value.Entry{K: strconv.Itoa(i), Key: value.NewUnknown(filled, f.v.Pos, u.Key()), Val: x})
		}
		m.Obj.First = st
		return m
	}
	return nil
}

// as returns a struct as a value of its type or of an interface. An interface holds a pointer if
// that has more methods: the code may ask for them.
func (f *filler) as(typ types.Type, s *value.Struct) value.Value {
	ptr := types.NewPointer(s.T)
	if ir.IsInterface(typ) && types.NewMethodSet(ptr).Len() > types.NewMethodSet(s.T).Len() {
		return &value.Ptr{T: ptr, C: value.NewCell(s), Pos: f.v.Pos}
	}
	return s
}

// fields returns a struct with a field that leads to the value, or nil. An interface has a value
// of the first type with such a field.
func (f *filler) fields(typ types.Type, depth int) value.Value {
	if types.IsInterface(typ) && slices.Contains(f.types.carried(typ, depth), f.tool) {
		for _, m := range f.types.madeOf(typ) {
			if s, ok := f.fields(m.t, depth-1).(*value.Struct); ok {
				return f.as(typ, s)
			}
		}
	}
	st, ok := ir.Under(typ).(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		if x := f.fill(st.Field(i).Type(), depth+2); x != nil {
			s, _ := value.Symbolic(typ, filled, f.v.Pos, 0).(*value.Struct)
			s.SetAt(i, x)
			return s
		}
	}
	return nil
}

// mostNested is how deep in an argument a value of a tool type may be, and nearby how deep a
// plain conversion finds it. A field counts twice, unless an interface hides it: agents lead
// to tools through a dispatcher and the interface of a registry.
const (
	mostNested = 8
	nearby     = 6
)
