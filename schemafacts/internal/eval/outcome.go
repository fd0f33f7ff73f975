package eval

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file follows the path on which a call failed until the statement that tests its error;
// see policy.go.

// takeFailing removes and returns the paths that certainly return an error, if the
// function also ended on other paths. It reports whether the present path remains.
func (m *Machine) takeFailing(f *frame, fl *flow, live bool, vals []value.Value) ([]path, bool) {
	if f.try == nil || f.try.fate != errorTestedNext || f.recovers || f.try.failure != nil || m.over() {
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
		failing = append(failing, path{m.Mem.Keep(), ctl{vals: vals}})
	}
	fl.exits = slices.DeleteFunc(fl.exits, fails)
	return failing, live && !here
}

// failApart records the failing paths as the failure of the call that ends.
func (m *Machine) failApart(f *frame, failing []path) {
	if len(failing) == 0 {
		return
	}
	well, panicking, val := m.Mem.Keep(), m.panicking, m.panicValue
	m.panicking = false
	vals := m.joinPaths(failing, onError(f.fn.Pos))
	m.runDefers(f, nil)
	if !m.panicking {
		if len(f.defers) > 0 && f.named() {
			vals = m.namedResults(f)
		}
		unlikely := !slices.ContainsFunc(failing, func(p path) bool { return !p.ctl.unlikely })
		f.try.failure = &path{m.Mem.Keep(), ctl{vals: vals, unlikely: unlikely}}
	}
	m.panicking, m.panicValue = panicking, val
	m.Mem.Enter(well)
}

func onError(pos token.Pos) *value.Unknown {
	return value.NewUnknown("depends on an error known only at run time", pos, nil)
}

// otherwise runs do on the path on which the call of the present statement failed, with
// the results on that path.
func (m *Machine) otherwise(f *frame, do func(vals []value.Value)) {
	fail := f.next.failure
	if fail == nil {
		return
	}
	well := m.Mem.Keep()
	m.Mem.Enter(fail.state)
	do(fail.ctl.vals)
	fail.state = m.Mem.Keep()
	m.Mem.Enter(well)
}

// notSet is the value of a variable before the call that it is declared with.
var notSet = value.NewUnknown("a variable that is not set", token.NoPos, nil)

// declare makes the variables that an assignment declares before its call, so that they
// are the same cells on both paths.
func (f *frame) declare(n *ir.Node) {
	for _, t := range n.Targets() {
		if t.Op == ir.OpDeclare {
			f.slots[t.Int] = value.NewCell(notSet)
		}
	}
}

// declared reports whether the function declare already made the variables that the
// assignment n declares. It did so if f.next records the call in n. f.next may instead
// record the previous call: n is then the statement that tests the error of that call,
// and its variables are still to be made.
func (f *frame) declared(n *ir.Node) bool {
	return f.next.fate == errorTestedNext && len(n.Values()) > 0 && n.Values()[0] == f.next.call
}
