package blame

import (
	"go/ast"
	"go/token"
	"sort"
)

// Within returns a small part of a file that contains pos: a declaration of the file, or
// a statement or field in it. It searches long lists by position, so that many searches
// in one long file do not each look at the whole file.
func Within(file *ast.File, pos token.Pos) ast.Node {
	decl := at(file.Decls, pos)
	switch d := decl.(type) {
	case *ast.GenDecl:
		if spec := at(d.Specs, pos); spec != nil {
			return spec
		}
	case *ast.FuncDecl:
		if d.Body != nil && d.Body.Lbrace <= pos && pos <= d.Body.Rbrace {
			if stmt := at(d.Body.List, pos); stmt != nil {
				return stmt
			}
		}
	case nil:
		return file
	}
	return decl
}

// at returns the element of a list in the order of positions that contains pos, or the
// zero value.
func at[N ast.Node](list []N, pos token.Pos) (found N) {
	i := sort.Search(len(list), func(i int) bool { return pos <= list[i].End() })
	if i < len(list) && list[i].Pos() <= pos {
		return list[i]
	}
	return found
}
