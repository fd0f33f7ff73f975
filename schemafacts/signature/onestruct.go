package signature

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// oneStruct returns the schema of arguments that are decoded into one struct.
func (w *walker) oneStruct(params []param) (*schema.Node, []Problem) {
	w.strangers(nil)
	p := params[0]
	base, s := types.Unalias(p.Type()), site{pos: p.Pos(), within: p.Name()}
	if !s.pos.IsValid() {
		s.pos = w.Pos
	}
	for range maxDepth {
		ptr, ok := base.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		base, s.addr = types.Unalias(ptr.Elem()), true
	}
	if len(params) == 1 && !p.variadic && isOpenMap(p) {
		return w.finish(w.openArgs(p), "inputSchema", "")
	}
	if len(params) > 1 || p.variadic || !isStruct(base) {
		msg := "the arguments are not a struct, but the registration decodes them into one parameter"
		w.report(Problem{Rule: RuleArguments, Msg: msg, Pos: s.pos, Error: true})
		return w.finish(schema.NewUnresolved(msg, s.pos), "inputSchema", "")
	}
	n := w.typ(base, s)
	if n.Get("$ref") != nil { // the protocol wants the type at the root
		root := schema.NewObject().At(n.Pos)
		root.Set("type", schema.NewString("object").At(n.Pos))
		root.Set("$ref", n.Get("$ref"))
		n = root
	}
	if n.Kind == schema.Object && n.Get("type").StringValue() != "object" {
		msg := "the arguments are not an object: " + w.name(base) + " is read as " + withArticle(n.Get("type").StringValue())
		w.report(Problem{Rule: RuleArguments, Msg: msg, Pos: s.pos, Error: true})
		return w.finish(schema.NewUnresolved(msg, s.pos), "inputSchema", "")
	}
	n.Type = p.Type()
	return w.finish(n, "inputSchema", "")
}
