package static

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// callGraph records which functions may call which, in all known programs. A mention of
// a function counts as a call.
type callGraph struct {
	a         *Analysis
	calls     map[*ir.Func]*mentions
	taken     map[*ir.Func]bool // functions that are used as values
	registers map[*ir.Func]bool // functions that may register tools

	methods map[string][]*ir.Func // the methods among them, by name
	values  []*ir.Func            // methods that are used as values
}

// mentions records what the body of one function itself mentions, without the
// functions that it calls.
type mentions struct {
	registers bool
	fns       []*ir.Func
	values    []types.Type            // the types of the called function values, nil if unknown
	methods   map[string][]types.Type // the methods called through interfaces
	builds    []token.Pos             // the positions of literals that are definitions
	shares    bool                    // other functions may list what it makes
}

// callGraph returns the graph of all known programs. It is computed once.
func (a *Analysis) callGraph() *callGraph {
	if a.graph == nil {
		a.graph = newCallGraph(a)
	}
	return a.graph
}

// MayRegister reports whether a run of fn may register tools.
func (a *Analysis) MayRegister(fn *ir.Func) bool { return a.callGraph().registers[fn] }

// BuildsMore reports whether fn, or a function that fn may call, may contain a literal
// of a type that a dialect watches (such as a tool), or a call of new, at a position
// that is not in built.
func (a *Analysis) BuildsMore(fn *ir.Func, built map[token.Pos]bool) bool {
	return a.callGraph().buildsMore(fn, built)
}

func newCallGraph(a *Analysis) *callGraph {
	g := &callGraph{
		a: a, calls: map[*ir.Func]*mentions{}, taken: map[*ir.Func]bool{},
		registers: map[*ir.Func]bool{}, methods: map[string][]*ir.Func{},
	}
	for _, u := range a.env.Units() {
		for _, fn := range u.Funcs {
			g.add(fn)
		}
		for _, fn := range u.Inits {
			g.add(fn)
		}
		for _, v := range u.Vars {
			g.walk(v.Init, &mentions{methods: map[string][]types.Type{}}) // for the function literals in it
		}
	}
	for changed := true; changed; {
		changed = false
		for fn, c := range g.calls {
			if !g.registers[fn] && g.mayRegister(c) {
				g.register(fn)
				changed = true
			}
		}
	}
	return g
}

func (g *callGraph) add(fn *ir.Func) {
	if fn == nil || g.calls[fn] != nil {
		return
	}
	c := &mentions{methods: map[string][]types.Type{}}
	g.calls[fn] = c
	g.walk(fn.Body, c)
}

func (g *callGraph) walk(n *ir.Node, c *mentions) {
	if n == nil {
		return
	}
	kids := n.Kids
	switch n.Op {
	case ir.OpFunc, ir.OpMethod:
		if fn := g.mention(n, c); fn != nil {
			g.taken[fn] = true
		}
	case ir.OpCall:
		switch k := n.Callee(); k.Op {
		case ir.OpFunc, ir.OpMethod:
			g.mention(k, c)
			for _, recv := range k.Kids {
				g.walk(recv, c)
			}
			kids = n.Args()
		default:
			c.values = append(c.values, k.Type)
		}
	case ir.OpComposite:
		for _, t := range builtTypes(n) {
			if g.a.env.Watch(t) {
				c.builds = append(c.builds, n.Pos)
				c.shares = c.shares || !g.ofSDK(t)
			}
		}
	case ir.OpBuiltin:
		if n.Name == "new" {
			c.builds = append(c.builds, n.Pos)
		}
	case ir.OpGlobal:
		c.shares = c.shares || g.leads(n, refers)
	case ir.OpAssign:
		for _, k := range n.Targets() {
			for len(k.Kids) > 0 && k.Op != ir.OpGlobal {
				k = k.Kids[0]
			}
			c.shares = c.shares || k.Op == ir.OpGlobal && g.leads(k, func(types.Type, int) bool { return true })
		}
	}
	for _, k := range kids {
		g.walk(k, c)
	}
	if n.Fn != nil {
		g.add(n.Fn)
		g.taken[n.Fn] = true
		c.fns = append(c.fns, n.Fn)
	}
}

// mention records a mention of a function, and returns the function if it is known.
func (g *callGraph) mention(n *ir.Node, c *mentions) *ir.Func {
	if n.Dynamic() {
		c.methods[n.Name] = append(c.methods[n.Name], n.Type)
		return nil
	}
	if g.a.env.Registers(n.Name) {
		c.registers = true
		return nil
	}
	fn := g.a.env.Func(n.Name)
	if fn != nil {
		g.add(fn)
		c.fns = append(c.fns, fn)
	}
	return fn
}

// leads reports whether a package variable can hold something from which tools are
// made, and not as a copy.
func (g *callGraph) leads(n *ir.Node, is func(t types.Type, depth int) bool) bool {
	t := n.Type
	if u := g.a.env.Unit(ir.PkgOf(n.Name)); u != nil && u.Vars[n.Name] != nil {
		v := u.Vars[n.Name]
		if t = v.Type; v.Mutated {
			return g.a.env.Leads(t)
		}
	}
	return t == nil || is(t, 0) && g.a.env.Leads(t)
}

// mayRegister reports whether a function may register tools, as far as is known so far.
func (g *callGraph) mayRegister(c *mentions) bool {
	if c.registers {
		return true
	}
	for _, fn := range c.fns {
		if g.registers[fn] {
			return true
		}
	}
	for name, called := range c.methods {
		if fitsOne(g.methods[name], called) {
			return true
		}
	}
	return fitsOne(g.values, c.values)
}

// register records that fn may register tools.
func (g *callGraph) register(fn *ir.Func) {
	g.registers[fn] = true
	if i := strings.LastIndex(fn.Key, ")."); i >= 0 && fn.Method {
		name := fn.Key[i+2:]
		g.methods[name] = append(g.methods[name], fn)
	}
	if g.taken[fn] {
		g.values = append(g.values, fn)
	}
}

// ofSDK reports whether an SDK declares a type. Tools of user-defined types are listed
// when they are encoded.
func (g *callGraph) ofSDK(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && g.a.env.Harmless(n.Obj().Pkg().Path())
}

// shares reports whether fn can write to variables that other functions read: variables
// of packages, or captured variables.
func (g *callGraph) shares(fn *ir.Func) bool {
	return len(fn.Captures) > 0 || g.any(fn, func(c *mentions) bool { return c.shares })
}

// buildsMore reports whether fn, or a function that fn may call, may contain a literal
// of a type that a dialect watches (such as a tool), or a call of new, at a position
// that is not in built.
func (g *callGraph) buildsMore(fn *ir.Func, built map[token.Pos]bool) bool {
	return g.any(fn, func(c *mentions) bool {
		for _, pos := range c.builds {
			if !built[pos] {
				return true
			}
		}
		return false
	})
}

// any reports whether is returns true for a function, for a function that it mentions,
// or, in a program, for a method that makes tools and that it may call through an
// interface.
func (g *callGraph) any(fn *ir.Func, is func(c *mentions) bool) bool {
	seen := map[*ir.Func]bool{fn: true}
	for work := []*ir.Func{fn}; len(work) > 0; work = work[1:] {
		c := g.calls[work[0]]
		if c == nil || is(c) {
			return true
		}
		follow := func(fns []*ir.Func) {
			for _, next := range fns {
				if !seen[next] {
					seen[next] = true
					work = append(work, next)
				}
			}
		}
		follow(c.fns)
		if !g.a.program {
			continue // the dynamic types of the interfaces are still unknown
		}
		for name, types := range c.methods {
			for _, t := range types {
				follow(g.a.makersLike(name, t))
			}
		}
	}
	return false
}

// builtTypes returns the types of the structs that a literal builds: its own type, and
// the types of embedded structs whose promoted fields it sets.
func builtTypes(n *ir.Node) []types.Type {
	if n.Type == nil {
		return nil
	}
	out := []types.Type{n.Type}
	for _, e := range n.Kids {
		t := n.Type
		names := strings.Split(e.Name, ".")
		for _, name := range names[:len(names)-1] {
			if t = fieldType(t, name); t == nil {
				break
			}
			out = append(out, t)
		}
	}
	return out
}

// fieldType returns the type of a struct's field, or nil.
func fieldType(t types.Type, name string) types.Type {
	st, _ := ir.Under(t).(*types.Struct)
	if st == nil {
		return nil
	}
	for f := range st.Fields() {
		if f.Name() == name {
			return f.Type()
		}
	}
	return nil
}
