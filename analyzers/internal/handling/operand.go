package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"

	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

// This file finds the expressions that have the arguments of a call.

// assignments returns what a statement or declaration assigns, each with its value. Of an
// expression with several values, it returns only the first.
func assignments(n ast.Node) iter.Seq2[ast.Expr, ast.Expr] {
	return func(yield func(lhs, rhs ast.Expr) bool) {
		var to, values []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			to, values = n.Lhs, n.Rhs
		case *ast.ValueSpec:
			values = n.Values
			for _, name := range n.Names {
				to = append(to, name)
			}
		}
		for i, rhs := range values {
			if !yield(to[i], rhs) {
				return
			}
		}
	}
}

// isEmptyMap reports whether an expression makes an empty map. Programs replace
// missing arguments by one.
func (s *scan) isEmptyMap(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0 && isMap(s.p.Info.TypeOf(e))
	case *ast.CallExpr:
		id, ok := ast.Unparen(e.Fun).(*ast.Ident)
		return ok && id.Name == "make" && s.p.Info.Types[e.Fun].IsBuiltin() && isMap(s.p.Info.TypeOf(e))
	}
	return false
}

// isJSON reports whether fn is the function of encoding/json with a name.
func isJSON(fn *types.Func, name string) bool {
	return fn.Name() == name && fn.Pkg() != nil && fn.Pkg().Path() == "encoding/json" && fn.Signature().Recv() == nil
}

// decodes returns the operands of a call that decodes arguments: json.Unmarshal(from,
// &to), the Decode method of a json.Decoder, or a method of the SDK that decodes a
// request.
func (s *scan) decodes(call *ast.CallExpr) (from, to ast.Expr, ok bool) {
	fn, _ := typeutil.Callee(s.p.Info, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil || len(call.Args) == 0 {
		return nil, nil, false
	}
	last := pointed(call.Args[len(call.Args)-1])
	if isJSON(fn, "Unmarshal") {
		return call.Args[0], last, true
	}
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if isSel && fn.FullName() == "(*encoding/json.Decoder).Decode" {
		return sel.X, last, true
	}
	sig := fn.Signature()
	if isSel && schemafacts.OfSDK(fn.Pkg().Path()) && sig.Recv() != nil && sig.Params().Len() == 1 && isAny(sig.Params().At(0).Type()) {
		if is, _ := schemafacts.Request(sig.Recv().Type()); is {
			return sel.X, last, true
		}
	}
	return nil, nil, false
}

// of returns the number of the parameter whose arguments an expression contains, as a
// map, as JSON, or in a request. ok is false if it contains none.
func (s *scan) of(e ast.Expr) (number int, ok bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj := s.p.Info.Uses[e]
		number, ok = s.vars[obj]
		return number, ok && s.writes[obj] <= 1
	case *ast.StarExpr:
		return s.of(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return s.of(e.X)
		}
	case *ast.SelectorExpr:
		if e.Sel.Name == "Params" || e.Sel.Name == "Arguments" || s.p.partOfCall(e) {
			return s.of(e.X)
		}
	case *ast.TypeAssertExpr:
		if e.Type != nil && (isMap(s.p.Info.TypeOf(e.Type)) || isRaw(s.p.Info.TypeOf(e.Type))) {
			return s.of(e.X)
		}
	case *ast.CallExpr:
		return s.ofCall(e)
	}
	return 0, false
}

func isRaw(t types.Type) bool {
	if t == nil {
		return false
	}
	sl, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(sl.Elem(), types.Typ[types.Byte])
}

// ofCall implements [scan.of] for a call: a conversion, a getter of the SDK, a helper
// that returns the arguments, or json.Marshal.
func (s *scan) ofCall(call *ast.CallExpr) (int, bool) {
	if s.p.Info.Types[call.Fun].IsType() && len(call.Args) == 1 {
		if t := s.p.Info.TypeOf(call); isMap(t) || isRaw(t) {
			return s.of(call.Args[0])
		}
		return 0, false
	}
	fn, _ := typeutil.Callee(s.p.Info, call).(*types.Func)
	if fn == nil || fn.Pkg() == nil {
		return 0, false
	}
	fn = fn.Origin()
	if isJSON(fn, "Marshal") {
		return s.of(call.Args[0])
	}
	if len(call.Args) == 1 && slices.Contains(readers, fn.FullName()) {
		return s.of(call.Args[0])
	}
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if schemafacts.OfSDK(fn.Pkg().Path()) {
		// GetArguments or GetRawArguments.
		if res := fn.Signature().Results(); isSel && len(call.Args) == 0 && res.Len() == 1 && (isMap(res.At(0).Type()) || isAny(res.At(0).Type())) {
			return s.of(sel.X)
		}
		return 0, false
	}
	if sum := s.p.summary(fn); sum != nil && sum.Whole != None && !(s.strict && sum.reads()) {
		if arg := argument(call, sum.Whole); arg != nil {
			return s.of(arg)
		}
	}
	return 0, false
}

// argument returns the expression that a call passes for the parameter with a number,
// or nil. The number of the receiver is -1.
func argument(call *ast.CallExpr, number int) ast.Expr {
	if number == -1 {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return sel.X
		}
		return nil
	}
	if number < 0 || number >= len(call.Args) {
		return nil
	}
	return call.Args[number]
}

// pointed returns x for &x, and any other expression itself.
func pointed(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	e = ast.Unparen(e)
	if addr, ok := e.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		return ast.Unparen(addr.X)
	}
	return e
}

// callee returns the function that a call runs, or nil if it is unknown. For a method of an
// interface it is the method of the only type that implements it; see [Package.implementation].
func (p *Package) callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(p.Info, call).(*types.Func)
	if fn == nil || !isInterfaceMethod(fn) {
		return fn
	}
	only, done := p.only[fn]
	if !done {
		only = p.implementation(fn)
		p.only[fn] = only
	}
	return only
}

// parameterOf returns the i-th parameter of a function, or the receiver for -1. It returns nil for a
// variadic parameter and without one.
func parameterOf(fn *types.Func, i int) *types.Var {
	sig := fn.Origin().Signature()
	if i == -1 {
		return sig.Recv()
	}
	if i >= sig.Params().Len() || sig.Variadic() && i == sig.Params().Len()-1 {
		return nil
	}
	return sig.Params().At(i)
}

// implementation returns the method that implements a method of an interface, or nil if several
// types do. The interface must belong to this package, which is then searched with its imports, or
// to the package of the type.
func (p *Package) implementation(fn *types.Func) (only *types.Func) {
	iface, ok := fn.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok || fn.Pkg() == nil {
		return nil
	}
	pkgs := []*types.Package{fn.Pkg()}
	if fn.Pkg() == p.Pkg {
		pkgs = append(pkgs, p.Pkg.Imports()...)
	}
	for _, pkg := range pkgs {
		for _, name := range pkg.Scope().Names() {
			typ, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || typ.IsAlias() || types.IsInterface(typ.Type()) {
				continue
			}
			ptr := types.NewPointer(typ.Type())
			if named, ok := typ.Type().(*types.Named); !ok || named.TypeParams() != nil || !types.Implements(ptr, iface) {
				continue
			}
			if only != nil {
				return nil
			}
			obj, _, _ := types.LookupFieldOrMethod(ptr, false, fn.Pkg(), fn.Name())
			if only, ok = obj.(*types.Func); !ok {
				return nil
			}
		}
	}
	return only
}
