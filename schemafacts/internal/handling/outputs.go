package handling

import (
	"go/ast"
	"go/token"
	"go/types"
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

// nulls finds the properties of outputs that are null. calls is how many calls it may still
// follow.
type nulls struct {
	p     *Package
	calls int
}

func (p *Package) nulls() nulls { return nulls{p, 3} }

// inside returns c for the body of a function that is called, or false if the limit of calls
// is reached.
func (c nulls) inside() (nulls, bool) { return nulls{c.p, c.calls - 1}, c.calls > 0 }

// nullsOf returns the properties of the output of a handler that are null, or may be.
func (p *Package) nullsOf(n ast.Node) (out []Null) {
	ft, body := parts(n)
	if body == nil || ft.Results == nil {
		return nil
	}
	c := p.nulls()
	var values []*outValue
	for _, r := range c.returned(ft, body) {
		values = append(values, c.values(r.e, r.body, r.all)...)
	}
	if ft.Results.NumFields() == 2 {
		outputs := p.Contents(n)
		for _, e := range outputs {
			values = append(values, c.values(e, body, outputs)...)
		}
	}
	for _, v := range values {
		out = append(out, v.nulls(nil)...)
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
		if len(f.Path) == 1 && !f.OmitZero {
			out = append(out, v.field(f.Var).nulls(append(slices.Clone(path), f.Name))...)
		}
	}
	return out
}

// field returns the struct in a field, or nil if the field has another type or its value is unknown.
func (v *outValue) field(f *types.Var) *outValue {
	st, ok := f.Type().Underlying().(*types.Struct)
	if inner := v.inner[f.Origin()]; inner != nil || !ok || v.set[f.Origin()] {
		return inner
	}
	return newOutValue(st, v.pos)
}

// output is a value that a function returns as the output of a tool.
type output struct {
	e    ast.Expr
	body *ast.BlockStmt // of the function
	all  []ast.Expr     // all outputs that the function returns
}

// returned returns the values that a handler returns as its output, together with a nil
// error. If it has three results, the first is a result of the SDK, which writes the output
// into it, even if it is an error.
func (c nulls) returned(ft *ast.FuncType, body *ast.BlockStmt) []output {
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
			inner, more := c.inside()
			if len(node.Results) != 1 || !more {
				break // without any, the results have names
			}
			if call, ok := ast.Unparen(node.Results[0]).(*ast.CallExpr); ok {
				if fn := typeutil.StaticCallee(info, call); fn != nil && fn.Pkg() == c.p.Pkg {
					if decl := c.p.decls[c.p.key(fn)]; decl != nil {
						out = append(out, inner.returned(decl.Type, decl.Body)...)
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

// values returns the outputs that an expression may be if it is a composite literal, the
// result of a function, or a variable that only the handler sets. It returns nil for any
// other expression. outputs are all outputs of the handler.
func (c nulls) values(e ast.Expr, body *ast.BlockStmt, outputs []ast.Expr) []*outValue {
	switch e := pointed(e).(type) {
	case *ast.CompositeLit:
		if v := c.literal(e, body); v != nil {
			return []*outValue{v}
		}
	case *ast.CallExpr:
		return c.resultValues(e, 0)
	case *ast.SelectorExpr:
		f, ok := c.p.Info.Uses[e.Sel].(*types.Var)
		if !ok {
			return nil
		}
		var out []*outValue
		for _, v := range c.values(e.X, body, nil) {
			if inner := v.field(f); inner != nil {
				out = append(out, inner)
			}
		}
		return out
	case *ast.Ident:
		if v, ok := c.p.Info.Uses[e].(*types.Var); ok && v.Parent() != nil && enclosing.Within(body, v.Pos()) {
			return c.variable(v, body, outputs)
		}
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
		switch c.nilness(kv.Value, body) {
		case mayBeNil:
			v.maybe[f.Origin()] = true
		case notNil:
			v.set[f.Origin()] = true
			if _, isStruct := f.Type().Underlying().(*types.Struct); isStruct {
				v.inner[f.Origin()] = anyOf(c.values(kv.Value, body, nil))
			}
		}
	}
	return v
}

// anyOf joins values: a field of the result may be nil if it may be nil in one of them. It
// returns nil for an empty list.
func anyOf(list []*outValue) *outValue {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	out := newOutValue(list[0].st, list[0].pos)
	for f := range out.st.Fields() {
		var inner []*outValue
		for _, v := range list {
			if in := v.field(f); in != nil {
				inner = append(inner, in)
			}
			if !v.set[f.Origin()] {
				out.maybe[f.Origin()] = true
			}
		}
		out.set[f.Origin()], out.inner[f.Origin()] = !out.maybe[f.Origin()], anyOf(inner)
	}
	return out
}

// variable returns what may be in a variable with a struct that only the body can set.
func (c nulls) variable(v *types.Var, body *ast.BlockStmt, outputs []ast.Expr) []*outValue {
	if _, ok := structOf(v.Type()); !ok {
		return nil
	}
	var out []*outValue
	uses := c.p.Tree.Uses(c.p.Info, v)
	for _, use := range uses {
		if c.p.Info.Defs[use.Node().(*ast.Ident)] == v {
			out = c.first(v, use, body)
		}
	}
	for _, use := range uses {
		if id := use.Node().(*ast.Ident); c.p.Info.Defs[id] == v || slices.Contains(outputs, ast.Expr(id)) {
			continue
		}
		for _, value := range out {
			if !c.use(value, v, use, body) {
				return nil
			}
		}
	}
	return out
}

// first returns the values that a variable may have after its declaration.
func (c nulls) first(v *types.Var, id inspector.Cursor, body *ast.BlockStmt) []*outValue {
	var values []ast.Expr
	n, i := 0, 0
	switch decl := id.Parent().Node().(type) {
	case *ast.ValueSpec:
		if st, isStruct := v.Type().Underlying().(*types.Struct); isStruct && len(decl.Values) == 0 {
			return []*outValue{newOutValue(st, v.Pos())}
		}
		values, n = decl.Values, len(decl.Names)
	case *ast.AssignStmt:
		values, n = decl.Rhs, len(decl.Lhs)
	}
	_, i = id.ParentEdge()
	if len(values) == 0 {
		return nil
	}
	e := ast.Unparen(values[min(i, len(values)-1)])
	switch call, isCall := e.(*ast.CallExpr); {
	case isCall && len(values) == 1:
		return c.resultValues(call, i)
	case len(values) != n || c.p.object(e) != nil:
		return nil
	}
	out := c.values(e, body, nil)
	for _, value := range out {
		value.pos = v.Pos()
	}
	return out
}

// use records how an identifier uses or declares a variable. It returns false if the use may
// change fields that it does not record.
func (c nulls) use(out *outValue, v *types.Var, id inspector.Cursor, body *ast.BlockStmt) bool {
	info := c.p.Info
	kind, _ := id.ParentEdge()
	switch n := id.Parent().Node().(type) {
	case *ast.SelectorExpr:
		f, ok := info.Uses[n.Sel].(*types.Var)
		if sel := info.Selections[n]; !ok || sel == nil || len(sel.Index()) != 1 {
			return false // a method
		}
		switch kind, _ := id.Parent().ParentEdge(); {
		case kind == edge.BinaryExpr_X, kind == edge.BinaryExpr_Y, kind == edge.RangeStmt_X:
		case appendsLater(info, id, f, body), c.assignsNil(id.Parent(), body):
			out.maybe[f.Origin()] = true
		case c.onlyReads(id.Parent()):
		default:
			out.set[f.Origin()] = true
			delete(out.inner, f.Origin())
		}
		return true
	case *ast.ReturnStmt:
		return true
	case *ast.BinaryExpr:
		return info.Types[n.Y].IsNil()
	case *ast.CallExpr: // gets a copy
		_, isStruct := v.Type().Underlying().(*types.Struct)
		return isStruct && kind == edge.CallExpr_Args
	case *ast.UnaryExpr:
		_, returned := id.Parent().Parent().Node().(*ast.ReturnStmt)
		return n.Op == token.AND && returned
	}
	return false
}

// onlyReads reports whether an expression, or a field of the struct that it is, is only
// copied.
func (c nulls) onlyReads(e inspector.Cursor) bool {
	kind, _ := e.ParentEdge()
	for kind == edge.SelectorExpr_X {
		if e = e.Parent(); c.p.Info.Selections[e.Node().(*ast.SelectorExpr)].Kind() != types.FieldVal {
			return false
		}
		kind, _ = e.ParentEdge()
	}
	return kind == edge.KeyValueExpr_Value || kind == edge.CallExpr_Args || kind == edge.AssignStmt_Rhs || kind == edge.ReturnStmt_Results
}

// assignsNil reports whether a statement sets a field to a value that is nil, or may be.
func (c nulls) assignsNil(field inspector.Cursor, body *ast.BlockStmt) bool {
	kind, i := field.ParentEdge()
	a, ok := field.Parent().Node().(*ast.AssignStmt)
	return ok && kind == edge.AssignStmt_Lhs && len(a.Lhs) == len(a.Rhs) && c.nilness(a.Rhs[i], body) != notNil
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
