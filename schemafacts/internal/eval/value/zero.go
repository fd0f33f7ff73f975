package value

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Zero returns the zero value of t.
func Zero(t types.Type, pos token.Pos) Value {
	switch u := ir.Under(t).(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return &Const{constant.MakeBool(false), t, pos}
		case info&types.IsString != 0:
			return &Const{constant.MakeString(""), t, pos}
		case info&types.IsNumeric != 0:
			return &Const{constant.MakeInt64(0), t, pos}
		case u.Kind() == types.UntypedNil:
			return &Nil{t, pos}
		}
		if u.Kind() == types.UnsafePointer {
			return &Nil{t, pos}
		}
		return NewUnknown("its type is not loaded", pos, t)
	case *types.Struct:
		return &Struct{T: t, Pos: pos, Fields: u, Parts: make(Parts, u.NumFields()), Born: Birth()}
	case *types.Array:
		a := &Array{T: t, Pos: pos}
		if n := cells(u); n > maxCells || n < 0 {
			return NewUnknown("a large array", pos, t)
		}
		for range u.Len() {
			a.Parts = append(a.Parts, Zero(u.Elem(), pos))
		}
		return a
	case *types.Slice:
		return &Slice{T: t, IsNil: true, Pos: pos}
	case *types.TypeParam:
		return NewUnknown("a value of a type parameter", pos, t)
	}
	return &Nil{t, pos}
}

// maxCells limits the elements of an array, those of its elements included.
const maxCells = 256

// cells returns how many elements an array has together with those of elements that are
// arrays, or a number above maxCells. It is negative for an array of unknown length.
func cells(a *types.Array) int64 {
	n := a.Len()
	if inner, ok := ir.Under(a.Elem()).(*types.Array); ok && 0 < n && n <= maxCells {
		n *= max(1, min(cells(inner), maxCells+1))
	}
	return n
}

// Symbolic returns a value of type t whose parts are unknown but exist, so that a
// value written to a part can be read again. depth limits the nesting.
func Symbolic(t types.Type, reason string, pos token.Pos, depth int) Value {
	if t == nil || depth > 4 {
		return NewUnknown(reason, pos, t)
	}
	u := &Unknown{Reason: reason, Pos: pos, T: t}
	switch x := ir.Under(t).(type) {
	case *types.Pointer:
		if st, ok := x.Elem().Underlying().(*types.Struct); ok && st.NumFields() > 0 {
			return &Ptr{T: t, C: NewCell(Symbolic(x.Elem(), reason, pos, depth+1)), Pos: pos, OrNil: depth > 0}
		}
	case *types.Struct:
		if x.NumFields() > 0 {
			return &Struct{T: t, Pos: pos, Fields: x, Parts: make(Parts, x.NumFields()), Born: Birth(), Rest: u}
		}
	}
	return u
}

// Clone returns a copy of a struct or array that shares no cells with the original.
// It returns any other value unchanged.
func Clone(v Value) Value {
	if !PointedInto(v) {
		return v
	}
	switch v := v.(type) {
	case *Struct:
		c := *v
		c.Parts = clones(v.Parts)
		if c.Def != nil {
			c.Def.SetLast(&c)
		}
		return &c
	case *Array:
		c := *v
		c.Parts = clones(v.Parts)
		return &c
	}
	return v
}

// IsEmpty reports whether omitempty omits v.
func IsEmpty(v Value) bool {
	switch v := v.(type) {
	case nil, *Nil:
		return true
	case *Const:
		switch v.V.Kind() {
		case constant.Bool:
			return !constant.BoolVal(v.V)
		case constant.String:
			return constant.StringVal(v.V) == ""
		case constant.Int, constant.Float:
			return constant.Sign(v.V) == 0
		}
	case *Slice:
		return len(v.Elems) == 0 && v.Open == nil
	case *Array:
		return len(v.Parts) == 0
	case *Map:
		st := v.State()
		return len(st.Entries) == 0 && st.Open == nil
	}
	return false
}

func IsZero(v Value) bool {
	switch v := v.(type) {
	case *Slice:
		return v.IsNil
	case *Map:
		return false
	case *Struct:
		if v.Rest != nil {
			return false
		}
		return allZero(v.Parts)
	case *Array:
		return allZero(v.Parts)
	}
	return IsEmpty(v)
}
