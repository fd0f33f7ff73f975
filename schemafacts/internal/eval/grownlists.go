package eval

import (
	"maps"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// growth is what one iteration appended to each list.
type growth map[written][]value.Elem

// note records that the iteration appended to the list w, which is v now.
func (g growth) note(w written, before, v value.Value) {
	from := 0
	if x, ok := w.in(before).(*value.Slice); ok {
		from = len(x.Elems)
	}
	if s, ok := v.(*value.Slice); ok {
		g[w] = s.Elems[from:]
	}
}

// has reports whether the iteration appended to the list in p.
func (g growth) has(p heap.Place) bool {
	w := written{p.C, whole, ""}
	switch len(p.Path) {
	case 0:
	case 1:
		w.part = p.Path[0]
	default:
		return false
	}
	_, ok := g[w]
	return ok
}

// grewAlike makes lists unknown to which the second run did not append what the first one
// appended. An element is certain only if its iteration appends it in each order.
func (k *comparison) grewAlike(first, second growth) {
	all := growth{}
	maps.Copy(all, first)
	maps.Copy(all, second)
	for _, w := range slices.SortedFunc(maps.Keys(all), compareWritten) {
		now := w.value()
		s, ok := now.(*value.Slice)
		if now == nil || ok && k.sameElems(s, first[w], second[w]) {
			continue
		}
		if u, ok := now.(*value.Unknown); ok && len(u.Alts) == 0 {
			continue
		}
		w.set(k.m, value.Disordered(now, value.Elements(&value.Slice{Elems: second[w]}), k.pos))
		k.altered = true
	}
}

// sameElems reports whether the elements of s that the first run appended are those that
// the second run appended.
func (k *comparison) sameElems(s *value.Slice, first, second []value.Elem) bool {
	if len(first) != len(second) {
		return false
	}
	at := make(map[*value.Cell]value.Elem, len(s.Elems))
	for _, e := range s.Elems {
		at[e.Ident()] = e
	}
	k.m.work(len(s.Elems))
	for i, e := range first {
		now, ok := at[e.Ident()]
		if !ok || second[i].Maybe && !now.Maybe || !k.cells(now.C, second[i].C) {
			return false
		}
	}
	return true
}
