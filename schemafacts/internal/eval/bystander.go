package eval

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Programs build their tools for other ends than serving them: to document
// them, or to count the scopes that they ask for. What a program builds in a
// function that cannot register it, hands to nobody, and has built elsewhere as
// well, teaches nothing, and often costs most.

// bystanders are the functions and closures of a program that wait until all
// others have run.
type bystanders struct {
	m        *Machine
	graph    *callGraph
	closures []*Closure
	funcs    []*ir.Func
}

// waits reports whether fn can only build tools, for nobody to see.
func (b *bystanders) waits(fn *ir.Func) bool {
	if b == nil || b.m.yields(fn) != tools {
		return false
	}
	for _, r := range fn.Results {
		if b.m.Env.Leads(r.Type) {
			return false
		}
	}
	if b.graph == nil {
		b.graph = newCallGraph(b.m)
	}
	return !b.graph.registers[fn] && !b.graph.shares(fn)
}

// run runs those that build something that nobody else has built.
func (b *bystanders) run() {
	if b == nil {
		return
	}
	built := map[token.Pos]bool{}
	for _, d := range b.m.Defs {
		built[d.Pos] = true
	}
	for _, c := range b.closures {
		if b.graph.buildsMore(c.Fn, built) {
			b.m.closures = append(b.m.closures, c)
		}
	}
	b.m.waiting = nil
	b.m.rootClosures()
	for _, fn := range b.funcs {
		if !b.m.executed[fn] && b.graph.buildsMore(fn, built) {
			b.m.RunRoot(fn)
		}
	}
}

// callGraph is who may call whom, in all programs that are known. A function
// that is mentioned counts as called.
type callGraph struct {
	m         *Machine
	calls     map[*ir.Func]*mentions
	registers map[*ir.Func]bool // functions that may register tools
}

// mentions is what one function does itself.
type mentions struct {
	registers bool
	generic   bool
	fns       []*ir.Func
	values    []types.Type    // of functions that are called and not named, nil if not known
	methods   map[string]bool // that are called through interfaces
	builds    []token.Pos     // of literals that are definitions
	shares    bool            // it mentions a variable of the package's that can lead to tools
}

func newCallGraph(m *Machine) *callGraph {
	g := &callGraph{m: m, calls: map[*ir.Func]*mentions{}, registers: map[*ir.Func]bool{}}
	for _, u := range m.Env.Units() {
		for _, fn := range u.Funcs {
			g.add(fn)
		}
		for _, fn := range u.Inits {
			g.add(fn)
		}
		for _, v := range u.Vars {
			g.walk(v.Init, &mentions{methods: map[string]bool{}}) // for the literals in it
		}
	}
	for changed := true; changed; {
		changed = false
		for fn, c := range g.calls {
			if !g.registers[fn] && g.mayRegister(c) {
				g.registers[fn], changed = true, true
			}
		}
	}
	return g
}

func (g *callGraph) add(fn *ir.Func) {
	if fn == nil || g.calls[fn] != nil {
		return
	}
	c := &mentions{generic: len(fn.TypeParams) > 0, methods: map[string]bool{}}
	g.calls[fn] = c
	g.walk(fn.Body, c)
}

func (g *callGraph) walk(n *ir.Node, c *mentions) {
	if n == nil {
		return
	}
	switch n.Op {
	case ir.OpFunc:
		g.mention(n.Name, c)
	case ir.OpMethod:
		if n.Flag {
			c.methods[n.Name] = true
		} else {
			g.mention(n.Name, c)
		}
	case ir.OpCall:
		if k := n.Kids[0]; k.Op != ir.OpFunc && k.Op != ir.OpMethod && k.Op != ir.OpClosure {
			t := k.Type
			if c.generic {
				t = nil // which it is depends on who calls
			}
			c.values = append(c.values, t)
		}
	case ir.OpComposite:
		if n.Type != nil && g.m.Env.Watch(n.Type) {
			c.builds = append(c.builds, n.Pos)
		}
	case ir.OpBuiltin:
		if n.Name == "new" {
			c.builds = append(c.builds, n.Pos)
		}
	case ir.OpGlobal:
		c.shares = c.shares || g.leads(n)
	}
	for _, k := range n.Kids {
		g.walk(k, c)
	}
	if n.Fn != nil {
		g.add(n.Fn)
		c.fns = append(c.fns, n.Fn)
	}
}

// mention notes that a function is named.
func (g *callGraph) mention(key string, c *mentions) {
	if g.m.Env.Registers(key) {
		c.registers = true
	} else if fn := g.m.Env.Func(key); fn != nil {
		g.add(fn)
		c.fns = append(c.fns, fn)
	}
}

func (g *callGraph) leads(n *ir.Node) bool {
	if u := g.m.Env.Unit(ir.PkgOf(n.Name)); u != nil && u.Vars[n.Name] != nil {
		return g.m.Env.Leads(u.Vars[n.Name].Type)
	}
	return n.Type == nil || g.m.Env.Leads(n.Type)
}

// mayRegister reports whether a function may register tools, as far as that is
// known by now.
func (g *callGraph) mayRegister(c *mentions) bool {
	if c.registers {
		return true
	}
	for _, fn := range c.fns {
		if g.registers[fn] {
			return true
		}
	}
	if len(c.values) == 0 && len(c.methods) == 0 {
		return false
	}
	for fn := range g.registers {
		if i := strings.LastIndex(fn.Key, ")."); i >= 0 && fn.Method && c.methods[fn.Key[i+2:]] {
			return true
		}
		for _, t := range c.values {
			if fits(fn, t) {
				return true
			}
		}
	}
	return false
}

// fits reports whether a value of type t may be fn.
func fits(fn *ir.Func, t types.Type) bool {
	if t == nil {
		return true
	}
	sig, ok := ir.Under(t).(*types.Signature)
	if !ok {
		return true
	}
	params := fn.Params
	if fn.Method && sig.Params().Len() == len(params)-1 {
		params = params[1:] // a method value
	}
	if sig.Params().Len() != len(params) || sig.Results().Len() != len(fn.Results) {
		return false
	}
	if len(fn.TypeParams) > 0 {
		return true
	}
	for i, p := range params {
		if !identical(p.Type, sig.Params().At(i).Type()) {
			return false
		}
	}
	for i, r := range fn.Results {
		if !identical(r.Type, sig.Results().At(i).Type()) {
			return false
		}
	}
	return true
}

// shares reports whether fn can write to what others read: variables of
// packages, or those that it captures.
func (g *callGraph) shares(fn *ir.Func) bool {
	return len(fn.Captures) > 0 || g.any(fn, func(c *mentions) bool { return c.shares })
}

// buildsMore reports whether fn may build something at a place where nothing was
// built yet.
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

// any reports whether something holds of a function or one that it mentions.
func (g *callGraph) any(fn *ir.Func, is func(c *mentions) bool) bool {
	seen := map[*ir.Func]bool{fn: true}
	for work := []*ir.Func{fn}; len(work) > 0; work = work[1:] {
		c := g.calls[work[0]]
		if c == nil || is(c) {
			return true
		}
		for _, next := range c.fns {
			if !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return false
}
