package eval

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A start that fails does not serve. So paths on which a function returns an error are
// left out if the caller ends the start because of it. If the caller continues, for
// example with a default, they are ordinary paths. If the caller's next statement tests
// the error, both kinds of path are followed separately until then, so that the results
// of a failed call do not mix with those of a successful one.

// fate is what the caller does with the error of a call.
type fate uint8

const (
	fateOpen  fate = iota // unknown: the paths are joined
	fateEnds              // it ends the start
	fateApart             // the next statement tests it
)

// fateOf returns the call in the i-th statement of a block whose error has a known
// fate, or nil.
func (m *Machine) fateOf(f *frame, block *ir.Node, i int) (*ir.Node, fate) {
	n, last := block.Kids[i], i == len(block.Kids)-1
	switch n.Op {
	case ir.OpReturn:
		if k := len(n.Kids); k > 0 && n.Kids[k-1].Op == ir.OpCall {
			if !f.goesOn {
				return n.Kids[k-1], fateEnds
			}
			if k == 1 {
				return n.Kids[0], fateApart
			}
		}
	case ir.OpExpr:
		if n.Kids[0].Op == ir.OpCall && last && m.atEnd(f, block) {
			return n.Kids[0], fateEnds
		}
	case ir.OpAssign:
		if len(n.Kids) != n.Int+1 || n.Name != "" || n.Kids[n.Int].Op != ir.OpCall {
			break
		}
		call, t := n.Kids[n.Int], n.Kids[n.Int-1]
		if last && t.Op == ir.OpUnknown && m.atEnd(f, block) {
			return call, fateEnds
		}
		if last || t.Op != ir.OpLocal && t.Op != ir.OpDeclare {
			break
		}
		next := block.Kids[i+1]
		if next.Op != ir.OpIf {
			break
		}
		switch op, slot := static.NilCheck(next.Kids[0]); {
		case slot != t.Int:
		case m.stops(f, next.Kids[branchFor(op)]), i+2 == len(block.Kids) && m.atEnd(f, block) && m.code().NodeYields(next) != static.Tools:
			return call, fateEnds
		default:
			return call, fateApart
		}
	}
	return nil, fateOpen
}

// atEnd reports whether a block is followed only by the end of a run. An if statement
// with a definition is a block within the function's block.
func (m *Machine) atEnd(f *frame, block *ir.Node) bool {
	body := f.fn.Body
	return len(m.stack) == 1 && (block == body || len(body.Kids) > 0 && block == body.Kids[len(body.Kids)-1])
}

// branchFor returns the part of an if statement that runs if its condition compares an
// error that is not nil.
func branchFor(op token.Token) int {
	if op == token.EQL {
		return 2
	}
	return 1
}

// stops reports whether a branch for an error certainly ends the start, in this
// function or by returning the error to a caller that does.
func (m *Machine) stops(f *frame, n *ir.Node) bool {
	return static.Terminates(n) && !m.handles(f, n) && !f.passesOver(n)
}

// passesOver reports whether a statement may return without the error although the
// caller ends the start because of errors.
func (f *frame) passesOver(n *ir.Node) bool {
	k := len(f.fn.Results)
	if k == 0 || !ir.IsError(f.fn.Results[k-1].Type) {
		return false // see handles
	}
	if n.Op == ir.OpReturn {
		return f.goesOn || len(n.Kids) == k && n.Kids[k-1].Op == ir.OpNil
	}
	return n.Op != ir.OpClosure && slices.ContainsFunc(n.Kids, func(kid *ir.Node) bool { return kid != nil && f.passesOver(kid) })
}

// insists reports whether a call passes the results of another call to a function that
// panics if the error among them is not nil.
func (m *Machine) insists(n *ir.Node) bool {
	if len(n.Kids) != 2 || n.Kids[1].Op != ir.OpCall || n.Kids[0].Op != ir.OpFunc {
		return false
	}
	fn := m.Env.Func(n.Kids[0].Name)
	if fn == nil || fn.Body == nil || len(fn.Body.Kids) == 0 || len(fn.Params) == 0 {
		return false
	}
	check, last := fn.Body.Kids[0], fn.Params[len(fn.Params)-1]
	if check.Op != ir.OpIf || !ir.IsError(last.Type) {
		return false
	}
	op, slot := static.NilCheck(check.Kids[0])
	return op == token.NEQ && slot == last.Slot && static.EndsProgram(check.Kids[1])
}

// callProgram runs the call of an expression.
func (m *Machine) callProgram(f *frame, n *ir.Node) value.Value {
	call, is := f.call, f.fate
	now := fateOpen
	if n == call {
		now = is
	}
	if m.insists(n) {
		f.call, f.fate = n.Kids[1], fateEnds
	}
	fv, args := m.callee(f, n)
	f.call, f.fate = call, is
	if m.panicking {
		return value.NewUnknown("the call panics", n.Pos, n.Type)
	}
	outer := m.failure
	m.goesOn, m.parting, m.failure = now != fateEnds, now == fateApart, nil
	v := m.callValue(fv, args, nil, n.Pos, m.typ(f, n.Type))
	if now == fateApart && !m.panicking {
		f.failure = m.failure
	}
	m.goesOn, m.parting, m.failure = false, false, outer
	return v
}

// failing reports whether a path returns an error that is certainly not nil, from code
// that a server calls. The errors within an SDK are followed.
func (m *Machine) failing(f *frame, vals []value.Value) bool {
	k := len(f.fn.Results)
	if k == 0 || len(vals) != k || !ir.IsError(f.fn.Results[k-1].Type) || m.Env.Harmless(f.fn.Pkg) {
		return false
	}
	switch v := vals[k-1].(type) {
	case *value.Native, *value.Ptr, *value.Struct:
		return true
	case *value.Unknown:
		return v.NotNil
	}
	return false
}

// failed reports whether a path is left out because it returns an error.
func (m *Machine) failed(f *frame, vals []value.Value) bool { return !f.goesOn && m.failing(f, vals) }

// takeFailing removes and returns the paths that certainly return an error, if the
// function also ended on other paths. It reports whether the present path remains.
func (m *Machine) takeFailing(f *frame, fl *flow, live bool, vals []value.Value) ([]path, bool) {
	if !f.parting || f.recovers || f.maybe || m.failure != nil {
		return nil, live
	}
	fails := func(p path) bool { return m.failing(f, p.ctl.vals) }
	var failing []path
	for _, p := range fl.exits {
		if fails(p) {
			failing = append(failing, p)
		}
	}
	here := live && m.failing(f, vals)
	if len(failing) == len(fl.exits) && (here || !live) || len(failing) == 0 && !here {
		return nil, live
	}
	if here {
		failing = append(failing, path{m.mem.Keep(), ctl{vals: vals}})
	}
	fl.exits = slices.DeleteFunc(fl.exits, fails)
	return failing, live && !here
}

// failApart records the failing paths as the failure of the call that ends.
func (m *Machine) failApart(f *frame, failing []path) {
	if len(failing) == 0 {
		return
	}
	well, panicking, val := m.mem.Keep(), m.panicking, m.panicValue
	m.panicking = false
	vals := m.joinPaths(failing, onError(f.fn.Pos))
	m.runDefers(f, nil)
	if !m.panicking {
		if len(f.defers) > 0 && f.named() {
			vals = m.namedResults(f)
		}
		m.failure = &path{m.mem.Keep(), ctl{vals: vals}}
	}
	m.panicking, m.panicValue = panicking, val
	m.mem.Enter(well)
}

func onError(pos token.Pos) *value.Unknown {
	return value.NewUnknown("depends on an error known only at run time", pos, nil)
}

// otherwise runs do on the path on which the call of the present statement failed, with
// the results on that path.
func (m *Machine) otherwise(f *frame, do func(vals []value.Value)) {
	if f.failure == nil {
		return
	}
	well := m.mem.Keep()
	m.mem.Enter(f.failure.state)
	do(f.failure.ctl.vals)
	f.failure.state = m.mem.Keep()
	m.mem.Enter(well)
}

// both runs a statement on two paths that start before it: the present one, on which
// its call succeeded, and the one on which it failed.
func (m *Machine) both(f *frame, before state.State, n *ir.Node) flow {
	well, fail := m.mem.Keep(), f.failure.state
	f.failure = nil
	m.mem.Enter(before)
	return m.branches(f, onError(n.Pos), 2, func(i int) flow {
		if i == 0 {
			m.mem.Enter(well)
		} else {
			m.mem.Enter(fail)
		}
		return m.exec(f, n)
	})
}

// notSet is the value of a variable before the call that it is declared with.
var notSet = value.NewUnknown("a variable that is not set", token.NoPos, nil)

// declare makes the variables that an assignment declares before its call, so that they
// are the same cells on both paths.
func (f *frame) declare(n *ir.Node) {
	for _, t := range n.Kids[:n.Int] {
		if t.Op == ir.OpDeclare {
			f.slots[t.Int] = value.NewCell(notSet)
		}
	}
}

// declared reports whether declare made the variables of an assignment. The statement
// that tests the error may declare others, while the recorded fate still belongs to the
// call before it.
func (f *frame) declared(n *ir.Node) bool {
	return f.fate == fateApart && len(n.Kids) > n.Int && n.Kids[n.Int] == f.call
}
