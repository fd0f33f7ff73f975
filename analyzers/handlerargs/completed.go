package handlerargs

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/schemafacts"
)

// completes reports whether a function passed a pointer to the struct of a read to other
// code before the read, as in normalize(&in) or in.fill(). Such code may set the default.
// A call that also receives the request or encoded arguments only decodes them.
func (c *checker) completes(r schemafacts.Read) bool {
	path := enclosing.Path(c.Pass.Files, r.At())
	if !r.Field || path == nil {
		return false
	}
	i := slices.IndexFunc(path, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return true
		}
		return false
	})
	if i < 0 {
		return false
	}
	found := false
	ast.Inspect(path[i], func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() < r.At() {
			found = found || c.passesPointer(call, r.Key)
		}
		return !found
	})
	return found
}

// passesPointer reports whether a call receives a pointer to a struct with an argument,
// and nothing from which it could decode the struct.
func (c *checker) passesPointer(call *ast.CallExpr, key string) bool {
	args := call.Args
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		if s := c.Pass.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			if _, ptr := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer); ptr && has(s.Recv(), key) {
				return true
			}
			args = append([]ast.Expr{sel.X}, args...)
		}
	}
	found := false
	for _, a := range args {
		t := c.Pass.TypesInfo.TypeOf(a)
		if t == nil {
			return false
		}
		if _, ptr := types.Unalias(t).(*types.Pointer); ptr && has(t, key) {
			found = true
		} else if c.encodes(t) {
			return false
		}
	}
	return found
}

// has reports whether a struct, or a pointer to one, has a field for an argument.
func has(t types.Type, key string) bool {
	return slices.ContainsFunc(schemafacts.ArgumentFields(t), func(f schemafacts.ArgumentField) bool { return f.Name == key })
}

// encodes reports whether a value of a type may hold the arguments in another form.
func (c *checker) encodes(t types.Type) bool {
	switch u := jsonfields.Pointee(t).Underlying().(type) {
	case *types.Map:
		return true
	case *types.Slice:
		return types.Identical(u.Elem(), types.Typ[types.Byte])
	case *types.Interface:
		return (leak.Rules{}).Kind(t) == ""
	case *types.Struct:
		return u.NumFields() > 0 && !c.Own(positionOf(jsonfields.Pointee(t)))
	}
	return false
}

func positionOf(t types.Type) token.Pos {
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Pos()
	}
	return token.NoPos
}
