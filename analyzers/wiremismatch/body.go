package wiremismatch

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/schemavet/schemavet/internal/jsonmethod"
)

// reads returns the JSON types that a method UnmarshalJSON or UnmarshalJSONFrom of
// the package accepts. It returns nil if the method does anything but decode its
// whole argument.
func (c *checker) reads(m *types.Func) []string {
	decl := c.declaration(m)
	if decl == nil || len(decl.Type.Params.List) != 1 || len(decl.Type.Params.List[0].Names) != 1 {
		return nil
	}
	info := c.Pass.TypesInfo
	data := info.Defs[decl.Type.Params.List[0].Names[0]]
	var kinds []string
	known := true
	harmless := map[*ast.Ident]bool{}
	note := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			harmless[id] = true
		}
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := typeutil.StaticCallee(info, n); fn != nil && decodes[fn.FullName()] && len(n.Args) == 2 {
				kind := jsonKind(info.TypeOf(n.Args[1]))
				known = known && kind != ""
				if id, ok := ast.Unparen(n.Args[0]).(*ast.Ident); ok && info.Uses[id] == data && !slices.Contains(kinds, kind) {
					kinds = append(kinds, kind)
				}
				note(n.Args[0])
			}
			if tv := info.Types[n.Fun]; tv.IsBuiltin() && len(n.Args) == 1 {
				note(n.Args[0]) // len(data)
			}
			if fn := typeutil.StaticCallee(info, n); fn != nil && fn.FullName() == "fmt.Errorf" {
				for _, arg := range n.Args { // an error that names what it cannot read
					if call, ok := ast.Unparen(arg).(*ast.CallExpr); ok && len(call.Args) == 1 && info.Types[call.Fun].IsType() {
						arg = call.Args[0]
					}
					note(arg)
				}
			}
		case *ast.IndexExpr:
			note(n.X)
		case *ast.BinaryExpr:
			if text, ok := compared(info, n); ok && text == "null" {
				note(ast.Unparen(n.X).(*ast.CallExpr).Args[0])
			}
		}
		return true
	})
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && data != nil && info.Uses[id] == data && !harmless[id] {
			known = false
		}
		return true
	})
	if !known {
		return nil
	}
	return kinds
}

// decodes are the functions that decode their first argument into their second one.
var decodes = map[string]bool{"encoding/json.Unmarshal": true, "encoding/json/v2.UnmarshalDecode": true}

// encoded returns the JSON type of the value that a call encodes: the result of
// json.Marshal, or a value that is passed to an encoder. It returns "" if the type is
// unknown.
func encoded(info *types.Info, call *ast.CallExpr) string {
	fn := typeutil.StaticCallee(info, call)
	if fn == nil {
		return ""
	}
	switch fn.FullName() {
	case "encoding/json.Marshal":
		return jsonKind(types.NewPointer(info.TypeOf(call.Args[0])))
	case "encoding/json/v2.MarshalEncode":
		return jsonKind(types.NewPointer(info.TypeOf(call.Args[1])))
	case "(*encoding/json/jsontext.Encoder).WriteToken":
		if token, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr); ok {
			if fn := typeutil.StaticCallee(info, token); fn != nil {
				return tokens[fn.FullName()]
			}
		}
	}
	return ""
}

// tokens are the functions that make a token which is a whole value, with the JSON
// type of the value.
var tokens = map[string]string{
	"encoding/json/jsontext.String": "string", "encoding/json/jsontext.Bool": "boolean",
	"encoding/json/jsontext.Int": "number", "encoding/json/jsontext.Uint": "number", "encoding/json/jsontext.Float": "number",
}

// compared recognizes string(data) == "text" and returns the text.
func compared(info *types.Info, e *ast.BinaryExpr) (string, bool) {
	call, ok := ast.Unparen(e.X).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !info.Types[call.Fun].IsType() || e.Op != token.EQL && e.Op != token.NEQ {
		return "", false
	}
	tv := info.Types[e.Y]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

// writes returns the JSON types that a method MarshalJSON or MarshalJSONTo of the
// package writes. It returns nil if the method does anything but encode values of
// known types.
func (c *checker) writes(m *types.Func) []string {
	decl := c.declaration(m)
	if decl == nil {
		return nil
	}
	info := c.Pass.TypesInfo
	var kinds []string
	known := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		ret, ok := n.(*ast.ReturnStmt)
		if !ok {
			return true
		}
		kind := ""
		switch len(ret.Results) {
		case 1:
			call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
			if ok {
				kind = encoded(info, call)
			}
		case 2:
			if info.Types[ret.Results[0]].IsNil() || nullText(info, ret.Results[0]) {
				return true
			}
		}
		known = known && kind != ""
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		return true
	})
	if !known {
		return nil
	}
	return kinds
}

// nullText reports whether an expression is []byte("null").
func nullText(info *types.Info, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !info.Types[call.Fun].IsType() {
		return false
	}
	tv := info.Types[call.Args[0]]
	return tv.Value != nil && tv.Value.Kind() == constant.String && constant.StringVal(tv.Value) == "null"
}

// declaration returns the declaration of a method of the package, or nil for any
// other method.
func (c *checker) declaration(m *types.Func) *ast.FuncDecl {
	for _, file := range c.Pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && c.Pass.TypesInfo.Defs[fn.Name] == m.Origin() {
				return fn
			}
		}
	}
	return nil
}

// jsonKind returns the JSON type of the value to which a pointer points, or "" if the kind
// of the Go type does not determine it.
func jsonKind(t types.Type) string {
	if t == nil {
		return ""
	}
	if _, ok := types.Unalias(t).Underlying().(*types.Pointer); !ok {
		return ""
	}
	t = deref(t)
	if jsonmethod.Decides(t) {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			if t.String() == "encoding/json.Number" {
				return ""
			}
			return "string"
		case u.Info()&types.IsBoolean != 0:
			return "boolean"
		case u.Info()&types.IsNumeric != 0:
			return "number"
		}
	case *types.Slice:
		if isByte(u.Elem()) {
			return ""
		}
		return "array"
	case *types.Array:
		return "array"
	case *types.Map, *types.Struct:
		return "object"
	}
	return ""
}
