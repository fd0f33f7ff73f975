package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// What is not followed to its end may go on to write to all that it can reach.
// The functions here make that unknown, so that nothing which stands there now
// passes for what stands there in the end.

// forget makes unknown what the values lead to, and the variables of the
// functions among it.
func (m *Machine) forget(why *Unknown, vals ...Value) {
	r := &reached{seen: map[*Cell]bool{}}
	for _, v := range vals {
		r.value(v)
	}
	m.forgetCells(why, r)
}

func (m *Machine) forgetCells(why *Unknown, r *reached) {
	m.forgetting++ // of what may be the same place, r has all
	defer func() { m.forgetting-- }()
	defer m.walk()()
	for i := 0; i < len(r.cells); i++ { // what they lead to is added on the way
		r.value(r.cells[i].Get())
	}
	m.work(visitCost * r.visits) // most of the work, where much of a program has escaped
	for _, c := range r.cells {
		if r.kept[c] {
			continue
		}
		switch v := c.Get().(type) {
		case nil, *mapState: // see the maps below
		case *Ptr, *Map, *Closure, *Extern, *Native, *Unknown:
			m.Set(c, havoc(v, why))
		}
	}
	places := make([]Value, 0, len(r.cells)+len(r.maps))
	for _, c := range r.cells {
		if !r.kept[c] {
			places = append(places, &Ptr{C: c})
		}
	}
	for _, mp := range r.maps {
		places = append(places, mp)
	}
	m.handOver(places, why)
}

// reached collects the variables that values lead to.
type reached struct {
	seen  map[*Cell]bool
	kept  map[*Cell]bool // are not written to themselves
	cells []*Cell
	maps  []*Map
	// visits counts the values that were looked at, and visited are those with parts.
	visits  int
	visited map[Value]bool
}

func (r *reached) cell(c *Cell) {
	if c != nil && !r.seen[c] {
		r.seen[c] = true
		r.cells = append(r.cells, c)
		if mk := marksOf(c); mk != nil {
			for _, same := range mk.mirrors {
				r.cell(same)
			}
		}
	}
}

// keep is cell for a variable that the code which is not followed only reads.
func (r *reached) keep(c *Cell) {
	if c == nil || r.seen[c] {
		return
	}
	if r.kept == nil {
		r.kept = map[*Cell]bool{}
	}
	r.kept[c] = true
	r.cell(c)
}

func (r *reached) value(v Value) {
	r.visits++
	v = plain(v)
	if hasParts(v) {
		if r.visited[v] {
			return
		}
		if r.visited == nil {
			r.visited = map[Value]bool{}
		}
		r.visited[v] = true
	}
	switch v := v.(type) {
	case *Ptr:
		r.cell(v.C)
	case *Slice:
		for _, e := range v.Elems {
			r.cell(e.C)
		}
	case *Map:
		if !r.seen[v.Obj] {
			r.seen[v.Obj] = true
			r.maps = append(r.maps, v)
			r.value(v.Obj.Get())
		}
	case *mapState:
		for _, e := range v.entries {
			r.value(e.val)
		}
	case *Struct:
		r.parts(v.parts)
	case *Array:
		r.parts(v.parts)
	case *Closure:
		r.value(v.Recv)
		for i, c := range v.Env {
			if i < len(v.Fn.Captures) && !assigns(v.Fn, v.Fn.Captures[i][1]) {
				r.keep(c)
			} else {
				r.cell(c)
			}
		}
	case *Extern:
		r.value(v.Recv)
	case *Native:
		switch s := v.Data.(type) {
		case *Slice:
			r.value(s)
		case *MapSeq:
			r.value(s.Map)
		}
	case *Unknown:
		for _, alt := range v.Alts {
			r.value(alt)
		}
		for _, alt := range v.among {
			r.value(alt)
		}
	case Tuple:
		for _, e := range v {
			r.value(e)
		}
	}
}

func (r *reached) parts(ps parts) {
	for _, p := range ps {
		if c, ok := p.(*Cell); ok {
			r.cell(c)
		} else {
			r.value(p)
		}
	}
}

// assigns reports whether a function, or a literal in it, may write to one of
// its variables after that was declared.
func assigns(fn *ir.Func, slot int) bool {
	return fn.Body != nil && assignsIn(fn.Body, slot)
}

func assignsIn(n *ir.Node, slot int) bool {
	switch n.Op {
	case ir.OpAssign:
		for _, t := range n.Kids[:n.Int] {
			if rootSlot(t) == slot {
				return true
			}
		}
	case ir.OpAddr:
		if rootSlot(n.Kids[0]) == slot {
			return true
		}
	case ir.OpRange:
		if !n.Flag && (rootSlot(n.Kids[1]) == slot || rootSlot(n.Kids[2]) == slot) {
			return true
		}
	}
	for _, k := range n.Kids {
		if assignsIn(k, slot) {
			return true
		}
	}
	if n.Fn != nil {
		for _, c := range n.Fn.Captures {
			if c[0] == slot && assigns(n.Fn, c[1]) {
				return true
			}
		}
	}
	return false
}

// rootSlot returns the local variable that an expression denotes, or a part of
// it; -1 if there is none.
func rootSlot(n *ir.Node) int {
	for n.Op == ir.OpField || n.Op == ir.OpIndex || n.Op == ir.OpSlice {
		n = n.Kids[0]
	}
	if n.Op == ir.OpLocal {
		return n.Int
	}
	return -1
}

// leaveOff keeps what a call that ends with its budget can reach, until it is
// known where the evaluation goes on.
func (m *Machine) leaveOff(f *frame) {
	if m.leftOff == nil {
		m.leftOff = &reached{seen: map[*Cell]bool{}}
	}
	for _, v := range f.args {
		m.leftOff.value(v)
	}
	for i, c := range f.slots {
		if assigns(f.fn, i) {
			m.leftOff.cell(c)
		} else {
			m.leftOff.keep(c)
		}
	}
}

// goOn forgets what the rest of a function could have written to that was left
// since before, and what the calls in it could.
func (m *Machine) goOn(fn *ir.Func, before State, why *Unknown) {
	r := m.leftOff
	m.leftOff = nil
	if r == nil {
		r = &reached{seen: map[*Cell]bool{}}
	}
	for _, d := range m.mem.changes(before, m.mem.keep()) {
		r.cell(d.c)
		r.value(d.va)
	}
	for _, key := range m.globalsOf(fn) {
		r.cell(m.global(key, fn.Pos))
	}
	m.forgetCells(why, r)
}

// entryOf returns a state in which f had not begun, the last one that was kept.
func (m *Machine) entryOf(f *frame) State {
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

// notFollowed forgets what a call that is not made at all could have written
// to.
func (m *Machine) notFollowed(fn *ir.Func, env []*Cell, args []Value, why *Unknown) {
	r := &reached{seen: map[*Cell]bool{}}
	r.value(&Closure{Fn: fn, Env: env})
	for _, a := range args {
		r.value(a)
	}
	for _, key := range m.globalsOf(fn) {
		r.cell(m.global(key, fn.Pos))
	}
	m.forgetCells(why, r)
}

// globalsOf returns the package variables that a function can write to, or to
// what they lead to, itself or by the functions that it names.
func (m *Machine) globalsOf(fn *ir.Func) []string {
	g := &globalUse{m: m, done: map[*ir.Func]bool{}, found: map[string]bool{}}
	g.fn(fn)
	return g.keys
}

type globalUse struct {
	m     *Machine
	done  map[*ir.Func]bool
	found map[string]bool
	keys  []string
}

func (g *globalUse) fn(fn *ir.Func) {
	if fn != nil && fn.Body != nil && !g.done[fn] {
		g.done[fn] = true
		g.read(fn.Body, true)
	}
}

// read visits an expression or statement. leads says that what an expression
// gives may be written through.
func (g *globalUse) read(n *ir.Node, leads bool) {
	switch n.Op {
	case ir.OpGlobal:
		if leads && mutable(n.Type, 0) {
			g.add(n.Name)
		}
		return
	case ir.OpField, ir.OpIndex, ir.OpDeref:
		g.read(n.Kids[0], leads && mutable(n.Type, 0))
		g.reads(n.Kids[1:])
		return
	case ir.OpRange:
		k, v := rangeTypes(n.Kids[0].Type)
		g.read(n.Kids[0], k == nil || mutable(k, 0) || mutable(v, 0))
		if !n.Flag {
			g.write(n.Kids[1])
			g.write(n.Kids[2])
		}
		g.reads(n.Kids[3:])
		return
	case ir.OpAssign:
		for _, t := range n.Kids[:n.Int] {
			g.write(t)
		}
		g.reads(n.Kids[n.Int:])
		return
	case ir.OpAddr:
		g.write(n.Kids[0])
		return
	case ir.OpBuiltin:
		if n.Name == "len" || n.Name == "cap" {
			g.read(n.Kids[0], false)
			return
		}
	case ir.OpFunc:
		g.fn(g.m.Env.Func(n.Name))
	case ir.OpMethod:
		if !n.Flag {
			g.fn(g.m.Env.Func(n.Name))
		}
	}
	g.reads(n.Kids)
	g.fn(n.Fn)
}

func (g *globalUse) reads(ns []*ir.Node) {
	for _, n := range ns {
		g.read(n, true)
	}
}

func (g *globalUse) write(n *ir.Node) {
	switch n.Op {
	case ir.OpGlobal:
		g.add(n.Name)
	case ir.OpField, ir.OpIndex, ir.OpDeref, ir.OpSlice:
		g.write(n.Kids[0])
		g.reads(n.Kids[1:])
	default:
		g.read(n, true)
	}
}

func (g *globalUse) add(key string) {
	if !g.found[key] {
		g.found[key] = true
		g.keys = append(g.keys, key)
	}
}

// mutable reports whether a value of type t can be written through.
func mutable(t types.Type, depth int) bool {
	if t == nil || depth > 8 {
		return true
	}
	switch u := ir.Under(t).(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return mutable(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if mutable(u.Field(i).Type(), depth+1) {
				return true
			}
		}
		return false
	}
	return true
}

// budgetEnds returns what is to be known of what a budget left out.
func budgetEnds(pos token.Pos) *Unknown {
	return NewUnknown("written to by code that is "+OverBudget, pos, nil)
}
