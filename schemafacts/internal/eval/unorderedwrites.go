package eval

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// This file finds what an iteration wrote.

// eachWrite calls write for each part of a variable that changed from before to after.
func (u *unordered) eachWrite(w written, before, after value.Value, to func(written, write)) {
	if value.Identical(before, after) {
		return
	}
	if x, ok := before.(*value.Entries); ok {
		if y, ok := after.(*value.Entries); ok && x.Open == y.Open && w.path == "" {
			eachEntry(w, x, y, to)
			return
		}
	}
	xs, ys := value.PartsOf(before), value.PartsOf(after)
	if len(xs) == 0 || len(xs) != len(ys) || !value.SameType(value.TypeOf(before), value.TypeOf(after)) {
		to(w, write{v: after, grew: grown(before, after)})
		return
	}
	for i := range xs {
		if value.Identical(xs[i], ys[i]) {
			continue
		}
		at := w
		at.path += string(rune(i))
		_, was := xs[i].(*value.Cell)
		if c, ok := ys[i].(*value.Cell); ok && !was { // a pointer to the part was made
			u.boxes = append(u.boxes, at)
			at = written{c: c}
		}
		u.eachWrite(at, value.PartAt(before, i), value.PartAt(after, i), to)
	}
}

// eachEntry is eachWrite for the entries of a map.
func eachEntry(w written, before, after *value.Entries, to func(written, write)) {
	for k, e := range after.Entries {
		i := before.FindAt(e.K, k)
		if i < 0 || !value.Identical(before.Entries[i].Val, e.Val) || before.Entries[i].Maybe != e.Maybe {
			w.key = e.K
			var was value.Value
			if i >= 0 {
				was = before.Entries[i].Val
			}
			to(w, write{v: e.Val, entry: &after.Entries[k], grew: grown(was, e.Val)})
		}
	}
	for k, e := range before.Entries {
		if after.FindAt(e.K, k) < 0 {
			w.key = e.K
			to(w, write{})
		}
	}
}

// grown returns the elements of the list after if they were appended to the list before, and
// nil otherwise.
func grown(before, after value.Value) *value.Slice {
	y, ok := after.(*value.Slice)
	if !ok {
		return nil
	}
	out := &value.Slice{T: y.T, Elems: y.Elems, Open: y.Open, Sure: true, Pos: y.Pos}
	x, ok := before.(*value.Slice)
	switch {
	case before == nil || value.IsNil(before):
	case !ok || len(x.Elems) > len(y.Elems) || x.IsNil != y.IsNil && len(y.Elems) == 0 || x.Open != nil && x.Sure != y.Sure:
		return nil
	default:
		for i, e := range x.Elems {
			d := y.Elems[i]
			if e.Ident() != d.Ident() || e.Maybe != d.Maybe || e.C != d.C && !value.Same(e.C.Get(), d.C.Get()) {
				return nil
			}
		}
		if out.Elems = y.Elems[len(x.Elems):]; x.Open == y.Open {
			out.Open = nil
		}
	}
	if slices.ContainsFunc(out.Elems, ofOthers) {
		return nil
	}
	return out
}
