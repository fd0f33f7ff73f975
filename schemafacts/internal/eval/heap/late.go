package heap

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

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
