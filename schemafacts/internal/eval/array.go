package eval

import "go/token"

// Slices share arrays. How long an array is, the program says where it makes
// one; how long the runtime makes the one that append grows, nobody knows.

// array is what slices are parts of.
type array struct {
	// cells are the places that are known to be there.
	cells []*Cell
	// exact says that there are no others.
	exact bool
	// grown, where there may be others, holds what appends may have put there,
	// as a *grownState. Arrays that may be the same one share it.
	grown *Cell
	// base is the place in grown that the first of cells has.
	base int
	// owner, if not nil, is the only variable that leads to the array, whose
	// cells are not listed then; see own.go. elems are the elements of the
	// longest slice of it.
	owner *Cell
	elems []Elem
}

// grownState is immutable.
type grownState struct{ places []grownPlace }

// grownPlace is an element that append returned: it may stand at this place of
// the array.
type grownPlace struct {
	at int
	c  *Cell
}

// ofElems returns an array of the elements of a new slice.
func ofElems(elems []Elem, exact bool) *array {
	a := &array{cells: make([]*Cell, len(elems)), exact: exact}
	for i, e := range elems {
		a.cells[i] = e.C
	}
	if !exact {
		a.grown = NewCell(&grownState{})
	}
	return a
}

// backed reports whether the elements are known to be places of the array.
func (s *Slice) backed() bool {
	if s.arr == nil || s.Open != nil || s.off+len(s.Elems) > len(s.arr.cells) {
		return false
	}
	for i, e := range s.Elems {
		if e.Maybe || s.arr.cells[s.off+i] != e.C {
			return false
		}
	}
	return true
}

// room returns how many elements there is surely room for.
func (s *Slice) room() int {
	if s.clipped {
		return s.limit - s.off
	}
	return len(s.arr.cells) - s.off
}

// capacity returns the capacity of the slice, if it is known.
func (s *Slice) capacity() (int, bool) {
	if s.IsNil && s.arr == nil {
		return 0, true
	}
	if !s.backed() || !s.arr.exact && !s.clipped {
		return 0, false
	}
	return s.room(), true
}

// Part returns s[lo:hi:top], false if that is not known. Without top it is -1.
func (s *Slice) Part(lo, hi, top int64) (*Slice, bool) {
	out := *s
	size := int64(len(s.Elems))
	if !s.backed() {
		if hi > size {
			return nil, false
		}
		out.arr, out.Elems = nil, s.Elems[lo:hi:hi]
		if top >= 0 && top < size {
			size = top
		}
		out.behind = s.behind
		for _, e := range s.Elems[hi:max(hi, size)] {
			out.behind = append(out.behind[:len(out.behind):len(out.behind)], e.C)
		}
		return &out, true
	}
	if room := int64(s.room()); hi > room || top > room {
		return nil, false
	}
	out.Elems = s.Elems[min(lo, size):min(hi, size):min(hi, size)]
	for i := max(lo, size); i < hi; i++ {
		out.Elems = append(out.Elems, Elem{C: s.arr.cells[int64(s.off)+i]})
	}
	out.off += int(lo)
	if top >= 0 {
		out.clipped, out.limit = true, s.off+int(top)
	}
	return &out, true
}

// appendInPlace appends values where the array has surely room for them.
func (m *Machine) appendInPlace(s *Slice, vals []Value) (*Slice, bool) {
	if s.IsNil || !s.backed() || len(s.Elems)+len(vals) > s.room() || s.Unordered() {
		return nil, false
	}
	out := *s
	m.steps += len(s.Elems) / logSteps
	out.Elems = s.Elems[:len(s.Elems):len(s.Elems)]
	for i, v := range vals {
		c := s.arr.cells[s.off+len(s.Elems)+i]
		m.Put(c, v)
		out.Elems = append(out.Elems, Elem{C: c})
	}
	return &out, true
}

// grow notes that out was appended to s, whose array had perhaps room for it:
// then out's elements are in the array of s, and what was appended to s before
// is overwritten.
func (m *Machine) grow(s, out *Slice, pos token.Pos) {
	if out.Open != nil || AnyMaybe(out.Elems) {
		m.overwriteRest(s, pos)
		return
	}
	out.arr = ofElems(out.Elems, false)
	if s.arr == nil || s.arr.grown == nil || s.clipped || len(s.Elems) > len(out.Elems) {
		return
	}
	out.arr.grown, out.arr.base = s.arr.grown, s.arr.base+s.off
	for i, e := range s.Elems {
		m.alias(e.C, out.Elems[i].C)
		m.alias(out.Elems[i].C, e.C)
	}
	from := out.arr.base + len(s.Elems)
	fresh := make([]grownPlace, 0, len(out.Elems)-len(s.Elems))
	for i, e := range out.Elems[len(s.Elems):] {
		m.overwrite(s.arr.grown, from+i, from+i+1, e.C.Get(), pos)
		fresh = append(fresh, grownPlace{from + i, e.C})
	}
	for _, st := range grownStates(s.arr.grown) {
		for _, p := range st.places {
			if u, ok := p.c.Get().(*Unknown); !ok || len(u.Alts) > 0 { // else nothing is left to forget
				fresh = append(fresh, p)
			}
		}
	}
	m.Set(s.arr.grown, &grownState{fresh})
}

// alias notes that c may be the same variable as d.
func (m *Machine) alias(c, d *Cell) {
	m.mark(c, func(mk *marked) { mk.mirrors = union(mk.mirrors, []*Cell{d}, sameCell) })
}

// overwriteRest forgets what stands behind the elements of s that are surely
// there: an unknown number of others is appended.
func (m *Machine) overwriteRest(s *Slice, pos token.Pos) {
	if s.arr == nil {
		return
	}
	n := 0
	for n < len(s.Elems) && !s.Elems[n].Maybe {
		n++
	}
	if s.arr.grown != nil && !s.clipped {
		m.overwrite(s.arr.grown, s.arr.base+s.off+n, -1, nil, pos)
	}
	why := NewUnknown("another append may write to the same array", pos, nil)
	for i := s.off + n; i < s.off+s.room(); i++ {
		c := s.arr.cells[i]
		m.Set(c, m.Join(c.Get(), NewUnknown(why.Reason, pos, TypeOf(c.Get())), why))
	}
}

// overrun makes unknown what an append to s may write to, where that is not told
// by its array.
func (m *Machine) overrun(s *Slice, pos token.Pos) {
	why := NewUnknown("another append may write to the same array", pos, nil)
	for _, c := range s.behind {
		m.Set(c, m.Join(c.Get(), NewUnknown(why.Reason, pos, TypeOf(c.Get())), why))
	}
}

// cutFrom returns the places that an append to v may write to: v is a part,
// which is not known, of one of several slices.
func cutFrom(v Value) *Slice {
	u, ok := v.(*Unknown)
	if !ok {
		return &Slice{}
	}
	out := &Slice{}
	for _, a := range u.among {
		if s, ok := a.(*Slice); ok {
			for _, e := range s.Elems {
				out.behind = append(out.behind, e.C)
			}
			out.behind = append(out.behind, s.behind...)
		}
	}
	return out
}

// overwrite joins v, nil for something unknown, with what appends may have put
// at the places from from to to, -1 for all the rest.
func (m *Machine) overwrite(grown *Cell, from, to int, v Value, pos token.Pos) {
	why := NewUnknown("another append may write to the same array", pos, nil)
	for _, st := range grownStates(grown) {
		for _, p := range st.places {
			if p.at < from || to >= 0 && p.at >= to {
				continue
			}
			with := v
			if with == nil {
				with = NewUnknown(why.Reason, pos, TypeOf(p.c.Get()))
			}
			m.Set(p.c, m.Join(p.c.Get(), with, why))
		}
	}
}

// grownStates returns what a cell of an array holds: one state, or several
// where paths were joined.
func grownStates(c *Cell) []*grownState {
	var out []*grownState
	for _, v := range Alternatives(c.Get()) {
		if st, ok := v.(*grownState); ok {
			out = append(out, st)
		}
	}
	return out
}

// joinGrown returns what one of two paths may have put into an array.
func joinGrown(x, y *grownState) *grownState {
	seen := map[grownPlace]bool{}
	out := &grownState{}
	for _, st := range []*grownState{x, y} {
		for _, p := range st.places {
			if !seen[p] {
				seen[p] = true
				out.places = append(out.places, p)
			}
		}
	}
	return out
}
