package eval

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// CallValue calls a function value for code that may drop its error.
func (m *Machine) CallValue(fv value.Value, args []value.Value, pos token.Pos) value.Value {
	return m.callValue(fv, args, pos, nil, dropped())
}

// callValue calls a function value. try says what the caller does with an error; nil is for
// roots, whose errors end the start.
func (m *Machine) callValue(fv value.Value, args []value.Value, pos token.Pos, result types.Type, try *attempt) value.Value {
	if m.local.missed == nil {
		m.Called[pos] = true
	}
	switch f := fv.(type) {
	case *value.HostFunc:
		return f.F(args)
	case *value.Closure:
		return m.callClosure(f, args, pos, result, try)
	case *value.Extern:
		return m.callExtern(f, args, pos, result, try)
	case *value.Unknown:
		return m.callUnknown(f, args, pos, result, try)
	case *value.Nil:
		m.panics(nil)
		return value.NewUnknown("nil is called", pos, result)
	}
	m.Escape(args, "an unknown function", pos)
	return value.NewUnknown("result of an unknown function", pos, result)
}

// callClosure runs the program of a function, unless a dialect models the function.
func (m *Machine) callClosure(f *value.Closure, args []value.Value, pos token.Pos, result types.Type, try *attempt) value.Value {
	for c := f; c != nil; c = c.From {
		c.Ran = true
	}
	if in := m.Env.Intrinsic(f.Fn.Key); in != nil {
		return m.dialect(in, &Call{M: m, Key: f.Fn.Key, Pos: pos, Recv: receiver(f), Args: args, Targs: f.Targs, Result: result,
			MustSucceed: try != nil && try.endsStart()})
	}
	if f.Recv != nil {
		args = append([]value.Value{receiver(f)}, args...)
	}
	if f.Fn.Body == nil || m.addsNothing(f, args) {
		m.escapeTo(f.Fn.Key, nil, args, pos)
		m.mayWrite(f, value.NewUnknown("written to by "+ir.ShortKey(f.Fn.Key)+", which is not followed", pos, nil))
		return opaque(ir.ShortKey(f.Fn.Key), pos, result)
	}
	return m.call(f.Fn, f.Env, args, f.Targs, pos, try)
}

// receiver returns the value to which a method is bound, or what a pointer in an interface
// leads to now if the method has a value receiver.
func receiver(f *value.Closure) value.Value {
	p, ok := f.Recv.(*value.Ptr)
	if !ok || len(f.Fn.Params) == 0 {
		return f.Recv
	}
	if _, viaPtr := types.Unalias(f.Fn.Params[0].Type).(*types.Pointer); viaPtr || ir.IsInterface(f.Fn.Params[0].Type) {
		return f.Recv
	}
	return p.C.Get()
}

// callExtern calls the model of a function without a program. If it has no model, its
// result is unknown, and so is what it may write to.
func (m *Machine) callExtern(f *value.Extern, args []value.Value, pos token.Pos, result types.Type, try *attempt) value.Value {
	c := &Call{M: m, Key: f.Key, Pos: pos, Recv: f.Recv, Args: args, Targs: f.Targs, Result: result, MustSucceed: try != nil && try.endsStart()}
	if in := m.Env.Intrinsic(f.Key); in != nil {
		return m.dialect(in, c)
	}
	if model := m.Lib.Model(f.Key); model != nil {
		v := mayHaveRoom(model(c), args)
		// An unknown result may be an argument, or lead to one.
		if value.LeadsSomewhere(v) {
			m.Escape(args, ir.ShortKey(f.Key), pos)
		}
		return partOfArgument(v, args)
	}
	m.escapeExtern(f, args, pos)
	return partOfArgument(opaque(ir.ShortKey(f.Key), pos, result), args)
}

// mayHaveRoom returns v, the result of a model, as a slice whose array may have room for more
// elements, if it is a new one. Models do not know capacities.
func mayHaveRoom(v value.Value, args []value.Value) value.Value {
	switch v := v.(type) {
	case value.Tuple:
		for i, part := range v {
			v[i] = mayHaveRoom(part, args)
		}
	case *value.Slice:
		if !v.IsNil && value.Full(v) && !slices.ContainsFunc(args, func(a value.Value) bool { return a == value.Value(v) }) {
			return v.WithRoom()
		}
	}
	return v
}

// partOfArgument returns v, the result of a function without a program. If it is an unknown slice,
// it may be a part of an argument of its type, as that of slices.Grow is.
func partOfArgument(v value.Value, args []value.Value) value.Value {
	u, ok := v.(*value.Unknown)
	if !ok || u.T == nil {
		return v
	}
	if _, ok := ir.Under(u.T).(*types.Slice); !ok {
		return v
	}
	return value.WithTargets(v, slices.DeleteFunc(slices.Clone(args), func(a value.Value) bool {
		t := value.TypeOf(a)
		return t == nil || !types.Identical(ir.Under(t), ir.Under(u.T))
	}))
}

func (m *Machine) callUnknown(f *value.Unknown, args []value.Value, pos token.Pos, result types.Type, try *attempt) value.Value {
	if known := m.typedFunc(f.T, f.Pos); known != nil {
		return m.callValue(known, args, pos, result, try)
	}
	if len(f.Alts) > 0 {
		return m.callAlts(f, args, pos, result, try)
	}
	m.Escape(args, "an unknown function", pos)
	if len(f.PointsTo) > 0 {
		if slices.ContainsFunc(f.PointsTo, m.makesToolsWhenCalled) {
			m.unfinished("a call of one of many functions, which make tools")
		}
		m.Forget(value.NewUnknown("may be overwritten by one of many functions", pos, nil), f.PointsTo...)
	}
	return value.NewUnknown("result of an unknown function: "+f.Reason, pos, result)
}

// makesToolsWhenCalled reports whether v is a function that makes tools.
func (m *Machine) makesToolsWhenCalled(v value.Value) bool {
	c, ok := v.(*value.Closure)
	return ok && m.code().Yields(c.Fn) == static.Tools
}

// dialect calls the intrinsic of a dialect. A pass of an unordered loop that is undone
// registers nothing.
func (m *Machine) dialect(in Intrinsic, c *Call) value.Value {
	if m.Env.Registers(c.Key) {
		m.registered++
		if m.passes.silent {
			return opaque(ir.ShortKey(c.Key), c.Pos, c.Result)
		}
		m.found()
	}
	return in(c)
}

// callAlts calls each function that f can be.
func (m *Machine) callAlts(f *value.Unknown, args []value.Value, pos token.Pos, result types.Type, try *attempt) value.Value {
	var paths []path
	before := m.Mem.Keep()
	for _, alt := range f.Alts {
		m.cond++
		v := m.callValue(alt, args, pos, result, try)
		m.cond--
		if !m.panicking {
			paths = append(paths, path{m.Mem.Keep(), ctl{vals: []value.Value{v}}})
		}
		m.panicking = false
		m.Mem.Enter(before)
	}
	if len(paths) == 0 {
		m.panics(nil)
		return value.NewUnknown("the call panics", pos, result)
	}
	state, vals := m.join(paths, f)
	m.Mem.Enter(state)
	return vals[0]
}

// opaque returns the unknown results of a function that cannot be followed.
func opaque(name string, pos token.Pos, result types.Type) value.Value {
	return value.Unknowns("result of "+name+", which is not followed", pos, result)
}

// Call runs a program.
func (m *Machine) Call(fn *ir.Func, env []*value.Cell, args []value.Value, targs []types.Type, pos token.Pos) value.Value {
	return m.call(fn, env, args, targs, pos, nil)
}

func (m *Machine) call(fn *ir.Func, env []*value.Cell, args []value.Value, targs []types.Type, pos token.Pos, try *attempt) value.Value {
	if reason := m.refuses(fn, env, args, pos); reason != "" {
		return unknownResults(fn, reason, pos)
	}
	m.executed[fn] = true
	leave := m.enter(fn.Relevant, len(m.stack) == 0)
	f := m.newFrame(fn, env, args, targs, pos, try)
	m.stack = append(m.stack, f)
	v := m.runBody(f)
	m.stack = m.stack[:len(m.stack)-1]
	m.cond = f.cond
	if limit := leave(); limit > 0 {
		m.endCut(f, limit)
		return unknownResults(fn, value.OverBudget, pos)
	}
	return v
}

// unknownResults returns unknown results of a function.
func unknownResults(fn *ir.Func, reason string, pos token.Pos) value.Value {
	if len(fn.Results) == 1 {
		return value.NewUnknown(reason, pos, fn.Results[0].Type)
	}
	out := make(value.Tuple, len(fn.Results))
	for i := range out {
		out[i] = value.NewUnknown(reason, pos, fn.Results[i].Type)
	}
	return out
}

// refuses returns why a call is not run, or "" if it is run. It makes the variables unknown
// to which a call that is not run could write.
func (m *Machine) refuses(fn *ir.Func, env []*value.Cell, args []value.Value, pos token.Pos) string {
	if len(m.stack) >= maxDepth {
		m.notFollowed(fn, env, args, value.NewUnknown("written to by a recursion that is too deep", pos, nil))
		m.cut(fn, args, "more than "+grouped(maxDepth)+" calls deep")
		return "recursion"
	}
	if m.recursionBound(fn, args) {
		why := value.NewUnknown("written to by a recursion whose depth is known only at run time", pos, nil)
		m.notFollowed(fn, env, args, why)
		m.MayCall(args, why)
		m.cut(fn, args, "a recursion whose depth is known only at run time")
		return "a recursion whose depth is known only at run time"
	}
	return ""
}

// newFrame returns the frame of a call, with the variables of the parameters, the captured
// variables and the named results.
func (m *Machine) newFrame(fn *ir.Func, env []*value.Cell, args []value.Value, targs []types.Type, pos token.Pos, try *attempt) *frame {
	f := &frame{fn: fn, args: args, slots: make([]*value.Cell, fn.NumSlots), targs: targs, cond: m.cond, callPos: pos, try: try}
	if !fn.Relevant {
		f.entry, f.kept = m.Mem.Keep(), true
	}
	for i, p := range fn.Params {
		var v value.Value
		t := m.Subst(p.Type, fn, targs)
		if i < len(args) {
			v = m.ConvertTo(value.Clone(args[i]), t)
		} else {
			v = value.NewUnknown("an unknown argument", pos, p.Type)
		}
		if p.Slot >= 0 {
			f.slots[p.Slot] = value.NewVar(v, t)
		}
	}
	for i, c := range fn.Captures {
		if i < len(env) {
			f.slots[c[1]] = env[i]
		}
	}
	for _, r := range fn.Results {
		if r.Slot >= 0 {
			t := m.Subst(r.Type, fn, targs)
			f.slots[r.Slot] = value.NewVar(value.Zero(t, fn.Pos), t)
		}
	}
	return f
}

// endCut ends a call that its budget, of limit steps, has cut short.
func (m *Machine) endCut(f *frame, limit int) {
	m.leaveOff(f)
	if m.flight != nil { // a deferred function may recover
		m.flight.perhaps = true
	}
	why := tooManySteps(twoDigits(m.whole))
	if !m.over() { // the caller continues
		m.goOn(f.fn, m.entryOf(f), budgetEnds(f.callPos))
		why = tooManySteps(twoDigits(limit))
		m.cut(f.fn, f.args, why)
	}
	m.cutShort(f.fn, why)
}

// jump ends a call at a goto statement. The rest of the function, in which statements lead to
// others, is not followed, as if the budget was exceeded.
func (m *Machine) jump(f *frame, n *ir.Node) flow {
	const reason = "a goto statement, which is not followed"
	why := value.NewUnknown("depends on "+reason, n.Pos, nil)
	m.leaveOff(f)
	m.goOn(f.fn, m.entryOf(f), why)
	m.cut(f.fn, f.args, reason)
	vals := make([]value.Value, len(f.fn.Results))
	for i, r := range f.fn.Results {
		vals[i] = value.NewUnknown(why.Reason, n.Pos, r.Type)
	}
	m.results(f, vals)
	return leaving(ctl{kind: ctlReturn, vals: vals})
}

// maxRecursion is how often a function is run within itself, each time under an
// additional unknown condition.
const maxRecursion = 3

// recursionBound reports whether the next call of a function is part of a recursion that no
// known condition ends. If the arguments are the same again, only the function's own
// writes could end it, which one more call shows.
func (m *Machine) recursionBound(fn *ir.Func, args []value.Value) bool {
	n, cond, most := 0, m.cond, maxRecursion
	for i := len(m.stack) - 1; i >= 0; i-- {
		f := m.stack[i]
		if f.fn != fn {
			continue
		}
		if f.cond >= cond {
			return false
		}
		if slices.EqualFunc(args, f.args, value.Same) {
			most = maxRecursion - 1
		}
		if n++; n >= most {
			return true
		}
		cond = f.cond
	}
	return false
}

// callProgram runs the call of an expression.
func (m *Machine) callProgram(f *frame, n *ir.Node) value.Value {
	try := attempt{call: n, ends: n == f.next.call && f.next.ends}
	next := f.next
	if m.insists(n) {
		f.next = attempt{call: n.Args()[0], ends: true}
	}
	fv, args := m.callee(f, n)
	f.next = next
	if m.panicking {
		return value.NewUnknown("the call panics", n.Pos, n.Type)
	}
	return m.callValue(fv, args, n.Pos, m.typ(f, n.Type), &try)
}
