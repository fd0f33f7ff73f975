package eval

import (
	"go/types"
	"slices"
)

// What is known of the order of a slice.

// Sorted notes that a slice was sorted. One that was in no known order has one
// now if no two neighbours are equal.
func (m *Machine) Sorted(s *Slice, known bool, less func(i int) bool) {
	for i := 0; known && s.Unordered() && i < len(s.Elems)-1; i++ {
		known = less(i)
	}
	if !known {
		m.Scramble(s)
		return
	}
	m.InOrder(s)
}

// Scramble makes the order of a slice's elements unknown. The elements stay: a
// sort changes nothing else. Whoever shares the array sees it too.
func (m *Machine) Scramble(v Value) {
	s, ok := v.(*Slice)
	why := NewUnknown("perhaps moved by a sort", PosOf(v), nil)
	if !ok {
		u, _ := v.(*Unknown)
		m.mayWrite(u, why)
		return
	}
	m.mayWrite(s.Open, why)
	mirrors := m.mirrorsOf(s)
	u := anyElement(s)
	if s.cut() {
		m.blur(s)
	} else {
		for _, e := range s.Elems {
			m.mark(e.C, func(mk *marked) { mk.shuffled, mk.random = true, false })
			if e.C.shared {
				m.Set(e.C, u)
			}
		}
	}
	m.joining++
	for _, c := range mirrors {
		m.Set(c, m.Join(c.Get(), u, u))
	}
	m.joining--
}

// anyElement returns what an element of a slice holds of which nobody knows the
// place.
func anyElement(s *Slice) *Unknown {
	var t types.Type
	if len(s.Elems) > 0 {
		t = TypeOf(s.Elems[0].C.Get())
	}
	u := NewUnknown("an element of a slice in an unknown order", s.Pos, t)
	for _, e := range s.Elems {
		u.addAlt(e.C.Get())
	}
	if s.Open != nil {
		u.addAlt(NewUnknown(u.Reason, u.Pos, t))
	}
	u.settle()
	return u
}

// blur makes each element of a slice in an unknown order any of them, so that a
// part of the slice says no more than is true.
func (m *Machine) blur(s *Slice) {
	u := anyElement(s)
	m.forgetting++
	for _, e := range s.Elems {
		if e.C.shuffled() {
			m.mark(e.C, func(mk *marked) { mk.shuffled, mk.random = false, false })
		}
		if !same(e.C.Get(), u) && (len(u.Alts) > 1 || s.Open != nil) {
			m.Set(e.C, u)
		}
	}
	m.forgetting--
}

// mirrorsOf returns the variables that may be elements of a slice, but are not
// among those that it is known to have.
func (m *Machine) mirrorsOf(s *Slice) []*Cell {
	seen := map[*Cell]bool{}
	var out, work []*Cell
	for _, e := range s.Elems {
		seen[e.C] = true
		work = append(work, e.C)
	}
	for ; len(work) > 0; work = work[1:] {
		m.steps++
		if mk := marksOf(work[0]); mk != nil {
			for _, c := range mk.mirrors {
				if !seen[c] {
					seen[c] = true
					out, work = append(out, c), append(work, c)
				}
			}
		}
	}
	return out
}

// cut reports whether another slice may see some of the elements without seeing
// all.
func (s *Slice) cut() bool {
	return slices.ContainsFunc(s.Elems, func(e Elem) bool { return e.C.cut })
}

// isCut notes that a slice does not see all that others see of its array.
func (s *Slice) isCut() {
	for _, e := range s.Elems {
		e.C.cut = true
	}
}

// InOrder notes that the order of the elements is known again.
func (m *Machine) InOrder(s *Slice) {
	for _, e := range s.Elems {
		if e.C.shuffled() {
			m.mark(e.C, func(mk *marked) { mk.shuffled, mk.random = false, false })
		}
	}
}

// InRandomOrder notes that the order of the elements is another one in each run,
// as that of a map.
func (m *Machine) InRandomOrder(s *Slice) {
	for _, e := range s.Elems {
		m.mark(e.C, func(mk *marked) { mk.shuffled, mk.random = true, true })
	}
}

// RandomOrder is why a list is not known that has another order in each run,
// whatever else of it is not known.
const RandomOrder = "in the random order of a map"

// random reports whether constants that are in a slice for sure, and are not all
// equal, stand in an order that is another one in each run.
func (s *Slice) random() bool {
	var first Value
	differ := false
	for _, e := range s.Elems {
		mk := marksOf(e.C)
		if mk == nil || !mk.random || e.Maybe {
			continue
		}
		v := e.C.Get()
		if _, ok := v.(*Const); !ok {
			return false
		}
		if first == nil {
			first = v
		}
		differ = differ || !same(first, v)
	}
	return differ
}

func SliceArg(v Value) (*Slice, bool) {
	if IsNil(v) {
		return &Slice{T: TypeOf(v), IsNil: true}, true
	}
	s, ok := v.(*Slice)
	return s, ok
}
