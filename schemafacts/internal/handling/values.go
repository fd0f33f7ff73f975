package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// closedSets finds the texts that a body accepts for an argument, from switch statements
// that end the function with an error for all others:
//
//	switch action {
//	case "list": ...
//	default:
//		return nil, fmt.Errorf("unknown action %q", action)
//	}
//
// The error may also follow a switch statement whose clauses all return, or be the body of
// an if statement that compares the argument with all texts or looks it up in a constant
// list or map.
//
// Statements that run only under another condition do not count.
func (s *scan) closedSets(part ast.Node, block *ast.BlockStmt) {
	s.closedIn(block.List, s.textHolders(part))
}

// closedIn implements [scan.closedSets] for a list of statements. holders are the variables
// and fields that contain only an argument.
func (s *scan) closedIn(list []ast.Stmt, holders map[types.Object]*found) {
	for i, stmt := range list {
		switch n := stmt.(type) {
		case *ast.IfStmt:
			r, values := s.noneOf(n.Cond, holders)
			if x, m := s.unknownKey(n); m != nil {
				r, values = s.among(x, m, holders)
			}
			if values = sortedTexts(values); r == nil {
				continue
			} else if len(values) == 0 {
				s.closedIn(n.Body.List, holders) // if the argument is not ""
			} else if len(values) > 1 && s.refuses(n) {
				r.Values = values
			}
		case *ast.SwitchStmt:
			if n.Tag == nil {
				continue
			}
			if r := s.switchedOn(n.Tag, holders); r != nil {
				if values := s.closedSet(n, list[i+1:]); values != nil {
					r.Values = values
				}
			}
		}
	}
}

// textHolders returns the variables and fields that contain nothing but an argument, or a
// constant that replaces an empty one.
func (s *scan) textHolders(part ast.Node) map[types.Object]*found {
	holders, first := map[types.Object]*found{}, map[ast.Node]bool{}
	for _, fields := range s.fields {
		for v, r := range fields {
			holders[v] = r
		}
	}
	for n := range s.p.Tree.In(part, (*ast.AssignStmt)(nil)) {
		n := n.(*ast.AssignStmt)
		for i, lhs := range n.Lhs {
			if obj := s.holder(lhs); obj != nil && holders[obj] == nil && (len(n.Lhs) == len(n.Rhs) || i == 0) {
				if r := s.byExpr[asserted(n.Rhs[i])]; r != nil {
					holders[obj], first[lhs] = r, true
				}
			}
		}
	}
	maps.DeleteFunc(holders, func(obj types.Object, _ *found) bool {
		return slices.ContainsFunc(s.p.Tree.Uses(s.p.Info, obj), func(c inspector.Cursor) bool {
			if kind, _ := c.ParentEdge(); kind == edge.SelectorExpr_Sel {
				c = c.Parent()
			}
			return enclosing.Within(part, c.Node().Pos()) && changes(c) && !first[c.Node()] && !s.replacesEmpty(c, obj)
		})
	})
	return holders
}

// replacesEmpty reports whether an assignment to a variable or field replaces "" by a
// constant, as the only statement of an if statement.
func (s *scan) replacesEmpty(lhs inspector.Cursor, obj types.Object) bool {
	a, ok := lhs.Parent().Node().(*ast.AssignStmt)
	if !ok || s.p.Info.Types[a.Rhs[0]].Value == nil {
		return false
	}
	n, ok := lhs.Parent().Parent().Parent().Node().(*ast.IfStmt)
	if !ok || len(n.Body.List) != 1 {
		return false
	}
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	return ok && cond.Op == token.EQL && s.constant(cond.Y) == `""` && s.holder(cond.X) == obj
}

// holder returns the variable or field that an expression denotes, or nil.
func (s *scan) holder(e ast.Expr) types.Object {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return s.p.Info.Uses[sel.Sel]
	}
	return s.object(e)
}

// asserted returns the operand of a type assertion, and any other expression itself.
func asserted(e ast.Expr) ast.Expr {
	if a, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
		e = a.X
	}
	return ast.Unparen(e)
}

// switchedOn returns the argument that an expression reads, or that a variable or field
// contains, or nil. holders are the variables and fields that contain only an argument.
func (s *scan) switchedOn(e ast.Expr, holders map[types.Object]*found) *found {
	e = asserted(e)
	if r := s.byExpr[e]; r != nil {
		return r
	}
	return holders[s.holder(e)]
}

// closedSet returns the texts of the clauses of a switch statement if all others lead to an
// error. next are the statements after it. It returns nil if another value is accepted.
func (s *scan) closedSet(sw *ast.SwitchStmt, next []ast.Stmt) []string {
	var values []string
	closed := len(next) > 0 && s.refusesIn(next[:1])
	for _, stmt := range sw.Body.List {
		clause := stmt.(*ast.CaseClause)
		refused := s.refusesIn(clause.Body)
		if clause.List == nil {
			if closed = refused; !closed {
				return nil
			}
			continue
		}
		if !refused && !hasDefault(sw) && !endsList(clause.Body) {
			return nil // goes on to the error
		}
		for _, e := range clause.List {
			v := s.p.Info.Types[e].Value
			if v == nil || v.Kind() != constant.String {
				return nil
			}
			if !refused {
				values = append(values, constant.StringVal(v))
			}
		}
	}
	if values = sortedTexts(values); !closed || len(values) < 2 {
		return nil
	}
	return values
}

// sortedTexts returns texts sorted, without duplicates and without "".
func sortedTexts(list []string) []string {
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(text string) bool { return text == "" })
}

// noneOf returns the argument of a condition such as x != "a" && x != "b", !known[x] or
// !slices.Contains([]string{"a", "b"}, x), with the texts. It returns nil for any other
// condition.
func (s *scan) noneOf(cond ast.Expr, holders map[types.Object]*found) (*found, []string) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		v := s.p.Info.Types[e.Y].Value
		if e.Op == token.NEQ && v != nil && v.Kind() == constant.String {
			return s.switchedOn(e.X, holders), []string{constant.StringVal(v)}
		}
		if e.Op != token.LAND {
			return nil, nil
		}
		r, left := s.noneOf(e.X, holders)
		if other, right := s.noneOf(e.Y, holders); r != nil && other == r {
			return r, append(left, right...)
		}
	case *ast.UnaryExpr:
		if e.Op != token.NOT {
			return nil, nil
		}
		switch x := ast.Unparen(e.X).(type) {
		case *ast.CallExpr:
			if fn, _ := typeutil.Callee(s.p.Info, x).(*types.Func); fn != nil && fn.FullName() == "slices.Contains" && len(x.Args) == 2 {
				return s.among(x.Args[1], x.Args[0], holders)
			}
		case *ast.IndexExpr:
			return s.among(x.Index, x.X, holders)
		}
	}
	return nil, nil
}

// unknownKey returns the key and the map of a statement such as if _, ok := m[x]; !ok.
func (s *scan) unknownKey(n *ast.IfStmt) (key, m ast.Expr) {
	a, ok := n.Init.(*ast.AssignStmt)
	not, isNot := ast.Unparen(n.Cond).(*ast.UnaryExpr)
	if !ok || !isNot || not.Op != token.NOT || len(a.Lhs) != 2 || len(a.Rhs) != 1 || s.object(not.X) == nil || s.object(not.X) != s.object(a.Lhs[1]) {
		return nil, nil
	}
	if ix, ok := ast.Unparen(a.Rhs[0]).(*ast.IndexExpr); ok {
		return ix.Index, ix.X
	}
	return nil, nil
}

// among returns the argument that an expression contains and the texts of a list or map, if
// they are constant.
func (s *scan) among(x, list ast.Expr, holders map[types.Object]*found) (*found, []string) {
	texts := s.constantTexts(list)
	if len(texts) == 0 {
		return nil, nil
	}
	return s.switchedOn(x, holders), texts
}

// constantTexts returns the elements of a list, or the keys of a map, if all are constant
// texts. The list or map is a literal, or a variable that only its declaration sets.
func (s *scan) constantTexts(e ast.Expr) []string {
	if v, ok := s.object(e).(*types.Var); ok {
		e = s.p.onlyValue(v)
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
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
		v := s.p.Info.Types[elt].Value
		if v == nil || v.Kind() != constant.String {
			return nil
		}
		out = append(out, constant.StringVal(v))
	}
	return out
}

// onlyValue returns the value of a list or map in a variable that other code only reads, or
// nil.
func (p *Package) onlyValue(v *types.Var) (value ast.Expr) {
	if v.Parent() == p.Pkg.Scope() && v.Exported() {
		return nil
	}
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
		case *ast.RangeStmt:
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

func hasDefault(sw *ast.SwitchStmt) bool {
	return slices.ContainsFunc(sw.Body.List, func(c ast.Stmt) bool { return c.(*ast.CaseClause).List == nil })
}

// endsList reports whether the last of some statements is a return statement.
func endsList(list []ast.Stmt) bool { return ends(&ast.BlockStmt{List: list}) }

// refusesIn reports whether statements end the function with an error.
func (s *scan) refusesIn(list []ast.Stmt) bool {
	return len(list) > 0 && s.refuses(&ast.IfStmt{Cond: ast.NewIdent("_"), Body: &ast.BlockStmt{List: list}})
}
