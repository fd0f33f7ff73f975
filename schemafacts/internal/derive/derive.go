package derive

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/schemavet/schemavet/schemafacts/internal/derive/listing"
	"github.com/schemavet/schemavet/schemafacts/internal/derive/merge"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk/wire"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
)

func (p *deriver) source() *lower.Source {
	s := &lower.Source{Dir: p.Dir(), Fset: p.Pass.Fset, Files: p.Pass.Files, Pkg: p.Pass.Pkg, Info: p.Pass.TypesInfo, Tree: p.Tree}
	if m := p.Pass.Module; m != nil {
		// Without a go directive it is the language of Go 1.16.
		s.GoVersion = "go" + strings.TrimPrefix(cmp.Or(m.GoVersion, "1.16"), "go")
	}
	return s
}

func (p *deriver) relevance() lower.Relevance {
	tell := dialects.Told
	if p.sdk {
		tell = nil // what an SDK prints is another's tool
	}
	var makers map[string][]*ir.Func
	return lower.Relevance{
		Type: func(tn *types.TypeName) bool {
			other := p.otherSDK(tn)
			for _, d := range dialects.All {
				if d.Seed(tn) || d.Shape != nil && !other && (d.Shape(tn) || p.forced(tn)) {
					return true
				}
			}
			return false
		},
		Told:   tell,
		Closed: dialects.Has,
		Func: func(key string) lower.Use {
			switch fn := p.Imported(key); {
			case p.plain.Registers(key) || fn != nil && fn.Makes:
				return lower.Makes
			case fn != nil && fn.Relevant:
				return lower.Mentions
			}
			return lower.Unrelated
		},
		Through: func(name string, iface *types.Interface) bool {
			if makers == nil {
				makers = ir.Makers(p.Units()) // of the packages below this one
			}
			return slices.ContainsFunc(makers[name], func(fn *ir.Func) bool { return ir.Implements(fn.Params[0].Type, iface) })
		},
		Static: func(key string) bool { return p.userIntrinsic(key) != nil },
	}
}

// needs returns the packages below this one whose init functions matter, in the
// order in which the Go runtime runs them.
func (p *deriver) needs() []string {
	var out []string
	add := func(path string) {
		if !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	imports := slices.Clone(p.Pass.Pkg.Imports())
	slices.SortFunc(imports, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	for _, imp := range imports {
		u := p.Unit(imp.Path())
		if u == nil {
			continue
		}
		for _, path := range u.Needs {
			add(path)
		}
		if len(u.Inits) > 0 {
			add(imp.Path())
		}
	}
	return out
}

// derive runs the package's programs and keeps the tools that they make. It
// returns the functions that were not followed to their end.
func (p *deriver) derive(unit *ir.Unit, order []*ir.Func) []Unfinished {
	if p.sdk {
		return nil
	}
	p.Own, p.order = unit, order
	p.bind()
	m := eval.NewMachine(p, gostd.Library{}, p.Owns)
	if !slices.Contains(p.shaped, false) {
		// Without an SDK, whatever serves requests leads to all that they may ask for.
		m.Thrift(10)
	}
	m.Program = p.Pass.Pkg.Name() == "main"
	world := worldOf(p.Pass.Pkg)
	if world != nil && !m.Program && slices.Contains(p.shaped, false) {
		m.Programs = world
	}
	left := map[*eval.Def]*tool.Tool{}
	unnamed := 0
	m.Leave = func(defs []*eval.Def) bool {
		named := p.list.Missed() == unnamed
		unnamed = p.list.Missed()
		for _, def := range defs {
			if _, seen := left[def]; !seen && !def.Used {
				left[def] = p.untraced(m, def)
			}
			named = named && (def.Used || left[def] != nil)
		}
		return named
	}
	start := time.Now()
	m.RunUnit(unit, order)
	m.Leave(m.Defs)
	p.stats.add(m, time.Since(start))
	if m.Program {
		p.executed, p.called = m.Executed(), m.Called
	} else if m.Programs != nil {
		world.cover(m.Executed())
	}
	for _, def := range m.Defs {
		if t := left[def]; t != nil && !def.Used {
			p.list.Tools = append(p.list.Tools, t)
		}
	}
	p.list.End()
	return unfinished(m)
}

// bind has the dialects tell what they find to p.
func (p *deriver) bind() {
	host := &sdk.Host{Imports: reflector.Imports{Fset: p.Pass.Fset, Types: p.Space, Version: p.Version},
		Serve: p.list.Serve, Emit: p.list.Emit, Offer: p.list.Offer, Other: p.otherSDK, Forced: p.forced, Schema: dialects.Seeds, Remove: p.list.Remove, Nameless: p.list.Nameless}
	p.list.Begin()
	p.bound, p.shaped = nil, nil
	for _, d := range dialects.All {
		if p.uses(d) {
			p.bound = append(p.bound, d.Bind(host))
			p.shaped = append(p.shaped, d.Shape != nil)
		}
	}
	p.intrinsics = map[string]eval.Intrinsic{} // what is bound now stays
}

// release drops what only running programs need. What the dialects and the servers
// have seen refers to the machine with all states of all paths.
func (p *deriver) release() {
	p.bound, p.intrinsics = nil, nil
	p.list.Release()
}

// sorted returns the tools that were found: the package's own, and others.
func (p *deriver) sorted() (own, foreign []*tool.Tool) {
	p.allBetween().Mark(p.list.Tools)
	merged := merge.Tools(p.list.Tools)
	for _, t := range merge.Fold(p.Pass.Fset, merged, merged) {
		p.claim(t)
		if p.Owns(t.Pos()) {
			t.Package = p.Pass.Pkg.Path()
			own = append(own, t)
		} else {
			foreign = append(foreign, t)
		}
	}
	return own, foreign
}

// claim gives a tool whose name stands in another module to the package that
// registers it: what a library defines and leaves to others to register belongs
// to those who do. That may be another package of the user's, which is given the
// tool from here.
func (p *deriver) claim(t *tool.Tool) {
	there := func(pos token.Pos) bool { return !p.Owns(pos) && p.Elsewhere(pos) }
	if p.Downloaded() || !t.RegPos.IsValid() || !there(t.Pos()) || there(t.RegPos) {
		return
	}
	t.Hops = append([]tool.Hop{{Pos: t.Pos(), Text: "named in another module"}}, t.Hops...)
	t.NamePos = t.RegPos
}

// untraced returns the tool that a definition makes which was never
// registered, nil if it makes none.
func (p *deriver) untraced(m *eval.Machine, def *eval.Def) *tool.Tool {
	for _, b := range p.bound {
		t := b.Untraced(m, def)
		if t == nil {
			continue
		}
		if def.Local != "" {
			listing.NotFollowed(t, def.Pos, def.Local)
		}
		if t.Dialect == wire.ModelDialect {
			p.ownValues = append(p.ownValues, &OwnValue{t, eval.Snapshot(def.Last()), def.T})
		}
		return t
	}
	return nil
}
