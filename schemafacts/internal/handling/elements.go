package handling

import (
	"go/ast"
	"go/types"
	"slices"
)

// elementsOf returns the JSON types that a reader of the SDK accepts for the elements
// of an array, such as "number" and "string" for a []int, because such a reader
// converts strings. t is the type that the reader returns. It returns nil if t is not
// a slice.
func elementsOf(t types.Type) []string {
	sl, ok := types.Unalias(t).(*types.Slice)
	if !ok {
		return nil
	}
	switch jsonType(sl.Elem()) {
	case "string":
		return []string{"string"}
	case "number":
		return []string{"number", "string"}
	case "boolean":
		return []string{"boolean", "number", "string"}
	}
	return nil
}

// elements finds the JSON types that a body accepts for the elements of arrays, from
// type assertions in loops over an array:
//
//	for _, e := range args["ids"].([]any) {
//		id, ok := e.(string)
func (s *scan) elements(part ast.Node) {
	arrays := map[types.Object]*found{}
	for n := range s.p.Tree.In(part, (*ast.AssignStmt)(nil)) {
		if a := n.(*ast.AssignStmt); len(a.Rhs) == 1 {
			if r := s.array(a.Rhs[0], arrays); r != nil && s.object(a.Lhs[0]) != nil && s.writes[s.object(a.Lhs[0])] == 1 {
				arrays[s.object(a.Lhs[0])] = r
			}
		}
	}
	loops, others := map[*found]bool{}, map[*found]bool{}
	inLoop := map[*ast.Ident]bool{}
	for n := range s.p.Tree.In(part, (*ast.RangeStmt)(nil)) {
		loop := n.(*ast.RangeStmt)
		r := s.array(loop.X, arrays)
		if r == nil {
			continue
		}
		if id, ok := ast.Unparen(loop.X).(*ast.Ident); ok {
			inLoop[id] = true
		}
		kinds := s.asserted(loop)
		if kinds == nil {
			others[r] = true
			continue
		}
		loops[r] = true
		for _, k := range kinds {
			if !slices.Contains(r.Elems, k) {
				r.Elems = append(r.Elems, k)
			}
		}
	}
	if len(loops) == 0 {
		return
	}
	for n := range s.p.Tree.In(part, (*ast.Ident)(nil)) {
		id := n.(*ast.Ident)
		if r := arrays[s.p.Info.Uses[id]]; r != nil && !inLoop[id] && !s.measured(part, id) {
			others[r] = true
		}
	}
	for r := range loops {
		if others[r] {
			r.Elems = nil
		}
	}
}

// array returns the argument that an expression denotes as a value of type []any, or
// nil.
func (s *scan) array(e ast.Expr, arrays map[types.Object]*found) *found {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return arrays[s.p.Info.Uses[e]]
	case *ast.TypeAssertExpr:
		if e.Type == nil || decodedType(s.p.Info.TypeOf(e.Type)) != "array" {
			return nil
		}
		return s.argument(e.X)
	}
	return nil
}

// asserted returns the JSON types that a loop asserts for its elements, or nil if it
// also uses an element in another way.
func (s *scan) asserted(loop *ast.RangeStmt) []string {
	if loop.Value == nil {
		return nil
	}
	obj := s.object(loop.Value)
	if obj == nil {
		return nil
	}
	var kinds []string
	count := 0
	for n := range s.p.Tree.In(loop.Body, (*ast.TypeAssertExpr)(nil)) {
		a := n.(*ast.TypeAssertExpr)
		id, ok := ast.Unparen(a.X).(*ast.Ident)
		if !ok || s.p.Info.Uses[id] != obj {
			continue
		}
		if a.Type == nil {
			return nil
		}
		count++
		k := decodedType(s.p.Info.TypeOf(a.Type))
		if k == "" {
			return nil
		}
		kinds = append(kinds, k)
	}
	for n := range s.p.Tree.In(loop.Body, (*ast.Ident)(nil)) {
		if s.p.Info.Uses[n.(*ast.Ident)] == obj {
			count--
		}
	}
	if count != 0 {
		return nil
	}
	return kinds
}

// measured reports whether an identifier is used only for its length or compared with
// nil.
func (s *scan) measured(part ast.Node, id *ast.Ident) bool {
	for n := range s.p.Tree.In(part, (*ast.CallExpr)(nil), (*ast.BinaryExpr)(nil)) {
		switch n := n.(type) {
		case *ast.CallExpr:
			fun, ok := ast.Unparen(n.Fun).(*ast.Ident)
			if ok && s.p.Info.Types[n.Fun].IsBuiltin() && (fun.Name == "len" || fun.Name == "make") && slices.ContainsFunc(n.Args, func(a ast.Expr) bool { return a == ast.Expr(id) }) {
				return true
			}
		case *ast.BinaryExpr:
			if n.X == ast.Expr(id) && s.p.Info.Types[n.Y].IsNil() {
				return true
			}
		}
	}
	return false
}
