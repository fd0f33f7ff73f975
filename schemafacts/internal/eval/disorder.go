package eval

import (
	"bytes"
	"cmp"
	"go/token"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// disorder records what the iterations of an unordered loop wrote to each variable. It
// is unknown which iteration is the last, so a variable that several of them wrote is
// unknown.
type disorder map[written]rounds

// written is a variable. With part >= 0, it is a field of a struct or an element of an
// array; for a map it is the entry with the key.
type written struct {
	c    *value.Cell
	part int
	key  string
}

// value returns the present value of the variable, or nil if the map has no such entry.
func (w written) value() value.Value {
	now := w.c.Get()
	switch w.part {
	case whole:
		return now
	case ofMap:
		if st, ok := now.(*value.Entries); ok {
			if i := st.Find(w.key); i >= 0 {
				return st.Entries[i].Val
			}
		}
		return nil
	}
	return value.PartAt(now, w.part)
}

// set replaces the present value of the variable.
func (w written) set(m *Machine, v value.Value) {
	switch w.part {
	case whole:
		m.Set(w.c, v)
	case ofMap:
		m.Set(w.c, w.c.Get().(*value.Entries).WithValue(w.key, v))
	default:
		m.SetAt(heap.Place{C: w.c}.Part(w.part), v)
	}
}

// restore gives the variable, or a part of it, the value that it has in was.
func (w written) restore(m *Machine, was value.Value) {
	if w.part == whole {
		m.Set(w.c, was)
		return
	}
	if w.part != ofMap {
		if alike(was, w.c.Get()) {
			w.set(m, value.PartAt(was, w.part))
		}
		return
	}
	old, ok1 := was.(*value.Entries)
	st, ok2 := w.c.Get().(*value.Entries)
	if ok1 && ok2 {
		m.Set(w.c, st.Replaced(w.key, old))
	}
}

// compareWritten orders variables by their position in states.
func compareWritten(a, b written) int {
	return cmp.Or(cmp.Compare(a.c.ID, b.c.ID), cmp.Compare(a.part, b.part), cmp.Compare(a.key, b.key))
}

// rounds is what all iterations wrote: one value, or several.
type rounds struct {
	v       value.Value
	several bool
	// grew reports whether all of them appended to a slice; several is then set if more
	// than one did.
	grew bool
	// deleted reports whether one of them deleted the entry from the map.
	deleted bool
	// all are the written values that contain references.
	all []value.Value
}

// The parts of variables other than parts of a struct or an array.
const (
	whole = -1
	ofMap = -2
)

// add records that an iteration wrote v, or that it appended.
func (d disorder) add(w written, v value.Value, grew bool) {
	old, again := d[w]
	r := rounds{v: v, grew: grew, deleted: old.deleted, all: value.Unite(old.all, []value.Value{v})}
	if again {
		r.grew = grew && old.grew
		r.several = old.several || old.deleted || grew || old.grew || !value.Same(old.v, v) && !sameText(old.v, v)
	}
	d[w] = r
}

// delete records that an iteration deleted an entry of a map.
func (d disorder) delete(w written) {
	r, again := d[w]
	r.several, r.deleted = again && (r.several || !r.deleted || r.v != nil), true
	d[w] = r
}

// note records how one iteration changed a variable.
func (d disorder) note(c *value.Cell, before, after value.Value) {
	eachWrite(c, before, after, func(w written, v value.Value, grew bool) {
		if v == nil {
			d.delete(w)
		} else {
			d.add(w, v, grew)
		}
	})
}

// eachWrite calls write for each part of a variable that changed, with the value after the
// change. The value is nil for an entry of a map that was deleted.
func eachWrite(c *value.Cell, before, after value.Value, write func(w written, v value.Value, grew bool)) {
	if value.Identical(before, after) {
		return
	}
	if x, ok := before.(*value.Entries); ok {
		if y, ok := after.(*value.Entries); ok {
			eachEntry(c, x, y, write)
			return
		}
	}
	xs, ys := value.PartsOf(before), value.PartsOf(after)
	if xs == nil || len(xs) != len(ys) || !value.SameType(value.TypeOf(before), value.TypeOf(after)) {
		write(written{c, whole, ""}, after, grew(before, after))
		return
	}
	for i := range xs {
		if !value.Identical(xs[i], ys[i]) {
			v := value.PartAt(after, i)
			write(written{c, i, ""}, v, grew(value.PartAt(before, i), v))
		}
	}
}

// eachEntry is eachWrite for the entries of a map.
func eachEntry(c *value.Cell, before, after *value.Entries, write func(w written, v value.Value, grew bool)) {
	for k, e := range after.Entries {
		if i := before.FindAt(e.K, k); i < 0 || !value.Identical(before.Entries[i].Val, e.Val) {
			write(written{c, ofMap, e.K}, e.Val, false)
		}
	}
	for k, e := range before.Entries {
		if after.FindAt(e.K, k) < 0 {
			write(written{c, ofMap, e.K}, nil, false)
		}
	}
}

// grew reports whether after is before with elements appended: then only the order of
// the elements is unknown.
func grew(before, after value.Value) bool {
	y, ok := after.(*value.Slice)
	if !ok {
		return false
	}
	if value.IsNil(before) {
		return true
	}
	x, ok := before.(*value.Slice)
	if !ok || len(x.Elems) > len(y.Elems) {
		return false
	}
	for i := range x.Elems {
		if a, b := x.Elems[i].C, y.Elems[i].C; a != b && !value.Same(a.Get(), b.Get()) {
			return false
		}
	}
	return true
}

// apply makes the writes of several iterations independent of their order.
func (d disorder) apply(m *Machine, pos token.Pos) {
	for _, w := range slices.SortedFunc(maps.Keys(d), compareWritten) {
		wrote := d[w]
		if !wrote.several {
			continue
		}
		now := w.c.Get()
		switch {
		case w.part == ofMap:
			if st, ok := now.(*value.Entries); ok {
				m.Set(w.c, st.Disordered(w.key, wrote.all, wrote.deleted, pos))
			}
		case w.part == whole || value.PartsOf(now) == nil:
			m.Set(w.c, m.ofRounds(now, wrote, pos))
		default:
			m.SetAt(heap.Place{C: w.c}.Part(w.part), m.ofRounds(value.PartAt(now, w.part), wrote, pos))
		}
	}
}

// ofRounds returns the value of a variable that several iterations wrote.
func (m *Machine) ofRounds(v value.Value, wrote rounds, pos token.Pos) value.Value {
	if s, ok := v.(*value.Slice); ok && wrote.grew {
		m.InRandomOrder(s)
		return v
	}
	return value.Disordered(v, wrote.all, pos)
}

// sameText reports whether two values are JSON documents with the same text.
func sameText(x, y value.Value) bool {
	a, okA := documentOf(x)
	b, okB := documentOf(y)
	return okA && okB && bytes.Equal(a, b)
}

func documentOf(v value.Value) ([]byte, bool) {
	n, ok := v.(*value.Native)
	if !ok || n.Kind != value.JSONKind {
		return nil, false
	}
	doc, ok := n.Data.(interface{ JSON() []byte })
	if !ok {
		return nil, false
	}
	return doc.JSON(), true
}
