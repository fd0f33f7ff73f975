package eval

import (
	"fmt"
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file initialises package variables.

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
			m.begin(fn, true)
			m.Call(fn, nil, nil, nil, token.NoPos)
			m.finish(true)
		}
	}
	for _, key := range u.InitOrder {
		v := u.Vars[key]
		switch {
		case v == nil:
		case m.code().InitWritten()[key]:
			m.forgetVar(v)
		case v.Mutated:
			m.loosen(m.globals[key], v)
		}
	}
}

// forgetVar makes a variable unknown to which initializers that are not followed write.
func (m *Machine) forgetVar(v *ir.Var) {
	r := value.ToForget()
	r.Cell(m.global(v.Key, v.Pos))
	m.ForgetCells(value.NewUnknown(fmt.Sprintf("variable %s is written to by code that is not followed", ir.ShortKey(v.Key)), v.Pos, v.Type), r)
}

// apart saves the state of the present run until the returned function is called. It is
// used to initialise package variables on first use, which may be on a path that is
// undone later.
func (m *Machine) apart() func() {
	before, start := m.Mem.Keep(), value.Clock()
	saved := *m
	resume := m.Heap.Aside()
	m.control, m.callStack, m.passes = control{}, callStack{}, passes{}
	return func() {
		m.control, m.callStack, m.passes = saved.control, saved.callStack, saved.passes
		m.budget, m.root, m.rootEntry, m.leftOff, m.open = saved.budget, saved.root, saved.rootEntry, saved.leftOff, saved.open
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
		s := x.Opened(why)
		s.Sure = false
		m.Mem.Set(c, s)
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
		m.globals[v.Key] = value.NewVar(value.Zero(v.Type, v.Pos), v.Type)
		return
	}
	c := value.NewVar(value.NewUnknown("initialisation cycle", v.Pos, v.Type), v.Type)
	m.globals[v.Key] = c
	fn := &ir.Func{Key: v.Key, Pos: v.Pos, Pkg: u.Path, Body: v.Init}
	m.begin(fn, true)
	f := &frame{fn: fn}
	m.stack = append(m.stack, f)
	val := m.eval(f, v.Init)
	m.stack = m.stack[:len(m.stack)-1]
	m.finish(true)
	if v.Index >= 0 {
		tup, ok := val.(value.Tuple)
		for _, other := range u.Vars {
			if other.Init != v.Init {
				continue
			}
			if ok && other.Index < len(tup) {
				m.globals[other.Key] = value.NewVar(value.Clone(tup[other.Index]), other.Type)
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
