package eval

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Go evaluates the operands of the left side of an assignment first, and once.

// operands returns an expression that denotes the same place as target and whose
// operands are already evaluated. They are in slots of the frame while the assignment
// runs.
func (m *Machine) operands(f *frame, target *ir.Node) *ir.Node {
	switch target.Op {
	case ir.OpDeref:
		return with(target, m.held(f, target.Kids[0]))
	case ir.OpField:
		if pointsTo(target.Kids[0].Type) {
			return with(target, m.held(f, target.Kids[0]))
		}
		return with(target, m.operands(f, target.Kids[0]))
	case ir.OpIndex:
		x := target.Kids[0]
		if x.Type == nil {
			return target
		}
		if _, ok := ir.Under(x.Type).(*types.Array); ok {
			return with(target, m.operands(f, x), m.held(f, target.Kids[1]))
		}
		return with(target, m.held(f, x), m.held(f, target.Kids[1]))
	}
	return target
}

func pointsTo(t types.Type) bool {
	if t == nil {
		return true
	}
	_, ok := ir.Under(t).(*types.Pointer)
	return ok
}

// with returns n with other kids.
func with(n *ir.Node, kids ...*ir.Node) *ir.Node {
	c := *n
	c.Kids = kids
	return &c
}

// held evaluates an expression, and returns an expression with the same value.
func (m *Machine) held(f *frame, n *ir.Node) *ir.Node {
	if n.Op == ir.OpConst {
		return n
	}
	f.slots = append(f.slots, value.NewCell(m.eval(f, n)))
	return &ir.Node{Op: ir.OpLocal, Int: len(f.slots) - 1, Pos: n.Pos, Type: n.Type}
}

// ordered reports whether the time matters at which the operands on the left side are
// evaluated: there are several targets, or functions are called.
func ordered(targets []*ir.Node) bool {
	for _, t := range targets {
		if (t.Op == ir.OpIndex || t.Op == ir.OpField || t.Op == ir.OpDeref) && (len(targets) > 1 || calls(t)) {
			return true
		}
	}
	return false
}

// openOrder makes values unknown that depend on whether a variable was read before or
// after a call to the right of it. Go does not specify the order.
func (m *Machine) openOrder(f *frame, nodes []*ir.Node, vals []value.Value) {
	called := false
	for i := len(nodes) - 1; i >= 0; i-- {
		switch {
		case i > 0 && !called && calls(nodes[i]): // the first operand reads nothing before it
			called = true
		case called && !m.panicking && reads(nodes[i]):
			if now := m.eval(f, nodes[i]); value.Comparable(now) && !value.Same(vals[i], now) && isPlain(now) {
				why := value.NewUnknown("Go does not specify whether it is read before a call that changes it", nodes[i].Pos, nil)
				vals[i] = m.Join(vals[i], value.Clone(now), why)
			}
		}
	}
}

// reads reports whether an expression reads variables and does nothing else.
func reads(n *ir.Node) bool {
	switch n.Op {
	case ir.OpLocal, ir.OpGlobal:
		return true
	case ir.OpField, ir.OpDeref, ir.OpConvert:
		return reads(n.Kids[0])
	case ir.OpIndex, ir.OpBinary:
		return (reads(n.Kids[0]) || n.Kids[0].Op == ir.OpConst) && (reads(n.Kids[1]) || n.Kids[1].Op == ir.OpConst)
	}
	return false
}

// isPlain reports whether a value is not a copy of a value with parts.
func isPlain(v value.Value) bool {
	switch v.(type) {
	case *value.Struct, *value.Array:
		return false
	}
	return true
}

// calls reports whether an expression calls a function.
func calls(n *ir.Node) bool {
	if n.Op == ir.OpCall || n.Op == ir.OpBuiltin && n.Name == "<-" {
		return true
	}
	for _, k := range n.Kids {
		if calls(k) {
			return true
		}
	}
	return false
}
