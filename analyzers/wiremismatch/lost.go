package wiremismatch

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handling"
	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/report"
	"golang.org/x/tools/go/types/typeutil"
)

// lostParts reports code that drops a part of a schema: see [checker.lostAssertions], and a
// literal that copies only the properties of a reflected schema, such
// as a ToolInputSchemaParam with nothing but Properties, so that models may omit what the
// type requires. Of ten public files that make one, three have this mistake.
func (c *checker) lostParts() {
	for _, file := range c.Pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			c.lostAssertions(fn)
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if lit, ok := n.(*ast.CompositeLit); ok {
					c.lostIn(fn, lit)
				}
				return true
			})
		}
	}
}

// lostIn implements [checker.lostParts] for a literal in a function.
func (c *checker) lostIn(fn *ast.FuncDecl, lit *ast.CompositeLit) {
	var source types.Object
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		if namesRequired(kv.Key) {
			return
		}
		sel, ok := ast.Unparen(kv.Value).(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Properties" || !strings.EqualFold(strings.Trim(types.ExprString(kv.Key), `"`), "properties") || !isReflected(c.Pass.TypesInfo.TypeOf(sel.X)) {
			continue
		}
		if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
			source = c.Pass.TypesInfo.Uses[id]
		}
	}
	if source == nil {
		return
	}
	from, whole := c.reflected(fn, source)
	if whole {
		return
	}
	for _, t := range from {
		if names := requiredFields(t); len(names) > 0 {
			d := report.About("", lit.Pos(), "schema-lost", "the literal has the properties of the schema of %s, but not its required: models may omit %s", c.name(t), strings.Join(names, ", "))
			d.End = lit.End()
			c.Report(d)
			return
		}
	}
}

// namesRequired reports whether the key of a literal, or a place to which a function assigns,
// is named required.
func namesRequired(e ast.Expr) bool {
	switch n := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		e = n.Sel
	case *ast.IndexExpr:
		e = n.Index
	}
	return strings.EqualFold(strings.Trim(types.ExprString(e), "\"`"), "required")
}

// reflected returns the types from which a function derives the schema in a variable. whole is
// true if the function uses the variable in other ways than for its properties, or sets what
// is required itself.
func (c *checker) reflected(fn *ast.FuncDecl, source types.Object) (from []types.Type, whole bool) {
	info := c.Pass.TypesInfo
	ast.PreorderStack(fn.Body, nil, func(n ast.Node, above []ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			whole = whole || slices.ContainsFunc(n.Lhs, namesRequired)
			id, ok := n.Lhs[0].(*ast.Ident)
			if call, isCall := ast.Unparen(n.Rhs[0]).(*ast.CallExpr); ok && isCall && (info.Defs[id] == source || info.Uses[id] == source) {
				from = append(from, c.argumentTypes(fn, call)...)
			}
		case *ast.Ident:
			if info.Uses[n] != source {
				break
			}
			sel, ok := above[len(above)-1].(*ast.SelectorExpr)
			whole = whole || !ok || sel.Sel.Name == "Required"
		}
		return true
	})
	return from, whole
}

// argumentTypes returns the struct types of the last argument, or else type argument, of a call
// that reflects a type. For a type parameter of the function around it, these are the types with
// which the package calls the function.
func (c *checker) argumentTypes(fn *ast.FuncDecl, call *ast.CallExpr) []types.Type {
	info := c.Pass.TypesInfo
	var t types.Type
	if generic, arg := handling.TypeArgument(info, call); generic != nil && generic.Name() == "For" {
		t = arg
	} else if callee, ok := typeutil.Callee(info, call).(*types.Func); ok && callee.Name() == "Reflect" && len(call.Args) == 1 {
		t = info.TypeOf(call.Args[0])
	}
	if t == nil {
		return nil
	}
	param, ok := types.Unalias(leak.Deref(t)).(*types.TypeParam)
	if !ok {
		return []types.Type{leak.Deref(t)}
	}
	var out []types.Type
	for id, instance := range info.Instances {
		if f, ok := info.Uses[id].(*types.Func); ok && f.Origin() == info.Defs[fn.Name] && param.Index() < instance.TypeArgs.Len() {
			out = append(out, leak.Deref(instance.TypeArgs.At(param.Index())))
		}
	}
	slices.SortFunc(out, func(a, b types.Type) int { return strings.Compare(a.String(), b.String()) })
	return out
}

// isReflected reports whether a type is the schema of a library that derives schemas.
func isReflected(t types.Type) bool {
	if t == nil {
		return false
	}
	n, ok := types.Unalias(leak.Deref(t)).(*types.Named)
	return ok && n.Obj().Name() == "Schema" && n.Obj().Pkg() != nil && slices.Contains(reflectors, n.Obj().Pkg().Path())
}

// requiredFields returns the quoted names of the fields that a reflected schema requires.
func requiredFields(t types.Type) []string {
	var out []string
	for _, f := range jsonfields.Of(t) {
		if !f.OmitEmpty && !f.OmitZero {
			out = append(out, fmt.Sprintf("%q", f.Name))
		}
	}
	return out
}
