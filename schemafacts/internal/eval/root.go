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

func (m *Machine) initUnit(u *ir.Unit) {
	if m.ready[u.Path] {
		return
	}
	m.ready[u.Path] = true
	defer m.apart()()
	for _, key := range u.InitOrder {
		if v := u.Vars[key]; v != nil && m.globals[key] == nil {
			m.initVar(u, v)
		}
	}
	for _, fn := range u.Inits {
		if fn.Body != nil {
			m.begin(fn, rootBudget)
			m.Call(fn, nil, nil, nil, token.NoPos)
			m.finish()
		}
	}
	for _, key := range u.InitOrder {
		if v := u.Vars[key]; v != nil && v.Mutated {
			m.loosen(m.globals[key], v)
		}
	}
}

// apart saves the state of the present run until the returned function is called. It is
// used to initialise package variables on first use, which may be on a path that is
// undone later.
func (m *Machine) apart() func() {
	before, start := m.Mem.Keep(), value.Clock()
	saved := *m
	resume := m.Heap.Aside()
	m.cond, m.depth, m.stack, m.panicking = 0, 0, nil, false
	return func() {
		m.cond, m.depth, m.stack = saved.cond, saved.depth, saved.stack
		m.budget, m.root, m.rootEntry, m.leftOff = saved.budget, saved.root, saved.rootEntry, saved.leftOff
		m.panicking = saved.panicking
		resume()
		m.Mem.Always(before, start)
	}
}

// loosen makes a variable partly unknown because other functions write to it.
func (m *Machine) loosen(c *value.Cell, v *ir.Var) {
	if c == nil {
		return
	}
	why := value.NewUnknown(fmt.Sprintf("variable %s is written to elsewhere", ir.ShortKey(v.Key)), v.Pos, v.Type)
	switch x := c.Get().(type) {
	case *value.Slice:
		s := *x
		s.Open, s.IsNil = why, false
		m.Mem.Set(c, &s)
	case *value.Map:
		st := x.State()
		m.Mem.Set(x.Obj, &value.Entries{Entries: st.Entries, Open: why})
	case *value.Closure:
		m.Mem.Set(c, &value.Unknown{Reason: why.Reason, Pos: why.Pos, T: v.Type, Alts: []value.Value{x}})
	default:
		m.Mem.Set(c, value.Symbolic(v.Type, why.Reason, v.Pos, 0))
	}
}

func (m *Machine) initVar(u *ir.Unit, v *ir.Var) {
	if v.Init == nil {
		m.globals[v.Key] = value.NewCell(value.Zero(v.Type, v.Pos))
		return
	}
	c := value.NewCell(value.NewUnknown("initialisation cycle", v.Pos, v.Type))
	m.globals[v.Key] = c
	fn := &ir.Func{Key: v.Key, Pos: v.Pos, Pkg: u.Path, Body: v.Init}
	m.begin(fn, rootBudget)
	f := &frame{fn: fn}
	m.stack = append(m.stack, f)
	val := m.eval(f, v.Init)
	m.stack = m.stack[:len(m.stack)-1]
	m.finish()
	if v.Index >= 0 {
		tup, ok := val.(value.Tuple)
		for _, other := range u.Vars {
			if other.Init != v.Init {
				continue
			}
			if ok && other.Index < len(tup) {
				m.globals[other.Key] = value.NewCell(value.Clone(tup[other.Index]))
			} else {
				m.globals[other.Key] = value.NewCell(value.NewUnknown("an unknown result", v.Pos, other.Type))
			}
		}
		return
	}
	m.Mem.Set(c, m.ConvertTo(value.Clone(val), v.Type))
}

func (m *Machine) global(key string, pos token.Pos) *value.Cell {
	if c := m.globals[key]; c != nil {
		return c
	}
	pkg := ir.PkgOf(key)
	if u := m.Env.Unit(pkg); u != nil {
		if v := u.Vars[key]; v != nil {
			if !m.ready[pkg] {
				m.initUnit(u)
			}
			if m.globals[key] == nil {
				done := m.apart()
				m.initVar(u, v)
				done()
			}
			return m.globals[key]
		}
	}
	c := value.NewCell(value.NewUnknown(fmt.Sprintf("variable %s of another package", ir.ShortKey(key)), pos, nil))
	if v := m.Lib.Variable(key, pos); v != nil {
		c.First = v
	}
	m.globals[key] = c
	return c
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
