// Package mcpgo is the dialect of github.com/mark3labs/mcp-go.
//
// The SDK's own functions (NewTool, WithString, WithInputSchema, the methods
// that print a tool) are run from its source, in the version that the module
// uses, so there is no table of options or versions here. What a registration
// does is all that is left to say.
package mcpgo

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/dialect"
	"github.com/schemavet/schemavet/schemafacts/dialect/googleschema"
	"github.com/schemavet/schemavet/schemafacts/dialect/invoposchema"
	"github.com/schemavet/schemavet/schemafacts/eval"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	dialectName = "mcpgo"
	modulePath  = "github.com/mark3labs/mcp-go"
	mcpPath     = modulePath + "/mcp"
	serverPath  = modulePath + "/server"
)

// Dialect is what is known of the SDK. Its builder functions are evaluated from
// source; its schemas came from another library up to 0.45.
var Dialect = dialect.Dialect{
	Name:      dialectName,
	Module:    modulePath,
	Libraries: []string{invoposchema.Module},
	Packages:  []string{mcpPath, serverPath, invoposchema.Path},
	Reads:     []string{mcpPath},
	Seeds: map[string][]string{
		mcpPath: {"Tool", "ToolOption", "PropertyOption", "ToolInputSchema", "ToolOutputSchema", "ToolArgumentsSchema",
			"ToolAnnotation", "Meta"},
		serverPath:        {"ServerTool", "ServerTaskTool", "MCPServer"},
		invoposchema.Path: invoposchema.Seeds,
	},
	Injected: []string{"MCPServer", "Server", "Client", "*Request", "*Session", "Progress*"},
	Content: []string{
		mcpPath + ".CallToolResult", mcpPath + ".Content", mcpPath + ".TextContent", mcpPath + ".ImageContent",
		mcpPath + ".AudioContent", mcpPath + ".ResourceLink", mcpPath + ".EmbeddedResource",
	},
	Live: map[string]string{
		mcpPath + ".CallToolRequest":       "request",
		serverPath + ".ClientSession":      "session",
		serverPath + ".MCPServer":          "server",
		serverPath + ".SSEServer":          "server",
		serverPath + ".SessionWithLogging": "session",
	},
	Bind: bind,
}

func bind(h *dialect.Host) dialect.Bound {
	b := &bound{host: h, schemas: googleschema.Bind(h), invopop: invoposchema.Bind(h)}
	method := func(name string) string { return "(*" + serverPath + ".MCPServer)." + name }
	b.intrinsics = map[string]eval.Intrinsic{
		method("AddTool"):                               b.one(0),
		method("AddTaskTool"):                           b.one(0),
		method("AddSessionTool"):                        b.one(1),
		method("AddTools"):                              b.several(0),
		method("AddTaskTools"):                          b.several(0),
		method("SetTools"):                              b.several(0),
		method("AddSessionTools"):                       b.several(1),
		method("DeleteTools"):                           b.deleteTools,
		serverPath + ".NewMCPServer":                    newServer,
		"(*" + serverPath + ".Hooks).AddAfterListTools": afterListTools,
	}
	if pkg := h.Types.Package(mcpPath); pkg != nil {
		b.headers = pkg.Scope().Lookup("ValidateParamHeaderAnnotations") != nil
	}
	return b
}

type bound struct {
	host       *dialect.Host
	schemas    *googleschema.Schemas
	invopop    *invoposchema.Schemas
	intrinsics map[string]eval.Intrinsic
	// headers says that registrations check x-mcp-header.
	headers bool
}

func (b *bound) Intrinsic(key string) eval.Intrinsic {
	if in := b.intrinsics[key]; in != nil {
		return in
	}
	if in := b.schemas.Intrinsic(key); in != nil {
		return in
	}
	if in := b.invopop.Intrinsic(key); in != nil {
		return in
	}
	return serverOption(key)
}

// Registers reports whether a function is one of the SDK's that take tools.
func (b *bound) Registers(key string) bool { return b.intrinsics[key] != nil }

func (b *bound) Watch(t types.Type) bool { return dialect.IsNamed(t, mcpPath, "Tool") }

// Encode encodes schemas; tools print themselves.
func (b *bound) Encode(e *eval.Encoder, v eval.Value) (*schema.Node, bool) {
	if n, ok := b.schemas.Encode(e, v); ok {
		return n, true
	}
	return b.invopop.Encode(e, v)
}

// one handles a method that takes a tool and a handler.
func (b *bound) one(arg int) eval.Intrinsic {
	return func(c *eval.Call) eval.Value {
		b.register(c, c.Arg(arg), c.Arg(arg+1))
		return done(c)
	}
}

// several handles a method that takes server.ServerTool values.
func (b *bound) several(arg int) eval.Intrinsic {
	return func(c *eval.Call) eval.Value {
		list, ok := c.Arg(arg).(*eval.Slice)
		if !ok {
			return done(c)
		}
		for _, e := range list.Elems {
			add := func() {
				for _, v := range eval.Alternatives(e.C.Get()) {
					if st, ok := dialect.StructOf(v); ok {
						b.register(c, st.Field("Tool"), st.Field("Handler"))
					}
				}
			}
			if e.Maybe {
				c.M.Under(add)
			} else {
				add()
			}
		}
		return done(c)
	}
}

// done is the result of a registration: nothing, or no error.
func done(c *eval.Call) eval.Value {
	if c.Result != nil && types.Identical(c.Result, types.Universe.Lookup("error").Type()) {
		return &eval.Nil{T: c.Result, Pos: c.Pos}
	}
	return eval.Tuple{}
}

func (b *bound) register(c *eval.Call, v eval.Value, handler eval.Value) {
	for _, alt := range eval.Alternatives(v) {
		s, ok := dialect.StructOf(alt)
		if !ok {
			continue
		}
		if s.Def != nil {
			s.Def.Used = true
		}
		for _, name := range eval.Alternatives(s.Field("Name")) {
			text, ok := eval.StringOf(name)
			if !ok {
				continue // the tool belongs to the caller that knows its name
			}
			server := serverOf(c.Recv)
			t := b.tool(c.M, s, text, name, server)
			t.RegPos, t.Traced, t.HandlerPos = c.Pos, true, eval.PosOf(handler)
			t.Conditional = c.M.Conditional() || alt != v || len(eval.Alternatives(s.Field("Name"))) > 1
			for _, call := range c.M.Stack()[1:] {
				t.Hops = append(t.Hops, schema.Hop{Pos: call.Pos, Text: "passed to " + eval.ShortKey(call.Fn.Key)})
			}
			t.Hops = append(t.Hops, schema.Hop{Pos: c.Pos, Text: "registered"})
			server.note(t)
			server.follow(c.M, t)
			if why := s.Tainted(); why != nil {
				t.Traced = false
				t.Hops = append(t.Hops, schema.Hop{Pos: why.Pos, Text: why.Reason})
			}
			b.host.Emit(t)
		}
	}
}

// tool returns the tool that a mcp.Tool is, in the form in which it prints
// itself when server lists it.
func (b *bound) tool(m *eval.Machine, s *eval.Struct, text string, name eval.Value, server *serverInfo) *schema.Tool {
	t := &schema.Tool{Name: text, Dialect: dialectName, NamePos: eval.PosOf(name), DefPos: s.Pos}
	if s.Def != nil {
		t.DefPos = s.Def.Pos
		t.Hops = append(t.Hops, schema.Hop{Pos: s.Def.Pos, Text: "defined"})
	}
	c := s.Copy()
	c.SetField("Name", eval.NewString(text, t.NamePos))
	server.complete(c)
	e := &eval.Encoder{M: m, KeepTainted: true}
	t.Doc = e.Encode(c)
	if e.Err != nil {
		t.Errors = append(t.Errors, schema.Problem{Msg: "tools/list cannot be answered: " + e.Err.Msg, Pos: at(e.Err.Pos, t.NamePos)})
	}
	if s.Def != nil {
		for _, f := range s.Def.Faults {
			t.Errors = append(t.Errors, schema.Problem{Msg: f.Msg, Pos: at(f.Pos, t.NamePos)})
		}
	}
	if t.Doc.Kind != schema.Object {
		t.Doc = holes(t, t.Doc.Text)
	}
	if b.headers && t.Input() != nil {
		for _, p := range dialect.HeaderProblems(t.Input(), true) {
			p.Path = "/inputSchema" + p.Path
			p.Pos = at(p.Pos, t.NamePos)
			t.Errors = append(t.Errors, p)
		}
	}
	return t
}

func at(pos, other token.Pos) token.Pos {
	if pos.IsValid() {
		return pos
	}
	return other
}

// holes returns a document of which only the name is known.
func holes(t *schema.Tool, reason string) *schema.Node {
	doc := schema.NewObject().At(t.DefPos)
	for _, part := range []string{"annotations", "description", "inputSchema"} {
		doc.Set(part, schema.NewUnresolved(reason, t.DefPos))
	}
	doc.Set("name", schema.NewString(t.Name).At(t.NamePos))
	doc.Set("outputSchema", schema.NewUnresolved(reason, t.DefPos))
	doc.Set("title", schema.NewUnresolved(reason, t.DefPos))
	return doc
}

// Untraced returns the tool that a definition makes which was never
// registered.
func (b *bound) Untraced(m *eval.Machine, d *eval.Def) *schema.Tool {
	if d.Last == nil || !dialect.IsNamed(d.T, mcpPath, "Tool") {
		return nil
	}
	name := d.Last.Field("Name")
	text, ok := eval.StringOf(name)
	if !ok || text == "" {
		return nil
	}
	t := b.tool(m, d.Last, text, name, &serverInfo{})
	t.Conditional = d.Cond
	return t
}

// Decode decodes JSON into a schema.
func (b *bound) Decode(n *schema.Node, t types.Type) (eval.Value, bool) {
	if v, ok := b.schemas.Decode(n, t); ok {
		return v, true
	}
	return b.invopop.Decode(n, t)
}

// deleteTools takes tools back. Under a condition they may stay.
func (b *bound) deleteTools(c *eval.Call) eval.Value {
	if names, ok := eval.StringsOf(c.Arg(0)); ok && !c.M.Conditional() {
		for _, name := range names {
			b.host.Remove(name)
		}
	}
	return eval.Tuple{}
}
