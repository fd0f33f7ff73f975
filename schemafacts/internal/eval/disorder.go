package eval

import (
	"cmp"
	"go/token"
	"maps"
	"slices"
)

// disorder is what the rounds of a loop in a random order wrote to what. Which of
// them is the last is not known, so that nothing is what several of them wrote.
type disorder map[written]rounds

// written is a variable; with part >= 0 it is a field of a struct or an element of an
// array, and of a map the entry with the key.
type written struct {
	c    *Cell
	part int
	key  string
}

// compareWritten orders variables by their places in states.
func compareWritten(a, b written) int {
	return cmp.Or(cmp.Compare(a.c.id, b.c.id), cmp.Compare(a.part, b.part), cmp.Compare(a.key, b.key))
}

// rounds is what all of them wrote: one value, or several.
type rounds struct {
	v       Value
	several bool
	// grew says that all of them appended to a slice, several that more than one did.
	grew bool
	// deleted says that one took the entry out of the map.
	deleted bool
	// all are the values that lead somewhere.
	all []Value
}

// The parts of what is written that are none of a struct or an array.
const (
	whole = -1
	ofMap = -2
)

// add notes that a round wrote v, or that it appended.
func (d disorder) add(w written, v Value, grew bool) {
	old, again := d[w]
	r := rounds{v: v, grew: grew, deleted: old.deleted, all: unite(old.all, []Value{v})}
	if again {
		r.grew = grew && old.grew
		r.several = old.several || old.deleted || grew || old.grew || !same(old.v, v) && !sameText(old.v, v)
	}
	d[w] = r
}

// delete notes that a round took an entry out of a map.
func (d disorder) delete(w written) {
	r, again := d[w]
	r.several, r.deleted = again && (r.several || !r.deleted || r.v != nil), true
	d[w] = r
}

// note notes what one round made of a variable.
func (d disorder) note(c *Cell, before, after Value) {
	if identicalValue(before, after) {
		return
	}
	if x, ok := before.(*mapState); ok {
		if y, ok := after.(*mapState); ok {
			d.noteEntries(c, x, y)
			return
		}
	}
	xs, ys := partsOf(before), partsOf(after)
	if xs == nil || len(xs) != len(ys) || !identical(TypeOf(before), TypeOf(after)) {
		d.add(written{c, whole, ""}, after, grew(before, after))
		return
	}
	for i := range xs {
		if !identicalValue(xs[i], ys[i]) {
			v := partAt(after, i)
			d.add(written{c, i, ""}, v, grew(partAt(before, i), v))
		}
	}
}

// noteEntries notes what one round made of the entries of a map.
func (d disorder) noteEntries(c *Cell, before, after *mapState) {
	for _, e := range after.entries {
		if i := before.find(e.k); i < 0 || !identicalValue(before.entries[i].val, e.val) {
			d.add(written{c, ofMap, e.k}, e.val, false)
		}
	}
	for _, e := range before.entries {
		if after.find(e.k) < 0 {
			d.delete(written{c, ofMap, e.k})
		}
	}
}

// grew reports whether the one slice is the other with elements appended: of those
// the order is not known, and all else of it is.
func grew(before, after Value) bool {
	y, ok := after.(*Slice)
	if !ok {
		return false
	}
	if IsNil(before) {
		return true
	}
	x, ok := before.(*Slice)
	if !ok || len(x.Elems) > len(y.Elems) {
		return false
	}
	for i := range x.Elems {
		if a, b := x.Elems[i].C, y.Elems[i].C; a != b && !same(a.Get(), b.Get()) {
			return false
		}
	}
	return true
}

// partsOf returns the parts of a struct or an array, nil of any other value.
func partsOf(v Value) parts {
	switch v := v.(type) {
	case *Struct:
		return v.parts
	case *Array:
		return v.parts
	}
	return nil
}

// apply makes what several rounds wrote depend on no order.
func (d disorder) apply(m *Machine, pos token.Pos) {
	for _, w := range slices.SortedFunc(maps.Keys(d), compareWritten) {
		wrote := d[w]
		if !wrote.several {
			continue
		}
		now := w.c.Get()
		switch {
		case w.part == ofMap:
			if st, ok := now.(*mapState); ok {
				m.Set(w.c, st.disordered(w.key, wrote.all, wrote.deleted, pos))
			}
		case w.part == whole || partsOf(now) == nil:
			m.Set(w.c, m.ofRounds(now, wrote, pos))
		default:
			m.setAt(place{c: w.c}.part(w.part), m.ofRounds(partAt(now, w.part), wrote, pos))
		}
	}
}

// disordered returns the state with an entry that several rounds wrote, or one deleted.
func (s *mapState) disordered(k string, wrote []Value, deleted bool, pos token.Pos) *mapState {
	i := s.find(k)
	if i < 0 {
		return &mapState{s.entries, NewUnknown("entries that are deleted and written in the random order of a map", pos, nil)}
	}
	out := &mapState{slices.Clone(s.entries), s.open}
	e := &out.entries[i]
	e.val = disordered(e.val, wrote, pos)
	e.maybe = e.maybe || deleted
	return out
}

// ofRounds returns what a variable holds to which several rounds wrote.
func (m *Machine) ofRounds(v Value, wrote rounds, pos token.Pos) Value {
	if s, ok := v.(*Slice); ok && wrote.grew {
		m.InRandomOrder(s)
		return v
	}
	return disordered(v, wrote.all, pos)
}

// disordered returns what may be v, or one of others, in a random order.
func disordered(v Value, others []Value, pos token.Pos) Value {
	return &Unknown{Reason: "depends on the random order of a map", Pos: pos, T: TypeOf(v), among: unite(unite(nil, []Value{v}), others)}
}
