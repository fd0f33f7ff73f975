package heap

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Now returns what an iterator over a map would yield now.
func (h *Heap) Now(s *value.MapSeq, pos token.Pos) *value.Slice {
	out := &value.Slice{Pos: pos}
	out.Open = s.Map.Entries(func(k, v value.Value, maybe bool) {
		if s.Values {
			k = v
		}
		out.Elems = append(out.Elems, value.Elem{C: value.NewCell(k), Maybe: maybe})
	})
	h.InRandomOrder(out)
	return out
}

// Yielded returns the values that an iterator would yield now, or false if v is not a
// known iterator.
func (h *Heap) Yielded(v value.Value) (*value.Slice, bool) {
	n, ok := v.(*value.Native)
	if !ok || n.Kind != value.SeqKind {
		return nil, false
	}
	if s, ok := n.Data.(*value.MapSeq); ok {
		return h.Now(s, n.Pos), true
	}
	s, ok := n.Data.(*value.Slice)
	return s, ok
}
