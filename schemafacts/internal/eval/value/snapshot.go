package value

// Snapshot returns a copy of v and of everything reachable from it in the present
// state. Later writes do not change it.
func Snapshot(v Value) Value {
	return (&copier{cells: map[*Cell]*Cell{}}).value(v)
}

type copier struct{ cells map[*Cell]*Cell }

// cell returns the copy of a cell. It returns the same copy for the same cell.
func (c *copier) cell(old *Cell) *Cell {
	if old == nil {
		return nil
	}
	if n := c.cells[old]; n != nil {
		return n
	}
	n := NewCell(nil)
	c.cells[old] = n
	n.First = c.value(old.Raw())
	return n
}

func (c *copier) parts(ps Parts) Parts {
	out := make(Parts, len(ps))
	for i, p := range ps {
		if box, ok := p.(*Cell); ok {
			out[i] = c.cell(box)
		} else {
			out[i] = c.value(p)
		}
	}
	return out
}

func (c *copier) values(vs []Value) []Value {
	out := make([]Value, len(vs))
	for i, v := range vs {
		out[i] = c.value(v)
	}
	return out
}

func (c *copier) value(v Value) Value {
	switch v := v.(type) {
	case *Marked:
		if !v.Shuffled {
			return c.value(v.V)
		}
		return &Marked{V: c.value(v.V), Shuffled: true, Random: v.Random}
	case *Struct:
		out := *v
		out.Def, out.Born = nil, Birth()
		out.Parts = c.parts(v.Parts)
		return &out
	case *Array:
		out := *v
		out.Parts = c.parts(v.Parts)
		return &out
	case *Ptr:
		out := *v
		out.C = c.cell(v.C)
		return &out
	case *Slice:
		out := *v
		out.In, out.Behind, out.Own = nil, nil, nil
		out.Elems = make([]Elem, len(v.Elems))
		for i, e := range v.Elems {
			out.Elems[i] = Elem{c.cell(e.C), e.Maybe, c.cell(e.ID)}
		}
		return &out
	case *Map:
		out := *v
		out.Obj = c.cell(v.Obj)
		return &out
	case *Entries:
		out := &Entries{make([]Entry, len(v.Entries)), v.Open, v.Sure}
		for i, e := range v.Entries {
			e.Val = c.value(e.Val)
			out.Entries[i] = e
		}
		return out
	case *Closure:
		out := *v
		out.Recv = c.value(v.Recv)
		out.Env = make([]*Cell, len(v.Env))
		for i, e := range v.Env {
			out.Env[i] = c.cell(e)
		}
		return &out
	case *Unknown:
		if len(v.Alts) == 0 {
			return v
		}
		out := *v
		out.Alts = c.values(v.Alts)
		return &out
	case Tuple:
		return Tuple(c.values(v))
	}
	return v
}
