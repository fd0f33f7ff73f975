package heap

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Grow records that append made out from base and further elements, and that the array may
// have had room for them: out and base are then a family, and what was appended to others of
// the family may be overwritten.
func (h *Heap) Grow(base value.Value, out *value.Slice, pos token.Pos) {
	var old []value.Elem
	if s, ok := base.(*value.Slice); ok {
		old = s.Elems
	}
	n := len(old)
	full := value.Full(base) && slices.ContainsFunc(out.Elems[n:], func(e value.Elem) bool { return !e.Maybe })
	if !full { // otherwise out is certainly a copy
		for i, e := range old {
			h.alias(e.C, out.Elems[i].C)
			h.alias(out.Elems[i].C, e.C)
		}
	}
	end := value.EndOf(base)
	out.In, out.Behind = end.In, end.Behind
	if len(out.In) == 0 {
		out.In = []*value.Cell{h.familyOf(base)}
	}
	end.In = out.In
	lost := end.Cells(old)
	if !full {
		h.keepAlso(append(value.CellsOf(old), lost...), out.Elems)
	}
	if len(lost) > 0 {
		why := value.NewUnknown(overwritten, pos, nil)
		added := value.Elements(&value.Slice{Elems: out.Elems[n:]})
		h.overwriteAll(lost, old, out.In, oneOf(added, ir.Elem(ir.Under(out.T)), why), why)
		for _, c := range lost {
			for _, f := range out.In {
				h.alias(c, f)
			}
		}
	}
	for _, f := range out.In {
		members := value.MembersOf(f)
		h.Mem.Work(len(members) / value.LogSteps)
		h.Set(f, &value.Members{Elems: append(members[:len(members):len(members)], out.Elems[n:]...)})
	}
}

// keepAlso keeps the elements if unfollowed code may write at any time to one of the cells, which
// may be the same variables, or if a pointer leads into one of them.
func (h *Heap) keepAlso(cells []*value.Cell, elems []value.Elem) {
	for _, c := range cells {
		switch {
		case c.Kept() != nil:
			h.keepCells(value.CellsOf(elems), c.Kept())
			return
		case value.PointedInto(c.Get()):
			h.keepCells(append(value.CellsOf(elems), cells...), value.NewUnknown(shared, value.PosOf(c.Get()), nil))
			return
		}
	}
}

const shared = "a pointer to a part of it may lead into another slice with the same array"

func (h *Heap) keepCells(cells []*value.Cell, why *value.Unknown) {
	var ptrs []value.Value
	for _, c := range cells {
		if !value.IsFamily(c) {
			ptrs = append(ptrs, &value.Ptr{C: c})
		}
	}
	h.Keep(ptrs, why)
}

// familyOf returns a family for the result of an append to a value that has none.
func (h *Heap) familyOf(base value.Value) *value.Cell {
	u, ok := base.(*value.Unknown)
	if ok && h.families[u] != nil {
		return h.families[u]
	}
	f := value.NewFamily()
	if ok {
		h.families[u] = f
	}
	return f
}

// alias records that c may be the cell d, or one of the elements of the family d.
func (h *Heap) alias(c, d *value.Cell) {
	if mk := value.MarksOf(c); mk != nil && slices.Contains(mk.Aliases, d) {
		return
	}
	h.Mark(c, func(mk *value.Marked) { mk.Aliases = append(mk.Aliases[:len(mk.Aliases):len(mk.Aliases)], d) })
}

const overwritten = "another append may write to the same array"

// overwriteAll makes cells of one array unknown, except the elements but, which come before
// them. Each may have been overwritten with other. All elements of the families in are among
// the cells. It visits their aliases once, because most of the cells have the same ones.
func (h *Heap) overwriteAll(cells []*value.Cell, but []value.Elem, in []*value.Cell, other, why *value.Unknown) {
	var aliases []*value.Cell
	h.forgetting++
	h.step(len(cells))
	for _, c := range cells {
		if mk := value.MarksOf(c); mk == nil || mk.LateWhy == nil || mk.LateWhy.Reason != overwritten || len(other.PointsTo) > 0 {
			h.Set(c, h.Join(c.Get(), other, why))
			h.Mark(c, func(mk *value.Marked) { mk.ComesLate(other, why) }) // another slice may write to it
		}
		if mk := value.MarksOf(c); mk != nil {
			for _, d := range mk.Aliases {
				if !slices.Contains(in, d) {
					aliases = append(aliases, d)
				}
			}
		}
	}
	h.forgetting--
	done := slices.Clone(cells)
	for _, e := range but {
		done = append(done, e.C, e.Ident())
	}
	h.writeAliases(done, aliases, other)
}
