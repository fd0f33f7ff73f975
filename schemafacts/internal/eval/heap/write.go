package heap

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Set writes to a cell.
func (h *Heap) Set(c *value.Cell, v value.Value) {
	if n := len(h.recorders); n > 0 {
		h.recorders[n-1].note(h, c, c.Get())
	}
	mk := value.MarksOf(c)
	if _, ok := v.(*value.Marked); ok {
		mk = nil // v has its own marks
	}
	if h.joining > 0 {
		h.Mem.Set(c, mk.With(v))
		return
	}
	if mk != nil && mk.Late != nil {
		v = h.eitherLate(mk, v)
	}
	if mk != nil && mk.Kept != nil && h.forgetting == 0 {
		v = h.writtenAnyTime(v, c.Dynamic, mk.Kept)
	}
	h.Mem.Set(c, mk.With(v))
	if mk != nil && mk.Aliases != nil && h.forgetting == 0 {
		h.writeAliases([]*value.Cell{c}, mk.Aliases, v)
	}
	if h.watched != nil {
		h.notify(c)
	}
}

// MayWrite makes the elements of the slices unknown that u may be.
func (h *Heap) MayWrite(u, why *value.Unknown) {
	if u == nil {
		return
	}
	for _, c := range value.EndOf(u).Cells(nil) {
		h.Set(c, h.Join(c.Get(), value.NewUnknown(why.Reason, why.Pos, value.TypeOf(c.Get())), why))
	}
}

// writeAliases writes v, which was written to cells, to the cells that may be the same
// variables.
func (h *Heap) writeAliases(cells, aliases []*value.Cell, v value.Value) {
	why := value.NewUnknown("written to through a slice that may share its array", value.PosOf(v), nil)
	seen := map[*value.Cell]bool{}
	for _, c := range cells {
		seen[c] = true
	}
	told := 0
	for work := slices.Clone(aliases); len(work) > 0; work = work[1:] {
		d := work[0]
		if seen[d] {
			continue
		}
		h.step(1)
		seen[d] = true
		work = append(work, value.AliasesOf(d)...)
		if value.IsFamily(d) {
			continue
		}
		h.joining++
		if told++; told < maxAliases {
			h.Set(d, h.Join(d.Get(), v, why))
		} else if is, more := value.Coarser(d.Get(), v, why); more {
			h.Set(d, is)
		}
		h.joining--
	}
}

// maxAliases limits how many aliases of a written cell, which may be the same variable,
// keep their old value and the written one as alternatives. Any further alias becomes an
// unknown value with a points-to set. A conversation that an agent extends in a loop
// reaches the limit.
const maxAliases = 32

// Overwritten records that the elements of a slice may be changed now and at any later
// time.
func (h *Heap) Overwritten(s *value.Slice, why *value.Unknown) {
	for _, e := range s.Elems {
		other := value.NewUnknown(why.Reason, why.Pos, value.TypeOf(e.C.Get()))
		h.Set(e.C, h.Join(e.C.Get(), other, why))
		h.Mark(e.C, func(mk *value.Marked) { mk.ComesLate(other, why) })
	}
}

// eitherLate returns the value of a variable after v was written to it, if a goroutine
// may write to it later.
func (h *Heap) eitherLate(mk *value.Marked, v value.Value) value.Value {
	for _, late := range mk.Late {
		v = h.Join(v, late, mk.LateWhy)
	}
	return v
}
