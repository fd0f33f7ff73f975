package handlerargs

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/internal/enclosing"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// isAlias reports whether every read of an argument replaces the value of a declared
// one if that is missing, as for an old name:
//
//	id := req.GetString("id", "")
//	if id == "" {
//		id = req.GetString("key", "")
//	}
//
// Models never see such a name.
func (c *checker) isAlias(h *handler, reads []handling.Read) bool {
	return len(reads) > 0 && !slices.ContainsFunc(reads, func(r handling.Read) bool {
		path := enclosing.Path(c.Pass.Files, r.At())
		return !c.replaces(h, path) && !c.alternative(h, path) && !c.elseReads(h, path)
	})
}

// replaces reports whether the expression at the start of a path is assigned to a
// variable that holds a declared argument, under a condition on that variable or on
// one that is set with it.
func (c *checker) replaces(h *handler, path []ast.Node) bool {
	i := slices.IndexFunc(path, func(n ast.Node) bool { _, ok := n.(*ast.AssignStmt); return ok })
	if i < 0 {
		return false
	}
	a := path[i].(*ast.AssignStmt)
	to := c.variable(a.Lhs[0])
	if to == nil || len(a.Rhs) != 1 {
		return false
	}
	with := c.setWith(h, to)
	return slices.ContainsFunc(path[i:], func(n ast.Node) bool {
		cond, ok := n.(*ast.IfStmt)
		return ok && slices.ContainsFunc(with, func(v types.Object) bool {
			return slices.ContainsFunc(c.code.Uses(v), func(use inspector.Cursor) bool {
				return cond.Cond.Pos() <= use.Node().Pos() && use.Node().Pos() < cond.Cond.End()
			})
		})
	})
}

// setWith returns the variables that statements set together with the variable to from a
// declared argument.
func (c *checker) setWith(h *handler, to types.Object) []types.Object {
	var out []types.Object
	for _, use := range c.code.Uses(to) {
		kind, i := use.ParentEdge()
		if kind != edge.AssignStmt_Lhs {
			continue
		}
		switch a := use.Parent().Node().(*ast.AssignStmt); {
		case len(a.Lhs) == len(a.Rhs) && c.readsDeclared(h, a.Rhs[i]):
			out = append(out, to)
		case len(a.Rhs) == 1 && c.readsDeclared(h, a.Rhs[0]):
			for _, l := range a.Lhs {
				if v := c.variable(l); v != nil {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// alternative reports whether the expression at the start of a path is an argument of
// cmp.Or after a declared one.
func (c *checker) alternative(h *handler, path []ast.Node) bool {
	return slices.ContainsFunc(path, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn, ok := typeutil.Callee(c.Pass.TypesInfo, call).(*types.Func)
		return ok && fn.FullName() == "cmp.Or" && c.readsDeclared(h, call.Args[0])
	})
}

// elseReads reports whether the expression at the start of a path is read by the else-if part of
// an if statement that reads a declared argument, and both parts assign to the same variable.
func (c *checker) elseReads(h *handler, path []ast.Node) bool {
	var of *ast.IfStmt
	for i, n := range path {
		s, ok := n.(*ast.IfStmt)
		switch {
		case !ok && of != nil:
			return false
		case !ok:
		case of == nil:
			if path[i-1] == s.Body || path[i-1] == s.Else {
				return false // it may be read for any reason
			}
			of = s
		case s.Else == path[i-1] && (s.Init != nil && c.readsDeclared(h, s.Init) || c.readsDeclared(h, s.Cond)):
			assigned := c.assignedIn(s.Body)
			return slices.ContainsFunc(c.assignedIn(of.Body), func(v types.Object) bool { return slices.Contains(assigned, v) })
		}
	}
	return false
}

// assignedIn returns the variables to which the statements of a block assign.
func (c *checker) assignedIn(block *ast.BlockStmt) (out []types.Object) {
	for _, s := range block.List {
		if a, ok := s.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if v := c.variable(l); v != nil {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// readsDeclared reports whether a node contains a read of an argument that a tool of the
// handler declares.
func (c *checker) readsDeclared(h *handler, n ast.Node) bool {
	return slices.ContainsFunc(h.Reads, func(r handling.Read) bool {
		return n.Pos() <= r.At() && r.At() < n.End() && h.declares(r.Key)
	})
}

// variable returns the variable that an expression is, or nil.
func (c *checker) variable(e ast.Expr) types.Object {
	if id, ok := e.(*ast.Ident); ok {
		if v, ok := c.Pass.TypesInfo.ObjectOf(id).(*types.Var); ok {
			return v
		}
	}
	return nil
}
