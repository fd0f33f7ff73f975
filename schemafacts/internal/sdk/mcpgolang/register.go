package mcpgolang

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// input returns the schema of a handler's argument.
func (b *bound) input(m *sdk.Making) *schema.Node {
	sig, _ := ir.Under(m.TypeOf(m.Arg(2))).(*types.Signature)
	if sig == nil || !accepted(sig) {
		return schema.NewUnresolved("a handler that the SDK may reject", m.Pos)
	}
	arg := sig.Params().At(sig.Params().Len() - 1).Type()
	sdk.Infers(m.Tool, arg, "jsonschema_description")
	n, err := b.lib.Schema(m.Call, m.Encoder, arg, reflector)
	if err != nil {
		n, _ = sdk.Refused(m.Tool, err, tool.Problem{Path: "/inputSchema", Pos: m.Pos})
	}
	return n
}

// accepted reports whether the SDK accepts a handler of a type.
func accepted(sig *types.Signature) bool {
	in, out := sig.Params(), sig.Results()
	if in.Len() == 0 || in.Len() > 2 || out.Len() != 2 || in.Len() == 2 && !ir.IsNamed(in.At(0).Type(), "context", "Context") {
		return false
	}
	p, ok := types.Unalias(out.At(0).Type()).(*types.Pointer)
	return ok && ir.IsNamed(p.Elem(), modulePath, "ToolResponse") && ir.IsError(out.At(1).Type())
}

// reflector are the options that the SDK passes to its reflector.
var reflector = invopop.Options{Anonymous: true, AllowAdditionalProperties: true, RequiredFromJSONSchemaTags: true,
	DoNotReference: true, ExpandedStruct: true, FromType: true}
