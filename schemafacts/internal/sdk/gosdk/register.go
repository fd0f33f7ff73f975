package gosdk

import (
	"fmt"
	"go/token"
	"go/types"

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
		b.register(c, c.Arg(1), c.Arg(2), true)
	}
	return sdk.Done(c)
}

// serverAddTool models (*mcp.Server).AddTool(tool, handler).
func (b *bound) serverAddTool(c *eval.Call) value.Value {
	b.register(c, c.Arg(0), c.Arg(1), false)
	return sdk.Done(c)
}

// register emits a tool and completes it as the SDK does. If infers is set, the SDK
// makes a copy of the Tool, infers the schemas that it does not set from the type
// arguments of the call, and resolves all. Otherwise the server lists the caller's Tool.
func (b *bound) register(c *eval.Call, v, handler value.Value, infers bool) {
	b.Register(c, v, handler, func(t *tool.Tool, s *value.Struct, at *value.Cell) {
		t.Checked = infers
		if b.old {
			t.Doc = sdk.OnlyName(t, oldVersion)
			return
		}
		t.DescriptionTag = descriptionTag
		input, output := s.Field("InputSchema"), s.Field("OutputSchema")
		if infers {
			input, output = b.infer(t, input, output, c)
		}
		t.Doc = b.document(c.M, t, s, input, output)
		if infers && b.tree {
			b.checkShared(t, "/inputSchema", "input schema", input)
			b.checkShared(t, "/outputSchema", "output schema", output)
		}
		b.check(t, infers)
		if infers {
			at = nil
		}
		b.follow(c, t, s, at, input, output)
	})
}

// follow updates a registered tool when the program changes it. The server shares the
// schemas with the program, and (*Server).AddTool also keeps the caller's Tool, which
// is in the cell at.
func (b *bound) follow(c *eval.Call, t *tool.Tool, s *value.Struct, at *value.Cell, input, output value.Value) {
	kept := s.Copy()
	watched := []value.Value{input, output}
	if at != nil {
		watched = append(watched, &value.Ptr{C: at})
	}
	c.M.OnWrite(func(conditional bool) {
		if at != nil {
			if now, ok := at.Get().(*value.Struct); ok {
				kept = now
			}
			sdk.Tainted(t, kept)
			if name, ok := value.StringOf(kept.Field("Name")); t.Traced && (!ok || name != t.Name) {
				t.Traced = false // the server lists it under the new name
				t.Hops = append(t.Hops, tool.Hop{Pos: value.PosOf(kept.Field("Name")), Text: "renamed after its registration"})
			}
			input, output = kept.Field("InputSchema"), kept.Field("OutputSchema")
		}
		doc := b.document(c.M, t, kept, input, output)
		t.Doc = sdk.Changed(t, doc, conditional)
	}, watched...)
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
func (b *bound) infer(t *tool.Tool, input, output value.Value, c *eval.Call) (in, out value.Value) {
	if isNil(input) {
		if isAny(c.Targs[0]) {
			n := schema.NewObject().At(c.Pos)
			n.Set("type", schema.NewString("object").At(c.Pos))
			input = sdk.JSON(n)
		} else {
			sdk.Infers(t, c.Targs[0], descriptionTag)
			input = b.inferred(t, "/inputSchema", c.Targs[0], c.Pos)
		}
	}
	if isNil(output) && !isAny(c.Targs[1]) {
		output = b.inferred(t, "/outputSchema", c.Targs[1], c.Pos)
	}
	return input, output
}

// inferred returns the schema of a type.
func (b *bound) inferred(t *tool.Tool, path string, typ types.Type, pos token.Pos) value.Value {
	if p, ok := types.Unalias(typ).Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	n, err := b.schemas.Infer(typ, nil)
	if err == nil {
		return sdk.JSON(n)
	}
	hole, rejected := sdk.Refused(t, err, tool.Problem{Path: path, Pos: pos})
	if rejected {
		hole.Type, hole.Reflector = typ, jsonschemago.Path // for checks that report the cause
	}
	return sdk.JSON(hole)
}

// isNil reports whether a schema field, which is an interface, is nil. A nil pointer in
// it is not nil.
func isNil(v value.Value) bool {
	n, ok := v.(*value.Nil)
	if !ok {
		return v == nil
	}
	_, ptr := types.Unalias(n.T).(*types.Pointer)
	return !ptr
}

// isAny reports whether t is exactly any; a named interface is not.
func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

// check adds the errors with which the SDK rejects a tool at its registration.
func (b *bound) check(t *tool.Tool, resolves bool) {
	b.checkSchema(t, "/inputSchema", "input schema", resolves, true)
	if t.Doc.Has("outputSchema") {
		b.checkSchema(t, "/outputSchema", "output schema", resolves, b.objectOutput)
	}
}

// checkShared adds an error if a pointer occurs twice in a schema, because the SDK
// rejects such a schema.
func (b *bound) checkShared(t *tool.Tool, path, what string, v value.Value) {
	if first, second, pos := b.schemas.Shared(v); second != "" {
		t.Fail(tool.Problem{Path: path + second, Pos: pos, Msg: fmt.Sprintf(
			"%s: schemas do not form a tree; %s appears more than once (also at %s)", what, first, second)})
	}
}

func (b *bound) checkSchema(t *tool.Tool, path, what string, resolves, object bool) {
	n := t.Doc.Lookup(path)
	if n == nil || n.Kind == schema.Unresolved {
		return
	}
	if n.Kind == schema.Null {
		t.Fail(tool.Problem{Path: path, Msg: "missing " + what, Pos: t.RegPos})
		return
	}
	if object {
		typ := n.Get("type")
		if typ == nil || typ.Kind != schema.Unresolved && typ.StringValue() != "object" {
			t.Fail(tool.Problem{Path: path, Msg: what + ` must have type "object"`, Pos: sdk.At(n.Pos, t.RegPos)})
			return
		}
	}
	if path == "/inputSchema" && b.headers {
		sdk.Headers(t, false)
	}
	if resolves {
		for _, p := range jsonschemago.Resolve(n, b.schemas.Version) {
			p.Path, p.Pos = path+p.Path, sdk.At(p.Pos, t.RegPos)
			t.Fail(p)
		}
	}
}
