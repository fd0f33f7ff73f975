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
	m.fillPool(u)
	for _, path := range u.Needs {
		if need := m.Env.Unit(path); need != nil {
			m.initUnit(need)
		}
	}
	m.closures = m.closures[:0] // they are run for their own package
	m.waiting = &deferredRoots{m: m}
	m.initUnit(u)
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
	if main := slices.IndexFunc(first, func(fn *ir.Func) bool { return m.Program && fn.Key == u.Path+".main" }); main > 0 {
		fn := first[main] // main runs first, so that other roots do not use up its budget
		first = slices.Insert(slices.Delete(first, main, main+1), 0, fn)
	}
	left := m.runExported(first)
	for _, fn := range order {
		if fn.Relevant && !m.executed[fn] && !left[fn] {
			if !m.waiting.keep(fn) {
				m.RunRoot(fn)
			}
		}
	}
	m.waiting.run()
	m.runLocal(order)
}

// RunRoot runs a function with unknown arguments and undoes its writes. It reports
// whether the names of all tools that it made are known.
func (m *Machine) RunRoot(fn *ir.Func) bool { return m.RunWith(fn, nil) }

// RunWith is [Machine.RunRoot] with some of the arguments known, by index.
func (m *Machine) RunWith(fn *ir.Func, given map[int]value.Value) bool {
	if fn.Body == nil {
		return false
	}
	before := m.Mem.Keep()
	worth := m.rootBudgetOf(fn)
	if worth == 0 {
		return false
	}
	m.begin(fn, worth)
	m.cond = 0
	m.runs++
	m.rootFn = fn
	defer func() { m.rootFn = nil }()
	args := make([]value.Value, len(fn.Params))
	for i, p := range fn.Params {
		if args[i] = given[i]; args[i] == nil {
			args[i] = value.Symbolic(p.Type, fmt.Sprintf("parameter %s of %s", p.Name, ir.ShortKey(fn.Key)), fn.Pos, 0)
		}
	}
	defs := len(m.Defs)
	m.Call(fn, nil, args, nil, token.NoPos)
	m.finish()
	m.rootClosures()
	named := m.Leave != nil && m.Leave(m.Defs[defs:])
	m.Mem.Enter(before)
	m.EndRun()
	return named
}

// RunBounded is [Machine.RunWith] with a limit of the steps. It returns how many the run
// took.
func (m *Machine) RunBounded(fn *ir.Func, given map[int]value.Value, steps int) int {
	m.left = 2 * steps
	m.RunWith(fn, given)
	return 2*steps - m.left
}

// rootClosures runs the closures that were built and never called. Closures that such a
// run builds share a budget, since handlers that lead to each other build each other
// without end.
func (m *Machine) rootClosures() {
	direct, nested := closureBudget, nestedBudget
	alike := runs{}
	for i := 0; i < len(m.closures); i++ {
		c := m.closures[i]
		left := &direct
		if c.Parent != nil {
			left = &nested
		}
		if c.Ran || c.Fn.Body == nil || !c.Fn.Relevant || recursive(c) {
			continue
		}
		if m.local.missed != nil && !m.local.holdsMissed(c.Fn.Body) {
			continue
		}
		worth := m.rootBudgetOf(c.Fn)
		if worth == 0 || m.code().Answers(c.Fn) && !m.code().MayRegister(c.Fn) {
			continue
		}
		if alike.twice(c) {
			c = m.mergeRoots(c, m.closures[i+1:])
		}
		if m.waiting.waits(c.Fn) {
			m.waiting.closures = append(m.waiting.closures, c)
			continue
		}
		m.begin(c.Fn, min(worth, *left))
		if *left <= 0 {
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
		m.callValue(c, args, c.Pos, nil, nil)
		alike.note(c, m.Defs[defs:])
		m.running = nil
		m.finish()
		*left -= m.steps
	}
	m.closures = m.closures[:0]
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

// rootBudgetOf returns the budget of a root, in steps.
func (m *Machine) rootBudgetOf(fn *ir.Func) int {
	switch m.code().Yields(fn) {
	case static.Tools:
		return rootBudget
	case static.Perhaps:
		return handlerBudget
	}
	return 0
}
