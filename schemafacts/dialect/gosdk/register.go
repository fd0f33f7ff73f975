package gosdk

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/dialect"
	"github.com/schemavet/schemavet/schemafacts/dialect/googleschema"
	"github.com/schemavet/schemavet/schemafacts/engine/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/eval"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// addTool is mcp.AddTool[In, Out](server, tool, handler).
func (b *bound) addTool(c *eval.Call) eval.Value {
	b.each(c, c.Arg(1), func(s *eval.Struct) {
		if len(c.Targs) == 2 {
			b.register(c, s, c.Arg(2), c.Targs[0], c.Targs[1], true)
		}
	})
	return eval.Tuple{}
}

// serverAddTool is (*mcp.Server).AddTool(tool, handler).
func (b *bound) serverAddTool(c *eval.Call) eval.Value {
	b.each(c, c.Arg(0), func(s *eval.Struct) { b.register(c, s, c.Arg(1), nil, nil, false) })
	return eval.Tuple{}
}

// each calls f for every tool that v can point at.
func (b *bound) each(c *eval.Call, v eval.Value, f func(*eval.Struct)) {
	if s, ok := dialect.StructOf(v); ok {
		f(s)
		return
	}
	if u, ok := v.(*eval.Unknown); ok {
		for _, a := range u.Alts {
			c.M.Under(func() { b.each(c, a, f) })
		}
	}
}

// register completes a tool as the SDK does and emits it. A tool whose name is
// not known belongs to the caller that knows it.
func (b *bound) register(c *eval.Call, s *eval.Struct, handler eval.Value, in, out types.Type, generic bool) {
	if s.Def != nil {
		s.Def.Used = true
	}
	for _, name := range eval.Alternatives(s.Field("Name")) {
		text, ok := eval.StringOf(name)
		if !ok {
			continue
		}
		t := b.tool(c.M, text, s)
		t.NamePos = eval.PosOf(name)
		t.RegPos, t.Traced, t.Conditional = c.Pos, true, c.M.Conditional()
		t.HandlerPos = eval.PosOf(handler)
		for _, call := range c.M.Stack()[1:] {
			t.Hops = append(t.Hops, schema.Hop{Pos: call.Pos, Text: "passed to " + eval.ShortKey(call.Fn.Key)})
		}
		t.Hops = append(t.Hops, schema.Hop{Pos: c.Pos, Text: "registered"})
		if why := s.Tainted(); why != nil {
			t.Traced = false
			t.Hops = append(t.Hops, schema.Hop{Pos: why.Pos, Text: why.Reason})
		}
		input, output := s.Field("InputSchema"), s.Field("OutputSchema")
		if generic {
			input, output = b.infer(t, input, output, in, out, c)
		}
		t.Doc = b.document(c.M, t, s, input, output)
		if generic && (b.sdk.atLeast(1, 3) || !b.sdk.atLeast(0, 8)) { // between, a copy was made through JSON
			b.checkShared(t, "/inputSchema", "input schema", input)
			b.checkShared(t, "/outputSchema", "output schema", output)
		}
		b.check(t, generic, input, output)
		b.follow(c, t, s, input, output, generic)
		b.host.Emit(t)
	}
}

// follow keeps a registered tool up to date: its schemas are shared with the
// program, and (*Server).AddTool keeps the very Tool that it was given.
func (b *bound) follow(c *eval.Call, t *schema.Tool, s *eval.Struct, input, output eval.Value, generic bool) {
	kept := s
	watched := []eval.Value{input, output}
	if generic {
		kept = s.Copy()
	} else {
		watched = append(watched, s)
	}
	c.M.OnWrite(func(conditional bool) {
		if !generic {
			input, output = kept.Field("InputSchema"), kept.Field("OutputSchema")
		}
		doc := b.document(c.M, t, kept, input, output)
		t.Doc = changed(t, doc, conditional)
	}, watched...)
}

// changed returns the document of a tool after a change that followed its
// registration. If only run time knows whether it comes to pass, what differs
// is not known.
func changed(t *schema.Tool, doc *schema.Node, conditional bool) *schema.Node {
	if !conditional {
		return doc
	}
	out := t.Doc.Clone()
	for _, m := range doc.Members {
		if m.Name != "name" && !schema.Equal(m.Value, out.Get(m.Name)) {
			out.Set(m.Name, schema.NewUnresolved("changed after the registration under a condition that only run time knows", t.RegPos))
		}
	}
	return out
}

// document returns the tool as it stands in tools/list. The SDK prints its
// struct with encoding/json.
func (b *bound) document(m *eval.Machine, t *schema.Tool, s *eval.Struct, input, output eval.Value) *schema.Node {
	s = s.Copy()
	s.SetField("InputSchema", input)
	s.SetField("OutputSchema", output)
	s.SetField("Name", eval.NewString(t.Name, t.NamePos))
	e := &eval.Encoder{M: m, KeepTainted: true}
	doc := e.Plain(s)
	if doc.Kind != schema.Object {
		reason := doc.Text
		doc = schema.NewObject()
		doc.Set("description", schema.NewUnresolved(reason, s.Pos))
		doc.Set("inputSchema", schema.NewUnresolved(reason, s.Pos))
		doc.Set("name", schema.NewString(t.Name).At(t.NamePos))
	}
	if e.Err != nil {
		t.Errors = append(t.Errors, schema.Problem{Msg: "tools/list cannot be answered: " + e.Err.Msg, Pos: e.Err.Pos})
	}
	if !b.sdk.atLeast(1, 4) {
		doc.EscapeHTML = true
	}
	return doc
}

// infer gives a tool the schemas that mcp.AddTool infers for it.
func (b *bound) infer(t *schema.Tool, input, output eval.Value, in, out types.Type, c *eval.Call) (eval.Value, eval.Value) {
	if b.isNil(input) {
		if isAny(in) {
			n := schema.NewObject().At(c.Pos)
			n.Set("type", schema.NewString("object").At(c.Pos))
			input = node(n)
		} else {
			t.InputType = types.TypeString(in, shortQualifier)
			input = b.inferred(t, "/inputSchema", in, c.Pos)
		}
	}
	if b.isNil(output) && !isAny(out) {
		output = b.inferred(t, "/outputSchema", out, c.Pos)
	}
	return input, output
}

func shortQualifier(p *types.Package) string { return p.Name() }

// inferred returns the schema of a type as a value that encodes itself.
func (b *bound) inferred(t *schema.Tool, path string, typ types.Type, pos token.Pos) eval.Value {
	if p, ok := types.Unalias(typ).Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	n, err := b.schemas.Infer(typ, nil)
	if err == nil {
		return node(n)
	}
	var te *jsonschemago.TypeError
	if errors.As(err, &te) {
		at := te.Pos
		if !at.IsValid() {
			at = pos
		}
		t.Errors = append(t.Errors, schema.Problem{Path: path, Msg: te.Msg, Pos: at})
		hole := schema.NewUnresolved("registration panics: "+te.Msg, at)
		hole.Type = typ // for those who want to know what is wrong with it
		return node(hole)
	}
	var ue *jsonschemago.Unresolvable
	if errors.As(err, &ue) {
		at := ue.Pos
		if !at.IsValid() {
			at = pos
		}
		return node(schema.NewUnresolved(ue.Reason, at))
	}
	return node(schema.NewUnresolved(err.Error(), pos))
}

func node(n *schema.Node) eval.Value { return &eval.Native{Kind: "json", Data: n, Pos: n.Pos} }

// isNil reports whether a schema field was left nil. Where the field is an
// interface, a nil pointer in it is something else.
func (b *bound) isNil(v eval.Value) bool {
	n, ok := v.(*eval.Nil)
	if !ok {
		return v == nil
	}
	_, ptr := types.Unalias(n.T).(*types.Pointer)
	return !ptr || !b.sdk.atLeast(0, 8)
}

// isAny reports whether t is exactly any: a named interface is not.
func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

// check notes what the SDK refuses when the tool is registered.
func (b *bound) check(t *schema.Tool, generic bool, input, output eval.Value) {
	b.checkSchema(t, "/inputSchema", "input schema", generic, true)
	if t.Doc.Has("outputSchema") {
		b.checkSchema(t, "/outputSchema", "output schema", generic, !b.sdk.atLeast(1, 7))
	}
}

// checkShared refuses a schema in which one pointer stands twice.
func (b *bound) checkShared(t *schema.Tool, path, what string, v eval.Value) {
	first, second, pos := googleschema.Shared(v)
	if second != "" {
		t.Errors = append(t.Errors, schema.Problem{Path: path + second, Pos: pos, Msg: fmt.Sprintf(
			"%s: schemas do not form a tree; %s appears more than once (also at %s)", what, first, second)})
	}
}

func (b *bound) checkSchema(t *schema.Tool, path, what string, generic, object bool) {
	n := t.Doc.Lookup(path)
	if n == nil || n.Kind == schema.Unresolved {
		return
	}
	problem := func(msg string, pos token.Pos) {
		if !pos.IsValid() {
			pos = t.RegPos
		}
		t.Errors = append(t.Errors, schema.Problem{Path: path, Msg: msg, Pos: pos})
	}
	if n.Kind == schema.Null {
		problem("missing "+what, t.RegPos)
		return
	}
	if object {
		typ := n.Get("type")
		if typ == nil || typ.Kind != schema.Unresolved && typ.StringValue() != "object" {
			problem(fmt.Sprintf(`%s must have type "object"`, what), n.Pos)
			return
		}
	}
	if path == "/inputSchema" && b.sdk.atLeast(1, 7) {
		for _, p := range dialect.HeaderProblems(n, false) {
			p.Path = path + p.Path
			t.Errors = append(t.Errors, p)
		}
	}
	if generic {
		for _, p := range jsonschemago.Resolve(n, b.schemas.Version) {
			p.Path = path + p.Path
			if !p.Pos.IsValid() {
				p.Pos = t.RegPos
			}
			t.Errors = append(t.Errors, p)
		}
	}
}
