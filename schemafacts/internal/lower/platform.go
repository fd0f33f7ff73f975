package lower

import (
	"go/ast"
	"go/types"
)

// A program that is built for several systems has one snapshot. A value that depends on
// runtime.GOOS or runtime.GOARCH is a constant to the compiler, but the snapshot must
// not depend on it, so it is lowered as a value known only at run time.

// findPlatform finds the constants of the package that depend on runtime.GOOS or
// runtime.GOARCH.
func (l *lowerer) findPlatform() {
	for _, imp := range l.src.Pkg.Imports() {
		if imp.Path() == "runtime" {
			l.platform = map[types.Object]bool{imp.Scope().Lookup("GOOS"): true, imp.Scope().Lookup("GOARCH"): true}
		}
	}
	for more := l.platform != nil; more; {
		more = false
		for _, file := range l.src.Files {
			for n := range l.tree.In(file, (*ast.ValueSpec)(nil)) {
				more = l.platformConst(n.(*ast.ValueSpec)) || more
			}
		}
	}
}

// platformConst records the constants in a declaration that depend on the platform.
// It reports whether one of them is new.
func (l *lowerer) platformConst(spec *ast.ValueSpec) bool {
	found := false
	for i, name := range spec.Names {
		c, ok := l.src.Info.Defs[name].(*types.Const)
		if ok && i < len(spec.Values) && !l.platform[c] && l.ofPlatform(spec.Values[i]) {
			l.platform[c], found = true, true
		}
	}
	return found
}

// ofPlatform reports whether a constant expression depends on the platform.
func (l *lowerer) ofPlatform(e ast.Expr) bool {
	if l.platform == nil {
		return false
	}
	if _, isLit := e.(*ast.BasicLit); isLit {
		return false
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && l.platform[l.src.Info.Uses[id]]
		return !found
	})
	return found
}

// platformName returns the name of a constant that depends on the platform, or "" for
// any other expression.
func (l *lowerer) platformName(e ast.Expr) string {
	id := calleeIdent(e)
	if id == nil || !l.platform[l.src.Info.Uses[id]] {
		return ""
	}
	if pkg := l.src.Info.Uses[id].Pkg(); pkg != l.src.Pkg {
		return pkg.Name() + "." + id.Name
	}
	return id.Name
}
