package handlerargs

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"github.com/schemavet/schemavet/analyzers/internal/handlers"
	"github.com/schemavet/schemavet/analyzers/internal/says"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// empties reports handlers that fail if an argument is empty although its description
// allows an empty value. It examines only arguments that the SDK decodes into a
// struct.
func (c *checker) empties() {
	find, told := handlers.New(c.Reporter), map[token.Pos]bool{}
	for _, t := range c.Tools {
		t = t.Written()
		var ft *ast.FuncType
		var body *ast.BlockStmt
		switch n := find.Of(t).(type) {
		case *ast.FuncDecl:
			ft, body = n.Type, n.Body
		case *ast.FuncLit:
			ft, body = n.Type, n.Body
		}
		args := find.Arguments(t)
		if args == nil || body == nil || !declares(t) {
			continue
		}
		last := ft.Params.List[len(ft.Params.List)-1]
		if len(last.Names) != 1 {
			continue
		}
		e := &emptiness{c.Pass.TypesInfo, c.Pass.TypesInfo.Defs[last.Names[0]]}
		for _, p := range properties(t) {
			if !mayBeEmpty(p.Value) {
				continue
			}
			at := e.refusal(body, fieldOf(args, p.Name))
			if !at.IsValid() || told[at] {
				continue
			}
			told[at] = true
			c.tell(at, "empty", t, fmt.Sprintf("tool %q: the handler fails if argument %q is empty, which its description allows", t.Name, p.Name))
		}
	}
}

// mayBeEmpty reports whether a string property may be empty according to its
// description.
func mayBeEmpty(p *schema.Node) bool {
	d := p.Get("description")
	return p.Kind == schema.Object && p.Get("type").StringValue() == "string" && !p.Has("default") && !p.Has("enum") && !p.Has("minLength") && !p.Has("pattern") &&
		d != nil && d.Kind == schema.String && says.MayBeEmpty(d.Text)
}

// fieldOf returns the struct field into which a property is decoded, or nil if it
// cannot be found.
func fieldOf(args types.Type, name string) *types.Var {
	st, ok := args.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		if key, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ","); key == name {
			return st.Field(i)
		}
	}
	return nil
}

// emptiness examines what a handler does with its arguments, which are in one
// variable.
type emptiness struct {
	info *types.Info
	args types.Object
}

// refusal returns the position of a condition that makes a body fail whenever a field
// is empty, or token.NoPos. The statements before the condition may only read fields,
// set other fields, and fail.
func (e *emptiness) refusal(body *ast.BlockStmt, field *types.Var) token.Pos {
	if field == nil || e.args == nil {
		return token.NoPos
	}
	for _, s := range body.List {
		if is, ok := s.(*ast.IfStmt); ok && is.Init == nil && e.tests(is.Cond, field) && e.fails(is.Body) {
			return is.Cond.Pos()
		}
		if !e.harmless(s, field) {
			break
		}
	}
	return token.NoPos
}

// tests reports whether a condition compares a field with the empty string.
func (e *emptiness) tests(cond ast.Expr, field *types.Var) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL || !e.isField(b.X, field) {
		return false
	}
	v := e.info.Types[b.Y].Value
	return v != nil && v.ExactString() == `""`
}

// isField reports whether an expression denotes a field of the arguments.
func (e *emptiness) isField(x ast.Expr, field *types.Var) bool {
	sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	return ok && e.info.Uses[id] == e.args && e.info.Uses[sel.Sel] == field
}

// fails reports whether a block ends by returning an error.
func (e *emptiness) fails(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	ret, ok := b.List[len(b.List)-1].(*ast.ReturnStmt)
	return ok && e.isError(ret) && !hasOther(b, ret)
}

// hasOther reports whether a block can end in another way than by its last statement.
func hasOther(b *ast.BlockStmt, last *ast.ReturnStmt) bool {
	other := false
	ast.Inspect(b, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			other = other || n != last
		case *ast.BranchStmt:
			other = true
		}
		return true
	})
	return other
}

// isError reports whether a statement returns an error that it creates itself.
func (e *emptiness) isError(ret *ast.ReturnStmt) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	call, ok := ast.Unparen(last).(*ast.CallExpr)
	if !ok || !types.Identical(e.info.TypeOf(last), types.Universe.Lookup("error").Type()) {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := e.info.Uses[sel.Sel].(*types.Func)
	return ok && (fn.FullName() == "fmt.Errorf" || fn.FullName() == "errors.New")
}

// harmless reports whether a statement leaves a field unchanged. It may otherwise let
// the handler go on or fail.
func (e *emptiness) harmless(s ast.Stmt, field *types.Var) bool {
	ok := true
	looked := map[*ast.Ident]bool{}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			ok = ok && e.isError(n)
		case *ast.BranchStmt, *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			ok = false
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				ok = ok && !e.isField(lhs, field)
			}
		case *ast.UnaryExpr:
			ok = ok && (n.Op != token.AND || !e.isField(n.X, field))
		case *ast.SelectorExpr:
			if id, isIdent := ast.Unparen(n.X).(*ast.Ident); isIdent {
				if sel := e.info.Selections[n]; sel != nil && sel.Kind() == types.FieldVal {
					looked[id] = true
				}
			}
		case *ast.Ident:
			ok = ok && (e.info.Uses[n] != e.args || looked[n])
		}
		return ok
	})
	return ok
}
