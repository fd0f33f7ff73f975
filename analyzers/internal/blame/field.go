package blame

import (
	"go/ast"
	"go/token"

	"github.com/schemavet/schemavet/internal/enclosing"
)

// Field returns the struct field whose declaration contains pos, or nil if none of
// the files contains it.
func Field(files []*ast.File, pos token.Pos) *ast.Field {
	path := enclosing.Path(files, pos)
	for i, n := range path {
		if f, ok := n.(*ast.Field); ok {
			if _, ok := path[i+2].(*ast.StructType); ok {
				return f
			}
		}
	}
	return nil
}
