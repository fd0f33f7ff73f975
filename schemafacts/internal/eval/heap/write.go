package heap

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Set writes to a cell.
func (h *Heap) Set(c *value.Cell, v value.Value) {
	h.record(c)
	mk := value.MarksOf(c)
	if _, ok := v.(*value.Marked); ok {
		mk = nil // v has its own marks
	}
	if h.joining > 0 {
		h.Mem.Set(c, mk.With(v))
		return
	}
	if mk != nil && mk.Late != nil {
		v = h.eitherLate(mk, v)
	}
	if mk != nil && mk.Kept != nil && h.forgetting == 0 {
		v = h.writtenAnyTime(v, c.Dynamic, mk.Kept)
	}
	h.Mem.Set(c, mk.With(v))
	if mk != nil && mk.Aliases != nil && h.forgetting == 0 && !h.together {
		h.writeAliases([]*value.Cell{c}, mk.Aliases, v)
	}
	if h.watched != nil {
		h.notify(c)
	}
}

// MayWrite makes the elements of the slices unknown that u may be. Elements of these slices
// or from may be written to them.
func (h *Heap) MayWrite(u, why *value.Unknown, from ...value.Value) {
	if u == nil {
		return
	}
	cells := value.EndOf(u).Cells(nil)
	if len(cells) == 0 {
		return
	}
	for _, c := range cells {
		from = append(from, c.Get())
	}
	other := oneOf(from, elemOf(u, from), why)
	var aliases []*value.Cell
	h.together = true
	for _, c := range cells {
		h.Set(c, h.Join(c.Get(), other, why))
		if mk := value.MarksOf(c); mk != nil {
			aliases = append(aliases, mk.Aliases...)
		}
	}
	h.together = false
	h.writeAliases(cells, aliases, other)
}

// elemOf returns the type of the elements of the slices that u may be, or nil if their values
// may have several.
func elemOf(u *value.Unknown, vals []value.Value) types.Type {
	for _, v := range u.PointsTo {
		if s, ok := v.(*value.Slice); ok && s.T != nil {
			return ir.Elem(ir.Under(s.T))
		}
	}
	return value.CommonType(vals)
}

// oneOf returns an unknown value of a variable of type t that may be one of vals or another
// value. It does not lead to what fields of vals lead to.
func oneOf(vals []value.Value, t types.Type, why *value.Unknown) *value.Unknown {
	if t != nil && ir.IsInterface(t) {
		t = nil
	}
	return &value.Unknown{Reason: why.Reason, Pos: why.Pos, T: t, PointsTo: value.Unite(nil, vals)}
}

// writeAliases writes v, which was written to cells, to the cells that may be the same
// variables.
func (h *Heap) writeAliases(cells, aliases []*value.Cell, v value.Value) {
	why := value.NewUnknown("written to through a slice that may share its array", value.PosOf(v), nil)
	seen := map[*value.Cell]bool{}
	for _, c := range cells {
		seen[c] = true
	}
	told := 0
	for work := slices.Clone(aliases); len(work) > 0; work = work[1:] {
		d := work[0]
		if seen[d] {
			continue
		}
		seen[d] = true
		more := value.AliasesOf(d)
		work = append(work, more...)
		h.step(1 + len(more))
		if value.IsFamily(d) {
			continue
		}
		h.joining++
		if told++; told < maxAliases {
			h.Set(d, h.Join(d.Get(), v, why))
		} else if is, more := value.Coarser(d.Get(), v, why); more {
			h.Set(d, is)
		}
		h.joining--
	}
}

// maxAliases limits how many aliases of a written cell, which may be the same variable,
// keep their old value and the written one as alternatives. Any further alias becomes an
// unknown value with a points-to set. A conversation that an agent extends in a loop
// reaches the limit.
const maxAliases = 32

// Overwritten records that the elements of a slice may be changed now and at any later
// time.
func (h *Heap) Overwritten(s *value.Slice, why *value.Unknown) {
	other := oneOf(value.Elements(s), ir.Elem(ir.Under(s.T)), why)
	for _, e := range s.Elems {
		h.Set(e.C, h.Join(e.C.Get(), other, why))
		h.Mark(e.C, func(mk *value.Marked) { mk.ComesLate(other, why) })
	}
}

// eitherLate returns the value of a variable after v was written to it, if a goroutine
// may write to it later.
func (h *Heap) eitherLate(mk *value.Marked, v value.Value) value.Value {
	for _, late := range mk.Late {
		v = h.Join(v, late, mk.LateWhy)
	}
	return v
}
