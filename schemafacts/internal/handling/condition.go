package handling

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/internal/enclosing"
	"golang.org/x/tools/go/types/typeutil"
)

// fieldOf returns the argument that was decoded into the field that an expression
// denotes; the expression may also be the length or the trimmed text of the field. It
// returns nil for any other expression.
func (d *demands) fieldOf(e ast.Expr) *found {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if len(e.Args) != 1 {
			return nil
		}
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok && id.Name == "len" && d.p.Info.Types[e.Fun].IsBuiltin() {
			return d.fieldOf(e.Args[0])
		}
		if fn, ok := typeutil.Callee(d.p.Info, e).(*types.Func); ok && fn.FullName() == "strings.TrimSpace" {
			return d.fieldOf(e.Args[0])
		}
	case *ast.SelectorExpr:
		if v, ok := d.p.Info.Uses[e.Sel].(*types.Var); ok {
			return d.unset[d.object(e.X)][v]
		}
	}
	return nil
}

// isZero reports whether an expression is nil or the zero value of a basic type, or a
// local variable that the function never sets.
func (d *demands) isZero(e ast.Expr) bool {
	tv := d.p.Info.Types[e]
	if tv.IsNil() {
		return true
	}
	if v, ok := d.object(e).(*types.Var); ok && enclosing.Within(d.body, v.Pos()) && d.writes[v] == 0 {
		return true
	}
	c := d.constant(e)
	return c == `""` || c == "0" || c == "false"
}

// mark marks the reads of a failing call as demanded, if they are what makes it fail.
func (d *demands) mark(list []*found) {
	for _, r := range list {
		if d.sink == nil && r.demands && r.why.IsValid() && !r.Demanded {
			r.at = r.why
		}
		if r.demands {
			d.require(r)
			d.refuseZero(r, r.zero)
		} else if r.Flag == nil && d.flag == nil && d.sink == nil && d.isAbsent(r) {
			r.Flag = r.demandsIf
		}
	}
}

// require records that the function fails without an argument, under the current flag.
func (d *demands) require(r *found) {
	if d.sink != nil {
		*d.sink = append(*d.sink, r)
	} else if !d.isAbsent(r) {
		return
	} else if d.flag == nil {
		r.Demanded = true
	} else if r.Flag == nil {
		r.Flag = d.flag
	}
}

// refuseZero records that the function also fails for the zero value of an argument.
func (d *demands) refuseZero(r *found, refused bool) {
	r.Zero = r.Zero || refused && d.sink == nil && d.flag == nil && d.isAbsent(r)
}

// by marks as demanded the arguments that make a condition true if they are missing.
func (d *demands) by(cond ast.Expr) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		for _, r := range d.oks[d.object(e.X)] {
			if _, isIndex := r.expr.(*ast.IndexExpr); isIndex && e.Op == token.NOT {
				d.require(r)
			}
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LOR:
			d.by(e.X)
			d.by(e.Y)
		case token.LAND:
			d.under(d.flagOf(e.Y), func() { d.by(e.X) })
			d.under(d.flagOf(e.X), func() { d.by(e.Y) })
		case token.NEQ:
			if d.p.Info.Types[e.Y].IsNil() {
				d.mark(d.oks[d.object(e.X)])
			}
		case token.EQL, token.LEQ:
			if r := d.fieldOf(e.X); r != nil && d.isZero(e.Y) {
				d.require(r)
				d.refuseZero(r, !d.p.Info.Types[e.Y].IsNil())
				if d.sink == nil {
					r.at = e.Pos()
				}
			}
			if r := d.zeros[d.object(stripped(d.p.Info, e.X))]; r != nil && d.isZero(e.Y) {
				d.require(r)
				d.refuseZero(r, !d.p.Info.Types[e.Y].IsNil())
			}
		}
	}
}

// byFalse marks as demanded the arguments that make a condition false if they are missing.
func (d *demands) byFalse(cond ast.Expr) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.Ident:
		d.by(&ast.UnaryExpr{Op: token.NOT, X: e})
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND:
			d.byFalse(e.X)
			d.byFalse(e.Y)
		case token.EQL:
			d.by(&ast.BinaryExpr{X: e.X, Op: token.NEQ, OpPos: e.OpPos, Y: e.Y})
		case token.NEQ:
			d.by(&ast.BinaryExpr{X: e.X, Op: token.EQL, OpPos: e.OpPos, Y: e.Y})
		}
	}
}

// refuses reports whether an if statement ends the function with an error. An error
// that is returned together with a result may be nil, so it does not count.
func (s *scan) refuses(n *ast.IfStmt) bool {
	b := n.Body
	if len(b.List) == 0 {
		return false
	}
	ret, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 || leaves(b, ret) {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	if !s.p.Info.Types[last].IsNil() {
		t := s.p.Info.TypeOf(last)
		if t != nil && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
			obj := s.object(last)
			return obj == nil || s.isError(n.Cond, obj) || s.empty(ret.Results[:len(ret.Results)-1])
		}
	}
	kinds := kindsOf(s.p.result(ret.Results[0], b, 3))
	return len(kinds) == 1 && kinds[0] == Failure
}

// leaves reports whether a block may end in another way than by its last statement.
func leaves(b *ast.BlockStmt, last *ast.ReturnStmt) bool {
	found := false
	ast.Inspect(b, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = found || n != last
		case *ast.BranchStmt:
			found = true
		}
		return !found
	})
	return found
}

// isError reports whether a condition tests that an error is not nil.
func (s *scan) isError(cond ast.Expr, err types.Object) bool {
	e, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && e.Op == token.NEQ && s.object(e.X) == err && s.p.Info.Types[e.Y].IsNil()
}

// empty reports whether all returned expressions are nil.
func (s *scan) empty(results []ast.Expr) bool {
	for _, e := range results {
		if !s.p.Info.Types[e].IsNil() {
			return false
		}
	}
	return len(results) > 0
}

// returns reports whether a statement may end the function without an error. It
// examines only the syntax: any return statement in it counts.
func returns(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		}
		return true
	})
	return found
}
