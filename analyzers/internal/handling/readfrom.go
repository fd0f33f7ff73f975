package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

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
	if v == nil || v.Pkg() != r.pkg {
		return false
	}
	if r.seen[v] {
		return true
	}
	r.seen[v] = true
	for _, c := range r.tree.Uses(r.info, v) {
		if r.info.Defs[c.Node().(*ast.Ident)] == nil && !r.use(c) {
			return false
		}
	}
	return true
}

// use adds what the expression around a variable reads of it.
func (r *fieldReads) use(c inspector.Cursor) bool {
	for {
		kind, i := c.ParentEdge()
		c = c.Parent()
		switch n := c.Node().(type) {
		case *ast.ParenExpr, *ast.StarExpr:
			continue
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				continue
			}
		case *ast.SelectorExpr:
			return r.selected(n, c)
		case *ast.CallExpr:
			return kind == edge.CallExpr_Args && r.argument(n, i)
		}
		return false
	}
}

// selected adds a field that a selector selects, or what a method of the package reads.
func (r *fieldReads) selected(n *ast.SelectorExpr, c inspector.Cursor) bool {
	sel := r.info.Selections[n]
	if sel == nil || sel.Kind() != types.FieldVal {
		kind, _ := c.ParentEdge()
		if sel == nil || kind != edge.CallExpr_Fun || len(sel.Index()) != 1 {
			return false
		}
		fn, ok := sel.Obj().(*types.Func)
		return ok && r.variable(fn.Origin().Signature().Recv()) && r.declares(fn)
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
	f, _ := r.info.Uses[key].(*types.Var)
	c = c.Parent().Parent()
	if kind, _ = unparen(&c); kind == edge.UnaryExpr_X {
		c = c.Parent()
	}
	kind, i := unparen(&c)
	assign, _ := c.Parent().Node().(*ast.AssignStmt)
	if f == nil || !f.IsField() || kind != edge.AssignStmt_Rhs || assign.Tok != token.DEFINE {
		return false
	}
	id, _ := assign.Lhs[i].(*ast.Ident)
	v := r.info.Defs[id]
	if v == nil || r.open[v] {
		return false
	}
	r.open[v] = true
	read := r.ReadFrom(v)
	delete(r.open, v)
	return read != nil && !read[f.Origin()]
}

// argument adds what a function of the package reads of its i-th argument.
func (r *fieldReads) argument(call *ast.CallExpr, i int) bool {
	fn := typeutil.StaticCallee(r.info, call)
	if fn == nil {
		return false
	}
	if fn.Pkg() != r.pkg {
		return onlyShows(fn) || r.decodesInto(fn, call, i)
	}
	sig := fn.Origin().Signature()
	return !sig.Variadic() && i < sig.Params().Len() && r.declares(fn) && r.variable(sig.Params().At(i))
}

// declares reports whether the package has the body of a function.
func (r *fieldReads) declares(fn *types.Func) bool {
	for _, c := range r.tree.Uses(r.info, fn.Origin()) {
		if d, ok := c.Parent().Node().(*ast.FuncDecl); ok && d.Body != nil {
			return true
		}
	}
	return false
}
