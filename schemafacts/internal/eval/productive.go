package eval

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Much of a server mentions types that lead to tools and makes no tools: its handlers,
// its clients, its configuration. To run such functions as roots finds nothing.

// yield is what a run of a function as a root can lead to.
type yield uint8

const (
	nothing yield = iota
	perhaps       // it calls unnamed functions
	tools         // it makes values that the dialects watch, or registers them
)

// summary is what a function does itself, and the functions that it calls by name.
type summary struct {
	own   yield
	calls []*ir.Func
}

// yields returns what a function and the functions that it calls by name can lead to.
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

// worth returns the budget of a root, in steps.
func (m *Machine) worth(fn *ir.Func) int {
	switch m.yields(fn) {
	case tools:
		return rootBudget
	case perhaps:
		return handlerBudget
	}
	return 0
}

// answers reports whether a function certainly is a handler: it takes a context and
// values that an SDK passes to handlers. It is run only if it may register tools,
// because other tools that it makes are not listed.
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
		case len(n.Types) > 0: // a method in the user's settings
			s.own = tools
		case m.Program: // in other packages, the dynamic types of the interface are still unknown
			s.calls = append(s.calls, m.makersLike(n.Name, n.Type)...)
		}
	case ir.OpCall:
		// The type of an unnamed function shows what it can do with tools.
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

// summarizeRange leaves out the variables of a loop that only reads tools. A tool that
// other code has made does not count unless something is written to it.
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

// makersLike returns the methods that make tools and that a call of a method with this
// name and type t, through an interface, may run.
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

// watches returns whether literals of a type are definitions. For a type parameter this
// depends on the type argument.
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
