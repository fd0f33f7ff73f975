package derive

import (
	"go/types"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/merge"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/internal/writes"
)

// The budget of a function ends, as a rule, in a message loop or a user interface, after it has
// made its tools. The rest may write to the tools, so they become unknown. If no function of
// the program changes values of their type, they stay as they were, as untraced tools. So does a
// tool that is stored where the run does not follow, as in the registry of another package.

// made are tools as they were when a run was cut or when they were stored, by definition.
type made map[*value.Def]*madeTool

type madeTool struct {
	t    *tool.Tool
	cuts int
}

// mostCuts limits how often the tool of one definition is derived.
const mostCuts = 8

// add adds the tools of definitions as they are now. Parts that an earlier cut has made
// unknown stay as they were before.
func (a made) add(p *deriver, m *eval.Machine, defs []*value.Def) {
	for _, def := range defs {
		old := a[def]
		if old == nil {
			old = new(madeTool)
		}
		if old.cuts++; old.cuts > mostCuts || wire.IsList(def.T) || p.isPatched(def.T) {
			continue
		}
		used := def.Used
		if t := p.untraced(m, def); t != nil {
			t.Traced, t.Converted = false, true
			if old.t != nil && old.t.Name == t.Name {
				t.Doc = merge.Fill(t.Doc, old.t.Doc)
			}
			old.t, a[def] = t, old
		}
		def.Used = used
	}
}

// tools returns the tools in the order of their definitions.
func (a made) tools(defs []*value.Def) []*tool.Tool {
	var out []*tool.Tool
	for _, def := range defs {
		if e := a[def]; e != nil {
			out = append(out, e.t)
		}
	}
	return out
}

// isPatched reports whether a function of the program writes to something that a value of a
// type leads to, and has not made the value.
func (p *deriver) isPatched(typ types.Type) bool {
	if p.patched == nil {
		p.patched = map[string]bool{}
		for _, u := range p.Units() {
			if dialects.Has(u.Path) {
				continue
			}
			for _, fn := range u.Funcs {
				p.addPatches(fn)
			}
		}
	}
	return p.patched[types.TypeString(typ, nil)]
}

func (p *deriver) addPatches(fn *ir.Func) {
	if fn.Body == nil {
		return
	}
	c := &changes{env: p.env, made: map[string]bool{}, changed: map[string]bool{}, held: map[int]map[string]bool{}}
	for range 2 { // a local variable may be written to before the value that it is assigned later
		ir.Walk(fn.Body, c.node)
	}
	for name := range c.changed {
		if !c.made[name] {
			p.patched[name] = true
		}
	}
}

// changes are the types of values that a function makes, and of values that lead to what it
// writes to.
type changes struct {
	*env
	made, changed map[string]bool
	held          map[int]map[string]bool // the types of values that lead to local variables
}

func (c *changes) node(n *ir.Node) bool {
	if typ := literalOf(n); typ != nil {
		c.made[types.TypeString(typ, nil)] = true
	}
	switch n.Op {
	case ir.OpDeclare:
		if len(n.Kids) == 1 {
			c.hold(n, n.X())
		}
	case ir.OpAssign:
		for i, target := range n.Targets() {
			c.path(target, c.changed)
			c.hold(target, n.Values()[min(i, len(n.Values())-1)])
		}
	case ir.OpRange:
		c.hold(n.Key(), n.X())
		c.hold(n.Elem(), n.X())
	case ir.OpBuiltin:
		if n.Name == "delete" || n.Name == "clear" || n.Name == "copy" {
			c.path(n.X(), c.changed)
		}
	case ir.OpCall:
		key, ok := n.Callee().Function()
		if !ok {
			break
		}
		args := n.Args()
		if n.Callee().Op == ir.OpMethod {
			args = append([]*ir.Node{n.Callee().X()}, args...)
		}
		for i, arg := range args {
			if c.writes(key, i) {
				c.path(arg, c.changed)
			}
		}
	}
	return true
}

// writes reports whether a function writes to what its i-th argument leads to. The receiver
// comes first.
func (c *changes) writes(key string, i int) bool {
	if set, known := c.writeSet(key); known {
		return set != nil && slices.ContainsFunc(set.Written, func(r ir.Root) bool { return r.Var == "" && r.Param == i && r.Level >= 0 })
	}
	return stdEffect(key, i) == writes.Writes
}

// hold records that a local variable may hold a part of a value.
func (c *changes) hold(target, from *ir.Node) {
	if target.Op != ir.OpLocal && target.Op != ir.OpDeclare {
		return
	}
	types := map[string]bool{}
	c.path(from, types)
	for name := range types {
		if c.held[target.Int] == nil {
			c.held[target.Int] = map[string]bool{}
		}
		c.held[target.Int][name] = true
	}
}

// leftOut reports whether encoding/json leaves out the field that an expression selects.
func leftOut(n *ir.Node) bool {
	st, ok := ir.Under(jsonfields.Pointee(n.X().Type)).(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == n.Name {
			return jsonfields.TagOf(st.Tag(i)).Hidden
		}
	}
	return false
}

// path adds to out the types of the values that lead to the place or value of an expression.
func (c *changes) path(n *ir.Node, out map[string]bool) {
	for {
		switch n.Op {
		case ir.OpLocal:
			maps.Copy(out, c.held[n.Int])
			return
		case ir.OpField, ir.OpIndex, ir.OpDeref, ir.OpSlice, ir.OpAssert, ir.OpConvert, ir.OpAddr:
			if n.Op == ir.OpField && leftOut(n) {
				return // no part of a document
			}
			if n = n.X(); n.Type != nil {
				out[types.TypeString(jsonfields.Pointee(n.Type), nil)] = true
			}
		default:
			return
		}
	}
}
