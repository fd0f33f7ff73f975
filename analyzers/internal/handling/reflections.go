package handling

import (
	"go/ast"
	"go/types"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

// Reflection is a call that derives a schema from its type argument, as in
// WithInputSchema[Input]().
type Reflection struct {
	*ast.CallExpr
	Func *types.Func
	Type types.Type
}

// Reflections returns the reflections among the arguments of the call that receives a tool's
// name.
func Reflections(r *report.Reporter, t *schemafacts.Tool) (out []Reflection) {
	for _, n := range enclosing.Path(r.Pass.Files, t.NamePos) {
		call, ok := n.(*ast.CallExpr)
		if !ok || t.NamePos < call.Lparen {
			continue
		}
		for _, arg := range call.Args {
			if option, ok := ast.Unparen(arg).(*ast.CallExpr); ok {
				if fn, typ := TypeArgument(r.Pass.TypesInfo, option); fn != nil {
					out = append(out, Reflection{option, fn, typ})
				}
			}
		}
		break
	}
	return out
}

// TypeArgument returns the generic function that a call names with one explicit type argument,
// and that argument. It returns nil for any other call.
func TypeArgument(info *types.Info, call *ast.CallExpr) (*types.Func, types.Type) {
	ix, ok := ast.Unparen(call.Fun).(*ast.IndexExpr)
	fn, isFunc := typeutil.Callee(info, call).(*types.Func)
	if !ok || !isFunc || fn.Pkg() == nil || !info.Types[ix.Index].IsType() {
		return nil, nil
	}
	return fn, info.TypeOf(ix.Index)
}

// arguments implements [Handlers.Arguments] for the handler n.
func (p *Package) arguments(n ast.Node) types.Type {
	_, sig := p.bodyOf(n)
	if sig == nil || sig.Params().Len() != 3 {
		return nil
	}
	if _, checked := schemafacts.Request(sig.Params().At(1).Type()); !checked {
		return nil
	}
	args := jsonfields.Pointee(sig.Params().At(2).Type())
	if isTypeParam(args) {
		return nil // of a function that registers many handlers
	}
	return args
}
