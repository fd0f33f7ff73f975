package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file finds the variables to which a loop may write, from its syntax.

// havocWritten makes the variables unknown to which the nodes of a loop write.
func (m *Machine) havocWritten(slots []*value.Cell, nodes []*ir.Node, why *value.Unknown) {
	s := &loopWrites{m, why, map[*value.Cell]bool{}}
	defer m.Joining()()
	for _, n := range nodes {
		s.visit(n, func(i int) *value.Cell { return slots[i] })
	}
}

type loopWrites struct {
	m    *Machine
	why  *value.Unknown
	done map[*value.Cell]bool
}

func (s *loopWrites) visit(n *ir.Node, slot func(int) *value.Cell) {
	switch n.Op {
	case ir.OpAssign:
		for i, t := range n.Targets() {
			s.target(t, slot, n.Name == "" && len(n.Values()) == n.Int && appends(n.Values()[i], t))
		}
	case ir.OpRange:
		if !n.Defines() {
			s.target(n.Key(), slot, false)
			s.target(n.Elem(), slot, false)
		}
	}
	for _, k := range n.Kids {
		s.visit(k, slot)
	}
	if n.Fn != nil && n.Fn.Body != nil {
		s.visit(n.Fn.Body, func(i int) *value.Cell {
			for _, c := range n.Fn.Captures {
				if c[1] == i {
					return slot(c[0])
				}
			}
			return nil
		})
	}
}

// appends reports whether n is append(target, ...) for a variable.
func appends(n, target *ir.Node) bool {
	return n.Op == ir.OpBuiltin && n.Name == "append" && len(n.Kids) > 0 && samePlace(n.X(), target)
}

func samePlace(a, b *ir.Node) bool {
	return a.Op == b.Op && (a.Op == ir.OpLocal && a.Int == b.Int || a.Op == ir.OpField && a.Name == b.Name && samePlace(a.X(), b.X()))
}

// target makes the variable unknown that a target denotes, if the syntax shows it.
func (s *loopWrites) target(t *ir.Node, slot func(int) *value.Cell, grows bool) {
	if p, ok := s.place(t, slot); ok && p.C.Get() != nil {
		if v, changed := s.havoc(p.Load(), grows); changed {
			s.done[p.C] = true
			s.m.SetAt(p, v)
		}
	}
}

// havoc returns the value of a variable that held v and may have been written to. A
// variable with pointers to its parts keeps the parts.
func (s *loopWrites) havoc(v value.Value, grows bool) (value.Value, bool) {
	switch x := v.(type) {
	case nil:
		return v, false
	case *value.Array:
		out := *x
		out.Parts = s.havocParts(x.Parts)
		return &out, true
	case *value.Struct:
		if value.PointedInto(x) {
			return x.Havoc(s.havocParts(x.Parts), s.why), true
		}
	case *value.Slice:
		l := x.Opened(s.why)
		if x.Owner() == nil {
			x.MarkPartial()
		}
		if !grows {
			l.Elems = make([]value.Elem, len(x.Elems))
			for i, e := range x.Elems {
				l.Elems[i] = value.Elem{C: e.C, Maybe: true, ID: e.ID}
			}
		}
		return l, true
	}
	return value.Havoc(v, s.why), true
}

func (s *loopWrites) havocParts(ps value.Parts) value.Parts {
	return ps.Map(func(c *value.Cell) {
		if v, changed := s.havoc(c.Get(), false); changed && !s.done[c] {
			s.done[c] = true
			s.m.Set(c, v)
		}
	}, func(_ int, p value.Value) value.Value {
		v, _ := s.havoc(p, false)
		return v
	})
}

// place returns the place that a target denotes, if the syntax shows it.
func (s *loopWrites) place(n *ir.Node, slot func(int) *value.Cell) (heap.Place, bool) {
	switch n.Op {
	case ir.OpLocal:
		c := slot(n.Int)
		return heap.Place{C: c}, c != nil
	case ir.OpField:
		at, ok := s.place(n.X(), slot)
		if !ok {
			break
		}
		v := at.Load()
		if p, ok := v.(*value.Ptr); ok {
			v, at = p.C.Get(), heap.Place{C: p.C}
		}
		if x, ok := v.(*value.Struct); ok {
			if i := x.Index(n.Name); i >= 0 {
				return at.Part(i), true
			}
		}
	}
	return heap.Place{}, false
}
