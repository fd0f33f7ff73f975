package heap

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Keep makes everything unknown, permanently, that values lead to. It returns these cells, maps
// and functions.
func (h *Heap) Keep(vals []value.Value, why *value.Unknown) *value.Reached {
	r := value.ToForget(vals...)
	h.ForgetCells(why, r)
	lost := func(c *value.Cell) {
		if !c.Given() {
			h.Mark(c, func(mk *value.Marked) { mk.Kept, mk.Sometimes = why, false })
		}
	}
	for _, c := range r.Cells {
		if !r.Kept[c] {
			lost(c)
		}
	}
	for _, mp := range r.Maps {
		lost(mp.Obj)
	}
	return r
}

// given is [value.Cell.Given], but a definition has to be visited: its parts stay as they are,
// although unseen code may write to them.
func (h *Heap) given(c *value.Cell) bool {
	if !c.Given() {
		return false
	}
	s, ok := value.StructOf(c.Get())
	return !ok || s.T == nil || !h.Defines(s.T)
}

// writtenAnyTime returns the value of a variable after v was written to it, if
// unfollowed code may write to it at any time.
func (h *Heap) writtenAnyTime(v value.Value, dynamic bool, why *value.Unknown) value.Value {
	h.Keep([]value.Value{v}, why)
	h.forgetting++ // Keep has already written to everything that v leads to
	defer func() { h.forgetting-- }()
	e := newEscapee(h, why)
	if st, ok := v.(*value.Entries); ok {
		out, _ := e.havocEntries(st, dynamic)
		return out
	}
	out, _ := e.havocIn(v, dynamic)
	return out
}

// Forget makes everything unknown that the values lead to, including the variables of
// function values.
func (h *Heap) Forget(why *value.Unknown, vals ...value.Value) {
	h.ForgetCells(why, value.ToForget(vals...))
}

// ForgetCells makes everything unknown that r contains.
func (h *Heap) ForgetCells(why *value.Unknown, r *value.Reached) {
	h.forgetting++ // r contains all cells that may be the same place
	defer func() { h.forgetting-- }()
	defer h.walk()()
	for i := 0; i < len(r.Cells); i++ { // cells that these lead to are appended during the loop
		if c := r.Cells[i]; !h.given(c) {
			r.Value(c.Get())
		}
	}
	h.Mem.Work(visitCost * r.Visits) // most of the work, where much of a program has escaped
	for _, c := range r.Cells {
		if r.Kept[c] || h.given(c) {
			continue
		}
		switch v := c.Get().(type) {
		case nil, *value.Entries: // see the maps below
		case *value.Ptr, *value.Map, *value.Closure, *value.Extern, *value.Native, *value.Unknown:
			if c.Dynamic {
				h.Set(c, value.HavocAny(v, why))
			} else {
				h.Set(c, value.Havoc(v, why))
			}
		}
	}
	places := make([]value.Value, 0, len(r.Cells)+len(r.Maps))
	for _, c := range r.Cells {
		if !r.Kept[c] {
			places = append(places, &value.Ptr{C: c})
		}
	}
	for _, mp := range r.Maps {
		places = append(places, mp)
	}
	h.HandOver(places, why)
}
