package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// This file finds the members of objects in arguments that a declaration reads, as in
//
//	for _, e := range args["rows"].([]any) {
//		if row, ok := e.(map[string]any); ok {
//			id := row["id"].(string)
//
// and, if the arguments are decoded into a struct, as in
//
//	for _, row := range in.Rows {
//		use(row.ID, in.Filter.Kind)

// part is a part of an argument: its path, such as "rows[]", and the loops that run for it.
type part struct {
	path   string
	rounds []ast.Node
}

// inner finds the expressions that read a member of an object in an argument, under the path
// of the member, such as "rows[].id", and returns what they read. The object must be in a
// map that the declaration uses for nothing else, or in a struct.
func (s *scan) inner(decl ast.Node) []*found {
	in := &innerReads{scan: s}
	s.parts = map[types.Object]part{}
	for _, d := range s.decodings {
		if d.Key != "" {
			s.parts[d.Var] = part{path: d.Key}
		}
	}
	for n := range s.p.Tree.In(decl, (*ast.AssignStmt)(nil), (*ast.RangeStmt)(nil), (*ast.SelectorExpr)(nil)) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for lhs, rhs := range assignments(n) {
				in.bind(lhs, s.partOf(rhs))
			}
		case *ast.RangeStmt:
			if of := s.partOf(n.X); n.Value != nil && of.path != "" {
				in.bind(n.Value, part{of.path + "[]", append(slices.Clip(of.rounds), n)})
			}
		case *ast.SelectorExpr:
			in.selector(n)
		}
	}
	return in.found
}

type innerReads struct {
	*scan
	found []*found
}

// members returns the members of objects in arguments under their paths: a handler fails if a call
// has the object without the member, or it accepts only some texts as the member.
func (s *scan) members() (out []Read) {
	s.reads = s.inner(s.part)
	if len(s.reads) == 0 {
		return nil
	}
	s.tries()
	for _, r := range s.reads {
		if (r.Demanded || len(r.Values) > 0) && !slices.ContainsFunc(out, func(o Read) bool { return o.Key == r.Key }) {
			out = append(out, r.Read)
		}
	}
	return out
}

// bind records that a variable holds a part of an argument.
func (in *innerReads) bind(lhs ast.Expr, of part) {
	obj := in.object(lhs)
	if obj == nil || of.path == "" || in.writes[obj] > 1 {
		return
	}
	in.parts[obj] = of
	if isMap(obj.Type()) && in.onlyIndexed(obj) {
		in.bindMap(obj, of)
	} else if _, ok := structOf(obj.Type()); ok && in.fields[obj] == nil {
		in.fields[obj] = map[*types.Var]*found{}
		for _, f := range ArgumentFields(obj.Type()) {
			if len(f.Path) == 1 {
				in.fields[obj][f.Field()] = in.add(of, f.Name, lhs.Pos(), nil)
			}
		}
	}
}

func (in *innerReads) bindMap(obj types.Object, of part) {
	for _, c := range in.p.Tree.Uses(in.p.Info, obj) {
		ix, ok := c.Parent().Node().(*ast.IndexExpr)
		if !ok {
			continue
		}
		if name, ok := in.p.text(ix.Index); ok {
			in.add(of, name, ix.Index.Pos(), ix)
		}
	}
}

// add records a read of a member of an object.
func (in *innerReads) add(of part, name string, at token.Pos, e ast.Expr) *found {
	_, inMap := e.(*ast.IndexExpr)
	r := &found{Read: Read{Key: of.path + "." + name, KeyParam: None, TypeParam: None, DefaultParam: None, Field: !inMap, at: at}, expr: e, rounds: of.rounds, member: name}
	if in.found = append(in.found, r); e != nil {
		in.byExpr[e] = r
	}
	return r
}

// selector records what a selector reads of a struct in a field, as in.Filter.Kind does, if code
// changes no such struct.
func (in *innerReads) selector(n *ast.SelectorExpr) {
	of, ok := ast.Unparen(n.X).(*ast.SelectorExpr)
	f, isField := in.p.Info.Uses[n.Sel].(*types.Var)
	if !ok || !isField || !f.IsField() {
		return
	}
	v, isField := in.p.Info.Uses[of.Sel].(*types.Var)
	p := in.partOf(of)
	if !isField || p.path == "" || in.changed(v) || in.changed(f) {
		return
	}
	for _, a := range ArgumentFields(v.Type()) {
		if a.Field() == f.Origin() && len(a.Path) == 1 {
			in.add(p, a.Name, n.Sel.Pos(), n)
		}
	}
}

// changed reports whether code of the package may change a field, or what it leads to.
func (in *innerReads) changed(v *types.Var) bool {
	return slices.ContainsFunc(in.p.Tree.Uses(in.p.Info, v), func(c inspector.Cursor) bool {
		if kind, _ := c.ParentEdge(); kind != edge.SelectorExpr_Sel {
			return false
		}
		c = c.Parent()
		kind, _ := unparen(&c)
		sel, _ := c.Parent().Node().(*ast.SelectorExpr)
		return kind == edge.SelectorExpr_X && in.p.Info.Selections[sel] != nil && in.p.Info.Selections[sel].Kind() != types.FieldVal ||
			kind == edge.CallExpr_Args && isPointer(v.Type()) || changes(c)
	})
}

// partOf returns the part of an argument that an expression has, or none.
func (s *scan) partOf(e ast.Expr) part {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.TypeAssertExpr:
		if x.Type != nil {
			e = ast.Unparen(x.X)
		}
	case *ast.StarExpr:
		e = ast.Unparen(x.X)
	}
	if r := s.byExpr[e]; r != nil && !r.byCall {
		return part{r.Key, r.rounds}
	}
	if p, ok := s.place(e); ok && p.field != nil {
		if r := s.fields[p.obj][p.field]; r != nil {
			return part{r.Key, r.rounds}
		}
	}
	return s.parts[s.object(e)]
}

// contains reports whether an expression is a list or an object that contains the argument.
func (t *trial) contains(e ast.Expr) bool {
	if t.arg == nil || t.arg.member == "" {
		return false
	}
	path := t.partOf(e).path
	rest, ok := strings.CutPrefix(t.arg.Key, path)
	return ok && path != "" && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[]"))
}

// containing reports whether a loop runs for the object that contains the argument.
func (t *trial) containing(loop ast.Node) bool {
	return slices.ContainsFunc(t.reads, func(r *found) bool { return t.isArg(r) && slices.Contains(r.rounds, loop) })
}

// oneRound follows a loop for the object that contains the argument.
func (t *trial) oneRound(loop ast.Node, body *ast.BlockStmt) flow {
	t.forget(loop)
	maps.DeleteFunc(t.env, func(p place, _ worth) bool { return t.argumentOf(p) })
	f := t.list(body.List)
	if f&breaks != 0 {
		f |= falls
	}
	return f
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
