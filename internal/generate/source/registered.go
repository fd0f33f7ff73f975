package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// structRegistrations returns the functions that calls in the packages pass to a
// registration with schema: struct, by types.Func.FullName, and the positions of the
// calls. It does not find registrations through a helper function.
func structRegistrations(cfg Config, pkgs []*packages.Package) (map[string]token.Pos, error) {
	out := map[string]token.Pos{}
	if cfg.Registrations == nil {
		return out, nil
	}
	for _, p := range pkgs {
		list, err := cfg.Registrations(filepath.Dir(p.GoFiles[0]))
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			if !r.OneStruct {
				continue
			}
			for _, f := range p.Syntax {
				ast.Inspect(f, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok {
						if fn := registeredBy(p.TypesInfo, call, r); fn != nil {
							out[fn.FullName()] = call.Pos()
						}
					}
					return true
				})
			}
		}
	}
	return out, nil
}

// registeredBy returns the function that a call passes to the registration r, or nil
// if the call is not to r or passes no named function.
func registeredBy(info *types.Info, call *ast.CallExpr, r schemafacts.Registration) *types.Func {
	callee, _ := typeutil.Callee(info, call).(*types.Func)
	if callee == nil || withoutStar(callee.Origin().FullName()) != withoutStar(r.Func) {
		return nil
	}
	args := call.Args
	if r.Handler >= 0 && r.Handler < len(args) {
		args = args[r.Handler : r.Handler+1]
	}
	for _, arg := range args {
		var id *ast.Ident
		switch x := ast.Unparen(arg).(type) {
		case *ast.Ident:
			id = x
		case *ast.SelectorExpr:
			id = x.Sel
		default:
			continue
		}
		if fn, ok := info.Uses[id].(*types.Func); ok {
			return fn
		}
	}
	return nil
}

// withoutStar returns the full name of a function without the star of its receiver,
// which settings need not write.
func withoutStar(name string) string { return strings.Replace(name, "(*", "(", 1) }
