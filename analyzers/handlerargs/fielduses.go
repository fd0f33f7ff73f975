package handlerargs

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// fieldUse is what code of the package does with a field.
type fieldUse struct {
	// set is true if code sets the field, filled if the field may then have a value other
	// than a default or a bound for the argument; see [checker.adjusts].
	read, set, filled bool
}

// useOf returns what code of the package, except for tests, does with a field.
func (c *checker) useOf(v *types.Var) fieldUse {
	var out fieldUse
	for _, id := range c.code.Uses(v) {
		if c.inTest(id.Node().Pos()) {
			continue
		}
		kind, _ := id.ParentEdge()
		sel := id.Parent()
		if kind == edge.KeyValueExpr_Key {
			out.set, out.filled = true, true
		} else if kind != edge.SelectorExpr_Sel {
			continue // its declaration
		}
		kind, i := sel.ParentEdge()
		for kind == edge.ParenExpr_X {
			sel = sel.Parent()
			kind, i = sel.ParentEdge()
		}
		switch n := sel.Parent().Node().(type) {
		case *ast.AssignStmt:
			if kind == edge.AssignStmt_Lhs {
				out.set = true
				out.filled = out.filled || len(n.Lhs) != len(n.Rhs) || !c.adjusts(sel, v, n.Rhs[i])
				continue
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				out.set, out.filled = true, true
				continue
			}
		case *ast.CompositeLit:
			continue
		}
		out.read = true
	}
	return out
}

func (c *checker) inTest(pos token.Pos) bool {
	return strings.HasSuffix(c.Pass.Fset.Position(pos).Filename, "_test.go")
}

// findSources finds the structs that variables hold which no handler decodes into, and the
// variables that hold structs, or lists or maps of them, except for parameters and the
// variables of range statements.
func (c *checker) findSources(decoded map[any]*decodedStruct) {
	c.sources, c.holders = map[any]bool{}, map[any][]*types.Var{}
	for _, obj := range c.Pass.TypesInfo.Defs {
		v, ok := obj.(*types.Var)
		if !ok || v.Kind() == types.ParamVar || v.Kind() == types.RecvVar {
			continue
		}
		t := jsonfields.Pointee(v.Type())
		if s := decoded[identity(t)]; s != nil && !s.vars[v] {
			c.sources[identity(t)] = true
		}
		switch e := t.(type) {
		case *types.Slice:
			t = jsonfields.Pointee(e.Elem())
			c.sources[identity(t)] = true
		case *types.Map:
			t = jsonfields.Pointee(e.Elem())
			c.sources[identity(t)] = true
		}
		if _, ok := t.Underlying().(*types.Struct); ok && !c.ranges(v) {
			c.holders[identity(t)] = append(c.holders[identity(t)], v)
		}
	}
}

// ranges reports whether a range statement declares a variable for the elements.
func (c *checker) ranges(v *types.Var) bool {
	return slices.ContainsFunc(c.code.Uses(v), func(id inspector.Cursor) bool {
		kind, _ := id.ParentEdge()
		return kind == edge.RangeStmt_Value && id.Node().Pos() == v.Pos()
	})
}

// made reports whether values of a struct type may come from elsewhere than a field.
func (c *checker) made(t types.Type, from *types.Var) bool {
	for f := range t.Underlying().(*types.Struct).Fields() {
		if c.useOf(f.Origin()).filled {
			return true
		}
	}
	return slices.ContainsFunc(c.holders[identity(t)], func(v *types.Var) bool { return v != from })
}

// adjusts reports whether the assignment of a value to a field only replaces or bounds the
// value of the field: the value depends on nothing but constants and the field, and the
// value or a condition around the statement depends on the field.
func (c *checker) adjusts(at inspector.Cursor, v *types.Var, value ast.Expr) bool {
	uses, others := c.mentions(value, v)
	if others {
		return false
	}
	for outer := range at.Enclosing((*ast.FuncLit)(nil), (*ast.IfStmt)(nil)) {
		n, ok := outer.Node().(*ast.IfStmt)
		if !ok || uses {
			break
		}
		uses, _ = c.mentions(n.Cond, v)
	}
	return uses
}

// mentions reports whether an expression contains a selector of the field v, and whether
// it contains other variables, or functions that take other values than constants and the field.
func (c *checker) mentions(e ast.Expr, v *types.Var) (field, others bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn, ok := typeutil.Callee(c.Pass.TypesInfo, n).(*types.Func); ok && fn.Signature().Recv() == nil {
				taken := false
				for _, arg := range n.Args {
					uses, rest := c.mentions(arg, v)
					taken, others = taken || uses, others || rest
				}
				field, others = field || taken, others || !taken
				return false
			}
		case *ast.SelectorExpr:
			if f, ok := c.Pass.TypesInfo.Uses[n.Sel].(*types.Var); ok && f.Origin() == v {
				field = true
				return false
			}
		case *ast.Ident:
			switch c.Pass.TypesInfo.Uses[n].(type) {
			case *types.Var, *types.Func:
				others = true
			}
		}
		return true
	})
	return field, others
}

// flowDepth is the depth to which [checker.onlyTaken] follows a value: from a struct of all
// arguments to the struct, variable and parameters of an action.
const flowDepth = 5

// onlyTaken reports whether all code of the package uses the value of a variable or
// field as it is, also where it flows to others: it neither compares the value nor passes it to
// code that may do so. No code can tell a false that a call passes from one that it omits. If
// the description says what zero means, code may replace lower values; see
// [checker.passedAsIs].
func (c *checker) onlyTaken(v *types.Var, depth int, means bool) bool {
	isBool := types.Identical(v.Type().Underlying(), types.Typ[types.Bool])
	return depth > 0 && !slices.ContainsFunc(c.code.Uses(v), func(id inspector.Cursor) bool {
		return c.Pass.TypesInfo.Uses[id.Node().(*ast.Ident)] != nil && !c.takenAsIs(id, isBool, depth, means)
	})
}

// takenAsIs reports whether an identifier is used as a value that no code compares.
func (c *checker) takenAsIs(e inspector.Cursor, isBool bool, depth int, means bool) bool {
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
			if c.Pass.TypesInfo.Types[n.Fun].IsType() {
				continue // a conversion
			}
			return kind == edge.CallExpr_Args && c.passedAsIs(n, i, depth, means, isBool)
		case *ast.KeyValueExpr:
			return kind == edge.KeyValueExpr_Key || c.flowsTo(n.Key, isBool, depth, means)
		case *ast.BinaryExpr:
			return isBool && (n.Op == token.LAND || n.Op == token.LOR) || n.Op == token.ADD ||
				means && n.Op == token.LSS && types.ExprString(n.Y) == "0"
		case *ast.AssignStmt:
			if kind == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) {
				return c.flowsTo(n.Lhs[i], isBool, depth, means)
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
// [checker.onlyTaken].
func (c *checker) flowsTo(to ast.Expr, isBool bool, depth int, means bool) bool {
	if sel, ok := to.(*ast.SelectorExpr); ok {
		to = sel.Sel
	}
	v, ok := c.variable(to).(*types.Var)
	if !ok || !c.Own(v.Pos()) {
		return isBool
	}
	return c.onlyTaken(v.Origin(), depth-1, means)
}
