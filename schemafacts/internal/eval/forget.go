package eval

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// The rest of a function that was not followed to its end may write to everything that
// it can reach. The functions in this file make all of that unknown, so that a present
// value does not count as the final value.

// leaveOff records what a call that is not followed to its end can reach, until it is known
// where the evaluation continues. The rest of the call may recover from a panic.
func (m *Machine) leaveOff(f *frame) {
	if fl := m.flight; fl != nil && len(m.stack) == fl.depth+1 && static.CallsRecover(f.fn.Body) {
		fl.perhaps = true
	}
	if m.leftOff == nil {
		m.leftOff = value.ToForget()
	}
	for _, v := range f.args {
		m.leftOff.Value(v)
	}
	for i, c := range f.slots {
		if value.Assigns(f.fn, i) {
			m.leftOff.Cell(c)
		} else {
			m.leftOff.Keep(c)
		}
	}
}

// goOn forgets everything that the rest of a function, which was left after the state
// before, and the calls in it could write to.
func (m *Machine) goOn(fn *ir.Func, before state.State, why *value.Unknown) {
	if m.Cut != nil {
		other := func(d *value.Def) bool { return !m.Mem.Exists(d.Newest) }
		m.Cut(slices.DeleteFunc(slices.Concat(m.Defs[:m.initDefs], m.Defs[max(m.initDefs, min(m.rootDefs, len(m.Defs))):]), other))
	}
	r := m.leftOff
	m.leftOff = nil
	if r == nil {
		r = value.ToForget()
	}
	for _, d := range m.Mem.Changes(before, m.Mem.Keep()) {
		r.Cell(d.C)
		r.Value(d.VA)
	}
	for _, key := range m.code().Globals(fn) {
		r.Cell(m.global(key, fn.Pos))
	}
	m.ForgetCells(why, r)
}

// entryOf returns the last kept state in which f had not begun.
func (m *Machine) entryOf(f *frame) state.State {
	if f.kept {
		return f.entry
	}
	for i := len(m.stack) - 1; i >= 0; i-- {
		if m.stack[i].kept {
			return m.stack[i].entry
		}
	}
	return m.rootEntry
}

// notFollowed forgets everything that a call which is not run could have written to.
func (m *Machine) notFollowed(fn *ir.Func, env []*value.Cell, args []value.Value, why *value.Unknown) {
	r := value.ToForget(append([]value.Value{&value.Closure{Fn: fn, Env: env}}, args...)...)
	for _, key := range m.code().Globals(fn) {
		r.Cell(m.global(key, fn.Pos))
	}
	m.ForgetCells(why, r)
}

// budgetEnds returns the unknown value for everything that an exceeded budget left out.
func budgetEnds(pos token.Pos) *value.Unknown {
	return value.NewUnknown("written to by code that is "+value.OverBudget, pos, nil)
}

// forgetWritten forgets the package variables to which a function without a program may
// write.
func (m *Machine) forgetWritten(key string, pos token.Pos) {
	why := value.NewUnknown("written to by "+ir.ShortKey(key)+", which is not followed", pos, nil)
	m.forgetGlobals(m.code().Written(key), why)
}

// mayWrite forgets the package variables to which a function may write that code which is
// not followed may call.
func (m *Machine) mayWrite(c *value.Closure, why *value.Unknown) {
	m.forgetGlobals(m.code().Globals(c.Fn), why)
}

func (m *Machine) forgetGlobals(keys []string, why *value.Unknown) {
	if len(keys) == 0 {
		return
	}
	r := value.ToForget()
	for _, key := range keys {
		r.Cell(m.global(key, why.Pos))
	}
	m.ForgetCells(why, r)
}
