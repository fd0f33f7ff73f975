package eval

import (
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// execIf takes the branch that is known to run, or both and joins them.
func (m *Machine) execIf(f *frame, n *ir.Node) ctl {
	cond := m.eval(f, n.Kids[0])
	if m.panicking {
		return ctl{}
	}
	then, els := n.Kids[1], n.Kids[2]
	if b, ok := BoolOf(cond); ok {
		if b {
			return m.exec(f, then)
		}
		return m.exec(f, els)
	}
	u, ok := cond.(*Unknown)
	if !ok {
		u = NewUnknown("a condition that is not known", n.Pos, nil)
	}
	// A server that starts has had no errors: of a check for an error whose
	// branch leaves the function, the other side is taken.
	if u.errCheck > 0 && terminates(then) && !m.handles(f, then) {
		return m.exec(f, els)
	}
	if u.errCheck < 0 && terminates(els) && !m.handles(f, els) {
		return m.exec(f, then)
	}
	why := NewUnknown("depends on a condition that only run time knows", n.Kids[0].Pos, nil)
	return m.fork(f, why, func() ctl { return m.exec(f, then) }, func() ctl { return m.exec(f, els) })
}

// fork runs a and b from the same state and joins what they did. Of a side
// that leaves (return, break, continue) while the other goes on, the state is
// parked until the place that it leaves for.
func (m *Machine) fork(f *frame, why *Unknown, a, b func() ctl) ctl {
	mark, panicked := len(m.trail), m.panicking
	m.cond++
	start := births.Load()
	ca := a()
	pa := path{writes: m.since(mark), ctl: ca, vals: ca.vals, before: start, from: start, to: births.Load()}
	aPanics := m.panicking
	m.panicking = panicked
	m.rollback(mark)
	cb := b()
	bPanics := m.panicking
	m.panicking = panicked
	m.cond--
	// A side that returns an error counts as one that panics, unless the other
	// does so too.
	if aPanics != bPanics {
		defer m.mayPanic()
	}
	aFails := aPanics || ca.kind == ctlReturn && m.failed(f.fn, ca.vals)
	bFails := bPanics || cb.kind == ctlReturn && m.failed(f.fn, cb.vals)
	if aFails != bFails {
		aPanics, bPanics = aFails, bFails
	}
	switch {
	case aPanics && bPanics:
		m.panicking = true
		return ctl{}
	case aPanics:
		return cb
	case bPanics:
		m.rollback(mark)
		m.replay(pa.writes)
		return ca
	}
	if ca.kind == cb.kind && ca.label == cb.label {
		m.merge(mark, []path{pa}, why)
		if ca.kind == ctlReturn {
			vals := make([]Value, min(len(ca.vals), len(cb.vals)))
			for i := range vals {
				vals[i] = m.Join(ca.vals[i], cb.vals[i], why)
			}
			return ctl{kind: ctlReturn, vals: vals}
		}
		return ca
	}
	// Park the side that leaves furthest; go on with the other.
	if rank(ca) >= rank(cb) {
		m.park(f, mark, pa, why)
		return cb
	}
	pb := path{writes: m.since(mark), ctl: cb, vals: cb.vals, before: start, from: pa.to, to: births.Load()}
	m.rollback(mark)
	m.replay(pa.writes)
	m.parkAt(f, mark, pb, why)
	return ca
}

// forAlts runs what follows for each value that u can be, and joins.
func (m *Machine) forAlts(f *frame, u *Unknown, run func(Value) ctl) ctl {
	why := NewUnknown("depends on a value that only run time knows: "+u.Reason, u.Pos, nil)
	var from func(i int) ctl
	from = func(i int) ctl {
		if i == len(u.Alts)-1 {
			return run(u.Alts[i])
		}
		return m.fork(f, why, func() ctl { return run(u.Alts[i]) }, func() ctl { return from(i + 1) })
	}
	m.cond++
	defer func() { m.cond-- }()
	return from(0)
}

// replay writes again what a path wrote.
func (m *Machine) replay(writes []write) {
	m.joining++
	for _, w := range writes {
		m.Set(w.c, w.v)
	}
	m.joining--
}

func rank(c ctl) int {
	switch c.kind {
	case ctlReturn:
		return 3
	case ctlBreak, ctlContinue, ctlGoto:
		if c.label != "" {
			return 2
		}
		return 1
	}
	return 0
}

// park keeps a path that left from mark while the present state goes on. Its
// writes are completed to all that was written since the function began, so
// that it can be joined there.
func (m *Machine) park(f *frame, mark int, p path, why *Unknown) { m.parkAt(f, mark, p, why) }

func (m *Machine) parkAt(f *frame, mark int, p path, why *Unknown) {
	p.ctl.why = why
	m.steps += (len(m.trail) - f.mark) / logSteps
	seen := map[*Cell]bool{}
	for _, w := range p.writes {
		seen[w.c] = true
	}
	// Values at mark of cells written between the function's entry and mark:
	// the oldest value logged after mark, else the present one.
	atMark := map[*Cell]Value{}
	for _, u := range m.trail[mark:] {
		if _, ok := atMark[u.c]; !ok {
			atMark[u.c] = u.old
		}
	}
	for _, u := range m.trail[f.mark:mark] {
		if seen[u.c] {
			continue
		}
		seen[u.c] = true
		v, ok := atMark[u.c]
		if !ok {
			v = u.c.v
		}
		p.writes = append(p.writes, write{u.c, v})
	}
	f.parked = append(f.parked, p)
	m.cond++ // until the function, or the loop that is left, ends
}

// takeParked removes and returns the parked paths, from index from, that leave
// for a loop or block of this label by break or continue.
func (f *frame) takeParked(from int, label string, kinds ...ctlKind) []path {
	var taken []path
	kept := f.parked[:from:from]
	for _, p := range f.parked[from:] {
		ok := false
		for _, k := range kinds {
			ok = ok || p.ctl.kind == k && (p.ctl.label == "" || p.ctl.label == label)
		}
		if ok {
			taken = append(taken, p)
		} else {
			kept = append(kept, p)
		}
	}
	f.parked = kept
	return taken
}

// takeBreaks takes the paths that break out of a block.
func (f *frame) takeBreaks(from int, n *ir.Node) []path {
	if !n.Flag {
		return f.takeParked(from, n.Name, ctlBreak)
	}
	for i := range f.parked[from:] {
		if p := &f.parked[from+i]; p.ctl.kind == ctlBreak && p.ctl.label == "" {
			p.ctl.label = " " // no label of anybody
		}
	}
	taken := f.takeParked(from, n.Name, ctlBreak)
	for i := range f.parked[from:] {
		if p := &f.parked[from+i]; p.ctl.label == " " {
			p.ctl.label = ""
		}
	}
	return taken
}

// rejoin joins parked paths into the present state. They hold all writes since
// the function began, so the join starts from there.
func (m *Machine) rejoin(f *frame, paths []path, live bool) {
	if len(paths) == 0 {
		return
	}
	m.cond -= len(paths)
	// The log only grows here: forks around this place have marks in it.
	orig := map[*Cell]Value{}
	m.steps += (len(m.trail) - f.mark) / logSteps
	for _, u := range m.trail[f.mark:] {
		if _, ok := orig[u.c]; !ok {
			orig[u.c] = u.old
		}
	}
	all := paths
	if live {
		all = append([]path{{writes: m.since(f.mark)}}, paths...)
	}
	m.joining++
	for c, v := range orig {
		if c.v != nil && !sameWritten(c, v) {
			m.Set(c, v)
		}
	}
	m.joining--
	m.mergeAll(all, live, paths[0].ctl.why)
	m.panicking = false
}

// sameWritten reports whether a cell holds the very value v.
func sameWritten(c *Cell, v Value) bool {
	switch c.v.(type) {
	case Tuple:
		return false
	}
	return c.v == v
}

// leaves tells what a loop body's end means: go on with the next iteration,
// stop, or pass on.
func leaves(c ctl, label string) (next, stop bool) {
	mine := c.label == "" || c.label == label
	switch c.kind {
	case ctlNone:
		return true, false
	case ctlContinue:
		return mine, false
	case ctlBreak:
		return false, mine
	}
	return false, false
}

// handles reports whether a branch for an error is one on which the server
// starts all the same: it makes tools of its own, or ends a function that tells
// nobody of the error.
func (m *Machine) handles(f *frame, n *ir.Node) bool {
	if fails(f.fn, n) {
		return false
	}
	s := &summary{}
	m.summarizeNode(n, s)
	if s.own == tools || slices.ContainsFunc(s.calls, func(fn *ir.Func) bool { return m.yields(fn) == tools }) {
		return true
	}
	return len(f.fn.Results) == 0 && !strings.HasSuffix(f.fn.Key, ".main") && returns(n)
}

// fails reports whether a statement surely ends the program, or returns an error
// that is not nil.
func fails(fn *ir.Func, n *ir.Node) bool {
	switch n.Op {
	case ir.OpExpr:
		return neverReturns(n.Kids[0])
	case ir.OpReturn:
		k := len(fn.Results)
		return k > 0 && len(n.Kids) == k && ir.IsError(fn.Results[k-1].Type) && n.Kids[k-1].Op != ir.OpNil
	case ir.OpBlock:
		return len(n.Kids) > 0 && fails(fn, n.Kids[len(n.Kids)-1])
	case ir.OpIf:
		return fails(fn, n.Kids[1]) && fails(fn, n.Kids[2])
	}
	return false
}

// returns reports whether a branch ends in a return statement.
func returns(n *ir.Node) bool {
	switch n.Op {
	case ir.OpReturn:
		return true
	case ir.OpBlock:
		return len(n.Kids) > 0 && returns(n.Kids[len(n.Kids)-1])
	case ir.OpIf:
		return returns(n.Kids[1]) || returns(n.Kids[2])
	}
	return false
}

// terminates reports whether a statement surely leaves the function or loop.
func terminates(n *ir.Node) bool {
	switch n.Op {
	case ir.OpReturn, ir.OpBranch:
		return true
	case ir.OpBlock:
		return len(n.Kids) > 0 && terminates(n.Kids[len(n.Kids)-1])
	case ir.OpIf:
		return terminates(n.Kids[1]) && terminates(n.Kids[2])
	case ir.OpExpr:
		return neverReturns(n.Kids[0])
	}
	return false
}

func neverReturns(n *ir.Node) bool {
	if n.Op == ir.OpBuiltin {
		return n.Name == "panic"
	}
	if n.Op != ir.OpCall {
		return false
	}
	switch n.Kids[0].Name {
	case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "runtime.Goexit",
		"(*testing.common).Fatal", "(*testing.common).Fatalf":
		return true
	}
	return false
}
