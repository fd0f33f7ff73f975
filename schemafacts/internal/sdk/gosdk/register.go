package gosdk

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// addTool models mcp.AddTool[In, Out](server, tool, handler).
func (b *bound) addTool(c *eval.Call) value.Value {
	if len(c.Targs) == 2 {
		reg := registration{handler: c.Arg(2), in: c.Targs[0], out: c.Targs[1], infers: true, resolves: true,
			keeps: b.keepsTool}
		b.register(c, c.Arg(1), reg)
	}
	return sdk.Done(c)
}

// serverAddTool models (*mcp.Server).AddTool(tool, handler).
func (b *bound) serverAddTool(c *eval.Call) value.Value {
	reg := registration{handler: c.Arg(1), keeps: true}
	if b.typesMaps {
		// In early versions it was AddTool with a handler that takes and returns maps.
		empty := types.NewInterfaceType(nil, nil)
		reg.in, reg.out, reg.infers, reg.resolves = types.NewMap(types.Typ[types.String], empty), empty, b.infersMaps, true
	}
	b.register(c, c.Arg(0), reg)
	return sdk.Done(c)
}

// registration describes what a registration function does.
type registration struct {
	handler value.Value
	in, out types.Type
	// infers reports whether schemas are inferred from in and out.
	infers bool
	// resolves reports whether schemas are validated.
	resolves bool
	// keeps reports whether the server lists the caller's Tool and not a copy.
	keeps bool
	// unhandled reports whether the handler is missing, which the SDK rejects.
	unhandled bool
}

// register emits a tool and completes it as the SDK does.
func (b *bound) register(c *eval.Call, v value.Value, reg registration) {
	b.Register(c, v, reg.handler, func(t *tool.Tool, s *value.Struct, at *value.Cell) {
		t.DescriptionTag = b.descriptionTag()
		if reg.unhandled {
			t.Errors = append(t.Errors, tool.Problem{Msg: unhandled(t.Name), Pos: t.RegPos})
		}
		input, output := s.Field("InputSchema"), s.Field("OutputSchema")
		if reg.infers {
			input, output = b.infer(t, s, at, reg, c)
			s = b.now(s, at)
		}
		t.Doc = b.document(c.M, t, s, input, output)
		if reg.resolves && b.tree {
			b.checkShared(t, "/inputSchema", "input schema", input)
			b.checkShared(t, "/outputSchema", "output schema", output)
		}
		b.check(t, reg)
		b.follow(c, t, s, at, input, output, reg.keeps)
	})
}

// follow updates a registered tool when the program changes it. The server shares the
// schemas with the program, and (*Server).AddTool also keeps the caller's Tool.
func (b *bound) follow(c *eval.Call, t *tool.Tool, s *value.Struct, at *value.Cell, input, output value.Value, keeps bool) {
	kept := s.Copy()
	watched := []value.Value{input, output}
	keeps = keeps && at != nil
	if keeps {
		watched = append(watched, &value.Ptr{C: at})
	}
	c.M.OnWrite(func(conditional bool) {
		if keeps {
			kept = b.now(kept, at)
			input, output = kept.Field("InputSchema"), kept.Field("OutputSchema")
		}
		doc := b.document(c.M, t, kept, input, output)
		t.Doc = sdk.Changed(t, doc, conditional)
	}, watched...)
}

// now returns the present value of a tool in the cell at. It returns s if at is nil.
func (b *bound) now(s *value.Struct, at *value.Cell) *value.Struct {
	if at != nil {
		if now, ok := at.Get().(*value.Struct); ok {
			return now
		}
	}
	return s
}

// document returns the tool in the form in which tools/list returns it, with the
// given schemas. The SDK encodes its Tool with encoding/json.
func (b *bound) document(m *eval.Machine, t *tool.Tool, s *value.Struct, input, output value.Value) *schema.Node {
	s = s.Copy()
	s.SetField("InputSchema", input)
	s.SetField("OutputSchema", output)
	doc := b.Document(m, t, s)
	if b.escapesHTML {
		doc.EscapeHTML = true
	}
	return doc
}

// infer returns the schemas of a tool that mcp.AddTool registers. It infers those
// that the Tool does not set.
func (b *bound) infer(t *tool.Tool, s *value.Struct, at *value.Cell, reg registration, c *eval.Call) (input, output value.Value) {
	input, output = s.Field("InputSchema"), s.Field("OutputSchema")
	if b.isNil(input) {
		if isAny(reg.in) && b.anyObject {
			n := schema.NewObject().At(c.Pos)
			n.Set("type", schema.NewString("object").At(c.Pos))
			input = node(n)
		} else {
			t.InputType = types.TypeString(reg.in, shortQualifier)
			input = b.inferred(t, s, at, "InputSchema", reg.in, c)
		}
	}
	if b.isNil(output) && !isAny(reg.out) {
		output = b.inferred(t, s, at, "OutputSchema", reg.out, c)
	}
	return input, output
}

func shortQualifier(p *types.Package) string { return p.Name() }

// inferred returns the schema of a type. Up to v0.2, it is a value that is also
// written to a field of the program's Tool. Later it is a JSON node.
func (b *bound) inferred(t *tool.Tool, s *value.Struct, at *value.Cell, field string, typ types.Type, c *eval.Call) value.Value {
	path := "/" + strings.ToLower(field[:1]) + field[1:]
	note := func(v value.Value, fault *value.Fault) value.Value {
		if fault != nil {
			t.Errors = append(t.Errors, tool.Problem{Path: path, Msg: fault.Msg, Pos: fault.Pos})
		}
		return v
	}
	if b.keepsTool {
		v := note(b.schemaOf(typ, schemaType(s), c.Pos))
		if at != nil {
			c.M.SetField(at, field, v)
		}
		return v
	}
	if p, ok := types.Unalias(typ).Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	n, err := b.schemas.Infer(typ, nil)
	if err == nil {
		return node(n)
	}
	return note(refused(typ, err, c.Pos))
}

func node(n *schema.Node) value.Value { return &value.Native{Kind: "json", Data: n, Pos: n.Pos} }

// isNil reports whether a schema field is nil. If the field is an interface, a nil
// pointer in it is not nil.
func (b *bound) isNil(v value.Value) bool {
	n, ok := v.(*value.Nil)
	if !ok {
		return v == nil
	}
	_, ptr := types.Unalias(n.T).(*types.Pointer)
	return !ptr || !b.anySchema
}

// isAny reports whether t is exactly any; a named interface is not.
func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

// check adds the errors with which the SDK rejects a tool at its registration.
func (b *bound) check(t *tool.Tool, reg registration) {
	b.checkSchema(t, "/inputSchema", "input schema", reg.resolves, b.objectInput)
	if t.Doc.Has("outputSchema") {
		// Before v0.3 an output without a type was not validated.
		resolves := reg.resolves && (b.objectInput || reg.out != nil && !isAny(reg.out))
		b.checkSchema(t, "/outputSchema", "output schema", resolves, b.objectOutput)
	}
}

// checkShared adds an error if a pointer occurs twice in a schema, because the SDK
// rejects such a schema.
func (b *bound) checkShared(t *tool.Tool, path, what string, v value.Value) {
	if b.infers == nil {
		return
	}
	first, second, pos := b.infers.Shared(v)
	if second != "" {
		t.Errors = append(t.Errors, tool.Problem{Path: path + second, Pos: pos, Msg: fmt.Sprintf(
			"%s: schemas do not form a tree; %s appears more than once (also at %s)", what, first, second)})
	}
}

func (b *bound) checkSchema(t *tool.Tool, path, what string, resolves, object bool) {
	n := t.Doc.Lookup(path)
	if n == nil || n.Kind == schema.Unresolved {
		return
	}
	problem := func(msg string, pos token.Pos) {
		t.Errors = append(t.Errors, tool.Problem{Path: path, Msg: msg, Pos: sdk.At(pos, t.RegPos)})
	}
	if n.Kind == schema.Null {
		if b.needsSchema {
			problem("missing "+what, t.RegPos)
		}
		return
	}
	if object {
		typ := n.Get("type")
		if typ == nil || typ.Kind != schema.Unresolved && typ.StringValue() != "object" {
			problem(fmt.Sprintf(`%s must have type "object"`, what), n.Pos)
			return
		}
	}
	if path == "/inputSchema" && b.headers {
		sdk.Headers(t, false)
	}
	if resolves && b.infers != nil {
		for _, p := range jsonschemago.Resolve(n, b.infers.Version) {
			p.Path, p.Pos = path+p.Path, sdk.At(p.Pos, t.RegPos)
			t.Errors = append(t.Errors, p)
		}
	}
}
