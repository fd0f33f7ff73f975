package heap

import (
	"fmt"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Place is a variable, or a part of a variable, such as a field or an element. If a
// pointer to the part exists, the part is a variable itself.
type Place struct {
	C    *value.Cell
	Path []int // the indexes of fields and elements
}

// Load returns the value of the place.
func (p Place) Load() value.Value {
	v := p.C.Get()
	for _, i := range p.Path {
		v = value.PartAt(v, i)
	}
	return v
}

// Part returns the place of a part of the place's value.
func (p Place) Part(i int) Place {
	var ps value.Parts
	switch v := p.Load().(type) {
	case *value.Struct:
		ps = v.Parts
	case *value.Array:
		ps = v.Parts
	}
	if c, ok := ps[i].(*value.Cell); ok {
		return Place{C: c}
	}
	return Place{p.C, append(p.Path[:len(p.Path):len(p.Path)], i)}
}

// SetAt writes to a place.
func (h *Heap) SetAt(p Place, v value.Value) {
	if len(p.Path) > 0 {
		v = value.WithPart(p.C.Get(), p.Path, v)
	}
	h.Set(p.C, v)
}

// Box makes a cell of a place, so that pointers can point to it.
func (h *Heap) Box(p Place) *value.Cell {
	if len(p.Path) == 0 {
		value.Share(p.C.Get())
		return p.C
	}
	key := boxed{p.C, fmt.Sprint(p.Path)}
	c, v := h.boxes[key], value.Share(p.Load())
	if c == nil {
		c = value.NewPart(v, p.C.Born)
		h.boxes[key] = c
		if ws := h.watched[p.C]; len(ws) > 0 {
			h.watched[c] = ws
		}
	} else {
		h.Mem.Set(c, v)
	}
	h.Mem.Set(p.C, value.MarksOf(p.C).With(value.WithPart(p.C.Get(), p.Path, c)))
	if why := p.C.Kept(); why != nil {
		h.Mark(c, func(mk *value.Marked) { mk.Kept, mk.Sometimes = why, !p.C.Given() })
	}
	if mk := value.MarksOf(p.C); mk != nil && len(mk.Aliases)+len(mk.Late) > 0 {
		cells := append([]*value.Cell{p.C}, mk.Aliases...)
		for _, d := range mk.Aliases {
			cells = append(cells, value.AliasesOf(d)...)
		}
		h.keepCells(cells, value.NewUnknown(shared, value.PosOf(v), nil))
	}
	return c
}

// Tainted returns the value of a field of a struct that unseen code may have changed.
// Definitions keep the last known value; their registration reports that they are
// untraced.
func (h *Heap) Tainted(s *value.Struct, v value.Value) value.Value {
	if s.Taint == nil || s.T != nil && h.Defines(s.T) {
		return v
	}
	switch v.(type) {
	case *value.Const, *value.Nil:
		return value.NewUnknown(s.Taint.Reason, s.Taint.Pos, value.TypeOf(v))
	}
	return v
}

// taint returns the tainted struct for a definition and for the definitions among its parts.
func (e *escapee) taint(s *value.Struct) *value.Struct {
	out := s.WithTaint(e.why)
	out.Parts = slices.Clone(out.Parts)
	for i, p := range out.Parts {
		if part, ok := p.(*value.Struct); ok && e.watched(part) {
			out.Parts[i] = e.taint(part)
		}
	}
	return out
}

func (e *escapee) watched(s *value.Struct) bool {
	return !e.decodes && s.T != nil && e.h.Defines(s.T)
}
