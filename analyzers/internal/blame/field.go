package blame

import (
	"go/ast"
	"go/token"
)

// Field returns the struct field whose declaration contains pos, or nil if none of
// the files contains it.
func Field(files []*ast.File, pos token.Pos) (found *ast.Field) {
	for _, file := range files {
		if pos < file.FileStart || file.FileEnd < pos {
			continue
		}
		ast.Inspect(Within(file, pos), func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || n.End() < pos {
				return false
			}
			if st, ok := n.(*ast.StructType); ok {
				for _, f := range st.Fields.List {
					if f.Pos() <= pos && pos <= f.End() {
						found = f
					}
				}
			}
			return true
		})
	}
	return found
}
