package adk

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// newTool returns the model of functiontool.New[TArgs, TResults](config, handler). If
// streams is set, it models NewStreaming, whose tools have no output schema.
func (b *bound) newTool(streams bool) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		if len(c.Targs) == 0 || !streams && len(c.Targs) < 2 {
			return c.Spread("a tool of a type that is not loaded")
		}
		b.Register(c, c.Arg(0), c.Arg(1), func(t *tool.Tool, s *value.Struct, _ *value.Cell) { b.complete(c, t, s, streams) })
		return sdk.Opaque(c, "function tool", nil)
	}
}

// complete sets the document of a tool. The constructor keeps the schemas of the
// Config without a copy, so a model sees later writes to them.
func (b *bound) complete(c *eval.Call, t *tool.Tool, s *value.Struct, streams bool) {
	input, output := s.Field("InputSchema"), s.Field("OutputSchema")
	if msg := refused(c.Targs[0]); msg != "" {
		t.Fail(tool.Problem{Path: "/inputSchema", Msg: msg, Pos: t.RegPos, Kind: tool.ConstructorFails})
	}
	if value.IsNil(input) {
		sdk.Infers(t, c.Targs[0], "jsonschema")
		input = b.inferred(t, "input", c.Targs[0], c.Pos)
	} else {
		defer b.check(t, "input", input)
	}
	switch {
	case streams:
		output = nil
	case value.IsNil(output):
		output = b.inferred(t, "output", c.Targs[1], c.Pos)
	default:
		defer b.check(t, "output", output)
	}
	kept := s.Copy()
	t.Doc = document(c.M, t, kept, input, output)
	c.M.OnWrite(func(conditional bool) {
		t.Doc = sdk.Changed(t, document(c.M, t, kept, input, output), conditional)
	}, input, output)
}

// refused returns why the kit rejects a tool whose arguments have the type t, or ""
// if it accepts the tool.
func refused(t types.Type) string {
	for {
		p, ok := types.Unalias(t).Underlying().(*types.Pointer)
		if !ok {
			break
		}
		t = p.Elem()
	}
	name := types.TypeString(t, sdk.ShortQualifier)
	switch types.Unalias(t).Underlying().(type) {
	case *types.Struct, *types.Map:
		return ""
	case *types.Interface:
		if _, param := types.Unalias(t).(*types.TypeParam); param {
			return ""
		}
		name = "<nil>"
	}
	return fmt.Sprintf("input must be a struct or a map or a pointer to those types, but received: %s: invalid argument", name)
}

// inferred returns the schema of a type. It adds an error to t if the kit cannot
// infer one.
func (b *bound) inferred(t *tool.Tool, what string, typ types.Type, pos token.Pos) value.Value {
	n, err := b.schemas.Infer(typ, nil)
	switch {
	case err != nil:
		hole, rejected := sdk.Refused(t, err, tool.Problem{Path: "/" + what + "Schema", Msg: "failed to infer " + what + " schema: ",
			Pos: pos, Kind: tool.ConstructorFails})
		if rejected {
			hole.Type, hole.Reflector = typ, jsonschemago.Path // for checks that report the cause
		}
		return sdk.JSON(hole)
	case n == nil:
		return &value.Nil{Pos: pos}
	}
	return sdk.JSON(n)
}

// check adds to t the errors with which the kit rejects a schema that the Config
// sets.
func (b *bound) check(t *tool.Tool, what string, v value.Value) {
	path := "/" + what + "Schema"
	note := func(at, msg string, pos token.Pos) {
		t.Fail(tool.Problem{Path: path + at, Msg: fmt.Sprintf("failed to infer %s schema: %s", what, msg),
			Pos: sdk.At(pos, t.RegPos), Kind: tool.ConstructorFails})
	}
	if first, second, pos := b.schemas.Shared(v); second != "" {
		note(second, fmt.Sprintf("schemas do not form a tree; %s appears more than once (also at %s)", first, second), pos)
	}
	n := t.Doc.Lookup(path)
	if n == nil || n.Kind == schema.Unresolved {
		return
	}
	for _, p := range jsonschemago.Resolve(n, b.schemas.Version) {
		note(p.Path, p.Msg, p.Pos)
	}
}

// document returns the declaration that a model receives for a tool.
func document(m *eval.Machine, t *tool.Tool, s *value.Struct, input, output value.Value) *schema.Node {
	e := sdk.NewEncoder(m)
	encode := func(v value.Value) *schema.Node {
		if v == nil || value.IsNil(v) {
			return nil
		}
		return e.Encode(v)
	}
	return sdk.Declare(t, e, sdk.NotEmpty(description(e, s)), encode(input), encode(output))
}

// longRunning is the text that the kit appends to the description of a long-running
// tool.
const longRunning = "NOTE: This is a long-running operation. Do not call this tool again if it has already returned some intermediate or pending status."

// description returns the description that a model receives for a tool.
func description(e *gojson.Encoder, s *value.Struct) *schema.Node {
	d := e.Encode(s.Field("Description"))
	long, ok := value.BoolOf(s.Field("IsLongRunning"))
	switch {
	case d.Kind != schema.String:
		return d
	case !ok:
		return schema.NewUnresolved("it is unknown whether the tool is long-running", value.PosOf(s.Field("IsLongRunning")))
	case long && d.Text != "":
		return schema.NewString(d.Text + "\n\n" + longRunning).At(d.Pos)
	case long:
		return schema.NewString(longRunning).At(d.Pos)
	}
	return d
}
