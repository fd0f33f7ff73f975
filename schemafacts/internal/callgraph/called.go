package callgraph

import (
	"go/ast"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Source is a package that a driver has loaded.
type Source struct {
	Pkg   *types.Package
	Info  *types.Info
	Files []*ast.File
}

// Called returns the keys of all functions that the main packages in sources may
// call. It starts with the functions that a main package mentions and adds the
// functions that these call. A call through an interface counts only as a call of the
// interface's method.
func Called(sources []Source) map[string]bool {
	out := map[string]bool{}
	var reached []string
	calls := map[string][]string{}
	for _, s := range sources {
		isProgram := s.Pkg.Name() == "main"
		for _, f := range s.Files {
			for _, d := range f.Decls {
				found := callsIn(s.Info, d, isProgram)
				if by := declared(s.Info, d); by == "" || isProgram {
					reached = append(reached, found...)
				} else {
					calls[by] = append(calls[by], found...)
				}
			}
		}
	}
	for len(reached) > 0 {
		key := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		if !out[key] {
			out[key] = true
			reached = append(reached, calls[key]...)
		}
	}
	return out
}

// declared returns the key of a declared function. It returns "" for other
// declarations, and for init functions, which run at the start of the program.
func declared(info *types.Info, d ast.Decl) string {
	fd, ok := d.(*ast.FuncDecl)
	if !ok || fd.Recv == nil && fd.Name.Name == "init" {
		return ""
	}
	if fn, ok := info.Defs[fd.Name].(*types.Func); ok {
		return ir.Key(fn)
	}
	return ""
}

// callsIn returns the keys of the functions that a declaration calls. If mentions is
// set, it also returns functions that are used without a call.
func callsIn(info *types.Info, d ast.Node, mentions bool) []string {
	var out []string
	called := map[*ast.Ident]bool{}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id := calleeName(n); id != nil {
				called[id] = true
			}
		case *ast.Ident:
			fn, ok := info.Uses[n].(*types.Func)
			if ok && (mentions || called[n]) && fn.Pkg() != nil && !ir.IsStd(fn.Pkg().Path()) {
				out = append(out, ir.Key(fn))
			}
		}
		return true
	})
	return out
}

// calleeName returns the identifier of the called function, or nil if the callee is
// another expression.
func calleeName(c *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(c.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(x.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(x.X)
	}
	switch x := fun.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	}
	return nil
}
