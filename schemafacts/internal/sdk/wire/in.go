package wire

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// in reports whether the source of a package has something of this dialect.
// Types alone are nothing: clients decode what servers list. What goes on into an
// interface may be printed, as by a server that reads its list from a file.
func in(info *types.Info, files []*ast.File, other func(*types.TypeName) bool) bool {
	found, declared := false, false
	forms := map[types.Type]form{}
	isForm := func(t types.Type) bool {
		if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
			t = ptr.Elem() // as of literals in a slice of pointers
		}
		named, ok := types.Unalias(t).(*types.Named)
		if !ok || other(named.Obj()) {
			return false
		}
		f, seen := forms[t]
		if !seen {
			f = formOf(t)
			forms[t] = f
		}
		return f >= aTool
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if t := info.TypeOf(n); t != nil && len(n.Elts) > 0 {
				found = found || isForm(t) || toldOfLiteral(info, n) != ""
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				found = found || writesPart(info, lhs, isForm) || len(n.Lhs) == len(n.Rhs) && boxes(info, info.TypeOf(lhs), n.Rhs[i], isForm)
			}
		case *ast.KeyValueExpr:
			found = found || isForms(info.TypeOf(n.Value), isForm) && !isForms(info.TypeOf(n.Key), isForm)
		case *ast.FuncDecl:
			found = found || n.Body != nil && returnsBoxed(info, info.TypeOf(n.Name), n.Body, isForm)
		case *ast.FuncLit:
			found = found || returnsBoxed(info, info.TypeOf(n), n.Body, isForm)
		case *ast.CallExpr:
			found = found || info.Types[n.Fun].IsType() && isForm(info.TypeOf(n)) || handsOn(info, n, isForm)
		case *ast.TypeSpec:
			if obj, ok := info.Defs[n.Name].(*types.TypeName); ok {
				declared = declared || isForm(obj.Type())
			}
		case *ast.Ident:
			if fn, ok := info.Uses[n].(*types.Func); ok && fn.Pkg() != nil {
				found = found || makes(fn)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING && strings.Contains(n.Value, "inputSchema") {
				found = found || told(info, n, info.Types[n]) != ""
			}
		}
		return !found
	}
	for _, f := range files {
		ast.Inspect(f, visit)
	}
	return found || declared && !standsAlone(info, files)
}

// writesPart reports whether an expression that is written to is part of a value
// whose type has the form of a tool.
func writesPart(info *types.Info, e ast.Expr, isForm func(types.Type) bool) bool {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			if t := info.TypeOf(x.X); t == nil || isForm(t) {
				return t != nil
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return false
		}
	}
}

// handsOn reports whether a call gives a tool or a list to an interface, from which
// it may be printed. What decodes into it does not count.
func handsOn(info *types.Info, call *ast.CallExpr, isForm func(types.Type) bool) bool {
	sig, ok := info.TypeOf(call.Fun).(*types.Signature)
	if !ok || decodes(call.Fun) {
		return false
	}
	for i, arg := range call.Args {
		params := sig.Params()
		if params.Len() == 0 {
			return false
		}
		t := params.At(min(i, params.Len()-1)).Type()
		if s, ok := t.(*types.Slice); ok && sig.Variadic() && i >= params.Len()-1 {
			t = s.Elem()
		}
		if boxes(info, t, arg, isForm) {
			return true
		}
	}
	return false
}

// decodes reports whether a function is one of those that fill what they are given.
func decodes(fun ast.Expr) bool {
	name := ""
	switch f := ast.Unparen(fun).(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	return strings.HasPrefix(name, "Unmarshal") || strings.HasPrefix(name, "Decode")
}

// boxes reports whether a tool or a list becomes a value of an interface.
func boxes(info *types.Info, to types.Type, e ast.Expr, isForm func(types.Type) bool) bool {
	return to != nil && types.IsInterface(to) && isForms(info.TypeOf(e), isForm)
}

// returnsBoxed reports whether a function returns a tool or a list as an interface.
func returnsBoxed(info *types.Info, fn types.Type, body ast.Node, isForm func(types.Type) bool) bool {
	sig, ok := fn.(*types.Signature)
	if !ok {
		return false
	}
	boxed := false
	ast.Inspect(body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && len(r.Results) == sig.Results().Len() {
			for i, e := range r.Results {
				boxed = boxed || boxes(info, sig.Results().At(i).Type(), e, isForm)
			}
		}
		return !boxed
	})
	return boxed
}

// isForms reports whether values of a type are tools or lists, or lead to some.
func isForms(t types.Type, isForm func(types.Type) bool) bool {
	for t != nil {
		if isForm(t) {
			return true
		}
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		default:
			return false
		}
	}
	return false
}

// standsAlone reports whether a package is a program that gets no values from
// others of its authors, nor from files that are built into it.
func standsAlone(info *types.Info, files []*ast.File) bool {
	for _, f := range files {
		if f.Name.Name != "main" {
			return false
		}
		for _, spec := range f.Imports {
			imp := info.PkgNameOf(spec)
			if imp == nil {
				return false
			}
			path := imp.Imported().Path()
			if path == "embed" || imp.Pkg() == nil || owner(path) == owner(imp.Pkg().Path()) {
				return false
			}
		}
	}
	return true
}

// owner returns the beginning of an import path that says whose package it is.
func owner(path string) string {
	parts := strings.SplitN(path, "/", 3)
	if !strings.Contains(parts[0], ".") {
		return parts[0]
	}
	return strings.Join(parts[:min(len(parts), 2)], "/")
}
