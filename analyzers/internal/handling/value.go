package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// holders finds the variables that contain one argument, as v does after v := args["name"].
func (s *scan) holders(part ast.Node) {
	for n := range s.p.Tree.In(part, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		for lhs, rhs := range assignments(n) {
			r := s.byExpr[ast.Unparen(rhs)]
			if r == nil || r.byCall {
				continue
			}
			if id, ok := lhs.(*ast.Ident); ok && id.Name == "_" {
				r.Asked = true // as in _, ok := args["name"]
			} else if obj := s.object(lhs); obj != nil {
				s.values[obj] = r
			}
		}
	}
}

// argument returns the argument that an expression reads, or that the variable which
// it names contains. Otherwise it returns nil.
func (s *scan) argument(e ast.Expr) *found {
	if r := s.byExpr[ast.Unparen(e)]; r != nil {
		return r
	}
	return s.values[s.object(e)]
}

// usesOf calls f for each use of the variables that contain an argument, and for the
// expression that reads it, in a part of the body.
func (s *scan) usesOf(r *found, part ast.Node, f func(inspector.Cursor)) {
	if c, ok := s.p.Tree.At(r.expr); ok {
		f(c)
	}
	for obj, held := range s.values {
		if held != r {
			continue
		}
		for _, c := range s.p.Tree.Uses(s.p.Info, obj) {
			if id := c.Node().(*ast.Ident); enclosing.Within(part, id.Pos()) && s.p.Info.Uses[id] == obj {
				f(c)
			}
		}
	}
}

// acceptedTypes sets the JSON types that the function accepts for each argument. They come
// from type assertions on the argument, or on the variable that contains it.
func (s *scan) acceptedTypes(part ast.Node) {
	for _, r := range s.reads {
		if r.byCall || r.expr == nil {
			continue
		}
		known := true
		s.usesOf(r, part, func(c inspector.Cursor) {
			known = s.asserts(r, c) && known
		})
		for obj, held := range s.values {
			known = known && (held != r || s.writes[obj] <= 1)
		}
		if !known {
			r.Types, r.TypeParam = nil, None
		}
	}
}

// asserts reports whether a use of an argument is a type assertion, whose type it records,
// or a use of any type that tells nothing: it sets a variable, is compared with nil, or is a part
// of an error, as in fmt.Errorf("%q is a %T", name, v).
func (s *scan) asserts(r *found, c inspector.Cursor) bool {
	kind, _ := unparen(&c)
	switch n := c.Parent().Node().(type) {
	case *ast.TypeAssertExpr:
		if n.Type == nil {
			return false
		}
		s.assert(r, n.Type)
		return true
	case *ast.BinaryExpr:
		return kind == edge.BinaryExpr_X && s.p.Info.Types[n.Y].IsNil() && c.Node() != r.expr
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(s.p.Info, n).(*types.Func)
		printed := ok && fn.FullName() == "fmt.Errorf"
		r.Asked = r.Asked || printed && c.Node() == r.expr
		return printed
	}
	for lhs, rhs := range assignments(c.Parent().Node()) {
		if ast.Unparen(rhs) == r.expr && c.Node() == r.expr {
			return s.values[s.object(lhs)] == r
		}
	}
	return false
}

// unparen moves a cursor to the outermost parenthesized form of its expression, and returns
// its role there.
func unparen(c *inspector.Cursor) (edge.Kind, int) {
	kind, i := c.ParentEdge()
	for kind == edge.ParenExpr_X {
		*c = c.Parent()
		kind, i = c.ParentEdge()
	}
	return kind, i
}

// outward moves a cursor to the outermost form of its expression with parentheses, * and &, and
// returns its role there.
func outward(c *inspector.Cursor) (edge.Kind, int) {
	for {
		kind, i := unparen(c)
		n, ok := c.Parent().Node().(*ast.UnaryExpr)
		if kind != edge.StarExpr_X && (!ok || n.Op != token.AND) {
			return kind, i
		}
		*c = c.Parent()
	}
}

// assert records that a type assertion reads an argument as the type e.
func (s *scan) assert(r *found, e ast.Expr) {
	t := s.p.Info.TypeOf(e)
	if n := s.typeParam(t); n >= 0 && (r.TypeParam == n || r.TypeParam == None && len(r.Types) == 0) {
		r.TypeParam = n
		return
	}
	// "" is a type that decoding never makes.
	if k := decodedType(t); !slices.Contains(r.Types, k) {
		r.Types = append(r.Types, k)
	}
}

// elementsOf returns the JSON types that a reader of the SDK accepts for the elements
// of an array, such as "number" and "string" for a []int, because such a reader
// converts strings. t is the type that the reader returns. It returns nil if t is not
// a slice.
func elementsOf(t types.Type) []string {
	sl, ok := types.Unalias(t).(*types.Slice)
	if !ok {
		return nil
	}
	return map[string][]string{"string": {"string"}, "number": {"number", "string"}, "boolean": {"boolean", "number", "string"}}[jsonmethod.Plain(sl.Elem())]
}

// elements finds the JSON types that a body accepts for the elements of arrays, from
// type assertions in loops over an array:
//
//	for _, e := range args["ids"].([]any) {
//		id, ok := e.(string)
func (s *scan) elements(part ast.Node) {
	others := map[*found]bool{}
	for n := range s.p.Tree.In(part, (*ast.TypeAssertExpr)(nil)) {
		a := n.(*ast.TypeAssertExpr)
		r := s.argument(a.X)
		if r == nil || a.Type == nil || decodedType(s.p.Info.TypeOf(a.Type)) != "array" {
			continue
		}
		c, _ := s.p.Tree.At(a)
		uses := []inspector.Cursor{c}
		unparen(&c)
		if assign, ok := c.Parent().Node().(*ast.AssignStmt); ok && len(assign.Rhs) == 1 && s.object(assign.Lhs[0]) != nil {
			v := s.object(assign.Lhs[0])
			uses = s.p.Tree.Uses(s.p.Info, v)
			others[r] = others[r] || s.writes[v] != 1
		}
		for _, c := range uses {
			kinds, known := s.elementTypes(c)
			others[r] = others[r] || !known
			for _, k := range kinds {
				if !slices.Contains(r.Elems, k) {
					r.Elems = append(r.Elems, k)
				}
			}
		}
	}
	for r := range others {
		if others[r] {
			r.Elems = nil
		}
	}
}

// elementTypes returns the JSON types that a loop over an array asserts for its elements. It
// returns false if a use of the array or of an element shows nothing of that kind.
func (s *scan) elementTypes(array inspector.Cursor) (types []string, known bool) {
	kind, _ := unparen(&array)
	switch n := array.Parent().Node().(type) {
	case *ast.AssignStmt:
		return nil, kind == edge.AssignStmt_Lhs
	case *ast.BinaryExpr:
		return nil, s.p.Info.Types[n.Y].IsNil()
	case *ast.CallExpr:
		id, ok := ast.Unparen(n.Fun).(*ast.Ident)
		return nil, ok && s.p.Info.Types[n.Fun].IsBuiltin() && (id.Name == "len" || id.Name == "make")
	case *ast.RangeStmt:
		if n.Value == nil || kind != edge.RangeStmt_X {
			return nil, false
		}
		for _, c := range s.p.Tree.Uses(s.p.Info, s.object(n.Value)) {
			if c.Node() == n.Value {
				continue
			}
			unparen(&c)
			a, ok := c.Parent().Node().(*ast.TypeAssertExpr)
			if !ok || a.Type == nil || decodedType(s.p.Info.TypeOf(a.Type)) == "" {
				return nil, false
			}
			types = append(types, decodedType(s.p.Info.TypeOf(a.Type)))
		}
		return types, len(types) > 0
	}
	return nil, false
}

// asserted returns the operand of a type assertion, and any other expression itself.
func asserted(e ast.Expr) ast.Expr {
	if a, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
		e = a.X
	}
	return ast.Unparen(e)
}

// switched returns the operand of a type switch.
func switched(n *ast.TypeSwitchStmt) ast.Expr {
	switch assign := n.Assign.(type) {
	case *ast.ExprStmt:
		return asserted(assign.X)
	case *ast.AssignStmt:
		return asserted(assign.Rhs[0])
	}
	return nil
}

// constantTexts returns the elements of a list, or the keys of a map, if all are constant
// texts. The list or map is a literal, or a variable that only its declaration sets.
func (s *scan) constantTexts(e ast.Expr) []string {
	lit := s.listed(e)
	if lit == nil {
		return nil
	}
	var out []string
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if v := s.p.Info.Types[kv.Value].Value; v != nil && v.Kind() == constant.Bool && !constant.BoolVal(v) {
				return nil
			}
			elt = kv.Key
		}
		text, ok := s.p.text(elt)
		if !ok {
			return nil
		}
		out = append(out, text)
	}
	return out
}

// listed returns the literal that makes a list or map, also one in a variable that only its
// declaration sets, or nil.
func (s *scan) listed(e ast.Expr) *ast.CompositeLit {
	if v, ok := s.object(e).(*types.Var); ok {
		e = s.p.onlyValue(v)
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// onlyValue returns the value of a list or map in a variable that other code of the package only
// reads or returns, or nil. Of 168 exported lists in 132 public repositories, another package
// changes at most one.
func (p *Package) onlyValue(v *types.Var) (value ast.Expr) {
	for _, c := range p.Tree.Uses(p.Info, v) {
		kind, i := c.ParentEdge()
		switch n := c.Parent().Node().(type) {
		case *ast.ValueSpec:
			if kind != edge.ValueSpec_Names || i >= len(n.Values) {
				return nil
			}
			value = n.Values[i]
		case *ast.AssignStmt:
			if kind != edge.AssignStmt_Lhs || n.Tok != token.DEFINE || len(n.Lhs) != len(n.Rhs) {
				return nil
			}
			value = n.Rhs[i]
		case *ast.IndexExpr:
			if changes(c.Parent()) {
				return nil
			}
		case *ast.RangeStmt, *ast.ReturnStmt:
		case *ast.CallExpr:
			fn, _ := typeutil.Callee(p.Info, n).(*types.Func)
			if !p.Info.Types[n.Fun].IsBuiltin() && (fn == nil || fn.Pkg() == nil || !slices.Contains([]string{"fmt", "maps", "slices", "strings"}, fn.Pkg().Path())) {
				return nil
			}
			if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "delete" || id.Name == "clear" || id.Name == "copy") {
				return nil
			}
		default:
			return nil
		}
	}
	return value
}
