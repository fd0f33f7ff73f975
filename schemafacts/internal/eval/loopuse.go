package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// loopUse says what the text of a function does with its local variables, by their slots.
type loopUse struct {
	// reads are the variables that the body of a loop reads and does not declare, other than to
	// append to them or to write entries of the maps in them.
	reads map[int]bool
	// captured are variables of other functions, or that function literals use.
	captured map[int]bool
	// leaves are the variables whose maps other code may know before the loop ends.
	leaves map[int]bool

	loop  *ir.Node
	loops int  // around the present node
	in    bool // the body of the loop
	done  bool // with the loop
}

// loopUse returns how a loop in fn uses variables.
func (m *Machine) loopUse(fn *ir.Func, loop *ir.Node) *loopUse {
	u := m.loopUses[loop]
	if u == nil {
		u = &loopUse{reads: map[int]bool{}, captured: map[int]bool{}, leaves: map[int]bool{}, loop: loop}
		for _, p := range fn.Params {
			u.leaves[p.Slot] = true
		}
		for _, c := range fn.Captures {
			u.captured[c[1]] = true
		}
		u.visit(fn.Body)
		ir.Walk(loop, func(n *ir.Node) bool {
			if n.Op == ir.OpDeclare {
				delete(u.reads, n.Int)
			}
			return n.Op != ir.OpClosure
		})
		if m.loopUses == nil {
			m.loopUses = map[*ir.Node]*loopUse{}
		}
		m.loopUses[loop] = u
	}
	return u
}

func (u *loopUse) visit(n *ir.Node) {
	switch n.Op {
	case ir.OpFor, ir.OpRange:
		u.enter(n)
		return
	case ir.OpLocal:
		u.use(n, true)
	case ir.OpDeclare:
		u.init(n.Int, n.Kids)
	case ir.OpClosure:
		for _, c := range n.Fn.Captures {
			u.captured[c[0]] = true
			u.use(&ir.Node{Op: ir.OpLocal, Int: c[0]}, true)
		}
		return
	case ir.OpAssign:
		u.assign(n)
		return
	case ir.OpIndex:
		u.index(n, true)
		return
	case ir.OpBuiltin:
		if n.Name == "len" || n.Name == "delete" || n.Name == "clear" {
			u.use(n.X(), false)
			u.all(n.Kids[1:])
			return
		}
	}
	u.all(n.Kids)
}

func (u *loopUse) all(ns []*ir.Node) {
	for _, n := range ns {
		u.visit(n)
	}
}

// use visits an expression. leaves reports whether other code may get to know its value.
func (u *loopUse) use(n *ir.Node, leaves bool) {
	if n.Op != ir.OpLocal {
		u.visit(n)
		return
	}
	if u.in {
		u.reads[n.Int] = true
	}
	if leaves && !u.done {
		u.leaves[n.Int] = true
	}
}

func (u *loopUse) index(n *ir.Node, reads bool) {
	_, isMap := value.MapType(n.X().Type)
	if reads || !isMap || n.X().Op != ir.OpLocal {
		u.use(n.X(), !isMap)
	}
	u.visit(n.Y())
}

func (u *loopUse) enter(n *ir.Node) {
	outer := u.in
	u.in = u.in || n == u.loop
	if n != u.loop {
		u.loops++
	}
	if n.Op == ir.OpRange {
		u.in = outer
		u.use(n.X(), false)
		u.in = outer || n == u.loop
		for _, k := range []*ir.Node{n.Key(), n.Elem(), n.Body()} {
			u.visit(k)
		}
	} else {
		u.all(n.Kids)
	}
	u.in = outer
	if n != u.loop {
		u.loops--
	}
	u.done = u.done || n == u.loop && u.loops == 0
}

func (u *loopUse) assign(n *ir.Node) {
	if n.Name == "" && len(n.Targets()) == 1 && len(n.Values()) == 1 {
		t, v := n.Targets()[0], n.Values()[0]
		switch {
		case t.Op == ir.OpLocal && appends(v, t):
			u.all(v.Kids[1:])
			return
		case t.Op == ir.OpIndex:
			u.index(t, false)
			u.visit(v)
			return
		case t.Op == ir.OpDeclare:
			u.init(t.Int, n.Values())
			u.visit(v)
			return
		}
	}
	for _, t := range n.Targets() {
		if t.Op == ir.OpDeclare {
			u.leaves[t.Int] = true
		}
	}
	u.all(n.Kids)
}

// init records with which value a variable is declared. Only that of a new map is known to no
// other code.
func (u *loopUse) init(slot int, vals []*ir.Node) {
	for _, v := range vals {
		if v.Op != ir.OpZero && v.Op != ir.OpNil && v.Op != ir.OpComposite && !(v.Op == ir.OpBuiltin && v.Name == "make") {
			u.leaves[slot] = true
		}
	}
}
