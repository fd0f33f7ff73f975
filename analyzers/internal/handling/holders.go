package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// place is a variable, or a field of a struct that a variable holds.
type place struct {
	obj   types.Object
	field *types.Var
}

// lookup returns the value of a place, if it is known.
func lookup(env map[place]worth, p place) (worth, bool) {
	w, ok := env[p]
	if in := env[place{obj: p.obj}]; !ok && p.field != nil && in.of != nil {
		return in.field(p.field), true
	}
	return w, ok
}

// zeroOfType is the default of a generic reader that returns the zero value of its result.
const zeroOfType = "zero"

// setDefault sets the default of reads: what the variable or field contains that otherwise
// holds the argument, if there is one such place, or what the function returns instead.
func (t *trial) setDefault(reads []*found) {
	w, at := t.instead()
	isZero := w.kind == zeroAny && t.returned
	if w.c == nil && w.kind != parameter && !isZero {
		return
	}
	for _, o := range reads {
		o.DefaultParam = None
		switch {
		case w.c != nil:
			o.Default = jsonText(w.c)
		case isZero:
			o.Default = zeroOfType
		default:
			o.DefaultParam = w.param
		}
		if o.Field && at.IsValid() {
			o.at = at
		}
	}
}

func (t *trial) instead() (worth, token.Pos) {
	if t.returned {
		if len(t.outputs) == 0 || t.arg == nil || slices.ContainsFunc(t.reads, func(r *found) bool { return !sameArgument(r, t.arg) }) ||
			slices.ContainsFunc(t.outputs, func(w worth) bool { return !same(w, t.outputs[0]) }) {
			return unknown, token.NoPos
		}
		return t.outputs[0], token.NoPos
	}
	var only []place
	for p := range t.holds {
		if !t.copied[p] {
			only = append(only, p)
		}
	}
	if r := t.arg.reader; len(t.holds) == 0 && t.arg.expr != nil && (r.Default == "" || isZeroConstant(literalText(r.Default))) {
		c, _ := t.p.Tree.At(t.arg.expr)
		return t.p.replacement(c), token.NoPos
	}
	if len(only) != 1 || t.left {
		return unknown, token.NoPos
	}
	w, ok := lookup(t.last, only[0])
	if v := only[0].obj.(*types.Var); !ok || w.unsure || only[0].field == nil && t.p.addressed(v, t.part) {
		return unknown, token.NoPos
	}
	return w, t.written
}

// findHolders finds the places that hold the argument.
func (t *trial) findHolders() {
	for obj, fields := range t.fields {
		for v, r := range fields {
			if t.isArg(r) {
				t.holds[place{obj, v}] = true
			}
		}
	}
	for n := range t.p.Tree.In(t.part, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.ReturnStmt)(nil)) {
		t.holder(n)
	}
}

// holder finds the places that hold the argument after a statement; see [absence.holds].
func (t *trial) holder(n ast.Node) {
	holds := func(lhs, rhs ast.Expr) {
		p, ok := t.place(lhs)
		if !ok || !t.isArgument(rhs) || p.obj.Name() == "_" {
			return
		}
		t.holds[p] = true
		if from, ok := t.place(stripped(t.p.Info, rhs)); ok && from != p {
			t.copied[from] = true
		}
	}
	for lhs, rhs := range assignments(n) {
		holds(lhs, rhs)
	}
	switch n := n.(type) {
	case *ast.TypeSwitchStmt: // the variables that its clauses declare
		assign, ok := n.Assign.(*ast.AssignStmt)
		if !ok || !t.isArgument(assign.Rhs[0]) {
			return
		}
		if from, ok := t.place(stripped(t.p.Info, assign.Rhs[0])); ok {
			t.copied[from] = true
		}
		for _, clause := range n.Body.List {
			if obj := t.p.Info.Implicits[clause]; obj != nil {
				t.holds[place{obj: obj}], t.copied[place{obj: obj}] = true, true
			}
		}
	case *ast.ReturnStmt:
		if len(n.Results) > 0 && t.isArgument(n.Results[0]) && !t.inLiteral(n) {
			t.returned = true
		}
	}
}

// inLiteral reports whether a node is in a function literal of the body.
func (t *trial) inLiteral(n ast.Node) bool {
	c, _ := t.p.Tree.At(n)
	for outer := range c.Enclosing((*ast.FuncLit)(nil)) {
		return t.part.Pos() < outer.Node().Pos()
	}
	return false
}

// stripped returns an expression without the operations that keep an argument's
// identity: conversions, type assertions, a min, max or cmp.Or with a constant, and functions
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
			if len(x.Args) == 1 && (info.Types[x.Fun].IsType() || changesText(info, x) != nil) {
				e = x.Args[0]
				continue
			}
			id, isName := ast.Unparen(x.Fun).(*ast.Ident)
			bounds := isName && info.Types[x.Fun].IsBuiltin() && (id.Name == "min" || id.Name == "max")
			if len(x.Args) == 2 && (bounds || isOr(info, x)) && info.Types[x.Args[1]].Value != nil {
				e = x.Args[0]
				continue
			}
		}
		return ast.Unparen(e)
	}
}

// isOr reports whether a call returns its first argument, or the second one in place of zero.
func isOr(info *types.Info, call *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	return ok && fn.FullName() == "cmp.Or" && len(call.Args) == 2
}

// changesText returns the function that a call applies to its argument, if it returns the
// argument in another form, or nil.
func changesText(info *types.Info, call *ast.CallExpr) func(string) string {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok {
		return nil
	}
	return map[string]func(string) string{"strings.TrimSpace": strings.TrimSpace, "strings.ToLower": strings.ToLower, "strings.ToUpper": strings.ToUpper}[fn.FullName()]
}

// isArgument reports whether an expression has the value of the argument in a call
// that has it.
func (t *trial) isArgument(e ast.Expr) bool {
	e = stripped(t.p.Info, e)
	if t.isRead(e) {
		return true
	}
	p, ok := t.place(e)
	return ok && (t.holds[p] || t.argumentOf(p))
}

// isRead reports whether an expression reads the argument directly, as args["name"]
// does.
func (t *trial) isRead(e ast.Expr) bool {
	r := t.byExpr[e]
	return r != nil && t.isArg(r)
}

// argumentOf reports whether the argument is decoded into the struct field p.
func (t *trial) argumentOf(p place) bool {
	r := t.fields[p.obj][p.field]
	return r != nil && t.isArg(r)
}

// place returns the variable or struct field that an expression denotes.
func (s *scan) place(e ast.Expr) (place, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := s.object(e).(*types.Var)
		return place{obj: v}, ok
	case *ast.SelectorExpr:
		obj, ok := s.object(e.X).(*types.Var)
		v, isVar := s.p.Info.Uses[e.Sel].(*types.Var)
		return place{obj, v}, ok && isVar && v.IsField()
	}
	return place{}, false
}
