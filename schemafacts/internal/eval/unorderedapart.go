package eval

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file finds out whether the iterations of an unordered loop concern each other. Most
// do not: each works on its own element, or they only fill a map or a list. Then one pass is
// enough.

// apart finds whether an iteration can reach what another one writes.
type apart struct {
	u *unordered
	// writer are the iterations that write to variables, or several.
	writer map[*value.Cell]int
	// all is what each iteration reaches.
	all *value.Reached
	// by are the iterations that reach variables.
	by map[*value.Cell]int
}

// several stands for more than one iteration.
const several = -1

// isApart reports whether no iteration of the pass can have read what another one writes.
func (u *unordered) isApart(x value.Value, touched []*value.Cell) bool {
	if len(u.places) == 0 {
		return true
	}
	m := u.m
	end := m.Mem.Keep()
	m.Mem.Enter(u.begin)
	defer m.Mem.Enter(end)
	a := &apart{u, map[*value.Cell]int{}, value.ReachedFrom(), map[*value.Cell]int{}}
	use := m.loopUse(u.f.fn, u.n)
	own := u.ownCells(use)
	for _, p := range u.places {
		if slot, ok := own[p.c]; ok {
			if use.reads[slot] {
				return false
			}
			continue
		}
		w, known := a.writer[p.c]
		if len(p.by) > 1 || known && w != p.by[0] {
			a.writer[p.c] = several
		} else {
			a.writer[p.c] = p.by[0]
		}
	}
	if len(a.writer) == 0 {
		return true
	}
	for slot := range use.reads {
		a.all.Cell(u.f.slots[slot])
	}
	for _, c := range touched {
		a.all.Cell(c)
	}
	if !a.common() || !a.ownEntries(x) {
		return false
	}
	for i, it := range u.items {
		if !a.item(i, it) {
			return false
		}
	}
	return true
}

// common reports whether nothing is written that each iteration reaches.
func (a *apart) common() bool {
	ok := true
	for i := 0; i < len(a.all.Cells); i++ {
		c := a.all.Cells[i]
		_, written := a.writer[c]
		ok = ok && !written
		a.all.Value(c.Get())
	}
	a.u.m.work(a.all.Visits)
	a.all.Visits = 0
	for _, p := range a.u.places {
		p.shared = p.shared || !ok && a.all.Seen[p.c]
	}
	return ok && !slices.ContainsFunc(a.all.Maps, func(mp *value.Map) bool { _, ok := a.writer[mp.Obj]; return ok })
}

// item reports whether the i-th iteration reaches nothing through its element that another one
// writes.
func (a *apart) item(i int, it rangeItem) bool {
	r := value.ReachedFrom(it.k)
	if a.u.n.Elem().Op != ir.OpUnknown {
		r.Value(it.v)
		r.Cell(it.c)
	}
	r.Cell(it.seq)
	at, maps := 0, 0
	for at < len(r.Cells) || maps < len(r.Maps) {
		var c *value.Cell
		var v value.Value
		if at < len(r.Cells) {
			c = r.Cells[at]
			v = c.Get()
			at++
		} else {
			c, v = r.Maps[maps].Obj, r.Maps[maps]
			maps++
		}
		if a.all.Seen[c] {
			continue
		}
		if w, ok := a.writer[c]; ok && w != i {
			return false
		}
		if j, ok := a.by[c]; ok && j != i {
			if _, written := a.writer[c]; written {
				return false
			}
			a.all.Cell(c)
			a.all.Value(v)
			if !a.common() {
				return false
			}
			continue
		}
		a.by[c] = i
		r.Value(v)
	}
	a.u.m.work(r.Visits)
	return true
}

// ownEntries reports whether each iteration of a loop over the map x writes only to its own
// entry of it.
func (a *apart) ownEntries(x value.Value) bool {
	mp, ok := x.(*value.Map)
	if !ok {
		return true
	}
	for w, p := range a.u.places {
		if w.c != mp.Obj {
			continue
		}
		if len(p.by) != 1 {
			return false
		}
		if k, ok := value.KeyIn(mp.T, a.u.items[p.by[0]].k); !ok || k != w.key {
			return false
		}
	}
	return true
}

// ownCells returns the variables, by slot, to which nothing leads but the local variable with
// the slot: the local variables themselves, and maps that only they hold.
func (u *unordered) ownCells(use *loopUse) map[*value.Cell]int {
	own := map[*value.Cell]int{}
	for slot, c := range u.f.slots {
		if c == nil || c.Addressed || use.captured[slot] {
			continue
		}
		own[c] = slot
		if mp, ok := c.Get().(*value.Map); ok && !use.leaves[slot] {
			own[mp.Obj] = slot
		}
	}
	return own
}
