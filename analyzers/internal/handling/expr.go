package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts"
	"golang.org/x/tools/go/types/typeutil"
)

// This file evaluates expressions in a trial.

// eval returns the value of an expression.
func (t *trial) eval(e ast.Expr) worth {
	e = ast.Unparen(e)
	tv := t.p.Info.Types[e]
	switch {
	case isPlatform(e, tv):
		return unknown
	case tv.Value != nil:
		return known(asWritten(tv))
	case tv.IsNil():
		return null
	}
	switch x := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return t.named(x)
	case *ast.CallExpr:
		return t.call(x)
	case *ast.IndexExpr, *ast.TypeAssertExpr:
		v, ok := t.two(x)
		if _, asserts := x.(*ast.TypeAssertExpr); !asserts || ok.is(true) {
			return v
		}
	case *ast.StarExpr:
		if v := t.eval(x.X); v.kind != nilKind && v.kind != aValue {
			return v
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return not(t.eval(x.X))
		} else if x.Op == token.AND {
			return worth{kind: aValue, of: t.eval(x.X).of}
		}
	case *ast.CompositeLit:
		return t.literal(x)
	case *ast.FuncLit:
		return some
	case *ast.BinaryExpr:
		return t.binary(x)
	}
	return unknown
}

// named returns the value of a variable, or of a field.
func (t *trial) named(e ast.Expr) worth {
	if t.contains(e) {
		return some
	}
	if t.isRead(e) {
		return t.givenAs(t.p.Info.TypeOf(e))
	}
	id := identOf(e)
	sel, isSel := e.(*ast.SelectorExpr)
	if isSel {
		id = sel.Sel
	}
	v, isVar := t.p.Info.Uses[id].(*types.Var)
	if isVar && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && isErrorType(v.Type()) {
		return some
	}
	if p, ok := t.place(e); ok {
		w := t.valueOf(p, e)
		if t.values != nil && p.field != nil && isZeroConstant(w.c) {
			return unknown // code tests the fields of a value that it has got
		}
		return w
	} else if isSel {
		return t.eval(sel.X).field(v)
	}
	return unknown
}

// isPlatform reports whether an expression compares constants, as runtime.GOOS == "linux" does.
func isPlatform(e ast.Expr, tv types.TypeAndValue) bool {
	_, ok := e.(*ast.BinaryExpr)
	return ok && tv.Value != nil && tv.Value.Kind() == constant.Bool
}

// valueOf returns the value of a variable or field.
func (t *trial) valueOf(p place, e ast.Expr) worth {
	if w, ok := lookup(t.env, p); ok {
		return w
	} else if t.argumentOf(p) {
		return t.givenAs(p.field.Type())
	}
	if i := t.param(e); i >= 0 {
		return worth{kind: parameter, param: i}
	}
	return unknown
}

// givenAs returns the argument as it is decoded into a field or returned by a reader.
func (t *trial) givenAs(typ types.Type) worth {
	elem := typ
	if ptr, ok := types.Unalias(typ).Underlying().(*types.Pointer); ok {
		elem = ptr.Elem()
	}
	b, basic := elem.Underlying().(*types.Basic)
	switch {
	case t.given.kind == missing, t.given.kind == nilKind:
		return zeroOf(typ)
	case t.given.kind == zeroAny && basic:
		return zeroOf(elem)
	case t.given.isText() && basic && b.Info()&types.IsString != 0:
		return t.given
	}
	return unknown
}

// two evaluates an expression that may have two results, such as v, ok := args["name"] or
// a reader that returns a value and an error.
func (t *trial) two(e ast.Expr) (value, second worth) {
	switch x := ast.Unparen(e).(type) {
	case *ast.TypeAssertExpr:
		if x.Type != nil && t.contains(x.X) {
			return some, truth(true)
		} else if x.Type != nil {
			return assertTo(t.eval(x.X), t.p.Info.TypeOf(x.Type))
		}
	case *ast.IndexExpr:
		if t.contains(x) {
			return some, truth(true)
		} else if t.isRead(x) && t.given.kind == missing {
			return null, truth(false)
		} else if t.isRead(x) {
			return t.given, truth(true)
		}
		return t.element(x)
	case *ast.CallExpr:
		res, ok := t.p.Info.TypeOf(x).(*types.Tuple)
		if !ok || res.Len() == 0 {
			break
		}
		if t.refused(x) {
			return zeroOf(res.At(0).Type()), some
		}
		if t.isRead(x) {
			return t.read(x, res.At(0).Type())
		}
		if !isErrorType(res.At(res.Len() - 1).Type()) {
			return unknown, t.accepts(x, true)
		}
	}
	return unknown, unknown
}

// read evaluates a call that reads the argument.
func (t *trial) read(call *ast.CallExpr, typ types.Type) (value, err worth) {
	switch t.given.kind {
	case missing:
	case nilKind:
		return unknown, unknown
	default:
		return t.givenAs(typ), unknown
	}
	switch r := t.byExpr[call].reader; {
	case r.Default == zeroOfType:
		return zeroOf(typ), null
	case r.Default != "":
		return known(literalText(r.Default)), null
	case r.DefaultParam >= 0:
		return worth{kind: parameter, param: r.DefaultParam}, unknown
	}
	return unknown, unknown
}

// assertTo evaluates the type assertion of a value.
func assertTo(w worth, typ types.Type) (value, ok worth) {
	want := decodedType(typ)
	if _, generic := types.Unalias(typ).(*types.TypeParam); generic && w.kind == zeroAny {
		return zero, truth(true)
	}
	switch {
	case w.kind == nilKind:
		return zeroOf(typ), truth(false)
	case w.kind == zeroAny && want != "":
		return zeroOf(typ), truth(true)
	case w.isText() && want == "string":
		return w, truth(true)
	case w.isText() && want != "":
		return zeroOf(typ), truth(false)
	}
	return unknown, unknown
}

// element evaluates an element of a map or list of constant texts.
func (t *trial) element(x *ast.IndexExpr) (value, ok worth) {
	in := t.in(t.eval(x.Index), x.X)
	if b, isBasic := t.p.Info.TypeOf(x).Underlying().(*types.Basic); isBasic && b.Info()&types.IsBoolean != 0 {
		return in, in
	}
	return unknown, in
}

// in reports whether a text is an element of a list, or a key of a map, of constant texts.
func (t *trial) in(w worth, list ast.Expr) worth {
	if w.isText() {
		if texts := t.constantTexts(list); len(texts) > 0 {
			return t.among(w, texts, false)
		}
	}
	return unknown
}

// among reports whether a text is one of some, if anyCase is set in upper or lower case.
func (t *trial) among(w worth, texts []string, anyCase bool) worth {
	if w.kind == text {
		t.compared(texts...)
		return truth(false)
	}
	return truth(slices.ContainsFunc(texts, func(text string) bool {
		return text == constant.StringVal(w.c) || anyCase && strings.EqualFold(text, constant.StringVal(w.c))
	}))
}

// compared records texts with which the code compares the argument.
func (t *trial) compared(list ...string) {
	for _, text := range list {
		if text != "" {
			t.texts[text] = true
		}
	}
}

// call evaluates a call with one result.
func (t *trial) call(call *ast.CallExpr) worth {
	typ := t.p.Info.TypeOf(call)
	if typ != nil && (isErrorType(typ) || schemafacts.IsResult(typ)) { // a helper may return nil or a result that says what is wrong
		fn, _ := typeutil.Callee(t.p.Info, call).(*types.Func)
		if t.refused(call) || fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == "errors" && fn.Name() == "New" || fn.FullName() == "fmt.Errorf") {
			return some
		}
		return unknown
	}
	if t.isRead(call) && typ != nil {
		v, _ := t.read(call, typ)
		return v
	}
	if isAppend(t.p.Info, call) {
		if w := t.eval(call.Args[0]); w.kind == nilKind || w.kind == maybe || w.kind == grown {
			return worth{kind: grown}
		}
		return some
	}
	if is := t.accepts(call, true); is != unknown {
		return is
	}
	if w := t.result(call, 0); w != unknown || len(call.Args) == 0 || len(call.Args) > 2 {
		return w
	}
	if fn, _ := typeutil.Callee(t.p.Info, call).(*types.Func); fn != nil && fn.FullName() == "slices.Contains" && len(call.Args) == 2 {
		return t.in(t.eval(call.Args[1]), call.Args[0])
	}
	v := t.eval(call.Args[0])
	switch id := identOf(call.Fun); {
	case t.p.Info.Types[call.Fun].IsType():
		return v
	case isOr(t.p.Info, call):
		switch {
		case v.kind == zeroAny || v.c != nil && isZeroConstant(v.c):
			return t.eval(call.Args[1])
		case v.c != nil || v.kind == text:
			return v
		}
	case len(call.Args) == 2:
		w := t.eval(call.Args[1])
		if less := t.compare(v, token.LSS, w); stripped(t.p.Info, call) != call && less != unknown {
			if less.is(id.Name == "min") {
				return v
			}
			return w
		}
	case id != nil && id.Name == "len" && t.p.Info.Types[call.Fun].IsBuiltin():
		return t.length(call.Args[0], v)
	case v.isText() && (v.c == nil || constant.StringVal(v.c) == "" || t.given.c != nil):
		if change := changesText(t.p.Info, call); change != nil && v.c != nil {
			return textOf(change(constant.StringVal(v.c)))
		} else if change != nil {
			return v
		}
	}
	return unknown
}

// length returns the length of the expression e, which has the value v. A list with the argument
// has one element.
func (t *trial) length(e ast.Expr, v worth) worth {
	switch {
	case t.contains(e):
		return known(constant.MakeInt64(1))
	case v.kind == nilKind || v.c != nil && v.c.Kind() == constant.String && constant.StringVal(v.c) == "":
		return known(constant.MakeInt64(0))
	}
	return unknown
}

func (t *trial) binary(e *ast.BinaryExpr) (result worth) {
	x, y := t.eval(e.X), t.eval(e.Y)
	switch e.Op {
	case token.LAND:
		return both(x, y)
	case token.LOR:
		return not(both(not(x), not(y)))
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		if result = t.compare(x, e.Op, y); result != unknown && t.arg != nil && t.arg.Field && t.isField(e.X) {
			t.at = e.Pos()
		}
	}
	return result
}

// isField reports whether an expression is the field of the argument, or its length.
func (t *trial) isField(e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 {
		e = call.Args[0]
	}
	p, ok := t.place(stripped(t.p.Info, e))
	return ok && t.argumentOf(p)
}
