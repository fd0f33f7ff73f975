package eval

import "github.com/schemavet/schemavet/schemafacts/internal/eval/value"

// This file tracks what is known about the order of slices.

// Sorted records that a slice was sorted. If its order was unknown, it is known now,
// unless two adjacent elements are equal.
func (m *Machine) Sorted(s *value.Slice, known bool, less func(i int) bool) {
	for i := 0; known && s.Unordered() && i < len(s.Elems)-1; i++ {
		known = less(i)
	}
	if !known {
		m.Scramble(s)
		return
	}
	m.InOrder(s)
}

// Scramble makes the order of a slice's elements unknown, also in slices of the same
// array. The elements stay, because a sort changes only the order.
func (m *Machine) Scramble(v value.Value) {
	s, ok := v.(*value.Slice)
	why := value.NewUnknown("perhaps moved by a sort", value.PosOf(v), nil)
	if !ok {
		u, _ := v.(*value.Unknown)
		m.mayWrite(u, why)
		return
	}
	m.mayWrite(s.Open, why)
	aliases := m.aliasesOf(s)
	u := value.AnyElement(s)
	if s.IsPartial() {
		m.blur(s)
	} else {
		for _, e := range s.Elems {
			m.mark(e.C, func(mk *value.Marked) { mk.Shuffled, mk.Random = true, false })
			if e.C.Addressed {
				m.Set(e.C, u)
			}
		}
	}
	m.joining++
	for _, c := range aliases {
		m.Set(c, m.Join(c.Get(), u, u))
	}
	m.joining--
}

// blur makes each element of a slice in an unknown order any of its elements, so that a
// part of the slice is correct.
func (m *Machine) blur(s *value.Slice) {
	u := value.AnyElement(s)
	m.forgetting++
	for _, e := range s.Elems {
		if e.C.Shuffled() {
			m.mark(e.C, func(mk *value.Marked) { mk.Shuffled, mk.Random = false, false })
		}
		if !value.Same(e.C.Get(), u) && (len(u.Alts) > 1 || s.Open != nil) {
			m.Set(e.C, u)
		}
	}
	m.forgetting--
}

// aliasesOf returns the cells that may be elements of a slice but are not among its
// known elements.
func (m *Machine) aliasesOf(s *value.Slice) []*value.Cell {
	seen := map[*value.Cell]bool{}
	var out, work []*value.Cell
	for _, e := range s.Elems {
		seen[e.C] = true
		work = append(work, e.C)
	}
	for ; len(work) > 0; work = work[1:] {
		m.steps++
		if mk := value.MarksOf(work[0]); mk != nil {
			for _, c := range mk.Aliases {
				if !seen[c] {
					seen[c] = true
					out, work = append(out, c), append(work, c)
				}
			}
		}
	}
	return out
}

// InOrder records that the order of the elements is known again.
func (m *Machine) InOrder(s *value.Slice) {
	for _, e := range s.Elems {
		if e.C.Shuffled() {
			m.mark(e.C, func(mk *value.Marked) { mk.Shuffled, mk.Random = false, false })
		}
	}
}

// InRandomOrder records that the order of the elements differs between runs, like that
// of a map.
func (m *Machine) InRandomOrder(s *value.Slice) {
	for _, e := range s.Elems {
		m.mark(e.C, func(mk *value.Marked) { mk.Shuffled, mk.Random = true, true })
	}
}
