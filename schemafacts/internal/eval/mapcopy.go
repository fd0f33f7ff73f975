package eval

import "go/token"

// CopyMap puts the entries of src into dst, as maps.Copy does.
func (m *Machine) CopyMap(dst *Map, src Value, pos token.Pos) {
	st := dst.state()
	switch src := src.(type) {
	case *Map:
		open := src.Entries(func(k, v Value, maybe bool) {
			if maybe {
				st = m.Join(st, st.with(m.Join, dst.T, k, v), NewUnknown("an entry that depends on a condition", pos, nil)).(*mapState)
			} else {
				st = st.with(m.Join, dst.T, k, v)
			}
		})
		if open != nil {
			st = &mapState{st.entries, open}
		}
	case *Nil:
	default:
		st = &mapState{st.entries, NewUnknown("copied from an unknown map", pos, nil)}
	}
	m.Set(dst.Obj, st)
}
