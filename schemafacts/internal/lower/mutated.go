package lower

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// markMutated marks the package variables that code may write after initialization:
// code outside of the init functions and of the functions that only they call.
func (l *lowerer) markMutated() {
	if len(l.unit.Vars) == 0 {
		return
	}
	initOnly := map[string]bool{}
	for _, d := range l.order {
		if d.Name.Name == "init" && d.Recv == nil {
			initOnly[l.declKey(d)] = true
		}
	}
	byCallee := map[string][]string{}
	for _, d := range l.order {
		from := l.declKey(d)
		for n := range l.tree.In(d, (*ast.Ident)(nil)) {
			if fn, ok := l.src.Info.Uses[n.(*ast.Ident)].(*types.Func); ok && fn.Pkg() == l.src.Pkg {
				byCallee[l.key(fn)] = append(byCallee[l.key(fn)], from)
			}
		}
	}
	for range 4 { // helpers of init functions are not nested deeper
		for key, from := range byCallee {
			only := !token.IsExported(key[strings.LastIndexByte(key, '.')+1:])
			for _, f := range from {
				only = only && initOnly[f]
			}
			if only {
				initOnly[key] = true
			}
		}
	}
	for _, d := range l.order {
		if !initOnly[l.declKey(d)] {
			for n := range l.tree.In(d, (*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.CallExpr)(nil)) {
				l.markWrites(n)
			}
		}
	}
}

func (l *lowerer) markWrites(n ast.Node) {
	mark := func(e ast.Expr) {
		for {
			switch x := ast.Unparen(e).(type) {
			case *ast.IndexExpr:
				e = x.X
				continue
			case *ast.SelectorExpr:
				if _, ok := l.src.Info.Selections[x]; ok {
					if _, ptr := types.Unalias(l.src.Info.TypeOf(x.X)).(*types.Pointer); !ptr {
						e = x.X
						continue
					}
				}
			case *ast.Ident:
				if v, ok := l.src.Info.Uses[x].(*types.Var); ok && isPkgVar(v) && v.Pkg() == l.src.Pkg {
					if pv := l.unit.Vars[ir.VarKey(v)]; pv != nil {
						pv.Mutated = true
					}
				}
			}
			return
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			for _, e := range n.Lhs {
				mark(e)
			}
		}
	case *ast.IncDecStmt:
		mark(n.X)
	case *ast.CallExpr:
		// A function whose body is unknown may write through an address, as the
		// functions of package flag do.
		id := calleeIdent(n.Fun)
		if id == nil {
			break
		}
		if fn, ok := l.src.Info.Uses[id].(*types.Func); !ok || fn.Pkg() == nil || fn.Pkg() == l.src.Pkg || l.rel.Func(l.key(fn)) != Unrelated {
			break
		}
		for _, a := range n.Args {
			u, ok := ast.Unparen(a).(*ast.UnaryExpr)
			if ok && u.Op == token.AND && !l.relevantType(l.src.Info.TypeOf(u.X)) {
				mark(u.X)
			}
		}
	}
}
