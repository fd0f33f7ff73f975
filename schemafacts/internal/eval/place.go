package eval

import (
	"fmt"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// field reads x.name, through a pointer if there is one.
func (m *Machine) field(x Value, n *ir.Node) Value {
	switch v := x.(type) {
	case *Ptr:
		return m.field(v.C.Get(), n)
	case *Struct:
		if r := v.Field(n.Name); r != nil {
			return m.tainted(v, r)
		}
	case *Unknown:
		if len(v.Alts) > 0 {
			return m.mapAlts(v, func(a Value) Value { return m.field(a, n) })
		}
		return symbolic(n.Type, v.Reason, v.Pos, 2)
	case *Nil:
		m.panics(nil)
		return NewUnknown("a field of nil", n.Pos, n.Type)
	}
	return NewUnknown("a field of something unknown", n.Pos, n.Type)
}

// mapAlts applies f to each value that u can be.
func (m *Machine) mapAlts(u *Unknown, f func(Value) Value) Value {
	var out Value
	panics := false
	for _, a := range u.Alts {
		saved := m.panicking
		v := f(a)
		if m.panicking && !saved {
			m.panicking, panics = false, true
			continue
		}
		if out == nil {
			out = v
		} else {
			out = m.Join(out, v, u)
		}
	}
	if panics {
		m.mayPanic()
	}
	if out == nil {
		return &Unknown{Reason: u.Reason, Pos: u.Pos}
	}
	return out
}

func (m *Machine) deref(x Value, n *ir.Node) Value {
	switch v := x.(type) {
	case *Ptr:
		return v.C.Get()
	case *Unknown:
		if len(v.Alts) > 0 {
			return m.mapAlts(v, func(a Value) Value { return m.deref(a, n) })
		}
		t := n.Type
		if p, ok := TypeOf(v).(*types.Pointer); ok {
			t = p.Elem()
		}
		return symbolic(t, v.Reason, v.Pos, 1)
	case *Nil:
		m.panics(nil)
		return NewUnknown("nil is dereferenced", n.Pos, n.Type)
	}
	return NewUnknown("an unknown pointer", n.Pos, n.Type)
}

func (m *Machine) evalAddr(f *frame, n *ir.Node) Value {
	x := n.Kids[0]
	if x.Op == ir.OpComposite {
		v := m.eval(f, x)
		var t types.Type
		if vt := TypeOf(v); vt != nil {
			t = types.NewPointer(vt)
		}
		return &Ptr{T: t, C: NewCell(v), Pos: n.Pos}
	}
	if p, ok := m.place(f, x); ok {
		var t types.Type
		if vt := m.typ(f, x.Type); vt != nil {
			t = types.NewPointer(vt)
		}
		c := m.box(p)
		c.shared = true
		return &Ptr{T: t, C: c, Pos: n.Pos}
	}
	u := NewUnknown("the address of something unknown", n.Pos, m.typ(f, n.Type))
	for _, p := range m.places(f, x, u) {
		c := m.box(p)
		c.shared = true
		u.addAlt(&Ptr{T: u.T, C: c, Pos: n.Pos})
	}
	u.addAlt(NewUnknown(u.Reason, u.Pos, u.T))
	u.settle()
	return u
}

// place is a variable, or a part of one to which there are no pointers.
type place struct {
	c    *Cell
	path []int // of fields and elements
}

// load returns what the place holds.
func (p place) load() Value {
	v := p.c.Get()
	for _, i := range p.path {
		v = partAt(v, i)
	}
	return v
}

// partAt returns a field or an element.
func partAt(v Value, i int) Value {
	switch v := v.(type) {
	case *Struct:
		return v.At(i)
	case *Array:
		return v.At(i)
	}
	return nil
}

// part returns the place of a part of what the place holds.
func (p place) part(i int) place {
	var ps parts
	switch v := p.load().(type) {
	case *Struct:
		ps = v.parts
	case *Array:
		ps = v.parts
	}
	if c, ok := ps[i].(*Cell); ok {
		return place{c: c}
	}
	return place{p.c, append(p.path[:len(p.path):len(p.path)], i)}
}

// withPart returns the value in which the part at a path is another one.
func withPart(v Value, path []int, part Value) Value {
	if len(path) == 0 {
		return part
	}
	i := path[0]
	switch v := v.(type) {
	case *Struct:
		return v.with(i, withPart(v.At(i), path[1:], part))
	case *Array:
		out := *v
		out.parts = v.parts.with(i, withPart(v.At(i), path[1:], part))
		return &out
	}
	return v
}

// setAt writes to a place.
func (m *Machine) setAt(p place, v Value) {
	if len(p.path) > 0 {
		v = withPart(p.c.Get(), p.path, v)
	}
	m.Set(p.c, v)
}

// box makes a place a variable of its own, that pointers can point to.
func (m *Machine) box(p place) *Cell {
	if len(p.path) == 0 {
		released(p.c.Get())
		return p.c
	}
	key := boxed{p.c, fmt.Sprint(p.path)}
	c, v := m.boxes[key], released(p.load())
	if c == nil {
		c = newPart(v, p.c.born)
		m.boxes[key] = c
	} else {
		m.mem.set(c, v)
	}
	m.mem.set(p.c, withPart(p.c.Get(), p.path, c))
	if why := p.c.gone(); why != nil {
		m.mark(c, func(mk *marked) { mk.gone = why })
	}
	return c
}

// boxed is a place that is a variable of its own, the same one on all paths.
type boxed struct {
	c    *Cell
	path string
}

// place returns the place that an expression denotes, false if it is not known.
func (m *Machine) place(f *frame, n *ir.Node) (place, bool) {
	switch n.Op {
	case ir.OpLocal:
		return place{c: f.slots[n.Int]}, f.slots[n.Int] != nil
	case ir.OpGlobal:
		return place{c: m.global(n.Name, n.Pos)}, true
	case ir.OpDeref:
		if p, ok := m.eval(f, n.Kids[0]).(*Ptr); ok {
			return place{c: p.C}, true
		}
	case ir.OpField:
		x, at, stands := m.holder(f, n.Kids[0])
		if s, ok := x.(*Struct); ok && stands {
			if i := s.Index(n.Name); i >= 0 {
				return at.part(i), true
			}
		}
	case ir.OpIndex:
		x, at, stands := m.holder(f, n.Kids[0])
		i, ok := IntOf(m.eval(f, n.Kids[1]))
		if !ok || i < 0 {
			break
		}
		switch s := x.(type) {
		case *Slice:
			if i < int64(len(s.Elems)) && s.Open == nil && !AnyMaybe(s.Elems[:i+1]) && !s.Unordered() {
				return place{c: s.Elems[i].C}, true
			}
		case *Array:
			if i < int64(s.Len()) && stands {
				return at.part(int(i)), true
			}
		}
	}
	return place{}, false
}

// holder returns the value that n is, or points at, and its place if it stands
// in a variable: what one of several pointers points at is a mere copy.
func (m *Machine) holder(f *frame, n *ir.Node) (x Value, at place, stands bool) {
	if at, stands = m.place(f, n); stands {
		x = released(at.load())
	} else {
		x = m.eval(f, n)
	}
	for {
		p, ok := x.(*Ptr)
		if !ok {
			return x, at, stands
		}
		x, at, stands = p.C.Get(), place{c: p.C}, true
	}
}
