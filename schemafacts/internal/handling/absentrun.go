package handling

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// list runs statements until one ends the function.
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
		a.ended, a.output = true, unknown
		if len(n.Results) == 1 || len(n.Results) == 2 && a.p.Info.Types[n.Results[1]].IsNil() {
			a.output = a.eval(n.Results[0])
		}
	case *ast.BlockStmt:
		a.list(n.List)
	case *ast.IfStmt:
		a.branch(n)
	case *ast.TypeSwitchStmt:
		a.typeSwitch(n)
	case *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt, *ast.EmptyStmt:
	default:
		// What leads to the argument is run, anything else may or may not run.
		if inner := a.leads(n); inner != nil {
			a.forget(n)
			a.list(inner)
			return
		}
		a.forget(n)
	}
}

// leads returns the only list of statements in a loop or switch that reads the argument.
func (a *absence) leads(n ast.Stmt) []ast.Stmt {
	switch n := n.(type) {
	case *ast.ForStmt:
		if a.reading(n.Body) {
			return n.Body.List
		}
	case *ast.RangeStmt:
		if a.reading(n.Body) {
			return n.Body.List
		}
	case *ast.SwitchStmt:
		for _, s := range n.Body.List {
			if clause := s.(*ast.CaseClause); a.reading(clause) {
				return clause.Body
			}
		}
	}
	return nil
}

// reading reports whether all reads of the argument are in a node.
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

// typeSwitch runs the clause for nil if the switch is over the argument.
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

// forget drops what is known of the places that a statement may set.
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

// set sets a place. Sure says that the value is there whatever the body asks afterwards.
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
			default:
				a.set(name, unknown, true)
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

// literal sets the fields of a struct that a composite literal makes.
func (a *absence) literal(lhs, rhs ast.Expr) {
	p, ok := a.place(lhs)
	if addr, isAddr := ast.Unparen(rhs).(*ast.UnaryExpr); isAddr && addr.Op == token.AND {
		rhs = addr.X
	}
	lit, isLit := ast.Unparen(rhs).(*ast.CompositeLit)
	if !ok || !isLit || p.field != nil || len(lit.Elts) == 0 && a.fields[p.obj] != nil {
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

// two evaluates an expression with two results: a value, and whether or why not it is
// there.
func (a *absence) two(e ast.Expr) (value, second worth) {
	no := worth{c: constant.MakeBool(false), param: None}
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.TypeAssertExpr:
		if a.eval(x.X).null && x.Type != nil {
			return zeroOf(a.p.Info.TypeOf(x.Type)), no
		}
	case *ast.IndexExpr:
		if a.isRead(e) {
			return worth{null: true, param: None}, no
		}
	case *ast.CallExpr:
		if !a.isRead(e) {
			break
		}
		res, ok := a.p.Info.TypeOf(e).(*types.Tuple)
		if !ok || res.Len() != 2 {
			break
		}
		r := a.byExpr[e]
		if r.demands {
			return zeroOf(res.At(0).Type()), worth{some: true, param: None}
		}
		if r.Default != "" {
			return a.eval(e), worth{null: true, param: None}
		}
	}
	return unknown, unknown
}

// eval evaluates an expression as far as it is known.
func (a *absence) eval(e ast.Expr) worth {
	e = ast.Unparen(e)
	tv := a.p.Info.Types[e]
	switch {
	case tv.Value != nil:
		return worth{c: asWritten(tv), param: None}
	case tv.IsNil():
		return worth{null: true, param: None}
	}
	if a.isRead(e) {
		if _, ok := e.(*ast.IndexExpr); ok {
			return worth{null: true, param: None}
		}
		return ofRead(a.byExpr[e])
	}
	switch x := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return a.load(x.(ast.Expr))
	case *ast.CallExpr:
		return a.call(x)
	case *ast.UnaryExpr:
		if v := a.eval(x.X); x.Op == token.NOT && (v.is(true) || v.is(false)) {
			return worth{c: constant.MakeBool(v.is(false)), param: None}
		}
	case *ast.BinaryExpr:
		return a.binary(x)
	}
	return unknown
}

// asWritten returns a constant. One of type float32 is not rounded.
func asWritten(tv types.TypeAndValue) constant.Value {
	if b, ok := tv.Type.Underlying().(*types.Basic); ok && b.Kind() == types.Float32 {
		f, _ := constant.Float32Val(tv.Value)
		return constant.MakeFromLiteral(strconv.FormatFloat(float64(f), 'g', -1, 32), token.FLOAT, 0)
	}
	return tv.Value
}

// ofRead returns the default of a reader as a value.
func ofRead(r *found) worth {
	w := worth{param: r.DefaultParam}
	var v any
	if r.Default == "" || json.Unmarshal([]byte(r.Default), &v) != nil {
		return w
	}
	w.param = None
	switch v := v.(type) {
	case bool:
		w.c = constant.MakeBool(v)
	case string:
		w.c = constant.MakeString(v)
	case float64:
		w.c = constant.ToInt(constant.MakeFromLiteral(r.Default, token.FLOAT, 0))
		if w.c.Kind() != constant.Int {
			w.c = constant.MakeFloat64(v)
		}
	}
	return w
}

func (a *absence) load(e ast.Expr) worth {
	p, ok := a.place(e)
	if !ok {
		return unknown
	}
	if w, known := a.env[p]; known {
		return w
	}
	if a.argumentOf(p) {
		return zeroOf(p.field.Type())
	}
	return worth{param: a.param(e)}
}

// call evaluates a conversion, len, min, max, and functions that keep a text.
func (a *absence) call(call *ast.CallExpr) worth {
	if w, ok := a.minMax(call); ok {
		return w
	}
	if len(call.Args) != 1 {
		return unknown
	}
	v := a.eval(call.Args[0])
	id, isIdent := ast.Unparen(call.Fun).(*ast.Ident)
	switch {
	case a.p.Info.Types[call.Fun].IsType() && !isDuration(a.p.Info.TypeOf(call)):
		return v
	case a.p.Info.Types[call.Fun].IsBuiltin() && isIdent && id.Name == "len":
		if v.null {
			return worth{c: constant.MakeInt64(0), param: None}
		}
		if v.c != nil && v.c.Kind() == constant.String {
			return worth{c: constant.MakeInt64(int64(len(constant.StringVal(v.c)))), param: None}
		}
	case keepsText(a.p.Info, call) && v.c != nil && v.c.Kind() == constant.String && constant.StringVal(v.c) == "":
		return v
	}
	return unknown
}

// minMax evaluates min and max of two values.
func (a *absence) minMax(call *ast.CallExpr) (worth, bool) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || len(call.Args) != 2 || !a.p.Info.Types[call.Fun].IsBuiltin() || id.Name != "min" && id.Name != "max" {
		return unknown, false
	}
	x, y := a.eval(call.Args[0]), a.eval(call.Args[1])
	if x.c == nil || y.c == nil || !comparable(x.c, y.c) {
		return unknown, true
	}
	if constant.Compare(x.c, token.LSS, y.c) == (id.Name == "min") {
		return x, true
	}
	return y, true
}

func (a *absence) binary(e *ast.BinaryExpr) worth {
	x := a.eval(e.X)
	known := func(b bool) worth { return worth{c: constant.MakeBool(b), param: None} }
	if e.Op == token.LAND || e.Op == token.LOR {
		decides := e.Op == token.LOR
		y := a.eval(e.Y)
		switch {
		case x.is(decides) || y.is(decides):
			return known(decides)
		case x.is(!decides) && y.is(!decides):
			return known(!decides)
		}
		return unknown
	}
	y := a.eval(e.Y)
	switch e.Op {
	case token.EQL, token.NEQ:
		if y.null && (x.null || x.some) {
			return known(x.null == (e.Op == token.EQL))
		}
		fallthrough
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if x.c != nil && y.c != nil && comparable(x.c, y.c) {
			return known(constant.Compare(x.c, e.Op, y.c))
		}
	}
	return unknown
}

func comparable(x, y constant.Value) bool {
	number := func(v constant.Value) bool { return v.Kind() == constant.Int || v.Kind() == constant.Float }
	return x.Kind() == y.Kind() || number(x) && number(y)
}

// is reports whether a value is known to be true, or known to be false.
func (w worth) is(b bool) bool {
	return w.c != nil && w.c.Kind() == constant.Bool && constant.BoolVal(w.c) == b
}

// zeroOf returns the zero value of a type.
func zeroOf(t types.Type) worth {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return worth{c: constant.MakeBool(false), param: None}
		case u.Info()&types.IsString != 0:
			return worth{c: constant.MakeString(""), param: None}
		case u.Info()&types.IsNumeric != 0:
			return worth{c: constant.MakeInt64(0), param: None}
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		if _, ok := types.Unalias(t).(*types.TypeParam); !ok {
			return worth{null: true, param: None}
		}
	}
	return unknown
}
