// Package reflector contains emulations of schema reflectors: libraries that derive a
// JSON Schema from a Go type. Each has a folder and tables by version. An emulation
// uses types and tags, and neither values nor SDKs. A subfolder contains the binding,
// with which the evaluator follows programs that make and change schemas with the
// library.
//
// To add a reflector, add a folder, and compare it with the real library in
// testdata/conformance.
package reflector

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Imports describes the packages that the analyzed package imports, directly or not.
type Imports struct {
	Fset  *token.FileSet
	Types *ir.TypeSpace
	// Version returns the version of the module to which a package belongs, as the
	// driver reports it, or "". If the module is replaced, it may be the version that
	// go.mod requires.
	Version func(pkgPath string) string
}

// File returns the name of a file of an imported package, or "".
func (h *Imports) File(pkg *types.Package) string {
	obj := firstObject(pkg)
	if obj == nil {
		return ""
	}
	return h.Fset.PositionFor(obj.Pos(), false).Filename
}

// firstObject returns an object of a package that has a position.
func firstObject(p *types.Package) types.Object {
	if p == nil {
		return nil
	}
	for _, name := range p.Scope().Names() {
		if obj := p.Scope().Lookup(name); obj.Pos().IsValid() && obj.Exported() {
			return obj
		}
	}
	return nil
}

// TypePos returns the position of the name of t; it follows pointers.
func TypePos(t types.Type) token.Pos {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Named:
			return u.Obj().Pos()
		case *types.Pointer:
			t = u.Elem()
		default:
			return token.NoPos
		}
	}
}
