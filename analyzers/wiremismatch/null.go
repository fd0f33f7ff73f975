package wiremismatch

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"github.com/schemavet/schemavet/internal/report"
	"github.com/schemavet/schemavet/schemafacts"
	"github.com/schemavet/schemavet/schemafacts/schema"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// nullOutput reports properties that are null, or may be, in a result that a handler
// returns, although the output schema does not allow null.
func (c *checker) nullOutput(t *schemafacts.Tool) {
	var ft *ast.FuncType
	var body *ast.BlockStmt
	switch n := c.Facts.HandlerOf(t).(type) {
	case *ast.FuncDecl:
		ft, body = n.Type, n.Body
	case *ast.FuncLit:
		ft, body = n.Type, n.Body
	}
	out := t.Output()
	if body == nil || ft.Results == nil || out == nil || out.Kind != schema.Object || !t.Traced {
		return
	}
	props := out.Get("properties")
	if props == nil || props.Kind != schema.Object {
		return
	}
	for _, r := range c.returned(ft, body, maxCalls) {
		if v := c.valueOf(r.e, r.body, r.all); v != nil {
			c.nulls(t, v, props, "")
		}
	}
	if ft.Results.NumFields() == 2 {
		outputs := c.Facts.Contents(c.Facts.HandlerOf(t))
		for _, e := range outputs {
			if v := c.valueOf(e, body, outputs); v != nil {
				c.nulls(t, v, props, "")
			}
		}
	}
}

// output is a value that a function returns as the output of a tool.
type output struct {
	e    ast.Expr
	body *ast.BlockStmt // of the function
	all  []ast.Expr     // all outputs that the function returns
}

// returned returns the values that a handler returns as its output, together with a nil
// error. If it has three results, the first is a result of the SDK, which writes the output
// into it, even if it is an error. calls limits how many functions of the package are
// followed whose results the handler returns.
func (c *checker) returned(ft *ast.FuncType, body *ast.BlockStmt, calls int) []output {
	n, info := ft.Results.NumFields(), c.Pass.TypesInfo
	if n != 2 && n != 3 {
		return nil
	}
	var all []ast.Expr
	var out []output
	ast.Inspect(body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(node.Results) == n && info.Types[node.Results[n-1]].IsNil() {
				all = append(all, node.Results[n-2])
			}
			if len(node.Results) != 1 || calls == 0 {
				break // without any, the results have names
			}
			if call, ok := ast.Unparen(node.Results[0]).(*ast.CallExpr); ok {
				if fn := typeutil.StaticCallee(info, call); fn != nil && fn.Pkg() == c.Pass.Pkg {
					if decl := c.declaration(fn); decl != nil {
						out = append(out, c.returned(decl.Type, decl.Body, calls-1)...)
					}
				}
			}
		}
		return true
	})
	for _, e := range all {
		out = append(out, output{e, body, all})
	}
	return out
}

// nulls reports the fields of a value that are null, or may be, although the schemas of
// their properties do not allow null. prefix is the path to the value.
func (c *checker) nulls(t *schemafacts.Tool, v *outValue, props *schema.Node, prefix string) {
	for _, f := range v.unset() {
		prop := props.Get(f.Name)
		if kinds := accepts(prop); prop == nil || prop.Kind != schema.Object || len(kinds) == 0 || acceptsNull(prop) {
			continue
		}
		once := finding{rule: "output-null", subject: prefix + f.Name, pos: v.pos}
		if shared := c.seen[once]; shared != nil {
			shared.Add(t.Name)
			continue
		}
		is, why := "is", "is not set"
		if v.maybe[f.Var.Origin()] {
			is, why = "may be", "may stay nil"
		}
		d := report.Diagnostic{Tool: t.Name}
		d.Pos, d.Category = v.pos, "output-null"
		d.Message = fmt.Sprintf("output property %q %s null because field %s %s, but the schema promises %s", prefix+f.Name, is, f.Var.Name(), why, article(accepts(prop)))
		d.Related = []analysis.RelatedInformation{{Pos: f.Var.Pos(), Message: "declared here"}}
		if !c.Own(f.Var.Pos()) {
			d.Related = nil
		}
		c.seen[once] = c.ReportShared(d)
	}
	for _, f := range jsonfields.Of(v.st) {
		inner, list := v.inner[f.Var.Origin()], props.Get(f.Name).Get("properties")
		if inner != nil && list != nil && list.Kind == schema.Object {
			c.nulls(t, inner, list, prefix+f.Name+".")
		}
	}
}

// acceptsNull reports whether null is among the types of a schema.
func acceptsNull(n *schema.Node) bool {
	typ := n.Get("type")
	return typ != nil && (typ.StringValue() == "null" || slices.ContainsFunc(typ.Elems, func(e *schema.Node) bool { return e.StringValue() == "null" }))
}

// outValue is a struct that a handler returns, with the fields that the handler is
// known to set, the other fields that it may set, and the structs in its fields.
type outValue struct {
	st         *types.Struct
	set, maybe map[*types.Var]bool
	inner      map[*types.Var]*outValue
	pos        token.Pos
}

func newOutValue(st *types.Struct, pos token.Pos) *outValue {
	return &outValue{st, map[*types.Var]bool{}, map[*types.Var]bool{}, map[*types.Var]*outValue{}, pos}
}

// valueOf returns the output of a handler if e is a composite literal, or a variable
// that only the handler sets. It returns nil for any other expression. outputs are all
// outputs of the handler.
func (c *checker) valueOf(e ast.Expr, body *ast.BlockStmt, outputs []ast.Expr) *outValue {
	e = ast.Unparen(e)
	if addr, ok := e.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		e = ast.Unparen(addr.X)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return c.literal(e, body)
	case *ast.Ident:
		v, ok := c.Pass.TypesInfo.Uses[e].(*types.Var)
		if !ok || v.Parent() == nil || !within(body, v.Pos()) {
			return nil
		}
		return c.variable(v, body, outputs)
	}
	return nil
}

func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// literal returns the struct that a composite literal makes, with the fields that it
// sets.
func (c *checker) literal(lit *ast.CompositeLit, body *ast.BlockStmt) *outValue {
	info := c.Pass.TypesInfo
	st, ok := info.TypeOf(lit).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	v := newOutValue(st, lit.Pos())
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return nil // all are set
		}
		id, ok := kv.Key.(*ast.Ident)
		if !ok {
			return nil
		}
		f, ok := info.Uses[id].(*types.Var)
		if !ok {
			continue
		}
		switch c.nilness(kv.Value, body, maxCalls) {
		case mayBeNil:
			v.maybe[f.Origin()] = true
		case notNil:
			v.set[f.Origin()] = true
			if inner, ok := ast.Unparen(kv.Value).(*ast.CompositeLit); ok {
				v.inner[f.Origin()] = c.literal(inner, body)
			}
		}
	}
	return v
}

// variable returns the struct in a variable that only the body can set, with the
// fields that it sets.
func (c *checker) variable(v *types.Var, body *ast.BlockStmt, outputs []ast.Expr) *outValue {
	st, ok := deref(v.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	out := newOutValue(st, v.Pos())
	for _, use := range c.Facts.Uses(v) {
		if !slices.Contains(outputs, use.Node().(ast.Expr)) && !c.use(out, v, use, body) {
			return nil
		}
	}
	return out
}

// starts reports whether e, the first value of a variable, is a composite literal with
// named fields. It adds the fields that the literal sets to out.
func (c *checker) starts(out *outValue, e ast.Expr, body *ast.BlockStmt) bool {
	e = ast.Unparen(e)
	if addr, ok := e.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		e = ast.Unparen(addr.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return false
	}
	v := c.literal(lit, body)
	if v == nil {
		return false
	}
	maps.Copy(out.set, v.set)
	maps.Copy(out.maybe, v.maybe)
	maps.Copy(out.inner, v.inner)
	return true
}

// use records how an identifier uses or declares a variable. It returns false if the use may
// change fields that it does not record.
func (c *checker) use(out *outValue, v *types.Var, id inspector.Cursor, body *ast.BlockStmt) bool {
	info := c.Pass.TypesInfo
	kind, i := id.ParentEdge()
	switch n := id.Parent().Node().(type) {
	case *ast.ValueSpec:
		if len(n.Values) == 0 {
			_, isStruct := v.Type().Underlying().(*types.Struct)
			return isStruct
		}
		return kind == edge.ValueSpec_Names && c.starts(out, n.Values[min(i, len(n.Values)-1)], body)
	case *ast.AssignStmt:
		return kind == edge.AssignStmt_Lhs && info.Defs[id.Node().(*ast.Ident)] == v && len(n.Lhs) == len(n.Rhs) && c.starts(out, n.Rhs[i], body)
	case *ast.SelectorExpr:
		f, ok := info.Uses[n.Sel].(*types.Var)
		if sel := info.Selections[n]; !ok || sel == nil || len(sel.Index()) != 1 {
			return false // a method
		}
		switch kind, _ := id.Parent().ParentEdge(); {
		case kind == edge.BinaryExpr_X, kind == edge.BinaryExpr_Y, kind == edge.RangeStmt_X:
		case appendsLater(info, id, f, body):
			out.maybe[f.Origin()] = true
		default:
			out.set[f.Origin()] = true
			delete(out.inner, f.Origin())
		}
		return true
	case *ast.ReturnStmt:
		return true
	case *ast.CallExpr: // gets a copy
		_, isStruct := v.Type().Underlying().(*types.Struct)
		return isStruct && kind == edge.CallExpr_Args
	case *ast.UnaryExpr:
		_, returned := id.Parent().Parent().Node().(*ast.ReturnStmt)
		return n.Op == token.AND && returned
	}
	return false
}

// unset returns the fields that are nil and that encoding/json writes as null.
func (v *outValue) unset() []jsonfields.Field {
	return slices.DeleteFunc(jsonfields.Of(v.st), func(f jsonfields.Field) bool {
		switch types.Unalias(f.Var.Type()).Underlying().(type) {
		case *types.Map, *types.Slice, *types.Pointer:
			return len(f.Path) > 1 || f.OmitEmpty || f.OmitZero || v.set[f.Var.Origin()] || jsonmethod.Writes(f.Var.Type(), true).Kind != jsonmethod.None
		}
		return true
	})
}
