package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
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
