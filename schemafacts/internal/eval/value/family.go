package value

import "slices"

// Whether append allocates an array depends on the capacity, which the runtime decides. So
// append copies the elements, and the result and the slice that it extends are a family: what
// is written to an element of one may be written to that element of the others, and what is
// appended to one may overwrite what was appended to another.

// Members lists the elements that were appended to the slices of a family. It is immutable.
type Members struct{ Elems []Elem }

// NewFamily returns the cell of a new family, which holds a [Members].
func NewFamily() *Cell { return NewCell(&Members{}) }

// MembersOf returns the elements that were appended to the slices of a family.
func MembersOf(family *Cell) []Elem {
	m, _ := family.Get().(*Members)
	return m.Elems
}

// IsFamily reports whether c is the cell of a family.
func IsFamily(c *Cell) bool {
	_, ok := c.Get().(*Members)
	return ok
}

// AliasesOf returns the cells that may be the same variable as c. For the cell of a family,
// these are its elements.
func AliasesOf(c *Cell) []*Cell {
	switch v := c.Raw().(type) {
	case *Marked:
		return v.Aliases
	case *Members:
		return CellsOf(v.Elems)
	}
	return nil
}

// join returns the elements that m or o has.
func (m *Members) join(o *Members) *Members {
	return &Members{union(m.Elems, o.Elems)}
}

// Own is what a slice shares with those that one variable held before it, if no other
// variable has ever held one of them; see own.go.
type Own struct {
	// Owner is the variable, or nil if others may hold the slice now.
	Owner *Cell
	// Elems are the elements of the longest of these slices.
	Elems []Elem
	// Ranged counts the active loops over one of these slices. Such a loop keeps to the array
	// from which append moves the elements.
	Ranged int
}

// Opened returns s with further elements that are unknown because of why.
func (s *Slice) Opened(why *Unknown) *Slice {
	out := *s
	out.Open, out.Sure, out.IsNil = EitherOpen(why, s.Open), s.Open == nil || s.Sure, false
	if len(out.In) == 0 {
		out.In = []*Cell{NewFamily()}
	}
	return &out
}

// WithRoom returns s with an array that may have room for further elements.
func (s *Slice) WithRoom() *Slice {
	out := *s
	out.In = []*Cell{NewFamily()}
	return &out
}

// Full reports whether append to v certainly allocates a new array.
func Full(v Value) bool {
	switch v := v.(type) {
	case *Nil:
		return true
	case *Slice:
		return v.Open == nil && len(v.Behind)+len(v.In) == 0
	}
	return false
}

// Part returns s[lo:hi:top], where top is -1 if it is absent. It returns false if the
// result is unknown.
func (s *Slice) Part(lo, hi, top int64) (*Slice, bool) {
	size := int64(len(s.Elems))
	if hi > size {
		return nil, false
	}
	out := *s
	out.Own, out.Elems = nil, s.Elems[lo:hi:hi]
	if hi-lo < size {
		out.MarkPartial()
	}
	if top < 0 || top > size {
		top = size
	} else {
		out.In, out.Behind = nil, nil
	}
	out.Behind = union(CellsOf(s.Elems[hi:top]), out.Behind)
	return &out, true
}

// SomePart returns a part of s whose bounds are unknown, as a page of a list is: it may have each
// element, and any of them may follow its end. If beyond is set, so may it have what follows the
// end of s.
func (s *Slice) SomePart(beyond bool) *Slice {
	out := *s
	out.Own, out.Elems = nil, slices.Clone(s.Elems)
	for i := range out.Elems {
		out.Elems[i].Maybe = true
	}
	out.MarkPartial()
	out.Behind = union(CellsOf(s.Elems), out.Behind)
	if beyond && !Full(s) {
		for _, c := range EndOf(s).Cells(s.Elems) {
			out.Elems = append(out.Elems, Elem{C: c, Maybe: true})
		}
		out.Open, out.Sure = NewUnknown("it may reach beyond the length", s.Pos, nil), false
	}
	return &out
}

// End contains the elements that may follow the end of a slice in its array, and the families
// with further ones. Append may write there.
type End struct {
	In, Behind []*Cell
	seen       map[*Slice]bool
}

// EndOf returns the end of v, which may be a part of an unknown one of several slices.
func EndOf(v Value) *End {
	e := &End{}
	switch v := v.(type) {
	case *Slice:
		e.add(v)
	case *Unknown:
		e.cut(v)
	}
	return e
}

func (e *End) add(s *Slice) {
	e.In, e.Behind = union(e.In, s.In), union(e.Behind, s.Behind)
	e.cut(s.Open)
}

// cut adds the slices that may contain u.
func (e *End) cut(u *Unknown) {
	if u == nil {
		return
	}
	for _, v := range u.PointsTo {
		if s, ok := v.(*Slice); ok && !e.seen[s] {
			if e.seen == nil {
				e.seen = map[*Slice]bool{}
			}
			e.seen[s] = true
			e.add(s)
			e.Behind = union(e.Behind, CellsOf(s.Elems))
		}
	}
}

// Cells returns the elements that may follow the end, except the elements but. The elements
// of the slice itself come before its end.
func (e *End) Cells(but []Elem) []*Cell {
	before := make(map[*Cell]bool, len(but))
	for _, d := range but {
		before[d.Ident()] = true
	}
	out := e.Behind[:len(e.Behind):len(e.Behind)]
	for _, f := range e.In {
		for _, m := range MembersOf(f) {
			if !before[m.Ident()] {
				out = append(out, m.C)
			}
		}
	}
	return out
}
