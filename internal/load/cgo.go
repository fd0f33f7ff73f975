package load

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// importsC reports whether a file uses cgo.
func importsC(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` })
}

// ofCgo reports whether a type error may come from C declarations, whose types are
// unknown here. That includes every error in a file that uses cgo, and errors
// elsewhere about a value of an invalid type. The go command reports the real errors.
func (l *loader) ofCgo(err types.Error) bool {
	if len(l.cgo) == 0 {
		return false
	}
	return strings.Contains(err.Msg, "invalid type") || l.cgo[l.fset.File(err.Pos).Name()]
}
