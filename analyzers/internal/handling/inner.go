package handling

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
)

// This file finds the members of objects in arguments that a declaration reads, as in
//
//	for _, e := range args["rows"].([]any) {
//		if row, ok := e.(map[string]any); ok {
//			id := row["id"].(string)

// inner finds the expressions that read a member of an object in an argument, under the path
// of the member, such as "rows[].id". The object must be in a variable that the declaration
// uses for nothing else.
func (s *scan) inner(decl ast.Node) {
	in := &innerReads{s, map[types.Object]string{}}
	for n := range s.p.Tree.In(decl, (*ast.AssignStmt)(nil), (*ast.RangeStmt)(nil)) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for lhs, rhs := range assignments(n) {
				in.bind(lhs, rhs, "")
			}
		case *ast.RangeStmt:
			if n.Value != nil {
				in.bind(n.Value, n.X, "[]")
			}
		}
	}
}

type innerReads struct {
	*scan
	paths map[types.Object]string // of variables with an argument or a part of one
}

// bind records that a variable holds what an expression contains, or an element of it.
func (in *innerReads) bind(lhs, rhs ast.Expr, part string) {
	obj, path := in.object(lhs), in.path(rhs)
	if obj == nil || path == "" || in.writes[obj] > 1 {
		return
	}
	path += part
	in.paths[obj] = path
	if !isMap(obj.Type()) || !in.onlyIndexed(obj) {
		return
	}
	in.checked[obj] = in.comesFrom(rhs, func(o types.Object) bool { return in.checked[o] })
	for _, c := range in.p.Tree.Uses(in.p.Info, obj) {
		ix, ok := c.Parent().Node().(*ast.IndexExpr)
		if !ok {
			continue
		}
		if v := in.p.Info.Types[ix.Index].Value; v != nil && v.Kind() == constant.String {
			r := &found{Read: Read{Key: path + "." + constant.StringVal(v), KeyParam: None, TypeParam: None, DefaultParam: None, at: ix.Index.Pos()}, expr: ix}
			in.byExpr[ix] = r
		}
	}
}

// path returns the path of the part of an argument that an expression contains, or "".
func (in *innerReads) path(e ast.Expr) string {
	if t, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok && t.Type != nil {
		e = t.X
	}
	if r := in.byExpr[ast.Unparen(e)]; r != nil && !r.byCall {
		return r.Key
	}
	return in.paths[in.object(e)]
}

// onlyIndexed reports whether source uses a variable only to read constant keys of the map in
// it.
func (in *innerReads) onlyIndexed(obj types.Object) bool {
	for _, c := range in.p.Tree.Uses(in.p.Info, obj) {
		switch kind, _ := c.ParentEdge(); kind {
		case edge.IndexExpr_X:
			up := c.Parent()
			if role, _ := unparen(&up); role == edge.AssignStmt_Lhs {
				return false
			}
		case edge.AssignStmt_Lhs:
		default:
			return false
		}
	}
	return true
}
