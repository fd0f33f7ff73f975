package handling

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

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
