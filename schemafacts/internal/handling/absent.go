package handling

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// A handler may apply a default itself:
//
//	limit := 10
//	if v, ok := args["limit"].(float64); ok {
//		limit = int(v)
//	}
//
// absence runs its body as if the call lacked one argument. Most values are unknown. The
// default is the value of the variable with the argument at the end. The mutants in
// internal/mutants/table/handling.txt list the rules.

// maxKeys is the greatest number of arguments for which the analysis of defaults runs
// one body.
const maxKeys = 64

// absent sets the default of each argument that a body replaces by a constant if a
// call lacks the argument. If the function returns only that argument, the default is
// the result of the function.
func (s *scan) absent(part ast.Node, block *ast.BlockStmt) {
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
		a := &absence{scan: s, arg: r, env: map[place]worth{}, sure: map[place]bool{}, holds: map[place]bool{}, copied: map[place]bool{}, output: unknown}
		a.holders(part)
		if len(a.holds) == 0 && !a.returned {
			continue
		}
		a.list(block.List)
		w, at := a.result(part)
		text, ok := w.json()
		if !ok && w.param == None {
			continue
		}
		for _, o := range s.reads {
			if !sameArgument(o, r) {
				continue
			}
			o.DefaultParam = w.param
			if ok {
				o.Default = text
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

// worth is an abstract value: a constant (c), nil (null), a value that is not nil
// (some), or the value of a parameter of the function (param). If none of these is
// known, it is equal to unknown.
type worth struct {
	c          constant.Value
	null, some bool
	param      int
}

var (
	unknown = worth{param: None}
	null    = worth{null: true, param: None}
	some    = worth{some: true, param: None}
)

// known returns a constant.
func known(c constant.Value) worth { return worth{c: c, param: None} }

func truth(b bool) worth { return known(constant.MakeBool(b)) }

func (w worth) json() (string, bool) {
	if w.c == nil {
		return "", false
	}
	switch w.c.Kind() {
	case constant.String:
		text, err := json.Marshal(constant.StringVal(w.c))
		return string(text), err == nil
	case constant.Bool:
		return w.c.String(), true
	case constant.Int:
		return w.c.ExactString(), true
	case constant.Float:
		f, _ := constant.Float64Val(w.c)
		text, err := json.Marshal(f)
		return string(text), err == nil
	}
	return "", false
}

// absence runs a body as if the call lacked the argument arg.
type absence struct {
	*scan
	arg *found
	env map[place]worth
	// sure are the places whose value the body uses without a test of whether the
	// argument is present.
	sure map[place]bool
	// holds are the places that hold the argument if a call has it. copied are the
	// places that the body copies to another such place.
	holds, copied map[place]bool
	// returned reports whether the function returns the argument. ended reports whether
	// the run has reached a statement that ends it; output is what the function then
	// returns. left reports whether the run ended only because the argument is missing.
	returned, ended, left bool
	output                worth
	// written is the position of the last assignment of a constant to a place that
	// holds the argument.
	written token.Pos
}

// holders finds the places that hold the argument; see [absence.holds].
func (a *absence) holders(body ast.Node) {
	var literals []ast.Node
	for n := range a.p.Tree.In(body, (*ast.FuncLit)(nil)) {
		literals = append(literals, n)
	}
	inLiteral := func(n ast.Node) bool {
		return slices.ContainsFunc(literals, func(lit ast.Node) bool { return within(lit, n.Pos()) })
	}
	for n := range a.p.Tree.In(body, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.ReturnStmt)(nil)) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) || i == 0 {
					a.holder(lhs, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			if len(n.Values) > 0 {
				a.holder(n.Names[0], n.Values[0])
			}
		case *ast.TypeSwitchStmt:
			a.switched(n)
		case *ast.ReturnStmt:
			if len(n.Results) > 0 && !inLiteral(n) && a.isArgument(n.Results[0]) {
				a.returned = true
			}
		}
	}
	for n := range a.p.Tree.In(body, (*ast.SelectorExpr)(nil)) {
		if p, ok := a.field(n.(*ast.SelectorExpr)); ok && a.argumentOf(p) {
			a.holds[p] = true
		}
	}
}

// holder records that lhs holds the argument if rhs denotes the argument.
func (a *absence) holder(lhs, rhs ast.Expr) {
	p, ok := a.place(lhs)
	if !ok || !a.isArgument(rhs) || p.obj.Name() == "_" {
		return
	}
	a.holds[p] = true
	if from, ok := a.place(stripped(a.p.Info, rhs)); ok && from != p {
		a.copied[from] = true
	}
}

// switched records the variables that the clauses of switch v := args["name"].(type)
// declare.
func (a *absence) switched(n *ast.TypeSwitchStmt) {
	assign, ok := n.Assign.(*ast.AssignStmt)
	if !ok || !a.isArgument(assign.Rhs[0]) {
		return
	}
	from, isPlace := a.place(stripped(a.p.Info, assign.Rhs[0]))
	if isPlace {
		a.copied[from] = true
	}
	for _, clause := range n.Body.List {
		if obj := a.p.Info.Implicits[clause]; obj != nil {
			p := place{obj: obj}
			a.holds[p], a.copied[p] = true, true
		}
	}
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
			if len(x.Args) == 1 && (info.Types[x.Fun].IsType() || textFunc(info, x) != nil) {
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

// textFunc returns the called function if it returns its argument in another form, or nil.
func textFunc(info *types.Info, call *ast.CallExpr) func(string) string {
	if fn, ok := typeutil.Callee(info, call).(*types.Func); ok {
		switch fn.FullName() {
		case "strings.TrimSpace":
			return strings.TrimSpace
		case "strings.ToLower":
			return strings.ToLower
		case "strings.ToUpper":
			return strings.ToUpper
		}
	}
	return nil
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
	if p.field == nil {
		return false
	}
	r := a.fields[p.obj][p.field]
	return r != nil && sameArgument(r, a.arg)
}

// place returns the variable or struct field that an expression denotes.
func (a *absence) place(e ast.Expr) (place, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj, ok := a.object(e).(*types.Var); ok {
			return place{obj: obj}, true
		}
	case *ast.SelectorExpr:
		return a.field(e)
	}
	return place{}, false
}

func (a *absence) field(e *ast.SelectorExpr) (place, bool) {
	obj, ok := a.object(e.X).(*types.Var)
	if !ok {
		return place{}, false
	}
	v, ok := a.p.Info.Uses[e.Sel].(*types.Var)
	return place{obj, v}, ok && v.IsField()
}

// result returns the value that the body uses for the missing argument, and the
// position of the assignment that sets it. The value is unknown if several places
// hold the argument, or if the body may end before it uses the argument.
func (a *absence) result(body ast.Node) (worth, token.Pos) {
	if a.returned {
		if !a.only() {
			return unknown, token.NoPos
		}
		return a.output, token.NoPos
	}
	if a.left {
		return unknown, token.NoPos
	}
	var last []place
	for p := range a.holds {
		if !a.copied[p] {
			last = append(last, p)
		}
	}
	if len(last) != 1 {
		return unknown, token.NoPos
	}
	p := last[0]
	w, ok := a.env[p]
	if !ok || p.field == nil && a.p.changedElsewhere(p.obj, body) || !a.sure[p] && !a.onlyAsked(p, body) {
		return unknown, token.NoPos
	}
	return w, a.written
}

// only reports whether the function reads no other argument.
func (a *absence) only() bool {
	return !slices.ContainsFunc(a.reads, func(r *found) bool { return !sameArgument(r, a.arg) })
}

// changedElsewhere reports whether a variable may change in other ways than by a
// plain assignment in the body: through its address, in a function literal, or by ++
// and --.
func (p *Package) changedElsewhere(obj types.Object, body ast.Node) bool {
	v, ok := obj.(*types.Var)
	if !ok || p.addressed(v, body) {
		return true
	}
	for n := range p.Tree.In(body, (*ast.IncDecStmt)(nil)) {
		if p.object(ast.Unparen(n.(*ast.IncDecStmt).X)) == obj {
			return true
		}
	}
	return false
}

// onlyAsked reports whether a place is a bool variable that the body uses only in
// conditions of if statements without an else. A missing argument then has the same
// effect as false.
func (a *absence) onlyAsked(p place, body ast.Node) bool {
	if p.field != nil || !types.Identical(p.obj.Type().Underlying(), types.Typ[types.Bool]) {
		return false
	}
	in := map[*ast.Ident]bool{}
	for n := range a.p.Tree.In(body, (*ast.IfStmt)(nil)) {
		if is := n.(*ast.IfStmt); is.Else == nil {
			a.conjuncts(is.Cond, in)
		}
	}
	for n := range a.p.Tree.In(body, (*ast.Ident)(nil)) {
		if id := n.(*ast.Ident); a.p.Info.Uses[id] == p.obj && !in[id] {
			return false
		}
	}
	return len(in) > 0
}

// conjuncts adds to in the identifiers that must be true for a condition to be true.
func (a *absence) conjuncts(cond ast.Expr, in map[*ast.Ident]bool) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.Ident:
		in[e] = true
	case *ast.BinaryExpr:
		if e.Op == token.LAND {
			a.conjuncts(e.X, in)
			a.conjuncts(e.Y, in)
		}
	}
}
