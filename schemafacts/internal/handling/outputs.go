package handling

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/internal/enclosing"
	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// Null is a property of a handler's output that is null because the handler does not set a
// list, map or pointer.
type Null struct {
	Path  []string // the names of the properties that lead to it
	Field string   // the field's name
	// Maybe reports whether the handler sets it in some calls.
	Maybe bool `json:",omitempty"`

	at    token.Pos
	field *types.Var
}

// At returns the position of the value with the field, and the field itself. It returns
// nothing if the handler is in another package.
func (n Null) At() (token.Pos, *types.Var) { return n.at, n.field }

// Unplaced returns a copy of a list without positions.
func Unplaced(list []Null) (out []Null) {
	for _, n := range list {
		n.at, n.field = token.NoPos, nil
		out = append(out, n)
	}
	return out
}

// nulls finds the properties of outputs that are null.
type nulls struct{ p *Package }

// nullsOf returns the properties of the output of a handler that are null, or may be.
func (p *Package) nullsOf(n ast.Node) (out []Null) {
	var ft *ast.FuncType
	var body *ast.BlockStmt
	switch n := n.(type) {
	case *ast.FuncDecl:
		ft, body = n.Type, n.Body
	case *ast.FuncLit:
		ft, body = n.Type, n.Body
	}
	if body == nil || ft.Results == nil {
		return nil
	}
	c := nulls{p}
	for _, r := range c.returned(ft, body, maxCalls) {
		out = append(out, c.valueOf(r.e, r.body, r.all).nulls(nil)...)
	}
	if ft.Results.NumFields() == 2 {
		outputs := p.Contents(n)
		for _, e := range outputs {
			out = append(out, c.valueOf(e, body, outputs).nulls(nil)...)
		}
	}
	return out
}

// nulls returns the fields of a value that are nil, or may be, also in the structs of its
// fields. path leads to the value.
func (v *outValue) nulls(path []string) (out []Null) {
	if v == nil {
		return nil
	}
	for _, f := range v.unset() {
		out = append(out, Null{append(slices.Clone(path), f.Name), f.Var.Name(), v.maybe[f.Var.Origin()], v.pos, f.Var})
	}
	for _, f := range jsonfields.Of(v.st) {
		out = append(out, v.inner[f.Var.Origin()].nulls(append(slices.Clone(path), f.Name))...)
	}
	return out
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
func (c nulls) returned(ft *ast.FuncType, body *ast.BlockStmt, calls int) []output {
	n, info := ft.Results.NumFields(), c.p.Info
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
				if fn := typeutil.StaticCallee(info, call); fn != nil && fn.Pkg() == c.p.Pkg {
					if decl := c.p.decls[c.p.key(fn)]; decl != nil {
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
func (c nulls) valueOf(e ast.Expr, body *ast.BlockStmt, outputs []ast.Expr) *outValue {
	e = ast.Unparen(e)
	if addr, ok := e.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		e = ast.Unparen(addr.X)
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return c.literal(e, body)
	case *ast.Ident:
		v, ok := c.p.Info.Uses[e].(*types.Var)
		if !ok || v.Parent() == nil || !enclosing.Within(body, v.Pos()) {
			return nil
		}
		return c.variable(v, body, outputs)
	}
	return nil
}

// literal returns the struct that a composite literal makes, with the fields that it
// sets.
func (c nulls) literal(lit *ast.CompositeLit, body *ast.BlockStmt) *outValue {
	info := c.p.Info
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
func (c nulls) variable(v *types.Var, body *ast.BlockStmt, outputs []ast.Expr) *outValue {
	st, ok := jsonfields.Pointee(v.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	out := newOutValue(st, v.Pos())
	for _, use := range c.p.Tree.Uses(c.p.Info, v) {
		if !slices.Contains(outputs, use.Node().(ast.Expr)) && !c.use(out, v, use, body) {
			return nil
		}
	}
	return out
}

// starts reports whether e, the first value of a variable, is a composite literal with
// named fields. It adds the fields that the literal sets to out.
func (c nulls) starts(out *outValue, e ast.Expr, body *ast.BlockStmt) bool {
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
func (c nulls) use(out *outValue, v *types.Var, id inspector.Cursor, body *ast.BlockStmt) bool {
	info := c.p.Info
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
		case appendsLater(info, id, f, body), c.assignsNil(id.Parent(), body):
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

// assignsNil reports whether a statement sets a field to a value that is nil, or may be.
func (c nulls) assignsNil(field inspector.Cursor, body *ast.BlockStmt) bool {
	kind, i := field.ParentEdge()
	a, ok := field.Parent().Node().(*ast.AssignStmt)
	return ok && kind == edge.AssignStmt_Lhs && len(a.Lhs) == len(a.Rhs) && c.nilness(a.Rhs[i], body, maxCalls) != notNil
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
