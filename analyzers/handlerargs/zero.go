package handlerargs

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// zeroDefault reports a field that is zero if the argument is missing, although the
// schema declares another default, or the description if the schema has none. It does so
// only if no code treats zero differently from other values.
func (c *checker) zeroDefault(s *decodedStruct, f schemafacts.ArgumentField, u *fieldUses) {
	v := f.Field().Origin()
	if !c.Own(v.Pos()) || !u.read[v] || u.set[v] || u.sources[identity(s.typ)] {
		return
	}
	b, ok := types.Unalias(v.Type()).Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) == 0 {
		return
	}
	var names []string
	var want *schema.Node
	where := "the input schema says"
	for _, t := range s.tools {
		prop := t.Input().Get("properties").Get(f.Name)
		if required := t.Input().Get("required"); required != nil && slices.ContainsFunc(required.Elems, func(e *schema.Node) bool { return e.StringValue() == f.Name }) {
			return
		}
		if want = prop.Get("default"); want != nil && s.checked {
			return
		}
		if want == nil && prop != nil && prop.Kind == schema.Object {
			if want = saidDefault(prop.Get("description").StringValue()); !suits(want, b) {
				return
			}
			where = "the description names the default"
		}
		if want == nil || isZeroValue(want) || want.Kind == schema.Null {
			return
		}
		if !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	if want == nil || !c.onlyTaken(v, 3) {
		return
	}
	c.Report(report.Diagnostic{Tool: names[0], Diagnostic: analysis.Diagnostic{Pos: v.Pos(), Category: "default",
		Message: fmt.Sprintf("%s: without argument %q field %s is %s, and %s %s", report.Tools(names), f.Name, v.Name(), zeroText(b), where, want)}})
}

// isZeroValue reports whether a schema's value equals the value of a field whose
// argument is missing.
func isZeroValue(n *schema.Node) bool {
	switch n.Kind {
	case schema.Bool:
		return n.String() == "false"
	case schema.Number:
		return strings.Trim(n.Text, "0.") == ""
	case schema.String:
		return n.Text == ""
	}
	return true
}

// suits reports whether a default that a description names is a value of a basic type.
func suits(n *schema.Node, b *types.Basic) bool {
	if n == nil {
		return false
	}
	switch n.Kind {
	case schema.Bool:
		return b.Info()&types.IsBoolean != 0
	case schema.Number:
		return b.Info()&types.IsNumeric != 0
	}
	return n.Kind == schema.String && b.Info()&types.IsString != 0
}

func zeroText(b *types.Basic) string {
	switch {
	case b.Info()&types.IsBoolean != 0:
		return "false"
	case b.Info()&types.IsString != 0:
		return `""`
	}
	return "0"
}

// onlyTaken reports whether all code of the package uses the value of a variable or
// field as it is: it neither compares the value nor passes it to code that may do so.
func (c *checker) onlyTaken(v *types.Var, depth int) bool {
	if depth == 0 {
		return false
	}
	isBool := types.Identical(v.Type().Underlying(), types.Typ[types.Bool])
	ok := true
	for _, file := range c.Pass.Files {
		ast.PreorderStack(file, nil, func(n ast.Node, above []ast.Node) bool {
			path := append(above, n)
			id, is := n.(*ast.Ident)
			if ok && is {
				if o, isVar := c.Pass.TypesInfo.Uses[id].(*types.Var); isVar && o.Origin() == v {
					ok = c.takenAsIs(path, isBool, depth)
				}
			}
			return true
		})
	}
	return ok
}

// takenAsIs reports whether the identifier at the end of a path is used as a value
// that no code compares.
func (c *checker) takenAsIs(path []ast.Node, isBool bool, depth int) bool {
	i := len(path) - 1
	e := path[i]
	for i--; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.SelectorExpr:
			if n.Sel == e {
				e = n
				continue
			}
		case *ast.ParenExpr:
			e = n
			continue
		case *ast.CallExpr:
			if c.Pass.TypesInfo.Types[n.Fun].IsType() {
				e = n // a conversion
				continue
			}
		}
		break
	}
	if i < 0 {
		return false
	}
	switch n := path[i].(type) {
	case *ast.CallExpr:
		return c.passedAsIs(n, e, isBool, depth)
	case *ast.BinaryExpr:
		return isBool && (n.Op == token.LAND || n.Op == token.LOR) || n.Op == token.ADD
	case *ast.IfStmt:
		return isBool
	case *ast.UnaryExpr:
		return n.Op == token.NOT
	case *ast.KeyValueExpr:
		return n.Value == e && c.kept(n)
	}
	return false
}

// kept reports whether an element of a composite literal sets a boolean field for which
// false is a value like any other: the package declares the field and only uses its value
// as it is, and encoders do not omit the field if it is false.
func (c *checker) kept(kv *ast.KeyValueExpr) bool {
	id, ok := kv.Key.(*ast.Ident)
	if !ok {
		return false
	}
	field, ok := c.Pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || !field.IsField() || !c.Own(field.Pos()) {
		return false
	}
	return types.Identical(field.Type().Underlying(), types.Typ[types.Bool]) && !c.omitsZero(field) && c.onlyTaken(field, 1)
}

// omitsZero reports whether encoders omit a field of the package if it is zero.
func (c *checker) omitsZero(field *types.Var) bool {
	for _, obj := range c.Pass.TypesInfo.Defs {
		tn, ok := obj.(*types.TypeName)
		if !ok {
			continue
		}
		st, ok := tn.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range st.NumFields() {
			if st.Field(i) == field {
				_, options, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
				return strings.Contains(options, "omit")
			}
		}
	}
	return true
}

// passedAsIs reports whether a called function uses its argument as it is: it prints
// the argument, or it is a function of the package that does not compare it.
func (c *checker) passedAsIs(call *ast.CallExpr, arg ast.Node, isBool bool, depth int) bool {
	fn := typeutil.StaticCallee(c.Pass.TypesInfo, call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "fmt", "strconv":
		return true
	}
	if fn.Pkg() != c.Pass.Pkg {
		return false
	}
	for i, a := range call.Args {
		if a == arg {
			params := fn.Origin().Signature().Params()
			if fn.Signature().Variadic() || i >= params.Len() {
				return false
			}
			return c.onlyTaken(params.At(i), depth-1)
		}
	}
	return false
}
