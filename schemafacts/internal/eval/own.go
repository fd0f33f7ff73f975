package eval

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Most slices grow in a local variable that alone leads to their array, one
// element at a time: then it makes no difference that append may move them, and
// none of their elements is copied. As soon as the slice is read in a way that
// may leave it elsewhere too, the array is one like any other.

// appendsToItself reports whether an assignment is x = append(x, ...), x being
// a local variable.
func appendsToItself(n *ir.Node, targets, values []*ir.Node) bool {
	if n.Name != "" || len(targets) != 1 || len(values) != 1 || targets[0].Op != ir.OpLocal {
		return false
	}
	v := values[0]
	return v.Op == ir.OpBuiltin && v.Name == "append" && len(v.Kids) > 0 && v.Kids[0].Op == ir.OpLocal && v.Kids[0].Int == targets[0].Int
}

// appendSelf runs x = append(x, ...).
func (m *Machine) appendSelf(f *frame, x, call *ir.Node) {
	c := f.slots[x.Int]
	base := m.glance(f, call.Kids[0])
	rest := make([]Value, len(call.Kids)-1)
	for i, k := range call.Kids[1:] {
		if rest[i] = Clone(m.eval(f, k)); m.panicking {
			return
		}
	}
	t := m.typ(f, call.Type)
	s, ok := base.(*Slice)
	if ok && c != nil && identicalValue(c.Get(), base) && s.owner() == c && !c.shared {
		m.store(f, x, m.appendOwn(s, rest, call.Flag, t, call))
		return
	}
	fresh := full(base)
	if !ok || s.arr == nil || s.arr.sole != c || c.shared {
		base = released(base)
	}
	v := m.AppendTo(base, rest, call.Flag, t, call.Pos)
	if out, ok := v.(*Slice); ok && fresh && c != nil && !c.shared && out != base {
		out.own(c)
	}
	m.store(f, x, v)
}

// appendOwn appends to a slice whose array nobody else has.
func (m *Machine) appendOwn(s *Slice, rest []Value, spread bool, t types.Type, call *ir.Node) Value {
	out, n, a := *s, len(s.Elems), s.arr
	m.steps++
	newest := n == len(a.elems) && (n == 0 || &a.elems[0] == &s.Elems[0])
	if newest {
		out.Elems = a.elems[:n]
	} else {
		m.steps += n / logSteps
		out.Elems = append(make([]Elem, 0, 2*n+4), s.Elems...)
	}
	m.appendMore(&out, rest, spread, t, call.Pos)
	a.elems = out.Elems
	out.Elems = out.Elems[:len(out.Elems):len(out.Elems)]
	return &out
}

// full reports whether an append surely makes a new array.
func full(v Value) bool {
	switch v := v.(type) {
	case *Nil:
		return true
	case *Slice:
		size, ok := v.capacity()
		return ok && size == len(v.Elems) && v.Open == nil && len(v.behind.cells)+len(v.behind.grown) == 0
	}
	return false
}

// owns notes that a local variable was given a slice that was just made.
func (f *frame) owns(target, val *ir.Node) {
	if val.Op != ir.OpBuiltin || val.Name != "make" || target.Op != ir.OpLocal && target.Op != ir.OpDeclare {
		return
	}
	c := f.slots[target.Int]
	if c == nil || c.shared {
		return
	}
	s, ok := c.raw().(*Slice)
	switch {
	case !ok || s.arr == nil || s.arr.owner != nil:
	case s.arr.exact:
		s.arr.sole = c
	default:
		s.own(c)
	}
}

// own makes a variable the only one that leads to the array of a slice.
func (s *Slice) own(c *Cell) {
	s.arr = &array{grown: NewCell(&grownState{}), owner: c, elems: s.Elems}
}

// owner returns the variable that alone leads to the array, nil if others may.
func (s *Slice) owner() *Cell {
	if s.arr == nil {
		return nil
	}
	return s.arr.owner
}

// ownedBoth returns the array of one of two slices, of which one variable is
// the only one that leads to either.
func ownedBoth(x, y *Slice) *array {
	c := x.owner()
	if c == nil {
		c = y.owner()
	}
	if c == nil {
		return nil
	}
	for _, s := range []*Slice{x, y} {
		if s.owner() != c && (len(s.Elems) > 0 || !full(s)) {
			return nil
		}
	}
	return &array{grown: NewCell(&grownState{}), owner: c}
}

// released returns a value that is read from a variable: the variable is no
// longer the only one that leads to its array.
func released(v Value) Value {
	s, ok := v.(*Slice)
	if !ok || s.arr == nil {
		return v
	}
	s.arr.sole = nil
	if s.owner() == nil {
		return v
	}
	a := s.arr
	a.owner, a.elems = nil, nil
	if s.Open == nil && !AnyMaybe(s.Elems) {
		a.cells = ofElems(s.Elems, true).cells
	}
	return v
}

// glance evaluates an expression of which only the elements are looked at, now.
func (m *Machine) glance(f *frame, n *ir.Node) Value {
	if n.Op == ir.OpLocal {
		if c := f.slots[n.Int]; c != nil && !m.spend() {
			return c.Get()
		}
	}
	return m.eval(f, n)
}
