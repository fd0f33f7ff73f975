package eval

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Go evaluates the operands of the left side of an assignment before it assigns, and
// once. The compiler reads their variables after the calls of both sides.

// operands returns an expression that denotes the same place as target and whose
// operands are already evaluated. They are in slots of the frame while the assignment
// runs.
func (m *Machine) operands(f *frame, target *ir.Node) *ir.Node {
	switch target.Op {
	case ir.OpDeref:
		return with(target, m.held(f, target.X()))
	case ir.OpField:
		if pointsTo(target.X().Type) {
			return with(target, m.held(f, target.X()))
		}
		return with(target, m.operands(f, target.X()))
	case ir.OpIndex:
		x := target.X()
		if x.Type == nil {
			return target
		}
		if _, ok := ir.Under(x.Type).(*types.Array); ok {
			return with(target, m.operands(f, x), m.held(f, target.Y()))
		}
		return with(target, m.held(f, x), m.held(f, target.Y()))
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
	return f.hold(n, m.eval(f, n))
}

// hold returns an expression with the value v in place of n.
func (f *frame) hold(n *ir.Node, v value.Value) *ir.Node {
	f.slots = append(f.slots, value.NewCell(v))
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

// earlyKey returns the index of an assignment to an entry of a map whose keys are interfaces, and its
// value before the calls on the right side. The compiler may read the index then, or after them.
// Without such calls it returns nil.
func (m *Machine) earlyKey(f *frame, targets, values []*ir.Node) (*ir.Node, value.Value) {
	if len(targets) != 1 || targets[0].Op != ir.OpIndex || calls(targets[0]) || !slices.ContainsFunc(values, calls) {
		return nil, nil
	}
	mt, ok := value.MapType(targets[0].X().Type)
	if !ok || !ir.IsInterface(mt.Key()) {
		return nil, nil
	}
	v, ok := m.readAgain(f, targets[0].Y())
	if !ok {
		return nil, nil
	}
	return targets[0].Y(), v
}

// operandOrder evaluates the operands of one expression. Go does not specify whether a
// variable is read before or after a call to the right of it, and the compiler reads
// most variables after all calls. A value that depends on the order becomes unknown.
type operandOrder struct {
	nodes []*ir.Node
	last  int // the last operand with a call, or 0 if the order does not matter
	slots int // of the frame, before the calls in operands were held
	late  []lateRead
}

// lateRead is a variable that an operand reads outside its calls.
type lateRead struct {
	operand int
	expr    *ir.Node // the operand, with its calls held
	node    *ir.Node
	early   value.Value // before the calls to the right
}

func (m *Machine) inOrder(f *frame, nodes []*ir.Node) operandOrder {
	o := operandOrder{nodes: nodes, slots: len(f.slots)}
	for i := len(nodes) - 1; i > 0; i-- { // the first operand reads nothing before it
		if calls(nodes[i]) {
			o.last = i
			break
		}
	}
	return o
}

// eval evaluates an operand.
func (o *operandOrder) eval(m *Machine, f *frame, i int) value.Value {
	n := o.nodes[i]
	if i >= o.last || reads(n) || !readsLate(n) {
		v := m.eval(f, n)
		if m.panicking && i < o.last {
			o.rest(m, f, i+1)
		}
		return v
	}
	o.note(m, f, i, n)
	n = m.hold(f, n)
	o.note(m, f, i, n)
	for j := range o.late {
		if o.late[j].operand == i {
			o.late[j].expr = n
		}
	}
	v := m.eval(f, n)
	if m.panicking {
		o.rest(m, f, i+1)
	}
	return v
}

// rest runs the calls to the right of an operand that panics. Go does not specify whether they come
// first. It makes a difference only to a function that recovers.
func (o *operandOrder) rest(m *Machine, f *frame, from int) {
	if m.recoverer() == nil || m.over() {
		return
	}
	val := m.panicValue
	m.panicking = false
	m.fork(f, openOrder(o.nodes[from], nil), func() flow {
		for _, n := range o.nodes[from:] {
			m.eval(f, n)
		}
		return flow{}
	}, func() flow { return flow{} })
	m.panics(val)
}

// note records the variables that an operand reads outside its calls.
func (o *operandOrder) note(m *Machine, f *frame, i int, n *ir.Node) {
	switch {
	case reads(n):
		if v, ok := m.readAgain(f, n); ok {
			o.late = append(o.late, lateRead{operand: i, node: n, early: v})
		}
	case !atOnce(n):
		for _, k := range operandsOf(n) {
			o.note(m, f, i, k)
		}
	}
}

// operandsOf returns the expressions that the evaluation of n reads. The address of a
// variable does not depend on its value.
func operandsOf(n *ir.Node) []*ir.Node {
	if n.Op == ir.OpAddr {
		return addressed(n.X())
	}
	return n.Kids
}

// addressed returns the expressions that the address of n depends on.
func addressed(n *ir.Node) []*ir.Node {
	switch n.Op {
	case ir.OpLocal, ir.OpGlobal:
		return nil
	case ir.OpField:
		if !pointsTo(n.X().Type) {
			return addressed(n.X())
		}
	case ir.OpIndex:
		if x := n.X(); x.Type != nil {
			if _, array := ir.Under(x.Type).(*types.Array); array {
				return append(addressed(x), n.Y())
			}
		}
	}
	return n.Kids
}

// settle makes values unknown that depend on the order. It is called after all operands
// were evaluated.
func (o *operandOrder) settle(m *Machine, f *frame, vals []value.Value) {
	for i, n := range o.nodes[:o.last] {
		vals[i] = m.readAfter(f, n, vals[i], o.nodes[o.last])
	}
	for _, r := range o.late {
		if now, ok := m.readAgain(f, r.node); ok && (changed(r.early, now) || changed(now, r.early)) {
			v, why := &vals[r.operand], openOrder(r.node, nil)
			switch r.expr.Op {
			case ir.OpMethod, ir.OpAddr, ir.OpSlice: // it refers to one of two variables
				if late, ok := m.readAgain(f, r.expr); ok {
					*v = m.Join(*v, late, why)
				}
			default:
				*v = value.Havoc(*v, why)
			}
		}
	}
	f.slots = f.slots[:o.slots]
}

// readAfter returns the value v of a variable n, which is unknown if calls in later operands change
// the variable.
func (m *Machine) readAfter(f *frame, n *ir.Node, v value.Value, later ...*ir.Node) value.Value {
	if reads(n) && slices.ContainsFunc(later, calls) {
		if now, ok := m.readAgain(f, n); ok && changed(v, now) {
			return m.Join(v, value.Clone(now), openOrder(n, nil))
		}
	}
	return v
}

func openOrder(n *ir.Node, t types.Type) *value.Unknown {
	return value.NewUnknown("Go does not specify whether it is read before a call that changes it", n.Pos, t)
}

// changed reports whether a variable that was read twice has another value now.
func changed(early, now value.Value) bool {
	return value.Comparable(now) && !value.Same(early, now) && (!value.Leq(now, early) || leadsBeyond(now, early))
}

// leadsBeyond reports whether now leads to a variable to which early does not, although early
// may be any value.
func leadsBeyond(now, early value.Value) bool {
	from := value.Unite(nil, value.Targets(early))
	return len(value.Unite(from, []value.Value{now})) > len(from)
}

// readAgain evaluates an expression that only reads, and reports whether that succeeds.
func (m *Machine) readAgain(f *frame, n *ir.Node) (value.Value, bool) {
	if m.panicking || n == nil {
		return nil, false
	}
	v := m.eval(f, n)
	if m.panicking {
		m.panicking, m.panicValue = false, nil
		return nil, false
	}
	return v, true
}

// hold evaluates the calls of an expression, and returns an expression with their
// results in their place.
func (m *Machine) hold(f *frame, n *ir.Node) *ir.Node {
	switch {
	case !calls(n):
		return n
	case atOnce(n):
		return m.held(f, n)
	}
	kids := make([]*ir.Node, len(n.Kids))
	for i, k := range n.Kids {
		kids[i] = m.hold(f, k)
	}
	return with(n, kids...)
}

// atOnce reports whether the compiler evaluates an expression in its turn: a call, also of a
// predeclared function that writes, or an operator that may leave out its second operand.
func atOnce(n *ir.Node) bool {
	switch n.Op {
	case ir.OpCall:
		return true
	case ir.OpBuiltin:
		return n.Name == "<-" || n.Name == "append" || n.Name == "copy"
	case ir.OpBinary:
		return token.Token(n.Int) == token.LAND || token.Token(n.Int) == token.LOR
	}
	return false
}

// readsLate reports whether an expression reads variables outside its calls.
func readsLate(n *ir.Node) bool {
	switch n.Op {
	case ir.OpLocal, ir.OpGlobal, ir.OpDeref, ir.OpIndex:
		return true
	case ir.OpField:
		if pointsTo(n.X().Type) {
			return true
		}
	}
	return !atOnce(n) && slices.ContainsFunc(operandsOf(n), readsLate)
}

// reads reports whether an expression reads variables and does nothing else.
func reads(n *ir.Node) bool {
	switch n.Op {
	case ir.OpLocal, ir.OpGlobal:
		return true
	case ir.OpField, ir.OpDeref, ir.OpConvert, ir.OpUnary:
		return reads(n.X())
	case ir.OpBuiltin:
		return (n.Name == "len" || n.Name == "cap") && reads(n.X())
	case ir.OpIndex, ir.OpBinary:
		return (reads(n.X()) || n.X().Op == ir.OpConst) && (reads(n.Y()) || n.Y().Op == ir.OpConst)
	}
	return false
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
