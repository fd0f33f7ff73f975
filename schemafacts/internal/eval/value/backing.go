package value

// Backing is an array to which slices refer.
type Backing struct {
	// Cells are the elements that certainly exist.
	Cells []*Cell
	// Exact reports whether the array has no other elements.
	Exact bool
	// Grown is set if there may be other elements. It holds a *Grown: the elements
	// that appends may have stored there. Arrays that may be the same array share it.
	Grown *Cell
	// Base is the index in Grown of the first of Cells.
	Base int
	// Owner, if not nil, is the only variable that points to the array. Cells is not
	// set then; see own.go. Elems are the elements of the longest slice of the array.
	Owner *Cell
	Elems []Elem
	// Sole is the only variable that points to an exact array, if it is known.
	Sole *Cell
	// Ranged counts the active loops over the elements. Such a loop keeps to the array from
	// which an append moves the elements.
	Ranged int
}

// Grown lists the elements that appends may have stored in an array. It is immutable.
type Grown struct{ Places []GrownPlace }

// GrownPlace is an element that append stored, with the first and the last index at
// which it may be in the array.
type GrownPlace struct {
	At, Last int
	C        *Cell
}

// OfElems returns a new array with these elements. exact reports whether it has no
// others.
func OfElems(elems []Elem, exact bool) *Backing {
	a := &Backing{Cells: make([]*Cell, len(elems)), Exact: exact}
	for i, e := range elems {
		a.Cells[i] = e.C
	}
	if !exact {
		a.Grown = NewCell(&Grown{})
	}
	return a
}

// Backed reports whether the array is known and all elements of the slice are certain
// elements of it.
func (s *Slice) Backed() bool {
	if s.Array == nil || s.Open != nil || s.Off+len(s.Elems) > len(s.Array.Cells) {
		return false
	}
	for i, e := range s.Elems {
		if e.Maybe || s.Array.Cells[s.Off+i] != e.C {
			return false
		}
	}
	return true
}

// Room returns the number of elements from the start of the slice to the known end of
// its array, or to the slice's limit.
func (s *Slice) Room() int {
	if s.Clipped {
		return s.Limit - s.Off
	}
	return len(s.Array.Cells) - s.Off
}

// Capacity returns the capacity of the slice, if it is known.
func (s *Slice) Capacity() (int, bool) {
	if s.IsNil && s.Array == nil {
		return 0, true
	}
	if !s.Backed() || !s.Array.Exact && !s.Clipped {
		return 0, false
	}
	return s.Room(), true
}

// Part returns s[lo:hi:top], where top is -1 if it is absent. It returns false if the
// result is unknown.
func (s *Slice) Part(lo, hi, top int64) (*Slice, bool) {
	out := *s
	size := int64(len(s.Elems))
	if !s.Backed() {
		if hi > size {
			return nil, false
		}
		out.Array, out.Elems = nil, s.Elems[lo:hi:hi]
		if hi-lo < size {
			out.MarkPartial()
		}
		if top >= 0 && top < size {
			size = top
		}
		for _, e := range s.Elems[hi:max(hi, size)] {
			out.Beyond.Cells = append(out.Beyond.Cells, e.C)
		}
		out.Beyond = out.Beyond.or(s.Beyond)
		return &out, true
	}
	if room := int64(s.Room()); hi > room || top > room {
		return nil, false
	}
	out.Elems = s.Elems[min(lo, size):min(hi, size):min(hi, size)]
	for i := max(lo, size); i < hi; i++ {
		out.Elems = append(out.Elems, Elem{C: s.Array.Cells[int64(s.Off)+i]})
	}
	out.Off += int(lo)
	switch {
	case lo > 0 || hi < size:
		out.MarkPartial()
	case hi > size:
		s.MarkPartial()
	}
	if top >= 0 {
		out.Clipped, out.Limit = true, s.Off+int(top)
	}
	return &out, true
}

// Whole returns a slice like s of the array's elements whose index is unknown.
func (a *Backing) Whole(s *Slice) *Slice {
	out := &Slice{T: s.T, Pos: s.Pos}
	for _, c := range a.Cells {
		if c.Shuffled() {
			out.Elems = append(out.Elems, Elem{C: c})
		}
	}
	return out
}

// Beyond describes the cells to which append may write if the array of a slice is
// unknown.
type Beyond struct {
	Cells []*Cell
	Grown []GrownFrom
	// But are cells to which it does not write: if they exist, they are before the
	// appended elements.
	But []*Cell
}

// GrownFrom are the elements that appends stored in an array at an index of at least
// From.
type GrownFrom struct {
	Grown *Cell
	From  int
}

func (b Beyond) or(c Beyond) Beyond {
	return Beyond{union(b.Cells, c.Cells), union(b.Grown, c.Grown), union(b.But, c.But)}
}

// Reach returns the cells to which an append to a slice may write.
func (s *Slice) Reach() Beyond {
	if s.Open == nil {
		return s.within().or(s.Beyond)
	}
	var r reaching
	r.slice(s)
	return r.Beyond
}

// within returns the cells to which append may write in the known array of a slice.
func (s *Slice) within() Beyond {
	var own Beyond
	if s.Array == nil || s.IsNil {
		return own
	}
	n := 0
	for n < len(s.Elems) && !s.Elems[n].Maybe {
		n++
	}
	if s.Array.Grown != nil && !s.Clipped {
		own.Grown = []GrownFrom{{s.Array.Grown, s.Array.Base + s.Off + n}}
	}
	if from, to := s.Off+n, s.Off+s.Room(); from < to {
		own.Cells = s.Array.Cells[from:to:to]
	}
	return own
}

// CutFrom returns the cells to which append may write if v is a part of an unknown
// one of several slices.
func CutFrom(v Value) Beyond {
	var r reaching
	r.cut(v)
	return r.Beyond
}

// reaching collects the cells to which append may write. A slice with alternatives
// may be a part of several slices, so it records the slices that it has visited.
type reaching struct {
	Beyond
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
	for _, b := range []Beyond{s.within(), s.Beyond} {
		for _, c := range b.Cells {
			r.cell(c)
		}
		r.Grown, r.But = union(r.Grown, b.Grown), union(r.But, b.But)
	}
	r.cut(s.Open)
}

func (r *reaching) cell(c *Cell) {
	if !r.seen[c] {
		r.seen[c] = true
		r.Cells = append(r.Cells, c)
	}
}

func (r *reaching) cut(v Value) {
	u, ok := v.(*Unknown)
	if !ok || u == nil {
		return
	}
	for _, a := range u.PointsTo {
		if s, ok := a.(*Slice); ok && !r.slices[s] {
			r.slice(s)
			for _, e := range s.Elems {
				r.cell(e.C)
			}
		}
	}
}

// Places returns the contents of a Grown cell. It has alternatives if paths were joined,
// which have most places in common.
func Places(grown *Cell) []GrownPlace {
	var lists [][]GrownPlace
	for _, v := range Alternatives(grown.Get()) {
		if g, ok := v.(*Grown); ok {
			lists = append(lists, g.Places)
		}
	}
	if len(lists) == 1 {
		return lists[0]
	}
	return distinct(lists...)
}

// distinct returns the places in lists, each once.
func distinct(lists ...[]GrownPlace) []GrownPlace {
	seen := map[GrownPlace]bool{}
	var out []GrownPlace
	for _, list := range lists {
		for _, p := range list {
			if !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}
