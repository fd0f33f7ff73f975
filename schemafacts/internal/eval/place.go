package eval

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// field reads x.name, through a pointer if x is one.
func (m *Machine) field(x value.Value, n *ir.Node) value.Value {
	switch v := x.(type) {
	case *value.Ptr:
		return m.field(v.C.Get(), n)
	case *value.Struct:
		if r := v.Field(n.Name); r != nil {
			return m.Tainted(v, r)
		}
	case *value.Unknown:
		if len(v.Alts) > 0 {
			return m.mapAlts(v, func(a value.Value) value.Value { return m.field(a, n) })
		}
		part := value.Symbolic(n.Type, v.Reason, v.Pos, 2)
		return m.withTargets(part, v.PointsTo, func(a value.Value) value.Value { return m.field(a, n) })
	case *value.Nil:
		m.panics(nil)
		return value.NewUnknown("a field of nil", n.Pos, n.Type)
	}
	return value.NewUnknown("a field of something unknown", n.Pos, n.Type)
}

// mapAlts applies f to each alternative of u and joins the results. The path goes on if one of
// the calls does not panic.
func (m *Machine) mapAlts(u *value.Unknown, f func(value.Value) value.Value) value.Value {
	return m.OfAlts(u, func(a value.Value) value.Value {
		saved := m.panicking
		v := f(a)
		if m.panicking && !saved {
			m.panicking = false
			return nil
		}
		return v
	})
}

func (m *Machine) deref(x value.Value, n *ir.Node) value.Value {
	switch v := x.(type) {
	case *value.Ptr:
		return v.C.Get()
	case *value.Unknown:
		if len(v.Alts) > 0 {
			return m.mapAlts(v, func(a value.Value) value.Value { return m.deref(a, n) })
		}
		t := n.Type
		if p, ok := value.TypeOf(v).(*types.Pointer); ok {
			t = p.Elem()
		}
		return m.withTargets(value.Symbolic(t, v.Reason, v.Pos, 1), v.PointsTo, func(a value.Value) value.Value { return m.deref(a, n) })
	case *value.Nil:
		m.panics(nil)
		return value.NewUnknown("nil is dereferenced", n.Pos, n.Type)
	}
	return value.NewUnknown("an unknown pointer", n.Pos, n.Type)
}

func (m *Machine) evalAddr(f *frame, n *ir.Node) value.Value {
	x := n.X()
	if x.Op == ir.OpComposite {
		v := m.eval(f, x)
		var t types.Type
		if vt := value.TypeOf(v); vt != nil {
			t = types.NewPointer(vt)
		}
		return &value.Ptr{T: t, C: value.NewCell(v), Pos: n.Pos}
	}
	if p, ok := m.place(f, x); ok {
		var t types.Type
		if vt := m.typ(f, x.Type); vt != nil {
			t = types.NewPointer(vt)
		}
		c := m.Box(p)
		c.Addressed = true
		return &value.Ptr{T: t, C: c, Pos: n.Pos}
	}
	u := value.NewUnknown("the address of something unknown", n.Pos, m.typ(f, n.Type))
	for _, p := range m.places(f, x, u) {
		c := m.Box(p)
		c.Addressed = true
		u.AddAlt(&value.Ptr{T: u.T, C: c, Pos: n.Pos})
	}
	if c := m.rootOf(f, x); c != nil {
		// The pointer may lead to a part that the variable does not have yet.
		m.Keep([]value.Value{&value.Ptr{C: c, Pos: n.Pos}}, value.NewUnknown("may be written to through a pointer to a part of it", n.Pos, nil))
	}
	u.AddAlt(value.NewUnknown(u.Reason, u.Pos, u.T))
	u.Settle()
	return u
}

// rootOf returns the variable of which an expression is a part, or nil.
func (m *Machine) rootOf(f *frame, n *ir.Node) *value.Cell {
	for {
		switch n.Op {
		case ir.OpLocal:
			return f.slots[n.Int]
		case ir.OpGlobal:
			return m.global(n.Name, n.Pos)
		case ir.OpField, ir.OpIndex:
			if t := n.X().Type; t == nil || pointsTo(t) || n.Op == ir.OpIndex && !isArray(t) {
				return nil
			}
			n = n.X()
		default:
			return nil
		}
	}
}

func isArray(t types.Type) bool {
	_, ok := ir.Under(t).(*types.Array)
	return ok
}

// place returns the place that an expression denotes, or false if it is unknown.
func (m *Machine) place(f *frame, n *ir.Node) (heap.Place, bool) {
	switch n.Op {
	case ir.OpLocal:
		return heap.Place{C: f.slots[n.Int]}, f.slots[n.Int] != nil
	case ir.OpGlobal:
		return heap.Place{C: m.global(n.Name, n.Pos)}, true
	case ir.OpDeref:
		if p, ok := m.eval(f, n.X()).(*value.Ptr); ok {
			return heap.Place{C: p.C}, true
		}
	case ir.OpField:
		x, at, stands := m.holder(f, n.X())
		if s, ok := x.(*value.Struct); ok && stands {
			if i := s.Index(n.Name); i >= 0 {
				return at.Part(i), true
			}
		}
	case ir.OpIndex:
		x, at, stands := m.holder(f, n.X())
		i, ok := value.IntOf(m.eval(f, n.Y()))
		if !ok || i < 0 {
			break
		}
		switch s := x.(type) {
		case *value.Slice:
			if i < int64(len(s.Elems)) && s.Open == nil && !value.AnyMaybe(s.Elems[:i+1]) && !s.Unordered() {
				return heap.Place{C: s.Elems[i].C}, true
			}
		case *value.Array:
			if i < int64(s.Len()) && stands {
				return at.Part(int(i)), true
			}
		}
	}
	return heap.Place{}, false
}

// holder returns the value that n is or points to, and its place if it is in a
// variable. For one of several pointers the value is only a copy.
func (m *Machine) holder(f *frame, n *ir.Node) (x value.Value, at heap.Place, stands bool) {
	if at, stands = m.place(f, n); stands {
		x = value.Share(at.Load())
	} else {
		x = m.eval(f, n)
	}
	for {
		p, ok := x.(*value.Ptr)
		if !ok {
			return x, at, stands
		}
		x, at, stands = p.C.Get(), heap.Place{C: p.C}, true
	}
}
