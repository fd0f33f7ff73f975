package eval

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// RunUnit runs the init functions of imported packages, then a package's own
// initialisers and init functions. Then it runs every function that other packages may
// call (for a program only main), the functions that nothing has called, and at last
// the closures that were built and not called.
func (m *Machine) RunUnit(u *ir.Unit, order []*ir.Func) {
	for _, path := range u.Needs {
		if need := m.Env.Unit(path); need != nil {
			m.initUnit(need)
		}
	}
	m.closures = m.closures[:0] // they are run for their own package
	m.waiting = &deferredRoots{m: m}
	m.initUnit(u)
	m.initDefs = len(m.Defs)
	m.rootClosures()
	var called map[string]bool
	var first []*ir.Func
	for _, fn := range order {
		if called == nil {
			called = u.Functions()
		}
		if fn.Relevant && (fn.Exported && !m.Program || !called[fn.Key]) && !m.waiting.keep(fn) {
			first = append(first, fn)
		}
	}
	if main := slices.IndexFunc(first, func(fn *ir.Func) bool { return m.isMain(fn) }); main > 0 {
		fn := first[main] // main runs first, so that other roots do not use up its budget
		first = slices.Insert(slices.Delete(first, main, main+1), 0, fn)
	}
	for _, fn := range first {
		m.RunRoot(fn)
	}
	for _, fn := range order {
		if fn.Relevant && !m.executed[fn] && !m.waiting.keep(fn) {
			m.RunRoot(fn)
		}
	}
	m.waiting.run()
	m.runLocal(order)
}

// Executed returns the functions that were run. It returns nil if a run ended early,
// because the rest of that run might have called the same functions with other arguments.
func (m *Machine) Executed() map[*ir.Func]bool {
	if len(m.Unfinished) > 0 {
		return nil
	}
	return m.executed
}

// RunRoot runs a function with unknown arguments and undoes its writes.
func (m *Machine) RunRoot(fn *ir.Func) { m.RunWith(fn, nil) }

// RunWith is [Machine.RunRoot] with some of the arguments known, by index.
func (m *Machine) RunWith(fn *ir.Func, given map[int]value.Value) {
	if fn.Body == nil {
		return
	}
	before := m.Mem.Keep()
	if m.code().Yields(fn) == static.Nothing {
		return
	}
	m.begin(fn, m.isMain(fn))
	m.cond = 0
	m.runs++
	m.rootFn, m.rootFinds = fn, m.finds
	defer func() { m.rootFn = nil }()
	args := make([]value.Value, len(fn.Params))
	for i, p := range fn.Params {
		if args[i] = given[i]; args[i] == nil {
			args[i] = value.Symbolic(p.Type, fmt.Sprintf("parameter %s of %s", p.Name, ir.ShortKey(fn.Key)), fn.Pos, 0)
		}
	}
	defs := len(m.Defs)
	m.rootDefs = defs
	m.Call(fn, nil, args, nil, token.NoPos)
	m.finish(m.asksAfter(m.closures))
	m.rootClosures()
	if m.Leave != nil {
		m.Leave(m.Defs[defs:])
	}
	m.Mem.Enter(before)
	m.EndRun()
}

// RunBounded is [Machine.RunWith] with a limit of the steps. It returns how many the run
// took.
func (m *Machine) RunBounded(fn *ir.Func, given map[int]value.Value, steps int) int {
	m.left = steps
	m.RunWith(fn, given)
	return steps - m.left
}

// rootClosures runs the closures that were built and never called. Closures that such a
// run builds share a budget, since handlers that lead to each other build each other
// without end.
func (m *Machine) rootClosures() {
	nested := rootBudget
	alike := runs{}
	for i := 0; i < len(m.closures); i++ {
		c := m.closures[i]
		if !m.isRoot(c) {
			continue
		}
		if alike.twice(c) {
			c = m.mergeRoots(c, m.closures[i+1:])
		}
		if m.waiting.waits(c.Fn) {
			m.waiting.closures = append(m.waiting.closures, c)
			continue
		}
		m.begin(c.Fn, false)
		if c.Parent != nil && nested <= 0 {
			const why = "it is one of too many function literals"
			m.unfinished(why)
			m.cutShort(c.Fn, why)
			if m.local.missed == nil {
				m.local.unrun = append(m.local.unrun, c)
			}
			m.stopMeter()
			continue
		}
		args := make([]value.Value, len(c.Fn.Params))
		for i, p := range c.Fn.Params {
			args[i] = value.Symbolic(m.Subst(p.Type, c.Fn, c.Targs), fmt.Sprintf("parameter %s of a function literal", p.Name), c.Pos, 0)
		}
		m.running = c
		m.runs++
		defs := len(m.Defs)
		m.rootDefs = defs
		m.callValue(c, args, c.Pos, nil, nil)
		alike.note(c, m.Defs[defs:])
		m.running = nil
		m.finish(m.asksAfter(m.closures[i+1:]))
		if c.Parent != nil {
			nested -= m.steps
		}
	}
	m.closures = m.closures[:0]
}

// asksAfter reports whether the state after a root makes a difference: its writes are
// undone, unless it initializes variables. So they concern only the tools that it made,
// and the closures that are run after it.
func (m *Machine) asksAfter(later []*value.Closure) bool {
	return m.rootFn == nil || m.finds > m.rootFinds || slices.ContainsFunc(later, m.isRoot)
}

// isRoot reports whether a closure is to be run as a root.
func (m *Machine) isRoot(c *value.Closure) bool {
	switch {
	case c.Ran || c.Fn.Body == nil || !c.Fn.Relevant || recursive(c):
		return false
	case m.local.missed != nil && !m.local.holdsMissed(c.Fn.Body):
		return false
	}
	return m.code().Yields(c.Fn) != static.Nothing && (!m.code().Answers(c.Fn) || m.code().MayRegister(c.Fn))
}

// recursive reports whether the closure was built by a run of its own function, or in a
// long chain of closures that build closures.
func recursive(c *value.Closure) bool {
	depth := 0
	for p := c.Parent; p != nil; p = p.Parent {
		if depth++; p.Fn == c.Fn || depth > 6 {
			return true
		}
	}
	return false
}

// isMain reports whether fn is where the program begins.
func (m *Machine) isMain(fn *ir.Func) bool { return m.Program && fn.Key == fn.Pkg+".main" }
