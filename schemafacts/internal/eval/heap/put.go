package heap

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// SetField writes to a field of the struct in a cell. It returns false if the struct
// has no field of that name.
func (h *Heap) SetField(c *value.Cell, name string, v value.Value) bool {
	if s, ok := c.Get().(*value.Struct); ok {
		if i := s.Index(name); i >= 0 {
			h.SetAt(Place{C: c}.Part(i), v)
			return true
		}
	}
	return false
}

// FieldCell returns the cell of a field of the struct in a cell, or nil.
func (h *Heap) FieldCell(c *value.Cell, i int) *value.Cell {
	if s, ok := c.Get().(*value.Struct); ok && i < len(s.Parts) {
		return h.Box(Place{C: c}.Part(i))
	}
	return nil
}

// Put writes a value that no other cell holds to a cell. There may be pointers to the
// parts of the cell's value, so the parts stay the same cells.
func (h *Heap) Put(c *value.Cell, v value.Value) { h.PutAt(Place{C: c}, v) }

// PutAt is Put for a place.
func (h *Heap) PutAt(p Place, v value.Value) { h.SetAt(p, h.poured(p.Load(), v)) }

// poured returns v as the new value of a variable that held old: parts to which
// pointers exist are written to and stay its parts.
func (h *Heap) poured(old, v value.Value) value.Value {
	if !value.PointedInto(old) {
		return v
	}
	switch old := old.(type) {
	case *value.Struct:
		x, ok := v.(*value.Struct)
		if !ok || !shapedAs(x, old) {
			x = &value.Struct{T: old.T, Pos: value.PosOf(v), Fields: old.Fields, Parts: make(value.Parts, len(old.Parts)), Born: value.Birth(), Rest: partUnknown(v, nil)}
			for i := range x.Parts {
				x.Parts[i] = h.pieceOf(v, old, i, old.Fields.Field(i).Type())
			}
		}
		out := *x
		out.Parts = h.pouredParts(old.Parts, x.Parts, func(i int) value.Value { return h.Tainted(x, x.At(i)) })
		if out.Def != nil {
			out.Def.SetLast(&out)
		}
		return &out
	case *value.Array:
		x, ok := v.(*value.Array)
		if !ok || !shapedAs(x, old) {
			x = &value.Array{T: old.T, Pos: value.PosOf(v), Parts: make(value.Parts, len(old.Parts))}
			for i := range x.Parts {
				x.Parts[i] = h.pieceOf(v, old, i, ir.Elem(ir.Under(old.T)))
			}
		}
		out := *x
		out.Parts = h.pouredParts(old.Parts, x.Parts, x.At)
		return &out
	}
	return v
}

// shapedAs reports whether v is a struct or an array with the same parts as old.
func shapedAs(v, old value.Value) bool {
	return len(value.PartsOf(v)) == len(value.PartsOf(old)) && value.SameType(value.TypeOf(v), value.TypeOf(old))
}

func (h *Heap) pouredParts(old, now value.Parts, at func(int) value.Value) value.Parts {
	out := slices.Clone(now)
	for i, p := range old {
		if c, ok := p.(*value.Cell); ok {
			h.Put(c, at(i))
			out[i] = c
		} else if value.PointedInto(p) {
			out[i] = h.poured(p, at(i))
		}
	}
	return out
}

// pieceOf returns the i-th part, of type t, of the value v that is assigned to a
// variable holding old.
func (h *Heap) pieceOf(v, old value.Value, i int, t types.Type) value.Value {
	switch x := v.(type) {
	case *value.Struct:
		if shapedAs(x, old) {
			return value.Clone(h.Tainted(x, x.At(i)))
		}
	case *value.Array:
		if shapedAs(x, old) {
			return value.Clone(x.At(i))
		}
	case *value.Unknown:
		if len(x.Alts) > 0 {
			return h.OfAlts(x, func(a value.Value) value.Value { return h.pieceOf(a, old, i, t) })
		}
	}
	u := partUnknown(v, t)
	return value.Symbolic(t, u.Reason, u.Pos, 1)
}

// partUnknown returns an unknown part of a value.
func partUnknown(v value.Value, t types.Type) *value.Unknown {
	if u, ok := v.(*value.Unknown); ok {
		return value.NewUnknown(u.Reason, u.Pos, t)
	}
	return value.NewUnknown("a part of something unknown", value.PosOf(v), t)
}
