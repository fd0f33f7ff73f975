package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A library has functions that only put together what others of its functions
// make: a table of tools, a server that is given them. Where all programs that use
// the library are known, each of them runs such a function with what it hands to
// it, and learns more than a run with arguments that nobody knows.

// Programs is what a machine that runs a library knows of the programs that use it.
type Programs interface {
	// Call reports whether a program calls a function of this key.
	Call(key string) bool
	// Defines reports whether a function that Env.Registers knows makes tools, and
	// does not only take what others have made.
	Defines(key string) bool
	// Settled reports whether all tools that a function can make are known by their
	// names from a run for its own sake, in whichever package it stands.
	Settled(key string) bool
	// Settle notes that they are.
	Settle(key string)
	// LeaveTo notes that programs are to run a function, and nobody here. The calls are
	// those in it, by their places, that may come to tools.
	LeaveTo(key string, calls []token.Pos)
}

// Executed returns the functions that were run, none if something was left
// unfinished: it might have come to them in another way.
func (m *Machine) Executed() map[*ir.Func]bool {
	if len(m.Unfinished) > 0 {
		return nil
	}
	return m.executed
}

// elsewhere tells which functions of a library are left to programs.
type elsewhere struct {
	m *Machine
	// called are functions that programs call and that define nothing themselves.
	called map[*ir.Func]bool
	// left are those that are left to programs, with what only they call, and done
	// those of which it is known whether they are.
	left, done map[*ir.Func]bool
	inside     map[*ir.Func]bool // whose calls are being looked for
}

// runExported runs the functions of a library that others may call, and returns
// those that are left to programs.
func (m *Machine) runExported(fns []*ir.Func) map[*ir.Func]bool {
	e := &elsewhere{m: m, called: map[*ir.Func]bool{}, left: map[*ir.Func]bool{}, done: map[*ir.Func]bool{}, inside: map[*ir.Func]bool{}}
	for _, fn := range fns {
		if m.Programs != nil && m.Programs.Call(fn.Key) && m.yields(fn) == tools && !e.defines(fn.Body) {
			e.called[fn] = true
		} else {
			e.run(fn)
		}
	}
	for _, fn := range fns {
		if e.called[fn] {
			e.leaveOrRun(fn)
		}
	}
	return e.left
}

func (e *elsewhere) run(fn *ir.Func) {
	open := len(e.m.Unfinished)
	if e.m.RunRoot(fn) && e.m.Programs != nil && len(e.m.Unfinished) == open {
		e.m.Programs.Settle(fn.Key)
	}
}

// leaveOrRun leaves a function to programs, or runs it.
func (e *elsewhere) leaveOrRun(fn *ir.Func) {
	if e.done[fn] {
		return
	}
	e.done[fn] = true
	if !e.adds(fn) {
		e.run(fn)
		return
	}
	e.left[fn] = true
	e.m.Programs.LeaveTo(fn.Key, e.calls(fn.Body, nil))
	e.m.Programs.Settle(fn.Key) // it makes what those make that it calls
}

// adds reports whether a function that defines no tools itself only adds to those
// of others: of what it calls it is known which ones they make.
func (e *elsewhere) adds(fn *ir.Func) bool {
	for _, callee := range e.callees(fn.Body, nil) {
		if e.called[callee] {
			e.leaveOrRun(callee)
		}
		if e.left[callee] || e.m.yields(callee) == nothing || e.m.waiting.waits(callee) || e.m.Env.Func(callee.Key) == callee && e.m.Programs.Settled(callee.Key) {
			continue
		}
		// A literal, or a function that nobody else calls, is a part of this one.
		if e.done[callee] || callee.Pkg != fn.Pkg || e.defines(callee.Body) {
			return false
		}
		e.done[callee] = true
		if !e.adds(callee) {
			return false
		}
		e.left[callee] = true
	}
	return true
}

// callees adds the functions that a program names, and its literals, to list.
func (e *elsewhere) callees(n *ir.Node, list []*ir.Func) []*ir.Func {
	if n == nil {
		return list
	}
	if (n.Op == ir.OpFunc || n.Op == ir.OpMethod && !n.Flag) && !e.m.Env.Registers(n.Name) {
		if fn := e.m.Env.Func(n.Name); fn != nil {
			list = append(list, fn)
		}
	}
	for _, k := range n.Kids {
		list = e.callees(k, list)
	}
	if n.Fn != nil {
		list = append(list, n.Fn)
	}
	return list
}

// calls adds to list the places of calls that may come to tools, in a program and in
// what is a part of it.
func (e *elsewhere) calls(n *ir.Node, list []token.Pos) []token.Pos {
	if n == nil {
		return list
	}
	if n.Op == ir.OpCall {
		if k := n.Kids[0]; k.Op == ir.OpFunc || k.Op == ir.OpMethod && !k.Flag {
			fn := e.m.Env.Func(k.Name)
			if e.m.Env.Registers(k.Name) || fn != nil && e.m.yields(fn) != nothing {
				list = append(list, n.Pos)
			}
			if fn != nil && e.left[fn] && !e.called[fn] && !e.inside[fn] {
				e.inside[fn] = true
				list = e.calls(fn.Body, list)
				e.inside[fn] = false
			}
		}
	}
	for _, k := range n.Kids {
		list = e.calls(k, list)
	}
	if n.Fn != nil {
		list = e.calls(n.Fn.Body, list)
	}
	return list
}

// defines reports whether a program, without those that it calls, makes tools or
// calls what makes them, or something of which that is not known.
func (e *elsewhere) defines(n *ir.Node) bool {
	if n == nil {
		return false
	}
	switch n.Op {
	case ir.OpComposite, ir.OpZero, ir.OpDeclare, ir.OpBuiltin, ir.OpConvert:
		if e.isTool(n.Type) {
			return true
		}
	case ir.OpFunc, ir.OpMethod:
		if n.Flag && n.Op == ir.OpMethod {
			if len(n.Types) > 0 {
				return true // a method that the user's settings name
			}
			break
		}
		if e.m.Env.Registers(n.Name) && e.m.Programs.Defines(n.Name) {
			return true
		}
		for _, t := range n.Types {
			if e.m.watches(t) != nothing {
				return true
			}
		}
	case ir.OpCall:
		if k := n.Kids[0]; k.Op != ir.OpFunc && k.Fn == nil && (k.Op != ir.OpMethod || k.Flag) && (k.Type == nil || e.m.Env.Leads(k.Type)) {
			return true
		}
	}
	for _, k := range n.Kids {
		if e.defines(k) {
			return true
		}
	}
	return false
}

// isTool reports whether a value of a type may define a tool: lists of tools hold
// what others have defined.
func (e *elsewhere) isTool(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return e.isTool(u.Elem())
	case *types.Slice, *types.Array, *types.Map:
		return false
	}
	return e.m.watches(t) != nothing
}
