package value

import (
	"go/token"
	"go/types"
	"slices"
	"sync"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Struct is a struct value. It does not change once other code refers to it.
type Struct struct {
	T   types.Type
	Pos token.Pos
	// Def is the definition of a value of a type that a dialect watches. Copies keep
	// it.
	Def *Def
	// Go is the type from which this value, a schema, was inferred, or nil.
	Go types.Type

	Fields *types.Struct
	Parts  Parts
	Rest   *Unknown // the value of fields that were never read; nil means zero
	Taint  *Unknown
	Born   uint64 // when it was made, as counted by births
}

// Array is an array value. It does not change once other code refers to it.
type Array struct {
	T   types.Type
	Pos token.Pos

	Parts Parts
}

// Parts are the fields of a struct, or the elements of an array. A part is nil if it
// was never set, a *Cell if pointers to it exist, and otherwise its value.
type Parts []Value

// PointedInto reports whether pointers to a part of v, or to a part of its parts,
// exist.
func PointedInto(v Value) bool { return PointsInto(nil, v) }

// PointsInto reports whether a cell, or any cell if it is nil, is a part of v.
func PointsInto(c *Cell, v Value) bool {
	var ps Parts
	switch v := v.(type) {
	case *Struct:
		ps = v.Parts
	case *Array:
		ps = v.Parts
	}
	return slices.ContainsFunc(ps, func(p Value) bool {
		part, ok := p.(*Cell)
		if ok && part != c && c != nil {
			p = part.Get()
		}
		return ok && (part == c || c == nil) || PointsInto(c, p)
	})
}

// Map returns the results of part for all parts that are set. For a separate cell, it calls
// cell, and the cell stays a part.
func (ps Parts) Map(cell func(*Cell), part func(int, Value) Value) Parts {
	out := make(Parts, len(ps))
	for i, p := range ps {
		switch p := p.(type) {
		case nil:
		case *Cell:
			cell(p)
			out[i] = p
		default:
			out[i] = part(i, p)
		}
	}
	return out
}

// with returns a copy of the parts with the i-th one replaced.
func (ps Parts) with(i int, v Value) Parts {
	out := slices.Clone(ps)
	out[i] = v
	return out
}

// Len returns the number of elements.
func (a *Array) Len() int { return len(a.Parts) }

// At returns the value of the i-th element.
func (a *Array) At(i int) Value {
	if c, ok := a.Parts[i].(*Cell); ok {
		return c.Get()
	}
	return a.Parts[i]
}

// NewStruct returns the zero value of type t, or nil if t is not a struct type.
func NewStruct(t types.Type, pos token.Pos) *Struct {
	st, ok := ir.Under(t).(*types.Struct)
	if !ok {
		return nil
	}
	return &Struct{T: t, Pos: pos, Fields: st, Parts: make(Parts, st.NumFields()), Born: Birth()}
}

// NumFields returns the number of fields.
func (s *Struct) NumFields() int { return s.Fields.NumFields() }

// FieldVar returns the declaration of the i-th field and its tag.
func (s *Struct) FieldVar(i int) (*types.Var, string) { return s.Fields.Field(i), s.Fields.Tag(i) }

// Type returns the underlying struct type.
func (s *Struct) Type() *types.Struct { return s.Fields }

// SetAt sets the i-th field of a new struct to which no other code refers.
func (s *Struct) SetAt(i int, v Value) { s.Parts[i] = v }

// Hidden returns the reason why fields that were not set are unknown. It returns nil
// if they have their zero values.
func (s *Struct) Hidden() *Unknown { return s.Rest }

// At returns the value of the i-th field.
func (s *Struct) At(i int) Value {
	switch p := s.Parts[i].(type) {
	case nil:
		return s.Unset(i)
	case *Cell:
		return p.Get()
	default:
		return p
	}
}

// IsMade reports whether the i-th field was set or read.
func (s *Struct) IsMade(i int) bool { return s.Parts[i] != nil }

// Unset returns the value of a field that was never set: its zero value, or an
// unknown value, which is the same each time.
func (s *Struct) Unset(i int) Value {
	t := s.Fields.Field(i).Type()
	if s.Rest == nil {
		return Zero(t, s.Pos)
	}
	v := Symbolic(t, s.Rest.Reason, s.Pos, 1)
	age(v, s.Born)
	s.Parts[i] = v
	return v
}

// Field returns the value of the direct field with a name, or nil if the struct has
// no such field.
func (s *Struct) Field(name string) Value {
	if i := s.Index(name); i >= 0 {
		return s.At(i)
	}
	return nil
}

// SetField sets the direct field with a name in a new struct to which no other code
// refers. It returns false if the struct has no such field.
func (s *Struct) SetField(name string, v Value) bool {
	i := s.Index(name)
	if i < 0 {
		return false
	}
	s.Parts[i] = v
	return true
}

// With returns a copy of the struct with the i-th field replaced.
func (s *Struct) With(i int, v Value) *Struct {
	out := *s
	out.Parts = s.Parts.with(i, v)
	if out.Def != nil {
		out.Def.SetLast(&out)
	}
	return &out
}

// Index returns the index of the direct field with a name, or -1.
func (s *Struct) Index(name string) int {
	if s.Fields.NumFields() > manyFields {
		if i, ok := placesOf(s.Fields)[name]; ok {
			return i
		}
		return -1
	}
	for i := range s.Fields.NumFields() {
		if s.Fields.Field(i).Name() == name {
			return i
		}
	}
	return -1
}

// manyFields is the number of fields above which the indexes of fields are cached by
// name. A schema has about sixty fields.
const manyFields = 16

var fieldPlaces sync.Map // *types.Struct to map[string]int

func placesOf(st *types.Struct) map[string]int {
	if m, ok := fieldPlaces.Load(st); ok {
		return m.(map[string]int)
	}
	m := map[string]int{}
	for i := st.NumFields() - 1; i >= 0; i-- {
		m[st.Field(i).Name()] = i
	}
	fieldPlaces.Store(st, m)
	return m
}

// IsSet reports whether the i-th field was set or read, or is unknown. Otherwise it has
// its zero value.
func (s *Struct) IsSet(i int) bool { return s.Parts[i] != nil || s.Rest != nil }

// age makes a value that is created on first use as old as the struct that contains
// it.
func age(v Value, born uint64) {
	switch v := v.(type) {
	case *Ptr:
		v.C.Born = born
		age(v.C.First, born)
	case *Struct:
		v.Born = born
	}
}

// Tainted returns the reason why unseen code may have changed s, or nil if it cannot
// have.
func (s *Struct) Tainted() *Unknown { return s.Taint }

// Copy returns a copy of s without its definition, so dialects that watch s do not
// see changes of the copy.
func (s *Struct) Copy() *Struct {
	out := *s
	out.Def = nil
	out.Parts = make(Parts, len(s.Parts))
	for i, p := range s.Parts {
		if c, ok := p.(*Cell); ok {
			p = c.Get()
		}
		out.Parts[i] = Clone(p)
	}
	return &out
}

// Unseen returns the reason why s is not completely known, or nil if it is: s comes
// from a parameter, or unseen code may have changed it.
func (s *Struct) Unseen() *Unknown {
	if s.Rest != nil {
		return s.Rest
	}
	return s.Taint
}

// Empty reports whether all fields of s have their zero values.
func (s *Struct) Empty() bool { return IsZero(s) }

// StructOf returns the struct that v is or points to. It returns false if v is
// unknown or not a struct.
func StructOf(v Value) (*Struct, bool) {
	if p, ok := v.(*Ptr); ok {
		v = p.Load()
	}
	s, ok := v.(*Struct)
	return s, ok
}

// Declare records the types of the fields that are variables.
func (s *Struct) Declare() {
	for i, p := range s.Parts {
		if c, ok := p.(*Cell); ok {
			c.Declare(s.Fields.Field(i).Type())
		}
	}
}

// Havoc returns the struct after unfollowed code may have written to it. The parts of the
// result are parts, and its other fields are unknown.
func (s *Struct) Havoc(parts Parts, why *Unknown) *Struct {
	out := *s
	out.Parts = parts
	if out.Rest == nil {
		out.Rest = why
	}
	if out.Def != nil {
		out.Def.SetLast(&out)
	}
	return &out
}

// WithTaint returns a copy of the struct that is marked as possibly changed by unseen
// code.
func (s *Struct) WithTaint(why *Unknown) *Struct {
	out := *s
	out.Taint = why
	if out.Def != nil {
		out.Def.SetLast(&out)
	}
	return &out
}

// PartAt returns the i-th field of a struct or element of an array, or nil for any
// other value.
func PartAt(v Value, i int) Value {
	switch v := v.(type) {
	case *Struct:
		return v.At(i)
	case *Array:
		return v.At(i)
	}
	return nil
}

// WithPart returns v with the part at a path of indexes replaced.
func WithPart(v Value, path []int, part Value) Value {
	if len(path) == 0 {
		return part
	}
	i := path[0]
	switch v := v.(type) {
	case *Struct:
		return v.With(i, WithPart(v.At(i), path[1:], part))
	case *Array:
		out := *v
		out.Parts = v.Parts.with(i, WithPart(v.At(i), path[1:], part))
		return &out
	}
	return v
}

// PartsOf returns the parts of a struct or an array, or nil for other values.
func PartsOf(v Value) Parts {
	switch v := v.(type) {
	case *Struct:
		return v.Parts
	case *Array:
		return v.Parts
	}
	return nil
}

func clones(ps Parts) Parts {
	out := make(Parts, len(ps))
	for i, p := range ps {
		if c, ok := p.(*Cell); ok {
			p = c.Get()
		}
		out[i] = Clone(p)
	}
	return out
}

func allZero(ps Parts) bool {
	for _, p := range ps {
		if c, ok := p.(*Cell); ok {
			p = c.Get()
		}
		if p != nil && !IsZero(p) {
			return false
		}
	}
	return true
}
