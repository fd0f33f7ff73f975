package eval

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file runs functions that are passed to unseen code, which may call them.

// MayCall runs the closures among args as calls that may happen any number of times. A
// method of a known value, such as one that a server passes to a router, writes only to
// cells that escaped with the value. It is run at the end, like a literal that was
// never called.
func (m *Machine) MayCall(args []value.Value, why *value.Unknown) {
	if len(m.stack) == 0 {
		return
	}
	var given []value.Value
	for _, a := range args {
		given = append(given, value.ElementsOf(a)...)
	}
	for _, a := range args {
		for _, f := range value.Targets(a) {
			switch c, ok := f.(*value.Closure); {
			case !ok:
			case len(c.Env) > 0 || takes(c, given):
				m.mayRun(c, why, given, nil)
			case c.Recv != nil && !m.waits(c):
				later := *c
				later.Parent = m.running
				m.closures = append(m.closures, &later)
			default:
				m.mayWrite(c, why)
			}
		}
	}
}

// takes reports whether one of the values may be an argument of a function, which can then
// write to what the value leads to.
func takes(c *value.Closure, given []value.Value) bool {
	return slices.ContainsFunc(c.Fn.Params, func(p ir.Param) bool {
		return value.SharesMemory(p.Type) && slices.ContainsFunc(given, func(v value.Value) bool { return value.SameType(value.TypeOf(v), p.Type) })
	})
}

// waits reports whether a method of a value need not be run here, because it finds
// nothing or is run later.
func (m *Machine) waits(c *value.Closure) bool {
	if !c.Fn.Relevant || len(m.closures) >= maxClosures || value.NothingKnownOf(c.Recv) != nil {
		return true
	}
	return slices.ContainsFunc(m.closures, func(d *value.Closure) bool {
		return d.Fn == c.Fn && value.Same(d.Recv, c.Recv)
	})
}

// Ask calls a function that may never be called, for its result only. Its writes are
// undone; use [Machine.MayCall] for them.
func (m *Machine) Ask(fv value.Value, args []value.Value, pos token.Pos) value.Value {
	if len(m.stack) == 0 {
		return value.NewUnknown("a function that is never called", pos, nil)
	}
	before, undo := m.Mem.Keep(), m.trial(m.stack[len(m.stack)-1])
	v := m.CallValue(fv, args, pos)
	undo()
	m.Mem.Enter(before)
	return v
}

// mayRun runs a closure as a call that may happen any number of times. returned, if not
// nil, receives its result. Its arguments may be among the given values.
func (m *Machine) mayRun(c *value.Closure, why *value.Unknown, given []value.Value, returned func(value.Value)) {
	if len(m.stack) == 0 {
		return
	}
	if c.Fn.Body == nil {
		m.mayWrite(c, why)
		return
	}
	if m.Deep() || m.spend() {
		m.notFollowed(c.Fn, c.Env, nil, why)
		return
	}
	// It can reach only what it captured, and nothing else of the code that passes it.
	own := &frame{fn: c.Fn, slots: slices.Clone(c.Env), targs: c.Targs}
	if c.Recv != nil {
		own.slots = append(own.slots, value.NewCell(c.Recv))
	}
	m.unknownLoop(own, why, func() flow {
		v := m.CallValue(c, symbolicArgs(m, c, given), why.Pos)
		if returned != nil && !m.panicking {
			returned(v)
		}
		return flow{}
	}, "")
}

// symbolicArgs returns unknown arguments, which may be among the given values.
func symbolicArgs(m *Machine, c *value.Closure, given []value.Value) []value.Value {
	params := c.Fn.Params
	if c.Recv != nil && len(params) > 0 {
		params = params[1:]
	}
	args := make([]value.Value, len(params))
	for i, p := range params {
		t := m.Subst(p.Type, c.Fn, c.Targs)
		args[i] = value.WithTargets(value.Symbolic(t, "parameter "+p.Name+" of a function literal", c.Pos, 0),
			slices.DeleteFunc(slices.Clone(given), func(v value.Value) bool { return !value.SharesMemory(t) || !value.SameType(value.TypeOf(v), t) }))
	}
	return args
}

// mayCallGiven makes everything unknown to which a function of type t of the standard library
// may write through the methods of args: it may call those of its parameters that are
// interfaces, now or later.
func (m *Machine) mayCallGiven(key string, t types.Type, args []value.Value, why *value.Unknown) {
	sig, ok := t.(*types.Signature)
	if !ok || len(m.stack) == 0 || ir.PkgOf(key) == "net/http" {
		return // handlers of requests run later
	}
	for i, a := range args {
		if i >= sig.Params().Len() {
			break
		}
		typ, vals := sig.Params().At(i).Type(), value.Targets(a)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			typ, vals = ir.Elem(typ), value.ElementsOf(a)
		}
		iface, ok := ir.Under(typ).(*types.Interface)
		if !ok {
			continue
		}
		for _, v := range vals {
			for j := range iface.NumMethods() {
				name := iface.Method(j).Name()
				if key := methodKey(m.Dispatch(v, &ir.Node{Name: name, Pos: why.Pos})); key != "" && m.code().MayWrite(key) {
					m.mayCallMethod(v, name, key, why)
					for _, g := range m.code().Written(key) {
						m.Keep([]value.Value{&value.Ptr{C: m.global(g, why.Pos)}}, why)
					}
				}
			}
		}
	}
}

// methodKey returns the key of a method, or "" if it is unknown.
func methodKey(f value.Value) string {
	switch f := f.(type) {
	case *value.Closure:
		return f.Fn.Key
	case *value.Extern:
		return f.Key
	}
	return ""
}

// methodsGiven returns the methods of args that a function of type t can call: those of
// its parameters that are interfaces, such as http.Handler.
func (m *Machine) methodsGiven(t types.Type, args []value.Value, pos token.Pos) []value.Value {
	sig, ok := t.(*types.Signature)
	if !ok || sig.Variadic() {
		return nil
	}
	var out []value.Value
	for i, a := range args {
		p, ok := a.(*value.Ptr)
		if !ok || i >= sig.Params().Len() {
			continue
		}
		if known, ok := ir.Under(sig.Params().At(i).Type()).(*types.Interface); ok {
			for j := range known.NumMethods() {
				fn := known.Method(j)
				out = append(out, m.Dispatch(p, &ir.Node{Name: fn.Name(), Type: fn.Type(), Pos: pos}))
			}
		}
	}
	return out
}
