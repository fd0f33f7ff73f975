package derive

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/borrow"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/gostd"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/writes"
)

// source returns the package's source in the form that [lower.Lower] takes.
func (p *env) source() *lower.Source {
	s := &lower.Source{Dir: p.Dir(), Fset: p.Pass.Fset, Files: p.Pass.Files, Pkg: p.Pass.Pkg, Info: p.Pass.TypesInfo, Tree: p.Tree}
	if m := p.Pass.Module; m != nil {
		// Without a go directive, the language version is Go 1.16.
		s.GoVersion = "go" + strings.TrimPrefix(cmp.Or(m.GoVersion, "1.16"), "go")
	}
	return s
}

// relevance returns the rules that decide which functions and types of the package
// are lowered.
func (p *env) relevance() lower.Relevance {
	valueHook := dialects.ValueHook
	if p.sdk {
		valueHook = nil // a value that an SDK encodes is not a tool of this package
	}
	var makers map[string][]*ir.Func
	return lower.Relevance{
		Type: func(tn *types.TypeName) bool {
			other := p.otherSDK(tn)
			for _, d := range dialects.All {
				if d.Seed(tn) || d.MatchesForm != nil && !other && (d.MatchesForm(tn) || p.forced(tn)) {
					return true
				}
			}
			return false
		},
		Request: func(t types.Type) bool {
			is, _ := dialects.Request(t)
			return is
		},
		ValueHook: valueHook,
		Closed:    dialects.Has,
		Helps:     p.helps || p.Mine() && !p.IsMain(),
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
		Runs: func(key string) bool {
			return p.sdk && slices.ContainsFunc(dialects.All, func(d sdk.Dialect) bool { return slices.Contains(d.Runs, key) })
		},
		Known:  p.writeSet,
		Effect: stdEffect,
	}
}

// writeSet returns the write set of a function of another package, or false if its package
// was not searched.
func (p *env) writeSet(key string) (*ir.WriteSet, bool) {
	u := p.Unit(ir.PkgOf(key))
	if u == nil || u.Writes == nil {
		return nil, false
	}
	return u.Writes[key], true
}

// stdEffect returns what a function of the standard library does to its i-th argument, as
// package gostd says. Any other function may keep it.
func stdEffect(key string, i int) writes.Effect {
	if !ir.IsStd(ir.PkgOf(key)) {
		return writes.Keeps
	}
	switch e := (gostd.Library{}).Effect(key); {
	case e.Kind == eval.Reads:
		return writes.Reads
	case e.Kind == eval.Keeps:
		return writes.Keeps
	case e.Arg == eval.AllArgs || e.Arg == i:
		return writes.Writes
	}
	return writes.Reads
}

// needs returns the packages below this one whose init functions concern tools, in
// the order in which the Go runtime runs them.
func (p *env) needs() []string {
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

// borrow lowers small functions of other modules that the package's programs call,
// such as ptr.To. No other pass lowers them, because their packages do not reach an
// SDK. The programs become part of what is known about those packages, also for
// importers of this one.
func (p *env) borrow(unit *ir.Unit) {
	reader := &borrow.Reader{Fset: p.Pass.Fset}
	for _, key := range slices.Sorted(maps.Keys(unit.Functions())) {
		fn := p.borrowable(key)
		if fn == nil {
			continue
		}
		src := reader.Read(fn)
		if src == nil {
			continue
		}
		u, _ := lower.Lower(&lower.Source{Fset: p.Pass.Fset, Files: []*ast.File{src.File}, Pkg: src.Pkg, Info: src.Info},
			lower.Relevance{All: true, Type: func(*types.TypeName) bool { return false }, Func: func(string) lower.Use { return lower.Unrelated }})
		// Findings on the function's results belong to its callers.
		u.Forget()
		p.Borrow(u)
	}
}

// borrowable returns the function with a key if no pass analyzes its package and if it
// is small enough to be borrowed. Otherwise it returns nil.
func (p *env) borrowable(key string) *types.Func {
	path := ir.PkgOf(key)
	first, _, _ := strings.Cut(path, "/")
	if path == p.Pass.Pkg.Path() || !strings.Contains(first, ".") || dialects.Has(path) || p.Imported(key) != nil {
		return nil
	}
	pkg := p.Space.Package(path)
	if pkg == nil {
		return nil
	}
	fn, ok := pkg.Scope().Lookup(strings.TrimPrefix(key, path+".")).(*types.Func)
	if !ok || !borrow.Candidate(fn) {
		return nil
	}
	return fn
}

// Leads reports whether a type is, or contains, a type from which tools are made.
func (p *env) Leads(t types.Type) bool {
	if p.leads == nil {
		p.leads = lower.Leads(p.relevance(), p.Pass.Pkg)
	}
	return p.leads(t)
}
