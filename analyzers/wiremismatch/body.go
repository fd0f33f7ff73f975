package wiremismatch

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/analyzers/internal/leak"
	"github.com/schemavet/schemavet/internal/jsonmethod"
	"golang.org/x/tools/go/types/typeutil"
)

// coders are the functions that encode or decode a value, with the number of the
// argument that is the value.
var coders = map[string]int{
	"encoding/json.Unmarshal": 1, "encoding/json/v2.UnmarshalDecode": 1, "encoding/json.Marshal": 0, "encoding/json/v2.MarshalEncode": 1,
	"(*encoding/json/jsontext.Encoder).WriteToken": 0,
}

// tokens are the functions that make a token which is a whole value, with the JSON
// type of the value.
var tokens = map[string]string{
	"encoding/json/jsontext.String": "string", "encoding/json/jsontext.Bool": "boolean",
	"encoding/json/jsontext.Int": "number", "encoding/json/jsontext.Uint": "number", "encoding/json/jsontext.Float": "number",
}

// kinds returns the JSON types that a method of the package such as UnmarshalJSON or
// MarshalJSON reads or writes. It returns nil if the method does anything but decode its
// whole argument, or encode what it returns.
func (c *checker) kinds(m *types.Func) []string {
	decl := c.declaration(m)
	if decl == nil || len(decl.Type.Params.List) > 1 {
		return nil
	}
	info := c.Pass.TypesInfo
	var data types.Object // what it decodes
	if list := decl.Type.Params.List; len(list) == 1 && len(list[0].Names) == 1 {
		data = info.Defs[list[0].Names[0]]
	}
	var kinds []string
	known := true
	ast.PreorderStack(decl.Body, nil, func(n ast.Node, above []ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if kind, ok := coded(info, n); ok {
				known = known && kind != ""
				if !slices.Contains(kinds, kind) {
					kinds = append(kinds, kind)
				}
			}
		case *ast.ReturnStmt:
			if data == nil {
				known = known && encodes(info, n.Results[0])
			}
		case *ast.Ident:
			known = known && (data == nil || info.Uses[n] != data || examines(info, n, above))
		}
		return true
	})
	if !known {
		return nil
	}
	return kinds
}

// coded returns the JSON type of the value that a call encodes or decodes, or "" if it is
// unknown. ok is false for any other call.
func coded(info *types.Info, call *ast.CallExpr) (kind string, ok bool) {
	fn := typeutil.StaticCallee(info, call)
	if fn == nil {
		return "", false
	}
	i, ok := coders[fn.FullName()]
	if !ok || i >= len(call.Args) {
		return "", false
	}
	if token, isCall := ast.Unparen(call.Args[i]).(*ast.CallExpr); isCall {
		if fn := typeutil.StaticCallee(info, token); fn != nil && tokens[fn.FullName()] != "" {
			return tokens[fn.FullName()], true
		}
	}
	t := info.TypeOf(call.Args[i])
	if t == nil || jsonmethod.Decides(leak.Deref(t)) {
		return "", true
	}
	return jsonmethod.Plain(leak.Deref(t)), true
}

// encodes reports whether a returned expression is nil, []byte("null") or a call that
// encodes a value.
func encodes(info *types.Info, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return info.Types[e].IsNil()
	}
	if info.Types[call.Fun].IsType() {
		v := info.Types[call.Args[0]].Value
		return v != nil && v.Kind() == constant.String && constant.StringVal(v) == "null"
	}
	_, ok = coded(info, call)
	return ok
}

// examines reports whether the use of the argument of a method at the end of a path only
// decodes it, looks at a part of it, compares it or names it in an error.
func examines(info *types.Info, id *ast.Ident, above []ast.Node) bool {
	for _, n := range slices.Backward(above) {
		switch n := n.(type) {
		case *ast.ParenExpr, *ast.SelectorExpr:
			continue
		case *ast.IndexExpr:
			return n.X == id
		case *ast.BinaryExpr:
			return true
		case *ast.CallExpr:
			if info.Types[n.Fun].IsType() {
				continue
			}
			fn := typeutil.StaticCallee(info, n)
			_, codes := coded(info, n)
			return codes || info.Types[n.Fun].IsBuiltin() || fn != nil && fn.FullName() == "fmt.Errorf"
		}
		break
	}
	return false
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
