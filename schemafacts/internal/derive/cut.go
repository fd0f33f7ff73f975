package derive

import (
	"go/types"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/merge"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

// The budget of a function ends, as a rule, in a message loop or a user interface, after it has
// made its tools. What the rest may write to is unknown then, and so are the tools. If no code
// changes values of their type, they stay what they were, as untraced tools.

// made are tools as they were when a run was cut, by definition.
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

// isPatched reports whether a function of the program assigns to a field of a value of a type
// that it has not made.
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
	made, changed := map[string]bool{}, map[string]bool{}
	ir.Walk(fn.Body, func(n *ir.Node) bool {
		if typ := literalOf(n); typ != nil {
			made[types.TypeString(typ, nil)] = true
		}
		if n.Op == ir.OpAssign {
			for _, target := range n.Targets() {
				for target.Op == ir.OpField || target.Op == ir.OpIndex || target.Op == ir.OpDeref {
					if target = target.X(); target.Type != nil {
						changed[types.TypeString(jsonfields.Pointee(target.Type), nil)] = true
					}
				}
			}
		}
		return true
	})
	for name := range changed {
		if !made[name] {
			p.patched[name] = true
		}
	}
}
