package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
)

// The run enters the branch that reads the argument, whatever its condition is. What
// other branches with an unknown condition assign is unknown afterwards.

// list runs statements in order until one of them ends the function.
func (a *absence) list(list []ast.Stmt) {
	for _, stmt := range list {
		if a.ended {
			return
		}
		a.stmt(stmt)
	}
}

func (a *absence) stmt(stmt ast.Stmt) {
	switch n := stmt.(type) {
	case *ast.AssignStmt:
		a.assign(n)
	case *ast.DeclStmt:
		if decl, ok := n.Decl.(*ast.GenDecl); ok {
			a.declare(decl)
		}
	case *ast.ReturnStmt:
		a.ended = true
		if len(n.Results) == 1 || len(n.Results) == 2 && a.p.Info.Types[n.Results[1]].IsNil() {
			a.output = a.eval(n.Results[0])
		}
	case *ast.BranchStmt:
		a.ended, a.left = true, true // it is not followed
	case *ast.BlockStmt:
		a.list(n.List)
	case *ast.IfStmt:
		a.branch(n)
	case *ast.SwitchStmt:
		a.forget(n)
		for _, s := range n.Body.List {
			if clause := s.(*ast.CaseClause); a.reading(clause) {
				a.list(clause.Body)
			}
		}
	case *ast.TypeSwitchStmt:
		a.typeSwitch(n)
	case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt, *ast.EmptyStmt:
	default:
		a.forget(n)
	}
}

// reading reports whether a node contains all reads of the argument.
func (a *absence) reading(n ast.Node) bool {
	any := false
	for _, r := range a.reads {
		if !sameArgument(r, a.arg) {
			continue
		}
		if r.expr == nil || !within(n, r.expr.Pos()) {
			return false
		}
		any = true
	}
	return any
}

func (a *absence) branch(n *ast.IfStmt) {
	if n.Init != nil {
		a.stmt(n.Init)
	}
	c := a.eval(n.Cond)
	switch {
	case c.is(true):
		a.list(n.Body.List)
		a.left = a.left || a.ended
	case c.is(false):
		if n.Else != nil {
			a.stmt(n.Else)
			a.left = a.left || a.ended
		}
	case a.reading(n.Body):
		a.list(n.Body.List)
	case n.Else != nil && a.reading(n.Else):
		a.stmt(n.Else)
	default:
		a.forget(n.Body)
		if n.Else != nil {
			a.forget(n.Else)
		}
	}
}

// typeSwitch runs the clause that a nil argument selects, if the switch is over the
// argument.
func (a *absence) typeSwitch(n *ast.TypeSwitchStmt) {
	var e ast.Expr
	switch assign := n.Assign.(type) {
	case *ast.AssignStmt:
		e = assign.Rhs[0]
	case *ast.ExprStmt:
		e = assign.X
	}
	if as, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
		e = as.X
	}
	if n.Init != nil || !a.eval(e).null {
		a.forget(n)
		return
	}
	var def *ast.CaseClause
	for _, s := range n.Body.List {
		clause := s.(*ast.CaseClause)
		if clause.List == nil {
			def = clause
		}
		for _, t := range clause.List {
			if a.p.Info.Types[t].IsNil() {
				a.list(clause.Body)
				a.left = a.left || a.ended
				return
			}
		}
	}
	if def != nil {
		a.list(def.Body)
		a.left = a.left || a.ended
	}
}

// forget makes all places unknown that a statement may assign.
func (a *absence) forget(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				a.set(lhs, unknown, true)
			}
		case *ast.RangeStmt:
			a.set(n.Key, unknown, true)
			a.set(n.Value, unknown, true)
		}
		return true
	})
}

// set assigns a value to the place that lhs denotes. For sure, see [absence.sure].
func (a *absence) set(lhs ast.Expr, w worth, sure bool) {
	p, ok := a.place(lhs)
	if !ok {
		return
	}
	if p.field == nil {
		for other := range a.env {
			if other.obj == p.obj && other.field != nil {
				delete(a.env, other)
			}
		}
	}
	a.put(p, w, sure, lhs.Pos())
}

func (a *absence) put(p place, w worth, sure bool, at token.Pos) {
	a.env[p], a.sure[p] = w, sure
	if w.c != nil && a.holds[p] {
		a.written = at
	}
}

func (a *absence) declare(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for i, name := range v.Names {
			switch {
			case len(v.Values) == 0:
				a.set(name, zeroOf(a.p.Info.TypeOf(name)), true)
			case len(v.Values) == len(v.Names):
				a.set(name, a.eval(v.Values[i]), true)
				a.literal(name, v.Values[i])
			}
		}
	}
}

func (a *absence) assign(n *ast.AssignStmt) {
	if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
		a.set(n.Lhs[0], unknown, true)
		return
	}
	if len(n.Lhs) == len(n.Rhs) {
		values := make([]worth, len(n.Rhs))
		for i, e := range n.Rhs {
			values[i] = a.eval(e)
		}
		for i, lhs := range n.Lhs {
			a.set(lhs, values[i], true)
			a.literal(lhs, n.Rhs[i])
		}
		return
	}
	v, second := a.two(n.Rhs[0])
	for i, lhs := range n.Lhs {
		a.set(lhs, unknown, true)
		if len(n.Lhs) == 2 {
			id, ok := ast.Unparen(n.Lhs[1]).(*ast.Ident)
			if i == 0 {
				a.set(lhs, v, ok && id.Name == "_")
			} else {
				a.set(lhs, second, true)
			}
		}
	}
}

// literal sets the fields of the struct in lhs if rhs is a composite literal.
func (a *absence) literal(lhs, rhs ast.Expr) {
	p, ok := a.place(lhs)
	if addr, isAddr := ast.Unparen(rhs).(*ast.UnaryExpr); isAddr && addr.Op == token.AND {
		rhs = addr.X
	}
	lit, isLit := ast.Unparen(rhs).(*ast.CompositeLit)
	if !ok || !isLit || p.field != nil {
		return
	}
	st, isStruct := a.p.Info.TypeOf(lit).Underlying().(*types.Struct)
	if !isStruct {
		return
	}
	for i := range st.NumFields() {
		// An encoder leaves out a field that is zero.
		if _, options, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ","); a.fields[p.obj] == nil && !strings.Contains(options, "omit") {
			a.put(place{p.obj, st.Field(i)}, zeroOf(st.Field(i).Type()), true, lit.Pos())
		}
	}
	for i, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			a.put(place{p.obj, st.Field(i)}, a.eval(e), true, e.Pos())
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok {
			if v, ok := a.p.Info.Uses[id].(*types.Var); ok {
				a.put(place{p.obj, v}, a.eval(kv.Value), true, kv.Value.Pos())
			}
		}
	}
}
