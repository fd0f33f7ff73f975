package eval

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Map is a map; copies share Obj. A nil map is a *Nil.
type Map struct {
	T   types.Type
	Obj *Cell // holds a *mapState
	Pos token.Pos
}

type mapEntry struct {
	k     string
	key   Value
	val   Value
	maybe bool
}

// mapState is immutable.
type mapState struct {
	entries []mapEntry
	open    *Unknown
}

// state returns what the map holds. Nothing is known of one that was made in a
// state that is not part of this one.
func (m *Map) state() *mapState {
	switch st := m.Obj.Get().(type) {
	case *mapState:
		return st
	case *Unknown:
		return &mapState{open: st}
	}
	return &mapState{open: NewUnknown("an unknown map", m.Pos, nil)}
}

// Entries calls f for the known entries of m in the order of insertion, and
// returns why there may be more, nil if there are none.
func (m *Map) Entries(f func(key, val Value, maybe bool)) *Unknown {
	st := m.state()
	for _, e := range st.entries {
		f(e.key, e.val, e.maybe)
	}
	return st.open
}

// Len returns the number of known entries.
func (m *Map) Len() int { return len(m.state().entries) }

// NewMap returns an empty map.
func NewMap(t types.Type, pos token.Pos) *Map {
	return &Map{T: t, Obj: NewCell(&mapState{}), Pos: pos}
}

// Put adds an entry to a map that nobody else has seen yet.
func (m *Map) Put(key, val Value) {
	m.Obj.first = m.Obj.first.(*mapState).with(nil, m.T, key, val)
}

func (s *mapState) find(k string) int {
	for i := range s.entries {
		if s.entries[i].k == k {
			return i
		}
	}
	return -1
}

// with returns the entries of a map of type t with one more, or another one. In a map in
// which any entry may be the one, join joins the old value with the new one; without it,
// less is known of both.
func (s *mapState) with(join func(a, b Value, why *Unknown) Value, t types.Type, key, val Value) *mapState {
	k, ok := keyIn(t, key)
	if !ok {
		// Any of the entries may be the one that was written to.
		why := &Unknown{Reason: "may be overwritten under an unknown map key", Pos: PosOf(key)}
		out := &mapState{slices.Clone(s.entries), why}
		for i := range out.entries {
			if old := out.entries[i].val; join != nil {
				out.entries[i].val = join(old, val, why)
			} else {
				out.entries[i].val, _ = coarser(old, val, why)
			}
		}
		return out
	}
	out := &mapState{make([]mapEntry, len(s.entries), len(s.entries)+1), s.open}
	copy(out.entries, s.entries)
	e := mapEntry{k, key, val, false}
	if i := s.find(k); i >= 0 {
		out.entries[i] = e
	} else {
		out.entries = append(out.entries, e)
	}
	return out
}

// keyIn returns a string that is equal for equal keys of a map of type t. Where
// its keys are interfaces, their types belong to them.
func keyIn(t types.Type, v Value) (string, bool) {
	k, ok := keyOf(v)
	if mt, isMap := mapType(t); !ok || !isMap || !ir.IsInterface(mt.Key()) {
		return k, ok
	}
	switch v.(type) {
	case *Const, *Ptr:
		vt := TypeOf(v)
		if vt == nil || ir.IsInterface(vt) || ir.IsTypeParam(vt) {
			return "", false
		}
		return types.TypeString(types.Default(vt), nil) + " " + k, true
	}
	return k, true
}

// keyOf returns a string that is equal for equal values of one type.
func keyOf(v Value) (string, bool) {
	switch v := v.(type) {
	case *Const:
		return v.V.ExactString(), true
	case *TypeVal:
		return "type " + types.TypeString(v.T, nil), true
	case *Struct:
		return keysOf(types.TypeString(v.T, nil), len(v.parts), v.At)
	case *Array:
		return keysOf(types.TypeString(v.T, nil), len(v.parts), v.At)
	case *Ptr:
		return fmt.Sprintf("%p", v.C), true
	case *Nil:
		return "nil", true
	}
	return "", false
}

// keysOf returns the key of a value that is made of n others.
func keysOf(typ string, n int, part func(i int) Value) (string, bool) {
	var b strings.Builder
	b.WriteString(typ)
	for i := range n {
		k, ok := keyOf(part(i))
		if !ok {
			return "", false
		}
		b.WriteByte('{')
		b.WriteString(k)
		b.WriteByte('}')
	}
	return b.String(), true
}

// Copy returns a copy of the map with f applied to its values.
func (m *Map) Copy(f func(Value) Value) *Map {
	st := m.state()
	out := &mapState{make([]mapEntry, len(st.entries)), st.open}
	for i, e := range st.entries {
		e.val = f(e.val)
		out.entries[i] = e
	}
	return &Map{T: m.T, Obj: NewCell(out), Pos: m.Pos}
}
