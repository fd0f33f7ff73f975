package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// FieldUse is what code of a package does with a field.
type FieldUse struct {
	// Filled is true if code may give the field another value than a default or a bound for the
	// argument; see [Package.adjusts].
	Read, Filled bool
}

// useOf returns what code of the package, except for tests, does with a field.
func (p *Package) useOf(v *types.Var) FieldUse {
	var out FieldUse
	for _, id := range p.Tree.Uses(p.Info, v) {
		if strings.HasSuffix(p.place(id.Node().Pos()).Filename, "_test.go") {
			continue
		}
		kind, _ := id.ParentEdge()
		sel := id.Parent()
		if kind == edge.KeyValueExpr_Key {
			out.Filled = true
		} else if kind != edge.SelectorExpr_Sel {
			continue // its declaration
		}
		kind, i := unparen(&sel)
		switch n := sel.Parent().Node().(type) {
		case *ast.AssignStmt:
			if kind == edge.AssignStmt_Lhs {
				out.Filled = out.Filled || len(n.Lhs) != len(n.Rhs) || !p.adjusts(sel, v, n.Rhs[i])
				continue
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				out.Filled = true
				continue
			}
		case *ast.CompositeLit:
			continue
		}
		out.Read = true
	}
	return out
}

// adjusts reports whether the assignment of a value to a field only replaces or bounds the
// value of the field: the value depends on nothing but constants and the field, and the
// value or a condition around the statement depends on the field.
func (p *Package) adjusts(at inspector.Cursor, v *types.Var, value ast.Expr) bool {
	uses, others := p.mentions(value, v)
	if others {
		return false
	}
	for outer := range at.Enclosing((*ast.FuncLit)(nil), (*ast.IfStmt)(nil)) {
		n, ok := outer.Node().(*ast.IfStmt)
		if !ok || uses {
			break
		}
		uses, _ = p.mentions(n.Cond, v)
	}
	return uses
}

// mentions reports whether an expression contains a selector of the field v, and whether
// it contains other variables, or functions that take other values than constants and the field.
func (p *Package) mentions(e ast.Expr, v *types.Var) (field, others bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn, ok := typeutil.Callee(p.Info, n).(*types.Func); ok && fn.Signature().Recv() == nil {
				taken := false
				for _, arg := range n.Args {
					uses, rest := p.mentions(arg, v)
					taken, others = taken || uses, others || rest
				}
				field, others = field || taken, others || !taken
				return false
			}
		case *ast.SelectorExpr:
			if f, ok := p.Info.Uses[n.Sel].(*types.Var); ok && f.Origin() == v {
				field = true
				return false
			}
		case *ast.Ident:
			switch p.Info.Uses[n].(type) {
			case *types.Var, *types.Func:
				others = true
			}
		}
		return true
	})
	return field, others
}

// flowDepth is the depth to which [Package.onlyTaken] follows a value: from a struct of all
// arguments to the struct, variable and parameters of an action.
const flowDepth = 5

// onlyTaken reports whether all code of the package uses the value of a variable or
// field as it is, also where it flows to others: it neither compares the value nor passes it to
// code that may do so. No code can tell a false that a call passes from one that it omits. If
// the description says what zero means, code may replace lower values; see
// [Package.passedAsIs].
func (p *Package) onlyTaken(v *types.Var, depth int, means bool) bool {
	isBool := types.Identical(v.Type().Underlying(), types.Typ[types.Bool])
	return depth > 0 && !slices.ContainsFunc(p.Tree.Uses(p.Info, v), func(id inspector.Cursor) bool {
		return p.Info.Uses[id.Node().(*ast.Ident)] != nil && !p.takenAsIs(id, isBool, depth, means)
	})
}

// takenAsIs reports whether an identifier is used as a value that no code compares.
func (p *Package) takenAsIs(e inspector.Cursor, isBool bool, depth int, means bool) bool {
	for {
		kind, i := e.ParentEdge()
		e = e.Parent()
		switch n := e.Node().(type) {
		case *ast.ParenExpr:
			continue
		case *ast.SelectorExpr:
			if kind == edge.SelectorExpr_Sel {
				continue
			}
		case *ast.CallExpr:
			if p.Info.Types[n.Fun].IsType() {
				continue // a conversion
			}
			return kind == edge.CallExpr_Args && p.passedAsIs(n, i, depth, means, isBool)
		case *ast.KeyValueExpr:
			return kind == edge.KeyValueExpr_Key || p.flowsTo(n.Key, isBool, depth, means)
		case *ast.BinaryExpr:
			return isBool && (n.Op == token.LAND || n.Op == token.LOR) || n.Op == token.ADD ||
				means && n.Op == token.LSS && types.ExprString(n.Y) == "0"
		case *ast.AssignStmt:
			if kind == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) {
				return p.flowsTo(n.Lhs[i], isBool, depth, means)
			}
			return means && kind == edge.AssignStmt_Lhs && depth == flowDepth
		case *ast.IfStmt:
			return isBool
		case *ast.UnaryExpr:
			return n.Op == token.NOT
		}
		return false
	}
}

// flowsTo reports whether all code uses the variable or field that takes a value as it is; see
// [Package.onlyTaken].
func (p *Package) flowsTo(to ast.Expr, isBool bool, depth int, means bool) bool {
	if sel, ok := to.(*ast.SelectorExpr); ok {
		to = sel.Sel
	}
	v, ok := p.object(to).(*types.Var)
	if !ok || v.Pkg() != p.Pkg {
		return isBool
	}
	return p.onlyTaken(v.Origin(), depth-1, means)
}

// passedAsIs reports whether a called function uses its argument as it is: it prints
// the argument, or it is a function of the package that does not compare it. If the
// description says what zero means, or the value is a bool, it is so for other code.
func (p *Package) passedAsIs(call *ast.CallExpr, i, depth int, means, isBool bool) bool {
	fn, ok := typeutil.Callee(p.Info, call).(*types.Func)
	if !ok || fn.Pkg() == nil || fn.FullName() == "cmp.Or" { // it replaces zero
		return false
	}
	recv := fn.Signature().Recv()
	switch path := fn.Pkg().Path(); {
	case path == "fmt", path == "strconv":
		return true
	case fn.Pkg() != p.Pkg, recv != nil && types.IsInterface(recv.Type()):
		return means || isBool
	}
	param := parameterOf(fn, i)
	return param != nil && p.onlyTaken(param, depth-1, means)
}

// zeros sets the defaults of the reads of fields to their zero values, if all code uses these as
// they are.
func (p *Package) zeros(h *Handler) {
	for _, d := range h.Decoded {
		for _, f := range ArgumentFields(d.Type) {
			v := f.Field().Origin()
			w := zeroOf(v.Type())
			if d.Key != "" || len(f.Path) > 1 || w.c == nil || v.Pkg() != p.Pkg || p.presets(d, v) {
				continue
			}
			u := p.useOf(v)
			strict := p.onlyTaken(v, flowDepth, false)
			if !u.Read || u.Filled || !strict && !p.onlyTaken(v, flowDepth, true) {
				continue
			}
			for i, r := range h.Reads {
				if r.Key == f.Name && r.Field {
					h.Reads[i].Default, h.Reads[i].AsIs, h.Reads[i].Means = jsonText(w.c), true, !strict
				}
			}
		}
	}
}

// presets reports whether another package may set a field from its tag default, as in
// defaults.Set(&in), before the arguments are decoded.
func (p *Package) presets(d Decoded, field *types.Var) bool {
	st, _ := structOf(d.Type)
	i := slices.Index(slices.Collect(st.Fields()), field)
	if i < 0 || !strings.Contains(st.Tag(i), `default:"`) {
		return false
	}
	return d.Var == nil || slices.ContainsFunc(p.Tree.Uses(p.Info, d.Var), func(id inspector.Cursor) bool {
		c := id
		kind, _ := outward(&c)
		call, ok := c.Parent().Node().(*ast.CallExpr)
		if !ok || kind != edge.CallExpr_Args {
			return false
		}
		fn, ok := typeutil.Callee(p.Info, call).(*types.Func)
		return !ok || fn.Pkg() != p.Pkg && !decodes.MatchString(fn.Name())
	})
}

// ReadFrom returns the fields that code reads of the struct in a variable, also in functions of the
// package to which it passes the struct. It returns nil if other code may read the struct.
func (u *FieldUses) ReadFrom(v types.Object) map[*types.Var]bool {
	r := &fieldReads{FieldUses: u, read: map[*types.Var]bool{}, seen: map[types.Object]bool{}}
	if !r.variable(v) {
		return nil
	}
	return r.read
}

// Ignored returns the fields of the struct in which a handler takes its arguments that it does
// not read.
func (u *FieldUses) Ignored(h *Handler) (out []ArgumentField) {
	read := u.ReadFrom(h.Decoded[0].Var)
	for _, f := range ArgumentFields(h.Struct()) {
		if read != nil && !slices.ContainsFunc(f.Path, func(v *types.Var) bool { return read[v.Origin()] }) {
			out = append(out, f)
		}
	}
	return out
}

type fieldReads struct {
	*FieldUses
	read map[*types.Var]bool
	seen map[types.Object]bool
}

// variable adds what code reads from a variable, and reports whether no other code reads it.
func (r *fieldReads) variable(v types.Object) bool {
	if v == nil || v.Pkg() != r.p.Pkg {
		return false
	}
	if r.seen[v] {
		return true
	}
	r.seen[v] = true
	for _, c := range r.p.Tree.Uses(r.p.Info, v) {
		if r.p.Info.Defs[c.Node().(*ast.Ident)] == nil && !r.use(c) {
			return false
		}
	}
	return true
}

// use adds what the expression around a variable reads of it.
func (r *fieldReads) use(c inspector.Cursor) bool {
	kind, i := outward(&c)
	switch n := c.Parent().Node().(type) {
	case *ast.SelectorExpr:
		return r.selected(n, c.Parent())
	case *ast.CallExpr:
		return kind == edge.CallExpr_Args && r.passes(n, i, r.parameter)
	}
	return false
}

// selected adds a field that a selector selects, or what a method of the package reads.
func (r *fieldReads) selected(n *ast.SelectorExpr, c inspector.Cursor) bool {
	sel := r.p.Info.Selections[n]
	if sel == nil || sel.Kind() != types.FieldVal {
		kind, _ := c.ParentEdge()
		if sel == nil || kind != edge.CallExpr_Fun || len(sel.Index()) != 1 {
			return false
		}
		fn, ok := sel.Obj().(*types.Func)
		return ok && r.parameter(fn, fn.Origin().Signature().Recv())
	}
	if !r.ignored(c) {
		r.read[sel.Obj().(*types.Var).Origin()] = true
	}
	return true
}

// ignored reports whether a selector only sets a field of a struct in a variable, and no code
// reads that field from the variable.
func (r *fieldReads) ignored(c inspector.Cursor) bool {
	kind, _ := unparen(&c)
	kv, _ := c.Parent().Node().(*ast.KeyValueExpr)
	if kind != edge.KeyValueExpr_Value {
		return false
	}
	key, _ := kv.Key.(*ast.Ident)
	f, _ := r.p.Info.Uses[key].(*types.Var)
	c = c.Parent().Parent()
	kind, i := outward(&c)
	assign, _ := c.Parent().Node().(*ast.AssignStmt)
	if f == nil || !f.IsField() || kind != edge.AssignStmt_Rhs || assign.Tok != token.DEFINE {
		return false
	}
	id, _ := assign.Lhs[i].(*ast.Ident)
	v := r.p.Info.Defs[id]
	if v == nil || r.open[v] {
		return false
	}
	r.open[v] = true
	read := r.ReadFrom(v)
	delete(r.open, v)
	return read != nil && !read[f.Origin()]
}

// parameter adds what a function of the package reads of a parameter or the receiver.
func (r *fieldReads) parameter(fn *types.Func, v *types.Var) bool {
	return r.p.decl(fn) != nil && r.variable(v)
}
