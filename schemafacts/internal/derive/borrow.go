package derive

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/borrow"
	"github.com/schemavet/schemavet/schemafacts/internal/dialects"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/lower"
)

// borrow evaluates the small functions of other modules that the package's programs
// call, such as ptr.To. No other pass does so, because their packages do not reach an
// SDK. The programs become part of what is known about those packages, also for
// importers of this one.
func (p *deriver) borrow(unit *ir.Unit) {
	reader := &borrow.Reader{Fset: p.Pass.Fset}
	for _, key := range slices.Sorted(maps.Keys(unit.Mentions())) {
		fn := p.stranger(key)
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

// stranger returns the function of a key if it belongs to a package that is not
// analyzed and if it is small enough to read, or nil.
func (p *deriver) stranger(key string) *types.Func {
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
