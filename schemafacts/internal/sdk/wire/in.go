package wire

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
)

// in reports whether the source of a package declares or names a type with the form of a tool
// or of a list of tools, or makes such values without a type. other reports whether a type
// belongs to another dialect.
func in(info *types.Info, files []*ast.File, other func(*types.TypeName) bool) bool {
	forms := map[types.Type]bool{} // the types classified so far
	isForm := func(t types.Type) bool {
		named, ok := jsonfields.Pointee(t).(*types.Named)
		if !ok || other(named.Obj()) {
			return false
		}
		is, seen := forms[named]
		if !seen {
			is = formOf(named) >= aTool
			forms[named] = is
		}
		return is
	}
	names := func(obj types.Object) bool {
		switch obj := obj.(type) {
		case *types.TypeName:
			return isForm(obj.Type())
		case *types.Func:
			return obj.Pkg() != nil && makes(obj)
		}
		return false
	}
	found := false
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				found = found || names(info.ObjectOf(n))
			case *ast.CompositeLit:
				found = found || hookOfLiteral(info, n) != ""
			case *ast.BasicLit:
				found = found || n.Kind == token.STRING && strings.Contains(n.Value, "inputSchema") && valueHook(info, n, info.Types[n]) != ""
			}
			return !found
		})
	}
	return found
}
