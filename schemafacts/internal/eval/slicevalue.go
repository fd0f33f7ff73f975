package eval

import (
	"go/token"
	"go/types"
	"slices"
)

// Elem is an element of a [Slice].
type Elem struct {
	C *Cell
	// Maybe elements are there only under conditions that are not known.
	Maybe bool
	// id is the cell that the element was first stored in, nil if that is C:
	// it tells which elements of two slices are the same one.
	id *Cell
}

func (e Elem) ident() *Cell {
	if e.id != nil {
		return e.id
	}
	return e.C
}

// Copy returns the element as a copy of its slice holds it.
func (e Elem) Copy() Elem {
	v := Clone(e.C.Get())
	if mk := marksOf(e.C); mk != nil && mk.shuffled {
		v = &marked{v: v, shuffled: true, random: mk.random}
	}
	c := NewCell(v)
	return Elem{c, e.Maybe, e.ident()}
}

// Slice is a slice. The header is immutable.
type Slice struct {
	T     types.Type
	Elems []Elem
	IsNil bool
	// Open, if not nil, says why there may be more elements.
	Open *Unknown
	Pos  token.Pos
	// arr is the array that the slice is a part of, from off on, nil if that is
	// not known: append makes a copy then. A clipped slice ends at limit.
	arr        *array
	off, limit int
	clipped    bool
	// behind, where the array is not known, are the places that append may write
	// to all the same, because the slice was cut before them.
	behind behind
}

// Unordered reports whether the order of the elements is random.
func (s *Slice) Unordered() bool {
	return len(s.Elems) > 1 && slices.ContainsFunc(s.Elems, func(e Elem) bool { return e.C.shuffled() })
}

// NewSlice returns a slice of vals.
func NewSlice(t types.Type, pos token.Pos, vals ...Value) *Slice {
	s := &Slice{T: t, Pos: pos}
	for _, v := range vals {
		s.Elems = append(s.Elems, Elem{C: NewCell(v)})
	}
	s.arr = ofElems(s.Elems, true)
	return s
}

// Values returns the elements, or why they are not all known.
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
	c.arr = nil
	c.Elems = make([]Elem, len(s.Elems))
	for i, e := range s.Elems {
		c.Elems[i] = Elem{C: NewCell(f(e.C.Get())), Maybe: e.Maybe}
	}
	return &c
}

// StringsOf returns the strings in a slice, if they are all known.
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
