package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// demand finds the arguments without which a function always fails. It examines only
// statements of the body that always run.
func (s *scan) demand(body *ast.BlockStmt) {
	for _, r := range s.reads {
		// Until a later statement shows that the error is returned.
		r.demands, r.demandsIf, r.refuses, r.zero = r.Demanded, r.Flag, r.NotNull, r.Zero
		r.Demanded, r.NotNull = false, false
		r.Flag, r.Zero = nil, false
	}
	d := &demands{scan: s, body: body, oks: map[types.Object][]*found{}, zeros: map[types.Object]*found{}, unset: map[types.Object]map[*types.Var]*found{}}
	for obj, fields := range s.fields {
		d.unset[obj] = maps.Clone(fields)
	}
	d.list(body.List)
}

// list goes through statements until one of them may end the function without an error.
func (d *demands) list(list []ast.Stmt) {
	for _, stmt := range list {
		switch n := stmt.(type) {
		case *ast.AssignStmt:
			d.note(n)
		case *ast.ReturnStmt:
			if len(d.absent) > 0 && d.refuses(&ast.IfStmt{Cond: ast.NewIdent("_"), Body: &ast.BlockStmt{List: []ast.Stmt{n}}}) {
				d.all(d.absent)
			} else if len(n.Results) == 1 {
				e := ast.Unparen(n.Results[0])
				d.mark(d.byCall[e])
				d.mark(d.refusedBy(e))
			}
			return
		case *ast.IfStmt:
			if !d.branch(n) {
				return
			}
		default:
			if returns(stmt) {
				return
			}
			d.forget(stmt)
		}
		d.filled(stmt)
	}
}

// filled drops the fields that a statement may set through a pointer to their struct, as
// in in.setDefaults(). Functions of the package set only the fields that they assign.
func (d *demands) filled(stmt ast.Stmt) {
	if len(d.unset) == 0 {
		return
	}
	for n := range d.p.Tree.In(stmt, (*ast.CallExpr)(nil)) {
		call := n.(*ast.CallExpr)
		fn := typeutil.StaticCallee(d.p.Info, call)
		if _, _, decodes := d.decodes(call); fn == nil || decodes {
			continue
		}
		if sum := d.p.summary(d.p.key(fn)); sum != nil && len(sum.Params) > 0 {
			continue // it decodes the arguments
		}
		for i := -1; i < len(call.Args); i++ {
			if obj := d.pointed(fn, argument(call, i), i); d.unset[obj] != nil {
				d.dropSetBy(fn, obj)
			}
		}
	}
}

// pointed returns the variable to which a call passes a pointer, or nil.
func (d *demands) pointed(fn *types.Func, arg ast.Expr, i int) types.Object {
	if arg == nil {
		return nil
	}
	if addr, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && addr.Op == token.AND {
		return d.object(addr.X)
	}
	obj := d.object(arg)
	if obj == nil {
		return nil
	}
	t := obj.Type()
	if recv := fn.Signature().Recv(); i == -1 && recv != nil {
		t = recv.Type()
	}
	if _, ok := types.Unalias(t).(*types.Pointer); !ok {
		return nil
	}
	return obj
}

// dropSetBy drops the fields of a variable that a function assigns, or all if it belongs
// to another package.
func (d *demands) dropSetBy(fn *types.Func, obj types.Object) {
	decl := d.p.decls[d.p.key(fn)]
	if decl == nil {
		delete(d.unset, obj)
		return
	}
	maps.DeleteFunc(d.unset[obj], func(v *types.Var, _ *found) bool { return d.p.sets(v, decl.Body) })
}

// branch examines an if statement. It returns false if the statement may end the
// function without an error.
func (d *demands) branch(n *ast.IfStmt) bool {
	if init, ok := n.Init.(*ast.AssignStmt); ok {
		d.note(init)
	}
	flag := d.flagOf(n.Cond)
	goes := !returns(n)
	switch {
	case n.Else == nil && d.refuses(n):
		d.by(n.Cond)
		d.under(flag, func() { d.all(d.absent) })
		goes = true
	case n.Else == nil && flag != nil && ends(n.Body):
		// The rest of the body runs only if the condition is false.
		goes = d.flag == nil
		d.flag = flag.negated()
	case n.Else == nil && flag != nil:
		d.under(flag, func() { d.list(n.Body.List) })
	case n.Else == nil:
		if inner, ok := first(n.Body).(*ast.IfStmt); ok && inner.Init == nil && inner.Else == nil && d.refuses(inner) {
			d.under(d.flagOf(inner.Cond), func() { d.by(n.Cond) })
		}
	default:
		d.otherwise(n)
	}
	if !goes && n.Else == nil {
		goes = d.without(n.Cond)
	}
	d.forget(n.Body)
	if n.Else != nil {
		d.forget(n.Else)
	}
	return goes
}

// otherwise examines an else branch that ends the function with an error, always or if
// a flag of the function is set.
func (d *demands) otherwise(n *ast.IfStmt) {
	switch e := n.Else.(type) {
	case *ast.BlockStmt:
		if d.refuses(&ast.IfStmt{Cond: ast.NewIdent("_"), Body: e}) {
			d.byFalse(n.Cond)
		}
	case *ast.IfStmt:
		if e.Init == nil && d.refuses(e) {
			d.under(d.flagOf(e.Cond), func() { d.byFalse(n.Cond) })
		}
	}
}

// without restricts the examination of the statements after an if statement that may end
// the function to the arguments without which its condition is false. It returns false if
// there are none.
func (d *demands) without(cond ast.Expr) bool {
	var list []*found
	d.sink = &list
	d.byFalse(cond)
	d.sink = nil
	if d.absent != nil {
		list = slices.DeleteFunc(list, func(r *found) bool { return !d.isAbsent(r) })
	}
	d.absent = list
	return len(list) > 0
}

// isAbsent reports whether the current statement always runs if an argument is missing.
func (d *demands) isAbsent(r *found) bool {
	return d.absent == nil || slices.ContainsFunc(d.absent, func(o *found) bool { return sameArgument(o, r) })
}

func (d *demands) all(list []*found) {
	for _, r := range list {
		d.require(r)
	}
}

// under runs f for code that runs only if a flag of the function is set. It does not
// run f if the flag is nil, or if another flag decides as well.
func (d *demands) under(flag *Flag, f func()) {
	if flag == nil || d.flag != nil {
		return
	}
	d.flag = flag
	f()
	d.flag = nil
}

// first returns the first statement of a block, or nil.
func first(b *ast.BlockStmt) ast.Stmt {
	if len(b.List) == 0 {
		return nil
	}
	return b.List[0]
}

// ends reports whether the last statement of a block is a return statement.
func ends(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	_, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	return ok
}

// demands records, while it goes through the statements of a body, which variables
// show that an argument is missing.
type demands struct {
	*scan
	body  *ast.BlockStmt
	oks   map[types.Object][]*found // by the variable ok or err
	zeros map[types.Object]*found   // by the variable that is zero without the argument
	// unset are the fields of decoded structs that the function does not set itself.
	unset map[types.Object]map[*types.Var]*found
	// flag is the condition under which the current statement runs, or nil.
	flag *Flag
	// absent are the arguments without which the current statement always runs, or nil
	// for all.
	absent []*found
	// sink, if set, receives the arguments instead of the result.
	sink *[]*found
}

// note records the variables that show after an assignment whether an argument is
// missing.
func (d *demands) note(n *ast.AssignStmt) {
	for _, lhs := range n.Lhs {
		delete(d.oks, d.object(lhs))
		delete(d.zeros, d.object(lhs))
		d.forgetField(lhs)
	}
	if len(n.Rhs) != 1 {
		return
	}
	e := ast.Unparen(n.Rhs[0])
	if a, ok := e.(*ast.TypeAssertExpr); ok {
		e = ast.Unparen(a.X)
	}
	if last := d.object(n.Lhs[len(n.Lhs)-1]); last != nil {
		if list := d.byCall[e]; list != nil {
			d.oks[last] = list
		} else if list := append(d.demandedBy(e), d.refusedBy(e)...); list != nil {
			d.oks[last] = list
		}
	}
	r := d.byExpr[e]
	if r == nil {
		return
	}
	_, isIndex := e.(*ast.IndexExpr)
	if last := d.object(n.Lhs[len(n.Lhs)-1]); last != nil && isIndex && len(n.Lhs) == 2 {
		d.oks[last] = []*found{r}
	}
	if obj := d.object(n.Lhs[0]); obj != nil && (zeroDefault(r) || isIndex) {
		d.zeros[obj] = r
	}
}

// forget drops the variables that a statement may assign, because the statement may
// not run.
func (d *demands) forget(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, lhs := range a.Lhs {
				delete(d.oks, d.object(lhs))
				delete(d.zeros, d.object(lhs))
				d.forgetField(lhs)
			}
		}
		return true
	})
}

// forgetField drops a struct field that the function assigns.
func (d *demands) forgetField(lhs ast.Expr) {
	sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
	if !ok {
		return
	}
	if v, ok := d.p.Info.Uses[sel.Sel].(*types.Var); ok {
		delete(d.unset[d.object(sel.X)], v)
	}
}
