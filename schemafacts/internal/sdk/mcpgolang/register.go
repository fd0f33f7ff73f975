package mcpgolang

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop/invoposchema"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// register models (*Server).RegisterTool(name, description, handler).
func (b *bound) register(c *eval.Call) value.Value {
	handler := c.Arg(2)
	b.Register(c, sdk.Define(c, c.Arg(0)), handler, func(t *tool.Tool, _ *value.Struct, _ *value.Cell) {
		doc := schema.NewObject().At(t.DefPos)
		t.Doc = doc
		e := &gojson.Encoder{M: c.M, KeepTainted: true}
		doc.Set("name", schema.NewString(t.Name).At(t.NamePos))
		if v := c.Arg(1); v != nil {
			doc.Set("description", e.Encode(v))
		}
		doc.Set("inputSchema", b.input(c, e, t, handler))
		for _, f := range e.Faults {
			p := tool.Unlisted(doc, f.Hole, f.Msg, sdk.At(f.Pos, t.NamePos))
			if !slices.Contains(t.Errors, p) {
				t.Errors = append(t.Errors, p)
			}
		}
	})
	return sdk.Done(c)
}

// input returns the schema of a handler's argument. It adds an error to t if the SDK
// rejects the tool.
func (b *bound) input(c *eval.Call, e *gojson.Encoder, t *tool.Tool, handler value.Value) *schema.Node {
	typ := c.TypeOf(handler)
	if typ == nil {
		return schema.NewUnresolved("a handler whose type is known only at run time", c.Pos)
	}
	sig, ok := ir.Under(typ).(*types.Signature)
	if !ok {
		if types.IsInterface(typ) {
			return schema.NewUnresolved("a handler whose type is known only at run time", c.Pos)
		}
		return b.fails(t, "reflect: NumIn of non-func type "+typeName(typ), c.Pos, tool.RegistrationFails)
	}
	if msg := refused(sig); msg != "" {
		return b.fails(t, msg, c.Pos, tool.ConstructorFails)
	}
	arg := sig.Params().At(sig.Params().Len() - 1).Type()
	t.InputType = types.TypeString(arg, func(p *types.Package) string { return p.Name() })
	t.DescriptionTag = "jsonschema_description"
	return b.inferred(c, e, t, arg)
}

// fails adds the error of a failing registration to t, and returns an unresolved
// schema.
func (b *bound) fails(t *tool.Tool, msg string, pos token.Pos, kind tool.ProblemKind) *schema.Node {
	t.Errors = append(t.Errors, tool.Problem{Path: "/inputSchema", Msg: msg, Pos: pos, Kind: kind})
	return schema.NewUnresolved("registration fails: "+msg, pos)
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

// inferred returns the schema that the SDK infers for a type.
func (b *bound) inferred(c *eval.Call, e *gojson.Encoder, t *tool.Tool, typ types.Type) *schema.Node {
	if result := b.schemaType(); result != nil {
		v, fault := b.lib.Reflect(c, result, typ, reflector)
		if fault != nil {
			return b.fails(t, fault.Msg, sdk.At(fault.Pos, c.Pos), tool.RegistrationFails)
		}
		if n, ok := b.lib.Encode(e, v); ok {
			return n
		}
		if u, ok := v.(*value.Unknown); ok {
			return schema.NewUnresolved(u.Reason, sdk.At(u.Pos, c.Pos))
		}
		return schema.NewUnresolved("an unknown schema", c.Pos)
	}
	return b.built(t, typ, c.Pos)
}

// schemaType returns the type of the library's schemas. It returns nil if the type is
// not visible, as in packages that do not import the SDK themselves, or if the
// library's version is unknown.
func (b *bound) schemaType() types.Type {
	pkg := b.host.Types.Package(invoposchema.Path)
	if _, known := b.lib.Version(); !known || pkg == nil {
		return nil
	}
	tn, ok := pkg.Scope().Lookup("Schema").(*types.TypeName)
	if !ok {
		return nil
	}
	if st, ok := tn.Type().Underlying().(*types.Struct); !ok || st.NumFields() == 0 {
		return nil
	}
	return types.NewPointer(tn.Type())
}

// built returns the schema of a type. If the library's version is unknown, the schema
// is unresolved unless all possible versions give the same.
func (b *bound) built(t *tool.Tool, typ types.Type, pos token.Pos) *schema.Node {
	versions := []invopop.Version{invopop.V0_12_0, invopop.V0_13_0, invopop.V0_14_0}
	if v, known := b.lib.Version(); known {
		versions = []invopop.Version{v}
	}
	var out *schema.Node
	for _, v := range versions {
		o := reflector
		o.Version = v
		n, err := invopop.Build(typ, o)
		if err == nil {
			n, err = invopop.Marshal(n, v)
		}
		var te *invopop.TypeError
		var ue *invopop.Unresolvable
		switch {
		case errors.As(err, &te):
			return b.fails(t, te.Msg, sdk.At(te.Pos, pos), tool.RegistrationFails)
		case errors.As(err, &ue):
			return schema.NewUnresolved(ue.Reason, sdk.At(ue.Pos, pos))
		case err != nil:
			return schema.NewUnresolved(err.Error(), pos)
		case out != nil && !schema.Equal(out, n):
			return schema.NewUnresolved("the version of "+invopop.Path+" is unknown", pos)
		}
		out = n
	}
	return out
}
