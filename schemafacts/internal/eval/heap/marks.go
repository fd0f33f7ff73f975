package heap

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Mark changes the marks of a cell.
func (h *Heap) Mark(c *value.Cell, change func(mk *value.Marked)) {
	mk := value.Marked{V: c.Get()}
	if old := value.MarksOf(c); old != nil {
		mk = *old
	}
	change(&mk)
	h.Mem.Set(c, mk.Trim())
}

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
