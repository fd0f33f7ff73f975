package derive

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/handling"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
)

// newHandling returns what reads handlers of the package, with the summaries that
// the packages which it imports tell.
func (p *deriver) newHandling() *handling.Package {
	var imported map[string]*handling.Func
	return &handling.Package{
		Files: p.pass.Files, Pkg: p.pass.Pkg, Info: p.pass.TypesInfo, Request: Request, Result: isResult, OfSDK: OfSDK,
		Known: func(key string) *handling.Func {
			if imported == nil {
				imported = map[string]*handling.Func{}
				for _, f := range p.facts {
					for _, fn := range handling.Decode(f.Funcs) {
						imported[fn.Key] = &fn
					}
				}
			}
			return imported[key]
		},
	}
}

// Reads returns the arguments that a handler of the package reads, a declaration or
// a literal. All says that it reads no others.
func (r *Found) Reads(handler ast.Node) (reads []handling.Read, all bool) {
	if r.deriver.handling == nil {
		return nil, false
	}
	r.deriver.reading.Lock()
	defer r.deriver.reading.Unlock()
	return r.deriver.handling.Handler(handler)
}

// Answers returns what a handler of the package may return, a declaration or a
// literal: see [handling.Package.Answers].
func (r *Found) Answers(handler ast.Node) []string {
	if r.deriver.handling == nil {
		return nil
	}
	r.deriver.reading.Lock()
	defer r.deriver.reading.Unlock()
	return r.deriver.handling.Answers(handler)
}

// isResult reports whether a type is what handlers of an SDK return.
func isResult(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && slices.ContainsFunc(Dialects, func(d sdk.Dialect) bool { return d.Result == types.TypeString(named, nil) })
}
