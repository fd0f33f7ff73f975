package handling

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"golang.org/x/tools/go/types/typeutil"
)

// A handler may apply a default itself:
//
//	limit := 10
//	if v, ok := args["limit"].(float64); ok {
//		limit = int(v)
//	}
//
// absence follows the assignments of a body in source order, as if the call lacked one
// argument. Most values are unknown. The default is the last value of the variable or
// field that otherwise holds the argument.

// maxKeys is the greatest number of arguments for which the analysis of defaults follows
// one body.
const maxKeys = 64

// defaults sets the default of each argument that a body replaces by a constant if a
// call lacks the argument. If the function returns only that argument, the default is
// the result of the function.
func (s *scan) defaults(part ast.Node) {
	var first []*found // of each argument
	for _, r := range s.reads {
		if !slices.ContainsFunc(first, func(o *found) bool { return sameArgument(o, r) }) {
			first = append(first, r)
		}
	}
	if len(first) > maxKeys {
		return
	}
	for _, r := range first {
		a := &absence{scan: s, arg: r, part: part, env: map[place]worth{}, holds: map[place]bool{},
			copied: map[place]bool{}, runs: map[*ast.IfStmt]worth{}, output: unknown}
		w, at := a.follow()
		if w.c == nil && w.param == None {
			continue
		}
		for _, o := range s.reads {
			if !sameArgument(o, r) {
				continue
			}
			o.DefaultParam = w.param
			if w.c != nil {
				o.Default = jsonText(w.c)
			}
			if o.Field && at.IsValid() {
				o.at = at
			}
		}
	}
}

func sameArgument(a, b *found) bool {
	return a.of == b.of && a.Key == b.Key && a.KeyParam == b.KeyParam
}

// place is a variable, or a field of a struct that a variable holds.
type place struct {
	obj   types.Object
	field *types.Var
}

// worth is what the analysis knows about a value: a constant (c), nil (null), or the value
// of a parameter of the function (param). sure is false for the zero value that a variable
// has beside a variable such as ok, which the body then tests.
type worth struct {
	c          constant.Value
	null, sure bool
	param      int
}

var (
	unknown = worth{param: None, sure: true}
	null    = worth{null: true, param: None, sure: true}
)

func known(c constant.Value) worth { return worth{c: c, param: None, sure: true} }

func truth(b bool) worth { return known(constant.MakeBool(b)) }

// is reports whether a value is known to be b.
func (w worth) is(b bool) bool {
	return w.c != nil && w.c.Kind() == constant.Bool && constant.BoolVal(w.c) == b
}

// absence follows a body as if the call lacked the argument arg.
type absence struct {
	*scan
	arg  *found
	part ast.Node
	env  map[place]worth
	// holds are the places that hold the argument if a call has it. copied are the
	// places that the body copies to another such place.
	holds, copied map[place]bool
	// runs are the conditions of if statements, as they were when their bodies began.
	runs map[*ast.IfStmt]worth
	// returned reports whether the function returns the argument; output is what it
	// then returns.
	returned bool
	output   worth
	// written is the position of the last constant that a place with the argument gets.
	written token.Pos
}

// follow returns the value that the body uses for the missing argument, and the
// position of the assignment that sets it. The value is unknown if several places
// hold the argument, or if the body may end before it uses the argument.
func (a *absence) follow() (worth, token.Pos) {
	for n := range a.p.Tree.In(a.part, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.ReturnStmt)(nil), (*ast.SelectorExpr)(nil)) {
		a.holder(n)
	}
	if len(a.holds) == 0 && !a.returned {
		return unknown, token.NoPos
	}
	for n := range a.p.Tree.In(a.part, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.RangeStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.ReturnStmt)(nil), (*ast.BranchStmt)(nil)) {
		runs, branch := a.reaches(n)
		switch n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			ret, _ := n.(*ast.ReturnStmt)
			switch {
			case !runs.is(true):
				continue
			case a.returned && ret != nil && a.only():
				if len(ret.Results) == 1 || len(ret.Results) == 2 && a.p.Info.Types[ret.Results[1]].IsNil() {
					a.output = a.eval(ret.Results[0])
				}
				return a.output, token.NoPos
			case a.returned, branch, ret == nil:
				return unknown, token.NoPos
			}
			return a.result()
		}
		if !runs.is(false) {
			a.assign(n, runs.is(true))
		}
	}
	return a.result()
}

func (a *absence) result() (worth, token.Pos) {
	var last []place
	for p := range a.holds {
		if !a.copied[p] {
			last = append(last, p)
		}
	}
	if a.returned || len(last) != 1 {
		return unknown, token.NoPos
	}
	w, ok := a.env[last[0]]
	if v := last[0].obj.(*types.Var); !ok || !w.sure || last[0].field == nil && a.p.addressed(v, a.part) {
		return unknown, token.NoPos
	}
	return w, a.written
}

// only reports whether the function reads no other argument.
func (a *absence) only() bool {
	return !slices.ContainsFunc(a.reads, func(r *found) bool { return !sameArgument(r, a.arg) })
}

// reaches returns whether a statement runs if all reads of the argument are reached, and
// whether that depends on a condition.
func (a *absence) reaches(n ast.Node) (runs worth, branch bool) {
	runs = truth(true)
	c, ok := a.p.Tree.At(n)
	for ok && c.Node() != a.part && !a.reading(c.Node()) {
		inner := c.Node()
		c = c.Parent()
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			if inner == n.Init {
				continue
			}
			cond, done := a.runs[n]
			if !done {
				cond = a.eval(n.Cond)
				a.runs[n] = cond
			}
			branch = true
			if inner == n.Else {
				cond = not(cond)
			}
			runs = both(runs, cond)
		case *ast.BlockStmt, *ast.DeclStmt, *ast.GenDecl:
		case *ast.CaseClause:
			if !a.reading(n) {
				runs = both(runs, unknown)
			}
		default:
			runs = both(runs, unknown)
		}
	}
	return runs, branch
}

func not(w worth) worth {
	if w.is(true) || w.is(false) {
		return truth(w.is(false))
	}
	return unknown
}

func both(x, y worth) worth {
	switch {
	case x.is(false) || y.is(false):
		return truth(false)
	case x.is(true) && y.is(true):
		return x
	}
	return unknown
}

// reading reports whether a node contains all reads of the argument.
func (a *absence) reading(n ast.Node) bool {
	any := false
	for _, r := range a.reads {
		if !sameArgument(r, a.arg) {
			continue
		}
		if r.expr == nil || !enclosing.Within(n, r.expr.Pos()) {
			return false
		}
		any = true
	}
	return any
}

// holder finds the places that hold the argument after a statement; see [absence.holds].
func (a *absence) holder(n ast.Node) {
	holds := func(lhs, rhs ast.Expr) {
		p, ok := a.place(lhs)
		if !ok || !a.isArgument(rhs) || p.obj.Name() == "_" {
			return
		}
		a.holds[p] = true
		if from, ok := a.place(stripped(a.p.Info, rhs)); ok && from != p {
			a.copied[from] = true
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) || i == 0 {
				holds(lhs, n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		if len(n.Values) > 0 {
			holds(n.Names[0], n.Values[0])
		}
	case *ast.TypeSwitchStmt: // the variables that its clauses declare
		assign, ok := n.Assign.(*ast.AssignStmt)
		if !ok || !a.isArgument(assign.Rhs[0]) {
			return
		}
		if from, ok := a.place(stripped(a.p.Info, assign.Rhs[0])); ok {
			a.copied[from] = true
		}
		for _, clause := range n.Body.List {
			if obj := a.p.Info.Implicits[clause]; obj != nil {
				a.holds[place{obj: obj}], a.copied[place{obj: obj}] = true, true
			}
		}
	case *ast.ReturnStmt:
		if len(n.Results) > 0 && a.isArgument(n.Results[0]) && !a.inLiteral(n) {
			a.returned = true
		}
	case *ast.SelectorExpr:
		if p, ok := a.place(n); ok && a.argumentOf(p) {
			a.holds[p] = true
		}
	}
}

// inLiteral reports whether a node is in a function literal of the body.
func (a *absence) inLiteral(n ast.Node) bool {
	c, _ := a.p.Tree.At(n)
	for outer := range c.Enclosing((*ast.FuncLit)(nil)) {
		return a.part.Pos() < outer.Node().Pos()
	}
	return false
}

// stripped returns an expression without the operations that keep an argument's
// identity: conversions, type assertions, a min or max with a constant, and functions
// such as strings.TrimSpace.
func stripped(info *types.Info, e ast.Expr) ast.Expr {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.TypeAssertExpr:
			e = x.X
			continue
		case *ast.StarExpr:
			e = x.X
			continue
		case *ast.CallExpr:
			if len(x.Args) == 1 && (info.Types[x.Fun].IsType() || changesText(info, x)) {
				e = x.Args[0]
				continue
			}
			if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok && len(x.Args) == 2 && info.Types[x.Fun].IsBuiltin() && (id.Name == "min" || id.Name == "max") && info.Types[x.Args[1]].Value != nil {
				e = x.Args[0]
				continue
			}
		}
		return ast.Unparen(e)
	}
}

// changesText reports whether a call returns its argument in another form.
func changesText(info *types.Info, call *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	return ok && slices.Contains([]string{"strings.TrimSpace", "strings.ToLower", "strings.ToUpper"}, fn.FullName())
}

// isArgument reports whether an expression has the value of the argument in a call
// that has it.
func (a *absence) isArgument(e ast.Expr) bool {
	e = stripped(a.p.Info, e)
	if a.isRead(e) {
		return true
	}
	p, ok := a.place(e)
	return ok && (a.holds[p] || a.argumentOf(p))
}

// isRead reports whether an expression reads the argument directly, as args["name"]
// does.
func (a *absence) isRead(e ast.Expr) bool {
	r := a.byExpr[e]
	return r != nil && sameArgument(r, a.arg)
}

// argumentOf reports whether the argument is decoded into the struct field p.
func (a *absence) argumentOf(p place) bool {
	r := a.fields[p.obj][p.field]
	return r != nil && sameArgument(r, a.arg)
}

// place returns the variable or struct field that an expression denotes.
func (a *absence) place(e ast.Expr) (place, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := a.object(e).(*types.Var)
		return place{obj: v}, ok
	case *ast.SelectorExpr:
		obj, ok := a.object(e.X).(*types.Var)
		v, isVar := a.p.Info.Uses[e.Sel].(*types.Var)
		return place{obj, v}, ok && isVar && v.IsField()
	}
	return place{}, false
}
