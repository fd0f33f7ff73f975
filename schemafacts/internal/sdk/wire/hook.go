package wire

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// The type of a map or a string does not show that it is a tool. Its literal does: a
// map with the members of a tool or of a list, or a string that is such JSON. Programs
// call one of these functions with the value and receive it back.
const (
	hookTool = "schemavet/wire.tool"
	hookList = "schemavet/wire.list"
	hookText = "schemavet/wire.text"
)

// valueHook returns the key of the function that a program must call with the value
// of an expression, or "" if the value cannot be a tool. The expression is nil for an
// embedded file.
func valueHook(info *types.Info, e ast.Expr, tv types.TypeAndValue) string {
	if lit, ok := e.(*ast.CompositeLit); ok {
		return hookOfLiteral(info, lit)
	}
	if tv.Value != nil && tv.Value.Kind() == constant.String && isToolText(constant.StringVal(tv.Value)) {
		return hookText
	}
	return ""
}

// hookOfLiteral returns the key of the hook for a literal of a map or of a struct type without
// a name, or "" if its keys or fields are not those of a tool or a list.
func hookOfLiteral(info *types.Info, lit *ast.CompositeLit) string {
	if len(lit.Elts) == 0 {
		return ""
	}
	t := info.TypeOf(lit)
	if t == nil {
		return ""
	}
	if st, ok := types.Unalias(t).(*types.Struct); ok && isList(t, byName(st)) {
		return hookList // its type has no name by which its values are watched
	}
	u, ok := ir.Under(t).(*types.Map)
	if !ok || !ir.IsString(ir.Under(u.Key())) {
		return ""
	}
	keys := map[string]types.Type{}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if k := info.Types[kv.Key].Value; k != nil && k.Kind() == constant.String {
				keys[constant.StringVal(k)] = info.TypeOf(kv.Value)
			}
		}
	}
	_, function := keys["function"]
	_, typ := keys["type"]
	switch {
	case isText(keys["name"]) && slices.ContainsFunc(schemaNames, func(name string) bool {
		return keys[name] != nil && (name != parameters || keys["description"] != nil)
	}),
		function && typ:
		return hookTool
	case slices.ContainsFunc(listNames[:3], func(name string) bool { return keys[name] != nil && mayList(keys[name]) }):
		return hookList
	}
	return ""
}

// mayList reports whether the type of a member named "tools" can be a list of tools.
// The capabilities of a server also have a member with this name.
func mayList(t types.Type) bool {
	switch u := ir.Under(t).(type) {
	case *types.Slice:
		return mayBeTool(u.Elem()) || ir.IsByte(u.Elem())
	case *types.Interface:
		return true
	}
	return false
}

// isToolText reports whether a string may be the JSON of tools.
func isToolText(s string) bool {
	if len(s) < 30 || !strings.Contains(s, `"name"`) {
		return false
	}
	start := strings.TrimLeft(s, " \t\r\n")
	return strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[")
}

// wrapped is the type of the values that hold a map or a string while the evaluator
// treats it as the definition of a tool.
var wrapped types.Type = types.NewNamed(types.NewTypeName(token.NoPos, nil, "wrapped", nil), types.NewStruct([]*types.Var{
	types.NewField(token.NoPos, nil, "Value", types.Universe.Lookup("any").Type(), false),
	types.NewField(token.NoPos, nil, "List", types.Typ[types.Bool], false),
}, nil), nil)

// wrap makes a definition that holds v. list reports whether v is a list of tools.
func (b *bound) wrap(c *eval.Call, v value.Value, list bool) *value.Def {
	s := value.NewStruct(wrapped, c.Pos)
	s.SetField("Value", v)
	s.SetField("List", value.NewBool(list, c.Pos))
	sdk.Define(c, s)
	return s.Def
}

// callMapHook records a map, or a list in a struct, as a definition. It keeps the present contents, because
// unknown code may receive the map later.
func (b *bound) callMapHook(c *eval.Call) value.Value {
	v := c.Arg(0)
	mp, isMap := v.(*value.Map)
	if _, isStruct := v.(*value.Struct); !isMap && !isStruct {
		return v
	}
	d := b.wrap(c, v, c.Key == hookList)
	if c.Key == hookList {
		list := memberOf(v)
		b.early[d] = early{b.elements(c.M, list), unlisted(list)}
		return v
	}
	b.defs[mp.Obj] = d
	if l := b.read(c.M, v); l != nil {
		b.early[d] = early{list: []*listed{l}}
	}
	return v
}

// callTextHook records the tools in a JSON string as definitions.
func (b *bound) callTextHook(c *eval.Call) value.Value {
	v := c.Arg(0)
	text, ok := value.StringOf(v)
	if !ok {
		return v
	}
	n, err := schema.Parse([]byte(text))
	if err != nil {
		return v
	}
	n.Walk(func(_ string, n *schema.Node) bool { n.Pos = c.Pos; return true })
	for _, n := range inText(n) {
		b.wrap(c, &value.Native{Kind: value.JSONKind, Data: n, Pos: c.Pos}, false)
	}
	return v
}

// inText returns the tools in a JSON string: a tool, a list of tools, or a response
// to tools/list. It returns nil if a list contains anything else.
func inText(n *schema.Node) []*schema.Node {
	if r := n.Get("result"); r != nil {
		n = r
	}
	if l := n.Get("tools"); l != nil {
		n = l
	}
	list := []*schema.Node{n}
	if n.Kind == schema.Array {
		list = n.Elems
	}
	for _, n := range list {
		doc, name, ok := document(n, false)
		if !ok || name.Kind != schema.String || doc.Get("inputSchema").Kind != schema.Object {
			return nil
		}
	}
	return list
}
