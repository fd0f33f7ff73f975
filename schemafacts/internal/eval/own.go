package eval

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Most slices grow in a local variable that is the only one that points to their array,
// one element at a time. It then makes no difference that append may move the elements,
// and no element is copied. As soon as the slice is read in a way that may store it
// elsewhere, its array is treated like any other.

// appendsToItself reports whether an assignment is x = append(x, ...) for a local
// variable x.
func appendsToItself(n *ir.Node, targets, values []*ir.Node) bool {
	if n.Name != "" || len(targets) != 1 || len(values) != 1 || targets[0].Op != ir.OpLocal {
		return false
	}
	v := values[0]
	return v.Op == ir.OpBuiltin && v.Name == "append" && len(v.Kids) > 0 && v.X().Op == ir.OpLocal && v.X().Int == targets[0].Int
}

// appendSelf runs x = append(x, ...).
func (m *Machine) appendSelf(f *frame, x, call *ir.Node) {
	c := f.slots[x.Int]
	base := m.glance(f, call.X())
	o := m.inOrder(f, call.Kids[1:])
	rest := make([]value.Value, len(o.nodes))
	for i := range rest {
		if rest[i] = value.Clone(o.eval(m, f, i)); m.panicking {
			return
		}
	}
	o.settle(m, f, rest)
	t := m.typ(f, call.Type)
	if c != nil && changed(base, c.Get()) { // by a call among the operands
		base = m.Join(base, value.Clone(c.Get()), openOrder(call.Kids[0], nil))
	}
	s, ok := base.(*value.Slice)
	if ok && c != nil && value.Identical(c.Get(), base) && s.Owner() == c && s.Own.Ranged == 0 && !c.Addressed {
		m.store(f, x, m.appendOwn(s, rest, call.Flag, t, call))
		return
	}
	fresh := value.Full(base)
	v := m.AppendTo(value.Share(base), rest, call.Flag, t, call.Pos)
	if out, ok := v.(*value.Slice); ok && fresh && c != nil && !c.Addressed && out != base {
		out.MakeUnique(c)
	}
	m.store(f, x, v)
}

// appendOwn appends to a slice whose array no other variable points to.
func (m *Machine) appendOwn(s *value.Slice, rest []value.Value, spread bool, t types.Type, call *ir.Node) value.Value {
	if u := m.overlong(s, rest, spread, t, call.Pos); u != nil {
		return u
	}
	out, n, a := *s, len(s.Elems), s.Own
	m.steps++
	newest := n == len(a.Elems) && (n == 0 || &a.Elems[0] == &s.Elems[0])
	if newest {
		out.Elems = a.Elems[:n]
	} else {
		m.steps += n / value.LogSteps
		out.Elems = append(make([]value.Elem, 0, 2*n+4), s.Elems...)
	}
	m.appendMore(&out, rest, spread, t, call.Pos)
	a.Elems = out.Elems
	out.Elems = out.Elems[:len(out.Elems):len(out.Elems)]
	return &out
}

// owns records that a local variable was assigned a new slice.
func (f *frame) owns(target, val *ir.Node) {
	if val.Op != ir.OpBuiltin || val.Name != "make" || target.Op != ir.OpLocal && target.Op != ir.OpDeclare {
		return
	}
	c := f.slots[target.Int]
	if c == nil || c.Addressed {
		return
	}
	if s, ok := c.Raw().(*value.Slice); ok && !value.Full(s) {
		s.MakeUnique(c)
	}
}

// glance evaluates an expression whose elements are only read, immediately.
func (m *Machine) glance(f *frame, n *ir.Node) value.Value {
	if n.Op == ir.OpLocal {
		if c := f.slots[n.Int]; c != nil && !m.spend() {
			return c.Get()
		}
	}
	return m.eval(f, n)
}
