package mcpgolang

import (
	"fmt"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// input returns the schema of a handler's argument. It adds an error to the tool if the
// SDK rejects it.
func (b *bound) input(m *sdk.Making) *schema.Node {
	handler := m.Arg(2)
	typ := m.TypeOf(handler)
	if typ == nil {
		return schema.NewUnresolved("a handler whose type is known only at run time", m.Pos)
	}
	sig, ok := ir.Under(typ).(*types.Signature)
	if !ok {
		if types.IsInterface(typ) {
			return schema.NewUnresolved("a handler whose type is known only at run time", m.Pos)
		}
		return fails(m, "reflect: NumIn of non-func type "+typeName(typ), tool.RegistrationFails)
	}
	if msg := refused(sig); msg != "" {
		return fails(m, msg, tool.ConstructorFails)
	}
	arg := sig.Params().At(sig.Params().Len() - 1).Type()
	sdk.Infers(m.Tool, arg, "jsonschema_description")
	n, err := b.lib.Schema(m.Call, m.Encoder, arg, reflector)
	if err != nil {
		n, _ = sdk.Refused(m.Tool, err, tool.Problem{Path: "/inputSchema", Pos: m.Pos})
	}
	return n
}

// fails adds the error of a failing registration to the tool, and returns an unresolved
// schema.
func fails(m *sdk.Making, msg string, kind tool.ProblemKind) *schema.Node {
	m.Tool.Fail(tool.Problem{Path: "/inputSchema", Msg: msg, Pos: m.Pos, Kind: kind})
	return schema.NewUnresolved("registration fails: "+msg, m.Pos)
}

// refused returns the error with which the SDK rejects a handler, or "" if it accepts
// the handler.
func refused(sig *types.Signature) string {
	in, out := sig.Params(), sig.Results()
	switch {
	case in.Len() != 1 && in.Len() != 2:
		return fmt.Sprintf("handler must take exactly one or two arguments, got %d", in.Len())
	case out.Len() != 2:
		return fmt.Sprintf("handler must return exactly two values, got %d", out.Len())
	case in.Len() == 2 && !ir.IsNamed(in.At(0).Type(), "context", "Context"):
		return "when a handler has 2 arguments, handler must take context.Context as the first argument, got " + typeName(in.At(0).Type())
	}
	p, ok := types.Unalias(out.At(0).Type()).(*types.Pointer)
	if !ok || !ir.IsNamed(p.Elem(), modulePath, "ToolResponse") {
		return "handler must return *tools.ToolResponse, got " + typeName(out.At(0).Type())
	}
	if !ir.IsError(out.At(1).Type()) {
		return "handler must return error, got " + typeName(out.At(1).Type())
	}
	return ""
}

// typeName returns the result of reflect.Type.Name: "" for a type without a name.
func typeName(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Name()
	case *types.Basic:
		return t.Name()
	}
	return ""
}

// reflector are the options that the SDK passes to its reflector.
var reflector = invopop.Options{Anonymous: true, AllowAdditionalProperties: true, RequiredFromJSONSchemaTags: true,
	DoNotReference: true, ExpandedStruct: true, FromType: true}
