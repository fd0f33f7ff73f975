package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// exec runs a statement.
func (m *Machine) exec(f *frame, n *ir.Node) flow {
	fl := m.execute(f, n)
	if m.Tracer != nil {
		m.trace(f, n, fl)
	}
	return fl
}

func (m *Machine) execute(f *frame, n *ir.Node) flow {
	if m.spend() {
		return leaving(ctl{kind: ctlReturn})
	}
	switch n.Op {
	case ir.OpBlock:
		return m.execBlock(f, n)
	case ir.OpDeclare:
		var v value.Value
		t := m.typ(f, n.Type)
		if len(n.Kids) > 0 {
			v = m.ConvertTo(value.Clone(m.eval(f, n.X())), t)
		} else {
			v = m.zeroDef(f, t, n.Pos)
		}
		f.slots[n.Int] = value.NewVar(v, t)
		if len(n.Kids) > 0 {
			f.owns(n, n.X())
		}
	case ir.OpAssign:
		m.assign(f, n)
	case ir.OpIf:
		return m.execIf(f, n)
	case ir.OpFor:
		return m.execFor(f, n)
	case ir.OpRange:
		return m.execRange(f, n)
	case ir.OpTypeSwitch:
		return m.execTypeSwitch(f, n)
	case ir.OpReturn:
		return m.execReturn(f, n)
	case ir.OpBranch:
		switch n.Token() {
		case token.CONTINUE:
			return leaving(ctl{kind: ctlContinue, label: n.Name})
		case token.GOTO:
			return m.jump(f, n)
		}
		return leaving(ctl{kind: ctlBreak, label: n.Name})
	case ir.OpGo:
		saved := m.mayReadLater
		m.mayReadLater = saved || readsLater(f, n.X())
		m.spawned++
		m.execGo(f, n.X())
		m.spawned--
		m.mayReadLater = saved
	case ir.OpDefer:
		m.execDefer(f, n.X())
	case ir.OpExpr:
		m.eval(f, n.X())
	case ir.OpLabeled:
		return m.execLabeled(f, n)
	}
	return flow{}
}

// execBlock runs the statements of a block.
func (m *Machine) execBlock(f *frame, n *ir.Node) flow { return m.execFrom(f, n, 0) }

// execFrom runs the statements of a block from the one with an index.
func (m *Machine) execFrom(f *frame, n *ir.Node, from int) (fl flow) {
	for i := from; i < len(n.Kids); i++ {
		f.next = m.errorPolicyOf(f, n, i)
		if fl.then(m.exec(f, n.Kids[i])); fl.kind != ctlNone || m.panicking {
			break
		}
		if c, u := m.oneOf(f, defined(n.Kids[i])); u != nil && m.makesTools(n.Kids[i+1:]...) {
			fl.then(m.forEachOf(f, c, u, func() flow { return m.execFrom(f, n, i+1) }))
			return fl
		}
	}
	return fl
}

func (m *Machine) execReturn(f *frame, n *ir.Node) (fl flow) {
	if len(n.Kids) == 0 {
		return leaving(ctl{kind: ctlReturn, vals: m.namedResults(f)})
	}
	var vals []value.Value
	for _, k := range n.Kids {
		v := m.eval(f, k)
		if m.panicking {
			return fl
		}
		if tup, ok := v.(value.Tuple); ok && len(n.Kids) == 1 {
			vals = append(vals, tup...)
		} else {
			vals = append(vals, value.Clone(v))
		}
	}
	m.results(f, vals)
	fl.ctl = ctl{kind: ctlReturn, vals: vals}
	return fl
}

// results sets the results of a function.
func (m *Machine) results(f *frame, vals []value.Value) {
	for i, r := range f.fn.Results {
		if i < len(vals) {
			vals[i] = m.ConvertTo(vals[i], m.Subst(r.Type, f.fn, f.targs))
			if r.Slot >= 0 {
				m.PutAt(heap.Place{C: f.slots[r.Slot]}, vals[i]) // pointers to its parts stay
			}
		}
	}
}

func (m *Machine) execDefer(f *frame, call *ir.Node) {
	if call.Op == ir.OpBuiltin {
		m.deferBuiltin(f, call)
		return
	}
	if call.Op != ir.OpCall {
		return
	}
	fv, args := m.callee(f, call)
	vals := append([]value.Value{fv}, args...)
	run := func() { m.callValue(vals[0], vals[1:], call.Pos, call.Type, dropped()) }
	some, all := recovers(fv)
	if some {
		if !f.recovers {
			f.recovers = true
			f.seen = m.Record(value.NewUnknown("a panic that may or may not happen", f.fn.Pos, nil))
		}
		if one := run; !all {
			why := value.NewUnknown("depends on which function is deferred", call.Pos, nil)
			run = func() { m.perhapsDeferred(f, why, one) }
		}
	}
	m.deferFunc(f, call.Pos, vals, run)
	if some {
		m.cond++ // a panic may skip the rest of the function
	}
}

// deferBuiltin defers a call of a builtin function. Only delete, clear and copy have
// relevant effects, and their arguments are evaluated immediately.
func (m *Machine) deferBuiltin(f *frame, call *ir.Node) {
	args := make([]value.Value, len(call.Kids))
	for i, k := range call.Kids {
		args[i] = m.eval(f, k)
	}
	m.deferFunc(f, call.Pos, args, func() {
		switch call.Name {
		case "delete":
			m.deleteKey(args[0], args[1])
		case "copy":
			m.copySlice(args[0], args[1], call)
		case "clear":
			m.clear(args[0], call.Pos)
		}
	})
}

func (m *Machine) execLabeled(f *frame, n *ir.Node) flow {
	fl := m.exec(f, n.Body())
	brk := fl.takeBreaks(n)
	here := fl.kind == ctlBreak && (fl.label == "" && !n.Flag || fl.label == n.Name && n.Name != "")
	switch {
	case here || len(brk) > 0 && (fl.kind == ctlNone || m.panicking):
		fl.ctl = ctl{}
		m.rejoin(brk, !m.panicking)
	case len(brk) > 0: // the present path leaves more blocks: it waits, and the exits go on
		m.exitHere(f, &fl, brk[0].ctl.why)
		m.rejoin(brk, false)
	}
	return fl
}

func (m *Machine) execTypeSwitch(f *frame, n *ir.Node) flow {
	x := m.eval(f, n.X())
	if m.panicking {
		return flow{}
	}
	return m.switchOn(f, n, x)
}

func (m *Machine) switchOn(f *frame, n *ir.Node, x value.Value) flow {
	if u, ok := x.(*value.Unknown); ok && len(u.Alts) > 0 {
		return m.forAlts(f, u, func(x value.Value) flow { return m.switchOn(f, n, x) })
	}
	run := func(c *ir.Node, v value.Value) flow {
		if c.Int >= 0 {
			f.slots[c.Int] = value.NewCell(value.Clone(v))
		}
		return m.exec(f, c.Body())
	}
	if _, ok := x.(*value.Unknown); !ok && (m.dynamicType(x) != nil || value.IsNil(x)) {
		return m.switchFrom(f, n, n.Cases(), x, run)
	}
	why := value.NewUnknown("depends on a type known only at run time", n.Pos, nil)
	return m.branches(f, why, len(n.Cases())+1, func(i int) flow {
		if i == len(n.Cases()) {
			return flow{} // no case matches
		}
		c := n.Cases()[i]
		var t types.Type
		if len(c.Types) == 1 {
			t = m.typ(f, c.Types[0])
		}
		if u, ok := x.(*value.Unknown); ok {
			return run(c, m.asType(u, t, why.Reason, why.Pos))
		}
		return run(c, value.Symbolic(t, why.Reason, why.Pos, 0))
	})
}

// switchFrom runs the first of cases that matches x, whose type is known.
func (m *Machine) switchFrom(f *frame, n *ir.Node, cases []*ir.Node, x value.Value, run func(*ir.Node, value.Value) flow) flow {
	for i, c := range cases {
		for _, t := range c.Types {
			t = m.typ(f, t)
			switch {
			case m.mayHaveType(x, t):
				why := value.NewUnknown("depends on a type that is not loaded", n.Pos, nil)
				in := x
				if len(c.Types) == 1 && !ir.IsInterface(t) {
					in = value.NewUnknown(why.Reason, n.Pos, t)
				}
				return m.fork(f, why, func() flow { return run(c, in) }, func() flow { return m.switchFrom(f, n, cases[i+1:], x, run) })
			case m.hasType(x, t):
				return run(c, x)
			}
		}
	}
	for _, c := range n.Cases() {
		if c.Flag {
			return run(c, x)
		}
	}
	return flow{}
}

// execIf runs the branch that is known to run, or both branches and joins them.
func (m *Machine) execIf(f *frame, n *ir.Node) flow {
	cond := m.eval(f, n.Cond())
	if m.panicking {
		return flow{}
	}
	then, els := n.Then(), n.Else()
	if b, ok := value.BoolOf(cond); ok {
		if b {
			return m.exec(f, then)
		}
		m.otherwise(f, n)
		return m.exec(f, els)
	}
	u, ok := cond.(*value.Unknown)
	if !ok {
		u = value.NewUnknown("an unknown condition", n.Pos, nil)
	}
	// A start is assumed to succeed: if a branch for an error leaves the function, the
	// other branch is taken.
	if u.ErrCheck > 0 && m.stops(f, then) {
		return m.exec(f, els)
	}
	if u.ErrCheck < 0 && m.stops(f, els) {
		return m.exec(f, then)
	}
	why := value.NewUnknown("depends on a condition known only at run time", n.Cond().Pos, nil)
	return m.fork(f, why, func() flow { return m.exec(f, then) }, func() flow { return m.exec(f, els) })
}
