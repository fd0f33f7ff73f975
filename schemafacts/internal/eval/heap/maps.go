package heap

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// CopyMap copies the entries of src into dst, as maps.Copy does.
func (h *Heap) CopyMap(dst *value.Map, src value.Value, pos token.Pos) {
	st := dst.State()
	switch src := src.(type) {
	case *value.Map:
		open := src.Entries(func(k, v value.Value, maybe bool) {
			if maybe {
				st = h.Join(st, st.With(h.Join, dst.T, k, v), value.NewUnknown("an entry that depends on a condition", pos, nil)).(*value.Entries)
			} else {
				st = st.With(h.Join, dst.T, k, v)
			}
		})
		if open != nil {
			st = &value.Entries{Entries: st.Entries, Open: value.EitherOpen(open, st.Open)}
		}
	case *value.Nil:
	default:
		open := value.NewUnknown("copied from an unknown map", pos, nil).From(value.Targets(src)...)
		st = &value.Entries{Entries: st.Entries, Open: value.EitherOpen(open, st.Open)}
	}
	h.Set(dst.Obj, st)
}
