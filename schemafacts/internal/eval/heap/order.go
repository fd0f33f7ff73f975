package heap

import "github.com/schemavet/schemavet/schemafacts/internal/eval/value"

// This file tracks what is known about the order of slices.

// Sorted records that a slice was sorted. If its order was unknown, it is known now,
// unless two adjacent elements are equal.
func (h *Heap) Sorted(s *value.Slice, known bool, less func(i int) bool) {
	for i := 0; known && s.Unordered() && i < len(s.Elems)-1; i++ {
		known = less(i)
	}
	if !known {
		h.Scramble(s)
		return
	}
	h.InOrder(s)
}

// Scramble makes the order of a slice's elements unknown, also in slices of the same
// array. The elements stay, because a sort changes only the order.
func (h *Heap) Scramble(v value.Value) {
	s, ok := v.(*value.Slice)
	why := value.NewUnknown("perhaps moved by a sort", value.PosOf(v), nil)
	if !ok {
		u, _ := v.(*value.Unknown)
		h.MayWrite(u, why)
		return
	}
	h.MayWrite(s.Open, why)
	aliases := h.aliasesOf(s)
	u := value.AnyElement(s)
	if s.IsPartial() {
		h.Blur(s)
	} else {
		for _, e := range s.Elems {
			h.Mark(e.C, func(mk *value.Marked) { mk.Shuffled, mk.Random = true, false })
			if e.C.Addressed {
				h.Set(e.C, u)
			}
		}
	}
	moved := value.CellsOf(s.Elems)
	if len(moved)*len(aliases) > 1000 { // one list instead of one for each alias
		all := value.NewFamily()
		h.Set(all, &value.Members{Elems: s.Elems})
		moved = []*value.Cell{all}
	}
	h.joining++
	for _, c := range aliases {
		h.Set(c, h.Join(c.Get(), u, u))
		for _, d := range moved {
			h.alias(c, d) // whichever the sort has moved there
		}
	}
	h.joining--
}

// Blur makes each element of a slice in an unknown order any of its elements, so that a
// part of the slice is correct.
func (h *Heap) Blur(s *value.Slice) {
	u := value.AnyElement(s)
	h.forgetting++
	for _, e := range s.Elems {
		if e.C.Shuffled() {
			h.Mark(e.C, func(mk *value.Marked) { mk.Shuffled, mk.Random = false, false })
		}
		if !value.Same(e.C.Get(), u) && (len(u.Alts) > 1 || s.Open != nil) {
			h.Set(e.C, u)
		}
	}
	h.forgetting--
}

// aliasesOf returns the cells that may be elements of a slice but are not among its
// known elements.
func (h *Heap) aliasesOf(s *value.Slice) []*value.Cell {
	seen := map[*value.Cell]bool{}
	var out, work []*value.Cell
	for _, e := range s.Elems {
		seen[e.C] = true
		work = append(work, e.C)
	}
	for ; len(work) > 0; work = work[1:] {
		all := value.AliasesOf(work[0])
		h.step(1 + len(all))
		for _, c := range all {
			if seen[c] {
				continue
			}
			seen[c], work = true, append(work, c)
			if !value.IsFamily(c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// InOrder records that the order of the elements is known again.
func (h *Heap) InOrder(s *value.Slice) {
	for _, e := range s.Elems {
		if e.C.Shuffled() {
			h.Mark(e.C, func(mk *value.Marked) { mk.Shuffled, mk.Random = false, false })
		}
	}
}

// InRandomOrder records that the order of the elements differs between runs, like that
// of a map.
func (h *Heap) InRandomOrder(s *value.Slice) {
	for _, e := range s.Elems {
		h.Mark(e.C, func(mk *value.Marked) { mk.Shuffled, mk.Random = true, true })
	}
}
