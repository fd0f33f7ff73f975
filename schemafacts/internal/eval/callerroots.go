package eval

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A library has functions that only combine what other functions of the library make: a
// table of tools, a server with these tools. If all programs that use the library are
// known, each of them runs such a function with its own arguments, and finds more than
// a run with unknown arguments.

// Programs is what a machine that runs a library knows about the programs that use it.
type Programs interface {
	// Call reports whether a program calls the function with this key.
	Call(key string) bool
	// Defines reports whether a function for which Env.Registers returns true makes
	// tools, and does not only take tools that others have made.
	Defines(key string) bool
	// Settled reports whether a run as a root has found the names of all tools that a
	// function can make, in whichever package the function is.
	Settled(key string) bool
	// Settle records that it has.
	Settle(key string)
	// LeaveTo records that programs run a function, and that this machine does not.
	// calls are the positions of the calls in it that may lead to tools.
	LeaveTo(key string, calls []token.Pos)
}

// Executed returns the functions that were run. It returns nil if a run ended early,
// because the rest of that run might have called the same functions with other arguments.
func (m *Machine) Executed() map[*ir.Func]bool {
	if len(m.Unfinished) > 0 {
		return nil
	}
	return m.executed
}

// callerRoots decides which functions of a library are left to programs. Such a function
// is not run as a root. The programs that call it run it with their own arguments.
type callerRoots struct {
	m *Machine
	// called are functions that programs call and that define no tools themselves.
	called map[*ir.Func]bool
	// left are the functions that are left to programs, with the functions that only
	// they call. done are the functions for which this is decided.
	left, done map[*ir.Func]bool
	inside     map[*ir.Func]bool // functions whose calls are being searched
}

// runExported runs the functions of a library that other packages may call, and returns
// the functions that are left to programs.
func (m *Machine) runExported(fns []*ir.Func) map[*ir.Func]bool {
	e := &callerRoots{m: m, called: map[*ir.Func]bool{}, left: map[*ir.Func]bool{}, done: map[*ir.Func]bool{}, inside: map[*ir.Func]bool{}}
	for _, fn := range fns {
		if m.Programs != nil && m.Programs.Call(fn.Key) && m.code().Yields(fn) == static.Tools && !e.defines(fn) {
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

func (e *callerRoots) run(fn *ir.Func) {
	open := len(e.m.Unfinished)
	if e.m.RunRoot(fn) && e.m.Programs != nil && len(e.m.Unfinished) == open {
		e.m.Programs.Settle(fn.Key)
	}
}

// leaveOrRun leaves a function to programs, or runs it.
func (e *callerRoots) leaveOrRun(fn *ir.Func) {
	if e.done[fn] {
		return
	}
	e.done[fn] = true
	if !e.adds(fn) {
		e.run(fn)
		return
	}
	e.left[fn] = true
	e.m.Programs.LeaveTo(fn.Key, e.calls(fn.Body))
	e.m.Programs.Settle(fn.Key) // it makes the same tools as the functions that it calls
}

// adds reports whether a function that defines no tools itself only adds to the tools
// of other functions: it is known which tools its callees make.
func (e *callerRoots) adds(fn *ir.Func) bool {
	for _, callee := range e.callees(fn.Body) {
		if e.called[callee] {
			e.leaveOrRun(callee)
		}
		if e.left[callee] || e.m.code().Yields(callee) == static.Nothing || e.m.waiting.waits(callee) || e.m.Env.Func(callee.Key) == callee && e.m.Programs.Settled(callee.Key) {
			continue
		}
		// A literal, or a function with no other callers, is a part of this function.
		if e.done[callee] || callee.Pkg != fn.Pkg || e.defines(callee) {
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

// callees returns the functions that a program names, and its literals.
func (e *callerRoots) callees(body *ir.Node) []*ir.Func {
	var list []*ir.Func
	ir.Walk(body, func(n *ir.Node) bool {
		if n.Op == ir.OpClosure {
			list = append(list, n.Fn)
			return false
		}
		if key, ok := n.Function(); ok && !e.m.Env.Registers(key) {
			if fn := e.m.Env.Func(key); fn != nil {
				list = append(list, fn)
			}
		}
		return true
	})
	return list
}

// calls returns the positions of the calls that may lead to tools, for a program and
// its parts.
func (e *callerRoots) calls(body *ir.Node) []token.Pos {
	var list []token.Pos
	ir.Walk(body, func(n *ir.Node) bool {
		if n.Op != ir.OpCall {
			return true
		}
		key, ok := n.Callee().Function()
		if !ok {
			return true
		}
		fn := e.m.Env.Func(key)
		if e.m.Env.Registers(key) || fn != nil && e.m.code().Yields(fn) != static.Nothing {
			list = append(list, n.Pos)
		}
		if fn != nil && e.left[fn] && !e.called[fn] && !e.inside[fn] {
			e.inside[fn] = true
			list = append(list, e.calls(fn.Body)...)
			e.inside[fn] = false
		}
		return true
	})
	return list
}

// defines reports whether a function itself makes tools, or calls something unknown.
func (e *callerRoots) defines(fn *ir.Func) bool {
	return e.m.code().Defines(fn.Body, e.m.Programs.Defines)
}
