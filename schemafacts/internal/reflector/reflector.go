// Package reflector is where schema reflectors are emulated: libraries that make
// a JSON Schema of a Go type. Each has a folder of its own, table-driven by
// version, which knows types and tags but neither values nor SDKs. Beside it
// stands its binding, by which the evaluator follows programs that make and
// change schemas with the library.
//
// To add one, make a folder and compare it with the real library in
// testdata/conformance.
package reflector

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Imports is what is known of the packages that the one being analysed imports,
// directly or not.
type Imports struct {
	Fset  *token.FileSet
	Types *ir.TypeSpace
	// Version returns the version of the module that a package belongs to as
	// the driver reports it, "" if it does not. It may be the one that go.mod
	// asks for where a replacement is used.
	Version func(pkgPath string) string
}

// File returns the name of a file of an imported package, "" if there is none.
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
