package handling

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/internal/jsonfields"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"golang.org/x/tools/go/types/typeutil"
)

// A program without an SDK decodes calls itself. It passes the call, the arguments as a
// map, or their JSON text to a handler.

// givenTo returns the variables of a function that contain the arguments of a call.
// These are the variables of a type with a field "arguments". If the function has no
// such variable, they are the variables that are set to the element "arguments" of a
// map. Otherwise it is the only parameter that can contain decoded or raw arguments.
func (p *Package) givenTo(n ast.Node) []types.Object {
	body, sig := p.bodyOf(n)
	if body == nil {
		return nil
	}
	var calls, elements, params []types.Object
	for id := range p.Tree.In(n, (*ast.Ident)(nil)) {
		if v, ok := p.Info.Defs[id.(*ast.Ident)].(*types.Var); ok && !v.IsField() && isCall(v.Type(), 4) {
			calls = append(calls, v)
		}
	}
	if len(calls) > 0 {
		return calls
	}
	for a := range p.Tree.In(body, (*ast.AssignStmt)(nil)) {
		a := a.(*ast.AssignStmt)
		if len(a.Rhs) != 1 {
			continue
		}
		if as, ok := ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr); ok && as.Type != nil && isMap(p.Info.TypeOf(as.Type)) && p.isArgumentsKey(as.X) {
			if obj := p.object(a.Lhs[0]); obj != nil {
				elements = append(elements, obj)
			}
		}
	}
	if len(elements) > 0 {
		return elements
	}
	_, isLit := n.(*ast.FuncLit) // a method may have labels or headers
	for v := range sig.Params().Variables() {
		if v.Name() != "" && (isLit && isTextMap(v.Type()) || !isAny(v.Type()) && p.mayHold(v, body)) {
			params = append(params, v)
		}
	}
	if len(params) != 1 {
		return nil
	}
	return params
}

// mayHold reports whether a variable of a body may hold arguments: as a map, as JSON, as a string that
// the body decodes as JSON, or as a value of type any that it asserts to be a map of arguments or encodes
// to decode it into something else:
//
//	json.Unmarshal([]byte(args), &in)
//	m, _ := args.(map[string]any)
func (p *Package) mayHold(v types.Object, body ast.Node) bool {
	if isMap(v.Type()) || isRawMessage(v.Type()) {
		return true
	}
	b, isText := v.Type().Underlying().(*types.Basic)
	isText = isText && b.Kind() == types.String && slices.ContainsFunc(p.Pkg.Imports(), func(i *types.Package) bool { return i.Path() == "encoding/json" })
	if !isText && !isAny(v.Type()) {
		return false
	}
	encodes, decodes := false, false
	for n := range p.Tree.In(body, (*ast.TypeAssertExpr)(nil), (*ast.CallExpr)(nil)) {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil && isMap(p.Info.TypeOf(n.Type)) && p.object(n.X) == v {
				return true
			}
		case *ast.CallExpr:
			fn, _ := typeutil.Callee(p.Info, n).(*types.Func)
			if fn == nil || len(n.Args) == 0 {
				break
			}
			encodes = encodes || isJSON(fn, "Marshal") && p.object(n.Args[0]) == v
			if isJSON(fn, "Unmarshal") {
				decodes = true
				conv, ok := ast.Unparen(n.Args[0]).(*ast.CallExpr)
				if ok && len(conv.Args) == 1 && p.Info.Types[conv.Fun].IsType() && p.object(conv.Args[0]) == v {
					return true
				}
			}
		}
	}
	return encodes && decodes && !isText
}

// isArgumentsKey reports whether an expression is the element "arguments" of a map.
func (p *Package) isArgumentsKey(e ast.Expr) bool {
	ix, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || !isMap(p.Info.TypeOf(ix.X)) {
		return false
	}
	name, _ := p.text(ix.Index)
	return name == "arguments"
}

// isRawMessage reports whether a type is json.RawMessage, which is jsontext.Value in Go 1.27.
func isRawMessage(t types.Type) bool {
	if t == nil {
		return false
	}
	name := types.TypeString(types.Unalias(t), nil)
	return name == "encoding/json.RawMessage" || name == "encoding/json/jsontext.Value"
}

// isCall reports whether t is a struct into which a program may decode a whole tool
// call. That is a struct with a field for the arguments, or a struct that contains such
// a struct in a field "params" or "function". depth limits the nesting.
func isCall(t types.Type, depth int) bool {
	st, ok := structOf(t)
	if !ok || depth == 0 {
		return false
	}
	for i := range st.NumFields() {
		switch jsonKey(st, i) {
		case "arguments":
			f := st.Field(i).Type()
			if b, isBasic := f.Underlying().(*types.Basic); isMap(f) || isRawMessage(f) || isAny(f) || isBasic && b.Kind() == types.String {
				return true
			}
		case "args", "input": // as in a model's call of Gemini or Anthropic
			f, inTag := st.Field(i).Type(), st.Tag(i) != ""
			if (isMap(f) && (inTag || jsonKey(st, i) == "args") || isRawMessage(f) && inTag) && hasName(st) {
				return true
			}
		case "params", "function", "functionCall":
			if isCall(st.Field(i).Type(), depth-1) {
				return true
			}
		}
	}
	return false
}

// hasName reports whether a struct has a text field "name".
func hasName(st *types.Struct) bool {
	for i := range st.NumFields() {
		if jsonKey(st, i) == "name" {
			return jsonmethod.Plain(st.Field(i).Type().Underlying()) == "string"
		}
	}
	return false
}

func structOf(t types.Type) (*types.Struct, bool) {
	if t == nil {
		return nil, false
	}
	st, ok := jsonfields.Pointee(t).Underlying().(*types.Struct)
	return st, ok
}

// jsonKey returns the member name from which encoding/json decodes a field, in lower
// case if the field has no tag, because the name then matches in any case.
func jsonKey(st *types.Struct, i int) string {
	name := jsonfields.TagOf(st.Tag(i)).Name
	if name == "" && st.Field(i).Exported() {
		name = strings.ToLower(st.Field(i).Name())
	}
	return name
}

// partOfCall reports whether a selector selects the params or the arguments of a call.
func (p *Package) partOfCall(sel *ast.SelectorExpr) bool {
	st, ok := structOf(p.Info.TypeOf(sel.X))
	if !ok || !isCall(p.Info.TypeOf(sel.X), 4) {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == sel.Sel.Name {
			switch jsonKey(st, i) {
			case "arguments", "args", "input", "params", "function", "functionCall":
				return true
			}
			return false
		}
	}
	return false
}
