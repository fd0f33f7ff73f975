// Package eval is a small interpreter for Go in which some values are unknown.
//
// A package's syntax is lowered to programs (see [Lower]), which also travel
// between packages as facts, and a [Machine] runs them. Functions that matter
// to a dialect are intrinsics: the machine hands them their arguments. The
// machine knows nothing of tools or schemas.
package eval

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Call is what an intrinsic is given.
type Call struct {
	M   *Machine
	Key string
	Pos token.Pos
	// Recv is the receiver of a method, nil for functions.
	Recv Value
	// Args are the arguments; those of a variadic parameter stand in a *Slice
	// at the end.
	Args []Value
	// Targs are the type arguments, with the caller's filled in.
	Targs []types.Type
	// Result is the static type of the result (a tuple for several).
	Result types.Type
}

// Arg returns the i-th argument, nil if there are fewer.
func (c *Call) Arg(i int) Value {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}

// Unknown returns an unknown result.
func (c *Call) Unknown(reason string) *Unknown { return unknown(reason, c.Pos, c.Result) }

// Panic ends the path that is being run.
func (c *Call) Panic() Value {
	c.M.panicking = true
	return c.Unknown("the call panics")
}

// CallMethod runs the method of that name on the zero value of t. It reports
// false if the method's program is not known, or panics.
func (c *Call) CallMethod(t types.Type, name string, args ...Value) (Value, bool) {
	fn, ok := c.M.dispatch(zero(t, c.Pos), &Node{Name: name, Pos: c.Pos}).(*Closure)
	if !ok || fn.Fn.Body == nil || c.M.depth > maxDepth/2 {
		return nil, false
	}
	v := c.M.CallValue(fn, args, c.Pos)
	if c.M.panicking {
		c.M.panicking = false
		return nil, false
	}
	return v, true
}

// Fault notes that the call panics with msg because of what stands at pos, as
// a fault of the definition that is being completed. The path goes on, so that
// what comes later is found all the same.
func (m *Machine) Fault(msg string, pos token.Pos) {
	if len(m.Defs) == 0 {
		return
	}
	d := m.Defs[len(m.Defs)-1]
	for _, f := range m.stack {
		if f.fn == d.Func && !d.Used {
			d.Faults = append(d.Faults, &EncodeError{msg, pos})
			return
		}
	}
}

// Intrinsic is a function that is not run but known.
type Intrinsic func(c *Call) Value

// Env is where a machine finds programs.
type Env interface {
	// Func returns the program of a function, nil if there is none.
	Func(key string) *Func
	// Unit returns the unit of a package, nil if there is none.
	Unit(path string) *Unit
	// Intrinsic returns what a dialect knows of a function, nil if nothing.
	Intrinsic(key string) Intrinsic
	// Watch reports whether composite literals of this type are definitions.
	Watch(t types.Type) bool
	// Encode encodes values whose types have methods of their own, as
	// [Encoder].Hook.
	Encode(e *Encoder, v Value) (*schema.Node, bool)
	// Decode decodes JSON into a type with an UnmarshalJSON of its own.
	Decode(n *schema.Node, t types.Type) (Value, bool)
	// Harmless reports whether the functions of a package, where they are not
	// followed, leave alone what they are given.
	Harmless(pkgPath string) bool
}

// Budgets, in executed nodes. What exceeds them is unresolved.
const (
	rootBudget   = 4_000_000 // of one function that is run for its own sake
	helperBudget = 50_000    // of one call of a function that mentions no tools
	maxDepth     = 120       // of calls
)

// Machine runs programs.
type Machine struct {
	Env Env
	// Own reports whether a position lies in the package being analysed.
	Own func(token.Pos) bool

	Defs []*Def

	steps     int
	limit     int
	depth     int
	cond      int
	panicking bool
	trail     []undo
	globals   map[string]*Cell
	ready     map[string]bool // units whose variables are initialised
	executed  map[*Func]bool
	closures  []*Closure
	running   *Closure // the closure that is run for its own sake
	stack     []*frame
}

// NewMachine returns a machine with nothing run yet.
func NewMachine(env Env, own func(token.Pos) bool) *Machine {
	return &Machine{Env: env, Own: own, limit: rootBudget,
		globals: map[string]*Cell{}, ready: map[string]bool{}, executed: map[*Func]bool{}}
}

// Conditional reports whether what runs now depends on an unknown condition.
func (m *Machine) Conditional() bool { return m.cond > 0 }

// Stack returns the calls that are running, outermost first: the place of each
// call and the function called.
func (m *Machine) Stack() []CallSite {
	var out []CallSite
	for _, f := range m.stack {
		out = append(out, CallSite{f.callPos, f.fn})
	}
	return out
}

// CallSite is a call that is running.
type CallSite struct {
	Pos token.Pos // token.NoPos for the first
	Fn  *Func
}

type frame struct {
	fn      *Func
	slots   []*Cell
	targs   []types.Type
	mark    int // of the trail, at entry
	cond    int
	parked  []path
	defers  []func()
	callPos token.Pos
}

// RunUnit runs a package's initialisers and init functions, then every
// function that somebody outside may call, then those that nothing has called,
// and last the closures that were built and not called.
func (m *Machine) RunUnit(u *Unit, order []*Func) {
	m.initUnit(u)
	m.rootClosures()
	var called map[string]bool
	for _, fn := range order {
		if called == nil {
			called = staticCallees(u)
		}
		if fn.Relevant && (fn.Exported || !called[fn.Key]) {
			m.RunRoot(fn)
		}
	}
	for _, fn := range order {
		if fn.Relevant && !m.executed[fn] {
			m.RunRoot(fn)
		}
	}
}

// RunRoot runs a function with unknown arguments and forgets what it wrote.
func (m *Machine) RunRoot(fn *Func) {
	if fn.Body == nil {
		return
	}
	mark := len(m.trail)
	m.steps, m.limit, m.cond, m.depth = 0, rootBudget, 0, 0
	args := make([]Value, len(fn.Params))
	for i, p := range fn.Params {
		args[i] = symbolic(p.Type, fmt.Sprintf("parameter %s of %s", p.Name, shortKey(fn.Key)), fn.Pos, 0)
	}
	m.call(fn, nil, args, nil, token.NoPos)
	m.rootClosures()
	m.panicking = false
	m.rollback(mark)
}

// rootClosures runs the closures that were built and never called.
func (m *Machine) rootClosures() {
	for i := 0; i < len(m.closures) && i < 10000; i++ {
		c := m.closures[i]
		if c.ran || c.Fn.Body == nil || !c.Fn.Relevant || c.recursive() {
			continue
		}
		m.panicking = false
		m.steps, m.limit, m.depth = 0, rootBudget, 0
		args := make([]Value, len(c.Fn.Params))
		for i, p := range c.Fn.Params {
			args[i] = symbolic(m.subst(p.Type, c.Fn, c.Targs), fmt.Sprintf("parameter %s of a function literal", p.Name), c.Pos, 0)
		}
		m.running = c
		m.CallValue(c, args, c.Pos)
		m.running = nil
	}
	m.closures = m.closures[:0]
}

// recursive reports whether the closure was built by a run of its own
// function, or far down a chain of closures that build closures.
func (c *Closure) recursive() bool {
	depth := 0
	for p := c.parent; p != nil; p = p.parent {
		if depth++; p.Fn == c.Fn || depth > 6 {
			return true
		}
	}
	return false
}

func (m *Machine) initUnit(u *Unit) {
	if m.ready[u.Path] {
		return
	}
	m.ready[u.Path] = true
	saved := *m
	m.cond, m.depth, m.stack = 0, 0, nil
	for _, key := range u.InitOrder {
		if v := u.Vars[key]; v != nil && m.globals[key] == nil {
			m.initVar(u, v)
		}
	}
	for _, fn := range u.Inits {
		if fn.Body != nil {
			m.steps, m.limit = 0, rootBudget
			m.call(fn, nil, nil, nil, token.NoPos)
			m.panicking = false
		}
	}
	for _, key := range u.InitOrder {
		if v := u.Vars[key]; v != nil && v.Mutated {
			m.loosen(m.globals[key], v)
		}
	}
	m.cond, m.depth, m.stack, m.steps, m.limit = saved.cond, saved.depth, saved.stack, saved.steps, saved.limit
}

// loosen makes a variable that other functions write to partly unknown.
func (m *Machine) loosen(c *Cell, v *Var) {
	if c == nil {
		return
	}
	why := unknown(fmt.Sprintf("variable %s is written to elsewhere", shortKey(v.Key)), v.Pos, v.Type)
	switch x := c.v.(type) {
	case *Slice:
		s := *x
		s.Open, s.IsNil = why, false
		c.v = &s
	case *Map:
		st := x.Obj.v.(*mapState)
		x.Obj.v = &mapState{st.entries, why}
	case *Closure:
		c.v = &Unknown{Reason: why.Reason, Pos: why.Pos, T: v.Type, Alts: []Value{x}}
	default:
		c.v = symbolic(v.Type, why.Reason, v.Pos, 0)
	}
}

func (m *Machine) initVar(u *Unit, v *Var) {
	if v.Init == nil {
		m.globals[v.Key] = NewCell(zero(v.Type, v.Pos))
		return
	}
	m.steps, m.limit = 0, rootBudget
	c := NewCell(unknown("initialisation cycle", v.Pos, v.Type))
	m.globals[v.Key] = c
	f := &frame{fn: &Func{Key: v.Key, Pkg: u.Path}, mark: len(m.trail)}
	m.stack = append(m.stack, f)
	val := m.eval(f, v.Init)
	m.stack = m.stack[:len(m.stack)-1]
	m.panicking = false
	if v.Index >= 0 {
		tup, ok := val.(Tuple)
		for _, other := range u.Vars {
			if other.Init != v.Init {
				continue
			}
			if ok && other.Index < len(tup) {
				m.globals[other.Key] = NewCell(clone(tup[other.Index]))
			} else {
				m.globals[other.Key] = NewCell(unknown("a result that is not known", v.Pos, other.Type))
			}
		}
		return
	}
	c.v = m.convertTo(clone(val), v.Type)
}

func (m *Machine) global(key string, pos token.Pos) *Cell {
	if c := m.globals[key]; c != nil {
		return c
	}
	pkg := pkgOf(key)
	if u := m.Env.Unit(pkg); u != nil {
		if v := u.Vars[key]; v != nil {
			if !m.ready[pkg] {
				m.initUnit(u)
			}
			if m.globals[key] == nil {
				m.initVar(u, v)
			}
			return m.globals[key]
		}
	}
	c := NewCell(unknown(fmt.Sprintf("variable %s of another package", shortKey(key)), pos, nil))
	if v := stdGlobal(key, pos); v != nil {
		c.v = v
	}
	m.globals[key] = c
	return c
}

// spend counts a step and reports whether the budget is used up.
func (m *Machine) spend() bool {
	m.steps++
	return m.steps > m.limit
}

const overBudget = "too much to evaluate"

// CallValue calls a function value.
func (m *Machine) CallValue(fv Value, args []Value, pos token.Pos) Value {
	return m.callValue(fv, args, nil, pos, nil)
}

func (m *Machine) callValue(fv Value, args []Value, targs []types.Type, pos token.Pos, result types.Type) Value {
	switch f := fv.(type) {
	case *hostFunc:
		return f.f(args)
	case *Closure:
		f.ran = true
		if len(targs) == 0 {
			targs = f.Targs
		}
		if f.Recv != nil {
			args = append([]Value{f.Recv}, args...)
		}
		if in := m.Env.Intrinsic(f.Fn.Key); in != nil {
			return m.intrinsic(in, f.Fn.Key, f.Recv, args, targs, pos, result)
		}
		if f.Fn.Body == nil {
			m.escape(args, shortKey(f.Fn.Key), pos)
			return m.opaque(shortKey(f.Fn.Key), pos, result)
		}
		return m.call(f.Fn, f.Env, args, targs, pos)
	case *Extern:
		if len(targs) == 0 {
			targs = f.Targs
		}
		if in := m.Env.Intrinsic(f.Key); in != nil {
			return m.intrinsic(in, f.Key, f.Recv, args, targs, pos, result)
		}
		if model := models[f.Key]; model != nil {
			return m.intrinsic(model, f.Key, f.Recv, args, targs, pos, result)
		}
		m.escapeExtern(f, args, pos)
		return m.opaque(shortKey(f.Key), pos, result)
	case *Unknown:
		if len(f.Alts) > 0 {
			return m.callAlts(f, args, targs, pos, result)
		}
		m.escape(args, "a function that is not known", pos)
		return unknown("result of a function that is not known: "+f.Reason, pos, result)
	}
	m.escape(args, "a function that is not known", pos)
	return unknown("result of a function that is not known", pos, result)
}

func (m *Machine) intrinsic(in Intrinsic, key string, recv Value, args []Value, targs []types.Type, pos token.Pos, result types.Type) Value {
	if recv != nil && len(args) > 0 && same(args[0], recv) {
		args = args[1:]
	}
	return in(&Call{M: m, Key: key, Pos: pos, Recv: recv, Args: args, Targs: targs, Result: result})
}

// callAlts calls each function that f can be.
func (m *Machine) callAlts(f *Unknown, args []Value, targs []types.Type, pos token.Pos, result types.Type) Value {
	var paths []path
	for _, alt := range f.Alts {
		mark := len(m.trail)
		m.cond++
		v := m.callValue(alt, args, targs, pos, result)
		m.cond--
		if !m.panicking {
			paths = append(paths, path{writes: m.since(mark), vals: []Value{v}})
		}
		m.panicking = false
		m.rollback(mark)
	}
	if len(paths) == 0 {
		m.panicking = true
		return unknown("the call panics", pos, result)
	}
	m.mergeAll(paths, f)
	v := paths[0].vals[0]
	for _, p := range paths[1:] {
		v = m.join(v, p.vals[0], f)
	}
	return v
}

// opaque returns the unknown results of a function that cannot be followed.
func (m *Machine) opaque(name string, pos token.Pos, result types.Type) Value {
	return spreadUnknown("result of "+name+", which is not followed", pos, result)
}

func spreadUnknown(reason string, pos token.Pos, result types.Type) Value {
	if tup, ok := result.(*types.Tuple); ok {
		if tup.Len() == 1 {
			return unknown(reason, pos, tup.At(0).Type())
		}
		out := make(Tuple, tup.Len())
		for i := range out {
			out[i] = unknown(reason, pos, tup.At(i).Type())
		}
		return out
	}
	return unknown(reason, pos, result)
}

// call runs a program.
func (m *Machine) call(fn *Func, env []*Cell, args []Value, targs []types.Type, pos token.Pos) Value {
	result := func(reason string) Value {
		if len(fn.Results) == 1 {
			return unknown(reason, pos, fn.Results[0].Type)
		}
		out := make(Tuple, len(fn.Results))
		for i := range out {
			out[i] = unknown(reason, pos, fn.Results[i].Type)
		}
		return out
	}
	if m.depth >= maxDepth {
		return result("recursion")
	}
	m.executed[fn] = true
	outer := m.limit
	if !fn.Relevant {
		m.limit = min(m.limit, m.steps+helperBudget)
	}
	f := &frame{fn: fn, slots: make([]*Cell, fn.NumSlots), targs: targs, mark: len(m.trail), cond: m.cond, callPos: pos}
	for i, p := range fn.Params {
		var v Value
		if i < len(args) {
			v = m.convertTo(clone(args[i]), m.subst(p.Type, fn, targs))
		} else {
			v = unknown("an argument that is not known", pos, p.Type)
		}
		if p.Slot >= 0 {
			f.slots[p.Slot] = NewCell(v)
		}
	}
	for i, c := range fn.Captures {
		if i < len(env) {
			f.slots[c[1]] = env[i]
		}
	}
	for _, r := range fn.Results {
		if r.Slot >= 0 {
			f.slots[r.Slot] = NewCell(zero(m.subst(r.Type, fn, targs), fn.Pos))
		}
	}
	m.depth++
	m.stack = append(m.stack, f)
	v := m.runBody(f)
	m.stack = m.stack[:len(m.stack)-1]
	m.depth--
	m.cond = f.cond
	over := m.steps > m.limit
	m.limit = outer
	if over {
		return result(overBudget)
	}
	return v
}

func (m *Machine) runBody(f *frame) Value {
	c := m.exec(f, f.fn.Body)
	live := !m.panicking
	vals := c.vals
	if live && c.kind == ctlNone {
		vals = m.namedResults(f)
	}
	if live && m.failed(f.fn, vals) && len(f.parked) > 0 {
		live = false
	}
	if paths := m.succeeded(f, live); len(paths) > 0 {
		f.parked = nil
		why := paths[0].ctl.why
		if live {
			m.merge(f.mark, paths, why)
		} else {
			m.rollback(f.mark)
			m.mergeAll(paths, why)
			m.panicking = false
			vals, paths = paths[0].vals, paths[1:]
			live = true
		}
		vals = append([]Value(nil), vals...)
		for _, p := range paths {
			for i := range vals {
				if i < len(p.vals) {
					vals[i] = m.join(vals[i], p.vals[i], why)
				}
			}
		}
	}
	m.cond = f.cond
	if live {
		for i := len(f.defers) - 1; i >= 0; i-- {
			f.defers[i]()
		}
		m.panicking = false
	}
	if len(vals) == 1 {
		return vals[0]
	}
	return Tuple(vals)
}

// failed reports whether a path returns an error that is surely not nil, from
// code that a server calls: what an SDK does with its own errors is followed.
func (m *Machine) failed(fn *Func, vals []Value) bool {
	if m.Env.Harmless(fn.Pkg) || len(vals) == 0 || len(vals) != len(fn.Results) || !isError(fn.Results[len(vals)-1].Type) {
		return false
	}
	switch vals[len(vals)-1].(type) {
	case *Native, *Ptr, *Struct:
		return true
	}
	return false
}

// succeeded returns the parked paths that return without an error, or all if
// there is no other way to return: a server that starts has had no errors.
func (m *Machine) succeeded(f *frame, live bool) []path {
	var out []path
	for _, p := range f.parked {
		if !m.failed(f.fn, p.vals) {
			out = append(out, p)
		}
	}
	if len(out) == 0 && !live {
		return f.parked
	}
	return out
}

func (m *Machine) namedResults(f *frame) []Value {
	var vals []Value
	for _, r := range f.fn.Results {
		if r.Slot >= 0 && f.slots[r.Slot] != nil {
			vals = append(vals, clone(f.slots[r.Slot].v))
		} else {
			vals = append(vals, unknown("a missing return", f.fn.Pos, r.Type))
		}
	}
	return vals
}

// Under runs f as something that depends on a condition that is not known.
func (m *Machine) Under(f func()) {
	m.cond++
	f()
	m.cond--
}
