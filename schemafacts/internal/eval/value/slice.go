package value

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Elem is an element of a [Slice].
type Elem struct {
	C *Cell
	// Maybe reports whether the element exists only under unknown conditions.
	Maybe bool
	// ID is the cell in which the element was first stored, or nil if that is C.
	// Elements of two slices with the same ID are the same element.
	ID *Cell
}

// Ident returns the cell in which the element was first stored.
func (e Elem) Ident() *Cell {
	if e.ID != nil {
		return e.ID
	}
	return e.C
}

// Copy returns the element for a copy of its slice: a new cell with the same value
// and ID.
func (e Elem) Copy() Elem {
	v := Clone(e.C.Get())
	if mk := MarksOf(e.C); mk != nil && mk.Shuffled {
		v = &Marked{V: v, Shuffled: true, Random: mk.Random}
	}
	c := NewCell(v)
	return Elem{c, e.Maybe, e.Ident()}
}

// Slice is a slice value: the header, which is immutable, and the cells of the
// elements.
type Slice struct {
	T     types.Type
	Elems []Elem
	IsNil bool
	// Open, if not nil, is why there may be more elements. Sure reports whether Elems are
	// elements in spite of it: the slice is a known one to which unknown elements were
	// appended.
	Open *Unknown
	Sure bool
	Pos  token.Pos
	// In are the families of the slice: append may write where elements were appended to
	// another slice of a family. Behind are other elements that may follow the end.
	In, Behind []*Cell
	// Own is set if one variable holds the slice.
	Own *Own
}

// Unordered reports whether the order of the elements is unknown.
func (s *Slice) Unordered() bool {
	return len(s.Elems) > 1 && slices.ContainsFunc(s.Elems, func(e Elem) bool { return e.C.Shuffled() })
}

// NewSlice returns a slice of new cells with the values vals.
func NewSlice(t types.Type, pos token.Pos, vals ...Value) *Slice {
	s := &Slice{T: t, Pos: pos}
	for _, v := range vals {
		s.Elems = append(s.Elems, Elem{C: NewCell(v)})
	}
	return s
}

// Values returns the values of all elements in order. If the elements or their order
// are not completely known, it returns the reason.
func (s *Slice) Values() ([]Value, *Unknown) {
	if s.random() {
		return nil, &Unknown{Reason: RandomOrder, Pos: s.Pos}
	}
	out := make([]Value, 0, len(s.Elems))
	for _, e := range s.Elems {
		if e.Maybe {
			return nil, &Unknown{Reason: "an element depends on a condition known only at run time", Pos: PosOf(e.C.Get())}
		}
		out = append(out, e.C.Get())
	}
	if s.Unordered() {
		return nil, &Unknown{Reason: "in an unknown order", Pos: s.Pos}
	}
	return out, s.Open
}

// Copy returns a copy of the slice with f applied to its elements.
func (s *Slice) Copy(f func(Value) Value) *Slice {
	c := *s
	c.In, c.Behind, c.Own = nil, nil, nil
	c.Elems = make([]Elem, len(s.Elems))
	for i, e := range s.Elems {
		c.Elems[i] = Elem{C: NewCell(f(e.C.Get())), Maybe: e.Maybe}
	}
	return &c
}

// StringsOf returns the strings in a slice. It returns false if one of them is
// unknown.
func StringsOf(v Value) ([]string, bool) {
	if IsNil(v) {
		return nil, true
	}
	s, ok := v.(*Slice)
	if !ok {
		return nil, false
	}
	vals, open := s.Values()
	if open != nil {
		return nil, false
	}
	out := make([]string, len(vals))
	for i, v := range vals {
		if out[i], ok = StringOf(v); !ok {
			return nil, false
		}
	}
	return out, true
}

// MakeUnique records that only the variable c holds the slice.
func (s *Slice) MakeUnique(c *Cell) {
	if len(s.In) == 0 {
		s.In = []*Cell{NewFamily()}
	}
	s.Own = &Own{Owner: c, Elems: s.Elems}
}

// Owner returns the only variable that holds the slice, or nil if others may hold it.
func (s *Slice) Owner() *Cell {
	if s.Own == nil {
		return nil
	}
	return s.Own.Owner
}

// ownedBoth returns the owner of the join of two slices if both have the same one, and nil
// otherwise.
func ownedBoth(x, y *Slice) *Own {
	c := cmp.Or(x.Owner(), y.Owner())
	if c == nil {
		return nil
	}
	for _, s := range []*Slice{x, y} {
		if s.Owner() != c && (len(s.Elems) > 0 || !Full(s)) {
			return nil
		}
	}
	return &Own{Owner: c}
}

// Share returns the value v that is read from a variable. From then on, that variable
// is not the only one that holds the slice.
func Share(v Value) Value {
	if s, ok := v.(*Slice); ok && s.Own != nil {
		s.Own.Owner, s.Own.Elems = nil, nil
	}
	return v
}

// AnyElement returns the value of an element of a slice at an unknown index.
func AnyElement(s *Slice) *Unknown {
	t := CommonType(Elements(s))
	u := NewUnknown("an element of a slice in an unknown order", s.Pos, t)
	for _, e := range s.Elems {
		u.AddAlt(e.C.Get())
	}
	if s.Open != nil {
		u.AddAlt(NewUnknown(u.Reason, u.Pos, t))
	}
	u.Settle()
	return u
}

// IsPartial reports whether another slice may contain some elements of the slice
// without containing all of them.
func (s *Slice) IsPartial() bool {
	return slices.ContainsFunc(s.Elems, func(e Elem) bool { return e.C.Partial })
}

// MarkPartial records that the slice may lack elements of its array that other slices
// contain.
func (s *Slice) MarkPartial() {
	for _, e := range s.Elems {
		e.C.Partial = true
	}
}

// RandomOrder is the reason why a list is unknown if its order differs between runs.
const RandomOrder = "in the random order of a map"

// random reports whether the slice certainly contains constants that are not all
// equal and whose order differs between runs.
func (s *Slice) random() bool {
	var first Value
	differ := false
	for _, e := range s.Elems {
		mk := MarksOf(e.C)
		if mk == nil || !mk.Random || e.Maybe {
			continue
		}
		v := e.C.Get()
		if _, ok := v.(*Const); !ok {
			return false
		}
		if first == nil {
			first = v
		}
		differ = differ || !Same(first, v)
	}
	return differ
}

// SliceArg returns v as a slice. A nil v gives an empty slice.
func SliceArg(v Value) (*Slice, bool) {
	if IsNil(v) {
		return &Slice{T: TypeOf(v), IsNil: true}, true
	}
	s, ok := v.(*Slice)
	return s, ok
}

// MayBeNil reports whether the slice may be nil because all its elements may be
// absent.
func (s *Slice) MayBeNil() bool {
	for _, e := range s.Elems {
		if !e.Maybe {
			return false
		}
	}
	return s.Open != nil || len(s.Elems) > 0
}

// AnyMaybe reports whether one of the elements may be absent.
func AnyMaybe(es []Elem) bool {
	for _, e := range es {
		if e.Maybe {
			return true
		}
	}
	return false
}

// Shuffled reports whether the i-th element may have moved to another index.
func (a *Array) Shuffled(i int) bool {
	c, ok := a.Parts[i].(*Cell)
	return ok && c.Shuffled()
}

// Elements returns the values of the known elements.
func Elements(s *Slice) []Value {
	out := make([]Value, len(s.Elems))
	for i, e := range s.Elems {
		out[i] = e.C.Get()
	}
	return out
}

// CellsOf returns the cells of elements.
func CellsOf(list []Elem) []*Cell {
	out := make([]*Cell, len(list))
	for i, e := range list {
		out[i] = e.C
	}
	return out
}

// Declare records the type of the elements.
func (s *Slice) Declare() {
	if t := ir.Elem(ir.Under(s.T)); t != nil && ir.IsInterface(t) {
		for _, e := range s.Elems {
			e.C.Dynamic = true
		}
	}
}
