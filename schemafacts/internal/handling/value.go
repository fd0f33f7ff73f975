package handling

import (
	"go/ast"
	"slices"
)

// hold sets the JSON types that the function accepts for each argument. They come
// from type assertions on the argument, or on the variable that contains it.
func (s *scan) hold(body ast.Node) {
	asserted := map[ast.Expr]bool{}
	for n := range s.p.Tree.In(body, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.TypeAssertExpr)(nil)) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				s.held(n.Lhs, n.Rhs[0])
			}
		case *ast.ValueSpec:
			if len(n.Values) == 1 {
				lhs := make([]ast.Expr, len(n.Names))
				for i, name := range n.Names {
					lhs[i] = name
				}
				s.held(lhs, n.Values[0])
			}
		case *ast.TypeAssertExpr:
			x := ast.Unparen(n.X)
			if r := s.byExpr[x]; r != nil && n.Type != nil {
				s.assert(r, n.Type)
				asserted[x] = true
			}
		}
	}
	used := map[*ast.Ident]bool{}
	for n := range s.p.Tree.In(body, (*ast.TypeAssertExpr)(nil), (*ast.BinaryExpr)(nil)) {
		s.useOfHeld(n, used)
	}
	if len(s.values) > 0 {
		for n := range s.p.Tree.In(body, (*ast.Ident)(nil)) {
			if h := s.values[s.p.Info.Uses[n.(*ast.Ident)]]; h != nil && !used[n.(*ast.Ident)] {
				h.another = true
			}
		}
	}
	for e, r := range s.byExpr {
		if _, isIndex := e.(*ast.IndexExpr); !isIndex {
			continue
		}
		holder := false
		for obj, h := range s.values {
			if h.read == r {
				holder = true
				if h.another || s.writes[obj] > 1 {
					r.Types, r.TypeParam = nil, None
				}
			}
		}
		if !holder && !asserted[e] {
			r.Types, r.TypeParam = nil, None
		}
	}
}

// held records that variables hold an argument or whether it is present: v :=
// args["name"] and _, ok := args["name"].
func (s *scan) held(lhs []ast.Expr, rhs ast.Expr) {
	r := s.byExpr[ast.Unparen(rhs)]
	if r == nil {
		return
	}
	if _, ok := ast.Unparen(rhs).(*ast.IndexExpr); !ok {
		return
	}
	if id, ok := lhs[0].(*ast.Ident); ok && id.Name == "_" {
		r.Asked = true
		return
	}
	if obj := s.object(lhs[0]); obj != nil {
		s.values[obj] = &held{read: r}
	}
}

// useOfHeld records a type assertion on a variable that contains an argument, and a
// comparison of it with nil.
func (s *scan) useOfHeld(n ast.Node, used map[*ast.Ident]bool) {
	of := func(e ast.Expr) (*held, *ast.Ident) {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return nil, nil
		}
		return s.values[s.p.Info.Uses[id]], id
	}
	switch n := n.(type) {
	case *ast.TypeAssertExpr:
		if h, id := of(n.X); h != nil && n.Type != nil {
			s.assert(h.read, n.Type)
			used[id] = true
		}
	case *ast.BinaryExpr:
		if h, id := of(n.X); h != nil && s.p.Info.Types[n.Y].IsNil() {
			used[id] = true
		}
	}
}

// assert records that a type assertion reads an argument as the type e.
func (s *scan) assert(r *found, e ast.Expr) {
	t := s.p.Info.TypeOf(e)
	if n := s.typeParam(t); n >= 0 && (r.TypeParam == n || r.TypeParam == None && len(r.Types) == 0) {
		r.TypeParam = n
		return
	}
	if k := decodedType(t); k != "" {
		if !slices.Contains(r.Types, k) {
			r.Types = append(r.Types, k)
		}
		return
	}
	r.Types = append(r.Types, "") // what decoding never makes
}
