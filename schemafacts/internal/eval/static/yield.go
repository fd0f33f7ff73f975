package static

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Much of a server mentions types that lead to tools and makes no tools: its handlers,
// its clients, its configuration. To run such functions as roots finds nothing.

// Yield is what a run of a function as a root can lead to.
type Yield uint8

const (
	Nothing Yield = iota
	Perhaps       // it calls unnamed functions
	Tools         // it makes values that the dialects watch, or registers them
)

// summary contains the effects of a function's own body, and the functions that it
// calls by name.
type summary struct {
	body  *ir.Node
	own   Yield
	calls []*ir.Func
}

// Yields returns what a function and the functions that it calls by name can lead to.
func (a *Analysis) Yields(fn *ir.Func) Yield {
	if y, ok := a.yielded[fn]; ok {
		return y
	}
	seen := map[*ir.Func]bool{fn: true}
	work := []*ir.Func{fn}
	y := Nothing
	for len(work) > 0 && y != Tools {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if known, ok := a.yielded[f]; ok {
			y = max(y, known)
			continue
		}
		s := a.summarize(f)
		y = max(y, s.own)
		for _, c := range s.calls {
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	a.yielded[fn] = y
	if y == Nothing {
		for f := range seen {
			a.yielded[f] = Nothing
		}
	}
	return y
}

// Answers reports whether a function certainly is a handler: it takes a context and
// values that an SDK passes to handlers. It is run only if it may register tools,
// because other tools that it makes are not listed.
func (a *Analysis) Answers(fn *ir.Func) bool {
	if !Handles(fn) {
		return false
	}
	return slices.ContainsFunc(fn.Params, func(p ir.Param) bool {
		return p.Type != nil && a.env.Request(p.Type)
	})
}

func (a *Analysis) summarize(fn *ir.Func) *summary {
	s := a.summaries[fn]
	if s == nil {
		s = &summary{body: fn.Body}
		a.summaries[fn] = s
		a.summarizeNode(fn.Body, s)
	}
	return s
}

func (a *Analysis) summarizeNode(n *ir.Node, s *summary) {
	if n == nil || s.own == Tools {
		return
	}
	switch n.Op {
	case ir.OpComposite:
		s.own = max(s.own, a.Watches(n.Type))
	case ir.OpZero, ir.OpDeclare, ir.OpBuiltin, ir.OpConvert:
		if n.Op == ir.OpDeclare && len(n.Kids) > 0 {
			a.summarizeCopy(n, s)
		} else {
			s.own = max(s.own, a.makes(n))
		}
	case ir.OpAssign, ir.OpRange:
		a.summarizeDefinition(n, s)
		return
	case ir.OpFunc, ir.OpMethod:
		switch {
		case !n.Dynamic():
			a.summarizeUse(n, s)
		case len(n.Types) > 0: // a method in the user's settings
			s.own = Tools
		case a.program:
			s.calls = append(s.calls, a.makersLike(n.Name, n.Type)...)
		case len(a.makersLike(n.Name, n.Type)) > 0:
			s.own = max(s.own, Perhaps)
		}
	case ir.OpCall:
		// The type of an unnamed function shows what it can do with tools.
		f := n.Callee()
		if _, named := f.Function(); !named && !f.Dynamic() && f.Fn == nil && (f.Type == nil || a.env.Leads(f.Type)) {
			s.own = max(s.own, Perhaps)
		}
	}
	for _, k := range n.Kids {
		a.summarizeNode(k, s)
	}
	if n.Fn != nil {
		s.calls = append(s.calls, n.Fn)
	}
}

// summarizeDefinition summarizes a statement that may define variables with values: an
// assignment or a loop.
func (a *Analysis) summarizeDefinition(n *ir.Node, s *summary) {
	for _, k := range n.Kids {
		if k.Op == ir.OpDeclare {
			a.summarizeCopy(k, s)
		} else {
			a.summarizeNode(k, s)
		}
	}
}

// summarizeCopy summarizes a variable that is defined with a value. A tool in it was made by
// other code, and does not count unless its fields may be written.
func (a *Analysis) summarizeCopy(n *ir.Node, s *summary) {
	if a.Watches(n.Type) > s.own && writesFields(s.body, n.Int) {
		s.own = max(s.own, a.Watches(n.Type))
	}
}

// writesFields reports whether a program takes the address of the local variable with a slot,
// or assigns to a field of the variable or of a value that it leads to.
func writesFields(n *ir.Node, slot int) bool {
	return ir.Contains(n, func(n *ir.Node) bool {
		switch n.Op {
		case ir.OpAssign:
			return slices.ContainsFunc(n.Targets(), func(t *ir.Node) bool { return t.Op == ir.OpField && isOf(t, slot) })
		case ir.OpAddr:
			return n.X().Op != ir.OpIndex && isOf(n.X(), slot)
		case ir.OpClosure:
			return slices.ContainsFunc(n.Fn.Captures, func(c [2]int) bool { return c[0] == slot && writesFields(n.Fn.Body, c[1]) })
		}
		return false
	})
}

// isOf reports whether n is the local variable with a slot, a part of it, or a part of a value
// that it leads to.
func isOf(n *ir.Node, slot int) bool {
	for n.Op == ir.OpField || n.Op == ir.OpIndex || n.Op == ir.OpDeref {
		n = n.X()
	}
	return n.Op == ir.OpLocal && n.Int == slot
}

// makes returns what the new value of a declaration, a conversion or a predeclared function
// can lead to. A list of tools is empty at first, and a pointer to one is nil.
func (a *Analysis) makes(n *ir.Node) Yield {
	t := n.Type
	if p, ok := types.Unalias(t).(*types.Pointer); ok && (n.Op != ir.OpBuiltin || n.Name == "new") {
		if n.Op == ir.OpZero || n.Op == ir.OpDeclare {
			return Nothing
		}
		t = p.Elem()
	}
	switch types.Unalias(t).(type) {
	case nil, *types.Pointer, *types.Slice, *types.Map, *types.TypeParam:
		return Nothing
	}
	return a.Watches(t)
}

// summarizeUse summarizes the name of a function, with its type arguments.
func (a *Analysis) summarizeUse(n *ir.Node, s *summary) {
	if a.env.Registers(n.Name) {
		s.own = Tools
	} else if fn := a.env.Func(n.Name); fn != nil {
		s.calls = append(s.calls, fn)
	}
	for _, t := range n.Types {
		if a.Watches(t) == Tools {
			s.own = Tools
		}
	}
}

// makersLike returns the methods that make tools and that a call of a method with this
// name and type t, through an interface, may run.
func (a *Analysis) makersLike(name string, t types.Type) []*ir.Func {
	if a.makers == nil {
		a.makers = ir.Makers(a.env.Units())
	}
	var out []*ir.Func
	for _, fn := range a.makers[name] {
		if fits(fn, t) {
			out = append(out, fn)
		}
	}
	return out
}

// Watches returns [Tools] if composite literals of the type t define values that a dialect
// watches, such as tools. It returns [Perhaps] for a type parameter, because that depends
// on the type argument, and [Nothing] for other types. For a pointer, slice, array or map
// type, the element type decides.
func (a *Analysis) Watches(t types.Type) Yield {
	for range 4 {
		switch elem := ir.Elem(t); {
		case t == nil:
			return Nothing
		case elem != nil:
			t = elem
		case ir.IsTypeParam(t):
			return Perhaps
		case a.env.Watch(t):
			return Tools
		default:
			return Nothing
		}
	}
	return Nothing
}

// NodeYields returns what a statement or expression can lead to.
func (a *Analysis) NodeYields(n *ir.Node) Yield {
	y, known := a.nodes[n]
	if !known {
		s := &summary{body: n}
		a.summarizeNode(n, s)
		y = s.own
		for _, fn := range s.calls {
			y = max(y, a.Yields(fn))
		}
		a.nodes[n] = y
	}
	return y
}

// CallMakes reports whether a call of a named function makes tools.
func (a *Analysis) CallMakes(call *ir.Node) bool {
	k := call.Kids[0]
	if k.Op != ir.OpFunc && (k.Op != ir.OpMethod || k.Flag) {
		return false
	}
	if a.env.Registers(k.Name) {
		return true
	}
	fn := a.env.Func(k.Name)
	return fn != nil && a.Yields(fn) == Tools
}

// Handles reports whether a function looks like a handler: its first parameter is a
// context. Few handlers make tools.
func Handles(fn *ir.Func) bool {
	i := 0
	if fn.Method {
		i++
	}
	return len(fn.Params) > i && ir.IsContext(fn.Params[i].Type)
}
