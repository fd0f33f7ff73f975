package eval

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Much of a server mentions types that lead to tools and makes none: its
// handlers, its clients, its configuration. Running such functions for their
// own sake teaches nothing.

// yield tells what running a function for its own sake can lead to.
type yield uint8

const (
	nothing yield = iota
	perhaps       // it calls functions that are not named there
	tools         // it makes values that the dialects watch, or registers them
)

// summary is what a function does itself, and what it calls by name.
type summary struct {
	own   yield
	calls []*ir.Func
}

// yields tells what a function and those that it calls by name can lead to.
func (m *Machine) yields(fn *ir.Func) yield {
	if y, ok := m.yielded[fn]; ok {
		return y
	}
	seen := map[*ir.Func]bool{fn: true}
	work := []*ir.Func{fn}
	y := nothing
	for len(work) > 0 && y != tools {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if known, ok := m.yielded[f]; ok {
			y = max(y, known)
			continue
		}
		s := m.summarize(f)
		y = max(y, s.own)
		for _, c := range s.calls {
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	m.yielded[fn] = y
	if y == nothing {
		for f := range seen {
			m.yielded[f] = nothing
		}
	}
	return y
}

// worth returns how many steps the run of a function for its own sake is
// worth.
func (m *Machine) worth(fn *ir.Func) int {
	switch m.yields(fn) {
	case tools:
		return rootBudget
	case perhaps:
		return handlerBudget
	}
	return 0
}

// answers reports whether a function is surely one that runs when a tool is
// called: it takes a context and what an SDK hands to handlers. It is worth a run
// only if it may register tools: what else it makes of them nobody lists.
func (m *Machine) answers(fn *ir.Func) bool {
	if !handles(fn) {
		return false
	}
	return slices.ContainsFunc(fn.Params, func(p ir.Param) bool {
		return p.Type != nil && m.Env.Request(p.Type)
	})
}

func (m *Machine) summarize(fn *ir.Func) *summary {
	s := m.summaries[fn]
	if s == nil {
		s = &summary{}
		m.summaries[fn] = s
		m.summarizeNode(fn.Body, s)
	}
	return s
}

func (m *Machine) summarizeNode(n *ir.Node, s *summary) {
	if n == nil || s.own == tools {
		return
	}
	switch n.Op {
	case ir.OpComposite, ir.OpZero, ir.OpDeclare, ir.OpBuiltin, ir.OpConvert:
		s.own = max(s.own, m.watches(n.Type))
	case ir.OpRange:
		m.summarizeRange(n, s)
		return
	case ir.OpFunc:
		m.summarizeUse(n.Name, s)
	case ir.OpMethod:
		switch {
		case !n.Flag:
			m.summarizeUse(n.Name, s)
		case len(n.Types) > 0: // a method that the user's settings name
			s.own = tools
		case m.Program: // elsewhere, nobody knows yet what the interface holds
			s.calls = append(s.calls, m.makersLike(n.Name, n.Type)...)
		}
	case ir.OpCall:
		// What an unnamed function can do with tools, its type tells.
		if k := n.Kids[0]; k.Op != ir.OpFunc && (k.Op != ir.OpMethod || k.Flag) && (k.Type == nil || m.Env.Leads(k.Type)) {
			s.own = max(s.own, perhaps)
		}
	}
	for _, t := range n.Types {
		if (n.Op == ir.OpFunc || n.Op == ir.OpMethod && !n.Flag) && m.watches(t) == tools { // a type argument of a generic function
			s.own = tools
		}
	}
	for _, k := range n.Kids {
		m.summarizeNode(k, s)
	}
	if n.Fn != nil {
		s.calls = append(s.calls, n.Fn)
	}
}

// summarizeRange leaves out the variables of a loop that only looks at tools: what
// others have made is no tool of its own unless something is written to it.
func (m *Machine) summarizeRange(n *ir.Node, s *summary) {
	for i, k := range n.Kids {
		if k != nil && (i == 1 || i == 2) && k.Op == ir.OpDeclare && !value.AssignsIn(n.Kids[3], k.Int) {
			continue
		}
		m.summarizeNode(k, s)
	}
}

func (m *Machine) summarizeUse(key string, s *summary) {
	if m.Env.Registers(key) {
		s.own = tools
	} else if fn := m.Env.Func(key); fn != nil {
		s.calls = append(s.calls, fn)
	}
}

// makersLike returns the methods that make tools and may be what is called by a name
// through an interface, where the method is of type t.
func (m *Machine) makersLike(name string, t types.Type) []*ir.Func {
	if m.makers == nil {
		m.makers = ir.Makers(m.Env.Units())
	}
	var out []*ir.Func
	for _, fn := range m.makers[name] {
		if fits(fn, t) {
			out = append(out, fn)
		}
	}
	return out
}

// watches tells whether a type is one whose literals are definitions: of a type
// parameter only who instantiates it knows.
func (m *Machine) watches(t types.Type) yield {
	for range 4 {
		switch elem := ir.Elem(t); {
		case t == nil:
			return nothing
		case elem != nil:
			t = elem
		case ir.IsTypeParam(t):
			return perhaps
		case m.Env.Watch(t):
			return tools
		default:
			return nothing
		}
	}
	return nothing
}
