package eval

import (
	"go/token"
	"slices"
)

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
	// sole is the variable that alone leads to an exact array, if that is known.
	sole *Cell
}

// grownState is immutable.
type grownState struct{ places []grownPlace }

// grownPlace is an element that append returned: it may stand at these places of
// the array.
type grownPlace struct {
	at, last int
	c        *Cell
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
		if hi-lo < size {
			out.isCut()
		}
		if top >= 0 && top < size {
			size = top
		}
		for _, e := range s.Elems[hi:max(hi, size)] {
			out.behind.cells = append(out.behind.cells, e.C)
		}
		out.behind = out.behind.or(s.behind)
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
	switch {
	case lo > 0 || hi < size:
		out.isCut()
	case hi > size:
		s.isCut()
	}
	if top >= 0 {
		out.clipped, out.limit = true, s.off+int(top)
	}
	return &out, true
}

// appendInPlace appends values where the array has surely room for them.
func (m *Machine) appendInPlace(s *Slice, vals []Value) (*Slice, bool) {
	if s.IsNil || !s.backed() || len(s.Elems)+len(vals) > s.room() {
		return nil, false
	}
	if len(vals) > 0 && s.arr.sole == nil {
		s.isCut()
	}
	out := *s
	m.steps += len(s.Elems) / logSteps
	out.Elems = s.Elems[:len(s.Elems):len(s.Elems)]
	for i, v := range vals {
		c := s.arr.cells[s.off+len(s.Elems)+i]
		if c.shuffled() { // what stood there stands anywhere
			m.blur(s.arr.whole(s))
		}
		m.unordered.note(c)
		m.Put(c, v)
		out.Elems = append(out.Elems, Elem{C: c})
	}
	return &out, true
}

// whole returns the slice of all places of the array of s that are in no known
// order.
func (a *array) whole(s *Slice) *Slice {
	out := &Slice{T: s.T, Pos: s.Pos}
	for _, c := range a.cells {
		if c.shuffled() {
			out.Elems = append(out.Elems, Elem{C: c})
		}
	}
	return out
}

// grow notes that out was appended to s, whose array had perhaps room for it:
// then out's elements are in the array of s, and what was appended to s before
// is overwritten.
func (m *Machine) grow(s, out *Slice, pos token.Pos) {
	b, certain := s.behind, out.Open == nil && !AnyMaybe(out.Elems)
	if !certain {
		b = s.reach()
	}
	out.behind = b
	m.overrun(b, pos)
	if !certain { // perhaps nothing is added
		m.mayStand(s, out, b)
		return
	}
	if len(b.cells)+len(b.grown) > 0 {
		m.mayStand(s, out, b)
	}
	out.arr = ofElems(out.Elems, false)
	if s.arr == nil || s.arr.grown == nil || s.clipped || len(s.Elems) > len(out.Elems) {
		return
	}
	out.arr.grown, out.arr.base = s.arr.grown, s.arr.base+s.off
	m.aliases(s, out)
	from := out.arr.base + len(s.Elems)
	added := out.Elems[len(s.Elems):]
	fresh := make([]grownPlace, len(added))
	for i, e := range added {
		fresh[i] = grownPlace{from + i, from + i, e.C}
	}
	if len(added) > 0 {
		m.overwrite(s.arr.grown, from, added, nil, pos)
	}
	m.grew(s.arr.grown, fresh)
}

// grew adds to what appends may have put into an array.
func (m *Machine) grew(grown *Cell, fresh []grownPlace) {
	for _, st := range grownStates(grown) {
		for _, p := range st.places {
			if u, ok := p.c.Get().(*Unknown); !ok || len(u.Alts) > 0 { // else nothing is left to forget
				fresh = append(fresh, p)
			}
		}
		m.work(2 * len(st.places))
	}
	m.work(2 * len(fresh))
	m.Set(grown, &grownState{fresh})
}

// aliases notes that the elements of s may be those that out begins with.
func (m *Machine) aliases(s, out *Slice) {
	for i, e := range s.Elems {
		m.same([]*Cell{e.C, out.Elems[i].C})
	}
}

// mayStand notes where the elements may stand that were appended to s, of which
// nobody knows the array.
func (m *Machine) mayStand(s, out *Slice, b behind) {
	n := len(s.Elems)
	if n > len(out.Elems) {
		return
	}
	m.aliases(s, out)
	if len(b.cells) > 0 && n < len(out.Elems) {
		m.same(append(b.cells[:len(b.cells):len(b.cells)], cellsOf(out.Elems[n:])...))
	}
	for _, g := range b.grown {
		var fresh []grownPlace
		for i, e := range out.Elems[n:] {
			fresh = append(fresh, grownPlace{g.from + i, g.from + i + n, e.C})
		}
		m.grew(g.grown, fresh)
	}
}

// same notes that any two of cells may be the same variable. Each is told of the one
// before it: who writes to one goes on from there.
func (m *Machine) same(cells []*Cell) {
	m.steps += len(cells) / logSteps
	for i, d := range cells[1:] {
		m.alias(cells[i], d)
		m.alias(d, cells[i])
	}
}

// alias notes that c may be the same variable as d.
func (m *Machine) alias(c, d *Cell) {
	if mk := marksOf(c); mk != nil && slices.Contains(mk.mirrors, d) {
		return
	}
	m.mark(c, func(mk *marked) { mk.mirrors = append(mk.mirrors[:len(mk.mirrors):len(mk.mirrors)], d) })
}

func cellsOf(list []Elem) []*Cell {
	out := make([]*Cell, len(list))
	for i, e := range list {
		out[i] = e.C
	}
	return out
}

// behind is where an append may write to though the array is not known.
type behind struct {
	cells []*Cell
	grown []grownFrom
	// but are places that it does not write to all the same: where they exist at
	// all they stand before what is appended.
	but []*Cell
}

// grownFrom are the places of an array from one on that appends made.
type grownFrom struct {
	grown *Cell
	from  int
}

func (b behind) or(c behind) behind {
	return behind{union(b.cells, c.cells), union(b.grown, c.grown), union(b.but, c.but)}
}

// reach returns what an append to a slice may write to.
func (s *Slice) reach() behind {
	if s.Open == nil {
		return s.within().or(s.behind)
	}
	var r reaching
	r.slice(s)
	return r.behind
}

// within is what an append to a slice of known elements may write to.
func (s *Slice) within() behind {
	var own behind
	if s.arr == nil || s.IsNil {
		return own
	}
	n := 0
	for n < len(s.Elems) && !s.Elems[n].Maybe {
		n++
	}
	if s.arr.grown != nil && !s.clipped {
		own.grown = []grownFrom{{s.arr.grown, s.arr.base + s.off + n}}
	}
	if from, to := s.off+n, s.off+s.room(); from < to {
		own.cells = s.arr.cells[from:to:to]
	}
	return own
}

// cutFrom returns the places that an append to v may write to: v is a part,
// which is not known, of one of several slices.
func cutFrom(v Value) behind {
	var r reaching
	r.cut(v)
	return r.behind
}

// reaching collects places. A slice that is one of several may have been cut from
// others, and these from the same ones.
type reaching struct {
	behind
	slices map[*Slice]bool
	seen   map[*Cell]bool
}

func (r *reaching) slice(s *Slice) {
	if r.slices[s] {
		return
	}
	if r.slices == nil {
		r.slices, r.seen = map[*Slice]bool{}, map[*Cell]bool{}
	}
	r.slices[s] = true
	for _, b := range []behind{s.within(), s.behind} {
		for _, c := range b.cells {
			r.cell(c)
		}
		r.grown, r.but = union(r.grown, b.grown), union(r.but, b.but)
	}
	r.cut(s.Open)
}

func (r *reaching) cell(c *Cell) {
	if !r.seen[c] {
		r.seen[c] = true
		r.cells = append(r.cells, c)
	}
}

func (r *reaching) cut(v Value) {
	u, ok := v.(*Unknown)
	if !ok || u == nil {
		return
	}
	for _, a := range u.among {
		if s, ok := a.(*Slice); ok && !r.slices[s] {
			r.slice(s)
			for _, e := range s.Elems {
				r.cell(e.C)
			}
		}
	}
}

// overrun makes unknown what an append may write to that nobody knows the array
// of.
func (m *Machine) overrun(b behind, pos token.Pos) {
	why := NewUnknown("another append may write to the same array", pos, nil)
	for _, g := range b.grown {
		m.overwrite(g.grown, g.from, nil, b.but, pos)
	}
	if len(b.cells) == 0 {
		return
	}
	var mirrors []*Cell
	m.forgetting++
	for _, c := range b.cells {
		m.Set(c, m.Join(c.Get(), NewUnknown(why.Reason, pos, TypeOf(c.Get())), why))
		if mk := marksOf(c); mk != nil {
			mirrors = append(mirrors, mk.mirrors...)
		}
	}
	m.forgetting--
	m.mirror(b.cells, mirrors, NewUnknown(why.Reason, pos, TypeOf(b.cells[0].Get())))
}

// overwrite joins with what appends may have put at the places from from on the
// elements that one more puts there, nil for unknown ones at all of them.
func (m *Machine) overwrite(grown *Cell, from int, added []Elem, but []*Cell, pos token.Pos) {
	why := NewUnknown("another append may write to the same array", pos, nil)
	for _, st := range grownStates(grown) {
		for _, p := range st.places {
			if p.last < from || slices.Contains(but, p.c) {
				continue
			}
			if added == nil {
				m.Set(p.c, m.Join(p.c.Get(), NewUnknown(why.Reason, pos, TypeOf(p.c.Get())), why))
			}
			for i := max(p.at-from, 0); i <= p.last-from && i < len(added); i++ {
				m.Set(p.c, m.Join(p.c.Get(), added[i].C.Get(), why))
			}
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
