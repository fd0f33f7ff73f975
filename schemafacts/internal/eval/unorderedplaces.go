package eval

import (
	"cmp"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// This file records what the iterations of an unordered loop write.

// written is a variable, a part of it at a path of indexes, or an entry of a map.
type written struct {
	c    *value.Cell
	path string // each rune is an index
	key  string
}

func (w written) place() heap.Place {
	p := heap.Place{C: w.c}
	for _, i := range w.path {
		p = p.Part(int(i))
	}
	return p
}

// in returns the value of the place if v is the value of the variable.
func (w written) in(v value.Value) value.Value {
	for _, i := range w.path {
		if v = value.PartAt(v, int(i)); v == nil {
			return nil
		}
	}
	return v
}

// place is a place to which iterations write.
type place struct {
	written
	was value.Value // before the loop; nil for an entry that does not exist
	// by are the iterations that write to it, in any pass. to are the values with which they
	// share memory, in values that structs hold, and grows reports whether they only append to a list.
	by     []int
	to, in []value.Value
	grows  bool
	t      value.Value // some written value
	// family is the family of the list to which they append.
	family *value.Cell
	// hidden is the result of any, or nil. lost reports whether all written values are unknown:
	// then another iteration may have written one and not be recorded.
	hidden value.Value
	lost   bool
	newest bool        // it is the newest value of a definition
	k      value.Value // the key of an entry
	// wrote is what they wrote in the present pass.
	wrote []write
}

// write is what one iteration wrote.
type write struct {
	v value.Value // nil for an entry that was deleted
	// entry is the entry of a map with the value v.
	entry *value.Entry
	// grew are the elements that the iteration appended to a list, if it did nothing else.
	grew *value.Slice
}

func (p *place) add(e write) {
	p.wrote = append(p.wrote, e)
	grows, to, in, t := p.grows && e.grew != nil, p.to, p.in, p.t
	if e.grew != nil {
		to = value.Unite(to, value.Elements(e.grew))
	} else if e.v != nil {
		to, in = value.Unite(to, []value.Value{e.v}), value.Unite(in, memory(e.v))
	}
	_, isMap := e.v.(*value.Entries)
	if t == nil || isMap || e.v != nil && !value.SameType(value.TypeOf(t), value.TypeOf(e.v)) {
		t = e.v
	}
	if grows != p.grows || len(to) != len(p.to) || len(in) != len(p.in) || t != p.t {
		p.grows, p.to, p.in, p.t, p.hidden = grows, to, in, t, nil
	}
	if e.entry != nil {
		p.k = e.entry.Key
	}
	u, ok := e.v.(*value.Unknown)
	p.lost = p.lost && ok && len(u.Alts) == 0
}

// memory returns the parts of structs and arrays that v may be. The copies of a struct share the
// memory to which its parts lead.
func memory(v value.Value) (out []value.Value) {
	for _, one := range value.Targets(v) {
		for i := range value.PartsOf(one) {
			part := value.PartAt(one, i)
			out = append(append(out, part), memory(part)...)
		}
	}
	return out
}

// late orders places: elements of arrays come before the lists that grow into them.
func (p *place) late() int {
	if p.grows {
		return 1
	}
	return 0
}

func (u *unordered) placeOf(w written) *place {
	p := u.places[w]
	if p == nil {
		p = &place{written: w, was: u.before(w), grows: true, lost: true, family: value.NewFamily()}
		if e := entryOf(value.Plain(u.begin.Raw(w.c)), w.key); e != nil {
			p.k = e.Key
		}
		u.places[w] = p
		u.parts[w.c]++
	}
	return p
}

// before returns the value of a place before the loop, or nil.
func (u *unordered) before(w written) value.Value {
	began := value.Plain(u.begin.Raw(w.c))
	if w.key == "" {
		return w.in(began)
	}
	if e := entryOf(began, w.key); e != nil {
		return e.Val
	}
	return nil
}

// entryOf returns the entry with a key in the contents of a map, or nil.
func entryOf(v value.Value, key string) *value.Entry {
	if st, ok := v.(*value.Entries); ok {
		if i := st.Find(key); i >= 0 {
			return &st.Entries[i]
		}
	}
	return nil
}

// sorted returns the places in the order of their positions in states. A variable comes before
// its parts.
func (u *unordered) sorted() []*place {
	return slices.SortedFunc(maps.Values(u.places), func(a, b *place) int {
		return cmp.Or(cmp.Compare(a.c.ID, b.c.ID), cmp.Compare(a.path, b.path), cmp.Compare(a.key, b.key))
	})
}

// whole returns the place of the variable of which p is a part, if iterations write to it as
// a whole as well.
func (u *unordered) whole(p *place) *place {
	if p.path+p.key == "" {
		return nil
	}
	return u.places[written{c: p.c}]
}

// hide makes what iterations write unknown to the others.
func (u *unordered) hide(p *place) {
	if all := u.whole(p); all != nil {
		p = all
	}
	if p.newest {
		return
	}
	defer u.m.Joining()()
	if p.key != "" {
		u.setEntry(p, &value.Entry{K: p.key, Key: p.k, Val: u.any(p), Maybe: true})
		return
	}
	u.put(p, u.any(p))
	if len(value.MembersOf(p.family)) > 0 {
		u.m.Set(p.family, &value.Members{})
	}
}

// any returns a value that may be any that the place has during the loop.
func (u *unordered) any(p *place) value.Value {
	if p.hidden == nil {
		p.hidden = u.anyOf(p)
	}
	return p.hidden
}

func (u *unordered) anyOf(p *place) value.Value {
	if p.grows && p.t != nil {
		// A write to an element finds the cell that stands for all of them, which shows that the
		// iterations do more than to append; see note.
		elems := p.to
		if s, ok := p.was.(*value.Slice); ok {
			elems = value.Unite(elems, value.Elements(s))
		}
		one := value.Any(u.others, elems...)
		any := value.Elem{C: value.NewCell(one), Maybe: true}
		return &value.Slice{T: value.TypeOf(p.t), Elems: []value.Elem{any}, Open: u.others, Sure: true, Pos: u.why.Pos, In: []*value.Cell{p.family}}
	}
	all := value.Any(u.others, append([]value.Value{p.was, p.t}, p.to...)...)
	if un, ok := all.(*value.Unknown); ok {
		un.PointsTo = value.Unite(un.PointsTo, p.in)
	}
	return all
}

// show gives a place the value before the loop, if only one iteration writes to it.
func (u *unordered) show(p *place) {
	if !p.newest && len(p.by) == 1 && !p.lost && (p.path+p.key != "" && u.whole(p) == nil || u.parts[p.c] == 1) {
		u.restore(p)
	}
}

// restore gives a place the value before the loop.
func (u *unordered) restore(p *place) {
	defer u.m.Joining()()
	if p.key == "" {
		u.put(p, p.was)
		return
	}
	u.setEntry(p, entryOf(value.Plain(u.begin.Raw(p.c)), p.key))
}

func (u *unordered) put(p *place, v value.Value) {
	at := heap.Place{C: p.c}
	for _, i := range p.path {
		if int(i) >= len(value.PartsOf(at.Load())) {
			return // of another value of an interface
		}
		at = at.Part(int(i))
	}
	u.m.SetAt(at, v)
}

// setEntry replaces an entry of a map. A nil entry deletes it.
func (u *unordered) setEntry(p *place, e *value.Entry) {
	if st, ok := p.c.Get().(*value.Entries); ok {
		u.m.Set(p.c, st.Replaced(p.key, e))
	}
}

// settle gives a place the value that it has after all iterations.
func (u *unordered) settle(p *place) {
	if all := u.whole(p); all != nil && len(all.wrote) > 0 {
		return
	}
	if len(p.wrote) == 0 {
		// An iteration may have written the unknown value with which it began.
		if p.key == "" {
			u.put(p, u.any(p))
		} else {
			u.setEntry(p, &value.Entry{K: p.key, Key: p.k, Val: u.any(p), Maybe: true})
		}
		return
	}
	first := p.wrote[0]
	same := first.grew == nil && !slices.ContainsFunc(p.wrote, func(e write) bool { return !first.same(e) })
	switch {
	case (len(p.by) == 1 || same && len(p.wrote) == len(p.by)) && (p.path+p.key != "" || u.parts[p.c] == 1):
		if p.key == "" {
			u.put(p, first.v)
		} else {
			u.setEntry(p, first.entry)
		}
	case p.grows:
		u.grow(p)
	case p.key == "":
		u.put(p, u.any(p))
	default:
		e := value.Entry{K: p.key, Key: p.k, Val: u.any(p)}
		for _, d := range p.wrote {
			e.Maybe = e.Maybe || d.entry == nil || d.entry.Maybe
		}
		u.setEntry(p, &e)
	}
}

// same reports whether two iterations certainly wrote the same value.
func (e write) same(o write) bool {
	if e.entry != nil && o.entry != nil && e.entry.Maybe != o.entry.Maybe {
		return false
	}
	return e.v == nil && o.v == nil || e.v != nil && o.v != nil && value.Same(e.v, o.v)
}

// grow appends what all iterations appended. Its order is unknown.
func (u *unordered) grow(p *place) {
	v := p.was
	if v == nil {
		v = value.Zero(value.TypeOf(p.t), u.why.Pos)
	}
	all := &value.Slice{T: value.TypeOf(p.t), Sure: true, Pos: u.why.Pos}
	for _, e := range p.wrote {
		all.Elems = append(all.Elems, e.grew.Elems...)
		all.Open = value.EitherOpen(all.Open, e.grew.Open)
	}
	v = u.m.AppendTo(v, []value.Value{all}, true, all.T, u.why.Pos)
	if s, ok := v.(*value.Slice); ok {
		u.m.InRandomOrder(s)
		out := *s
		out.In = append(out.In[:len(out.In):len(out.In)], p.family)
		v = &out
		u.m.Set(p.family, &value.Members{Elems: out.Elems})
	}
	if p.key == "" {
		u.put(p, v)
	} else {
		e := *p.wrote[0].entry
		e.Val = v
		u.setEntry(p, &e)
	}
}

// ofOthers reports whether an element stands for those of other iterations.
func ofOthers(e value.Elem) bool {
	u, ok := value.Plain(e.Ident().First).(*value.Unknown)
	return ok && u.Others
}
