// Package enclosing finds the syntax around a position. It searches long lists by
// position, so that many searches in one long file do not each look at the whole file.
package enclosing

import (
	"go/ast"
	"go/token"
	"slices"
	"sort"
)

// Path returns the nodes in one of the files that contain the position, the innermost
// first.
func Path(files []*ast.File, pos token.Pos) []ast.Node {
	var path []ast.Node
	for n := file(files, pos); n != nil; n = child(n, pos) {
		path = append(path, n)
	}
	slices.Reverse(path)
	return path
}

// Within reports whether a position is in a node.
func Within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// Expr returns the largest expression that begins at a position in one of the files, or
// nil.
func Expr(files []*ast.File, pos token.Pos) ast.Expr {
	for n := file(files, pos); n != nil; n = child(n, pos) {
		if e, ok := n.(ast.Expr); ok && e.Pos() == pos {
			return e
		}
	}
	return nil
}

func file(files []*ast.File, pos token.Pos) ast.Node {
	for _, f := range files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

// child returns the part of a node that contains pos, or nil.
func child(n ast.Node, pos token.Pos) ast.Node {
	switch n := n.(type) {
	case *ast.File:
		if n.Name.End() <= pos {
			return at(n.Decls, pos)
		}
	case *ast.FuncDecl:
		if pos == n.Pos() {
			return nil // and not its type, which begins there
		}
	case *ast.GenDecl:
		return at(n.Specs, pos)
	case *ast.BlockStmt:
		return at(n.List, pos)
	case *ast.FieldList:
		return at(n.List, pos)
	case *ast.CompositeLit:
		if n.Lbrace < pos {
			return at(n.Elts, pos)
		}
	case *ast.CallExpr:
		if n.Lparen < pos {
			return at(n.Args, pos)
		}
	case *ast.CaseClause:
		if n.Colon < pos {
			return at(n.Body, pos)
		}
	case *ast.CommClause:
		if n.Colon < pos {
			return at(n.Body, pos)
		}
	}
	var found ast.Node
	ast.Inspect(n, func(c ast.Node) bool {
		if c != nil && c != n && found == nil && contains(c, pos) {
			found = c
		}
		return c == n
	})
	return found
}

// at returns the element of a list in the order of positions that contains pos, or nil.
func at[N ast.Node](list []N, pos token.Pos) ast.Node {
	i := sort.Search(len(list), func(i int) bool { return pos < list[i].End() })
	if i < len(list) && contains(list[i], pos) {
		return list[i]
	}
	return nil
}

func contains(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }
