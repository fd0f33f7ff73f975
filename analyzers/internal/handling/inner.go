package handling

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
)

// This file finds the members of objects in arguments that a declaration reads, as in
//
//	for _, e := range args["rows"].([]any) {
//		if row, ok := e.(map[string]any); ok {
//			id := row["id"].(string)

// inner finds the expressions that read a member of an object in an argument, under the path
// of the member, such as "rows[].id", and returns what they read. The object must be in a
// variable that the declaration uses for nothing else.
func (s *scan) inner(decl ast.Node) []*found {
	in := &innerReads{scan: s, paths: map[types.Object]string{}}
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
	return in.found
}

type innerReads struct {
	*scan
	paths map[types.Object]string // of variables with an argument or a part of one
	found []*found
}

// members returns the members of objects in arguments without which a handler fails, under
// their paths.
func (p *Package) members(n ast.Node) (out []Read) {
	_, block := parts(n)
	if block == nil || p.plain[n] != nil && !p.handles(n) || !has(p.Tree.In(block, (*ast.TypeAssertExpr)(nil))) {
		return nil
	}
	s := newScan(p, nil)
	for ft := range p.Tree.In(n, (*ast.FuncType)(nil)) {
		s.handed(ft.(*ast.FuncType))
	}
	s.bindIn(block)
	for n := range p.Tree.In(block, (*ast.AssignStmt)(nil), (*ast.IndexExpr)(nil)) {
		s.examineUse(n)
	}
	list := s.inner(block)
	if len(list) == 0 || len(list) > maxKeys {
		return nil
	}
	s.holders(block)
	s.body = block
	if s.try(block, block, nil, unknown, false, nil).fails {
		return nil
	}
	for _, r := range list {
		if !slices.ContainsFunc(out, func(o Read) bool { return o.Key == r.Key }) && s.try(block, block, r, absent, false, nil).fails {
			r.Demanded = true
			out = append(out, r.Read)
		}
	}
	return out
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
			in.byExpr[ix], in.found = r, append(in.found, r)
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
