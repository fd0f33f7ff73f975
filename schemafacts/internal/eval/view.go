package eval

// Paths are joined in the state that they parted from. The parts of a value
// that a path has written to are looked up in what it wrote.

// heldOn is what a variable holds at the end of a path.
type heldOn struct {
	v    Value
	path int
}

// joinHeld joins what a variable holds at the ends of several paths.
func (m *Machine) joinHeld(all []path, held []heldOn, why *Unknown) Value {
	if len(held) == 0 {
		return NewUnknown(why.Reason, why.Pos, nil)
	}
	one := true
	for _, h := range held[1:] {
		one = one && equalable(h.v) && equalable(held[0].v) && h.v == held[0].v
	}
	if one {
		return held[0].v
	}
	var j Value
	for i, h := range held {
		v := all[h.path].seen(h.v)
		if i == 0 {
			j = v
		} else {
			j = m.Join(j, v, why)
		}
	}
	return j
}

// equalable reports whether v is one of those that == compares.
func equalable(v Value) bool {
	_, ok := v.(Tuple)
	return !ok
}

// seen returns a value as the path sees it.
func (p *path) seen(v Value) Value {
	switch v.(type) {
	case *Struct, *Array, *Slice:
	default:
		return v
	}
	if p.view == nil {
		p.view = make(map[*Cell]Value, len(p.writes))
		for _, w := range p.writes {
			p.view[w.c] = w.v
		}
	}
	return p.part(v)
}

// asSeen returns the values that were written with what was written to their
// parts, which are undone before they are joined.
func asSeen(writes []write) []Value {
	p := &path{writes: writes}
	out := make([]Value, len(writes))
	for i, w := range writes {
		out[i] = p.seen(w.v)
	}
	return out
}

func (p *path) part(v Value) Value {
	switch v := v.(type) {
	case *Struct:
		if cells, ok := p.cells(len(v.cells), func(i int) *Cell { return v.cells[i] }); ok {
			out := *v
			out.cells = cells
			return &out
		}
	case *Array:
		if cells, ok := p.cells(len(v.Cells), func(i int) *Cell { return v.Cells[i] }); ok {
			out := *v
			out.Cells = cells
			return &out
		}
	case *Slice:
		if cells, ok := p.cells(len(v.Elems), func(i int) *Cell { return v.Elems[i].C }); ok {
			out := *v
			out.Elems = make([]Elem, len(cells))
			for i, e := range v.Elems {
				out.Elems[i] = Elem{cells[i], e.Maybe, e.ident()}
			}
			return &out
		}
	}
	return v
}

// cells returns n cells as the path sees them, and whether that is different
// from how they are.
func (p *path) cells(n int, at func(i int) *Cell) (out []*Cell, differ bool) {
	out = make([]*Cell, n)
	for i := range out {
		c := at(i)
		out[i] = c
		if c == nil {
			continue
		}
		v, written := p.view[c]
		if !written {
			v = c.v
		}
		now := p.part(v)
		if equalable(now) && equalable(c.v) && now == c.v {
			continue
		}
		out[i] = NewCell(now)
		out[i].shuffled = c.shuffled
		differ = true
	}
	return out, differ
}
