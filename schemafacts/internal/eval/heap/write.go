package heap

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Set writes to a cell.
func (h *Heap) Set(c *value.Cell, v value.Value) {
	if n := len(h.recorders); n > 0 {
		h.recorders[n-1].note(h, c, c.Get())
	}
	h.guessed.wrote(c)
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
		v = h.writtenAnyTime(v, mk.Kept)
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
	for _, v := range u.PointsTo {
		if s, ok := v.(*value.Slice); ok {
			for _, e := range s.Elems {
				h.Set(e.C, h.Join(e.C.Get(), value.NewUnknown(why.Reason, why.Pos, value.TypeOf(e.C.Get())), why))
			}
		}
	}
}
