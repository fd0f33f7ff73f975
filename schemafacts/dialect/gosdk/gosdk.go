// Package gosdk is the dialect of github.com/modelcontextprotocol/go-sdk.
package gosdk

import (
	"go/types"
	"os"

	"github.com/schemavet/schemavet/schemafacts/dialect"
	"github.com/schemavet/schemavet/schemafacts/dialect/googleschema"
	"github.com/schemavet/schemavet/schemafacts/dialect/invoposchema"
	"github.com/schemavet/schemavet/schemafacts/engine/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/eval"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	dialectName = "gosdk"
	mcpPath     = "github.com/modelcontextprotocol/go-sdk/mcp"
	modulePath  = "github.com/modelcontextprotocol/go-sdk"
	// ownPath is where the library of schemas was up to v0.2.
	ownPath = modulePath + "/jsonschema"
)

// Dialect is what is known of the SDK. None of its packages is read from source:
// a registration is reflection, which is modelled, and nothing else in the SDK
// builds tools but what its first release had.
var Dialect = dialect.Dialect{
	Name:      dialectName,
	Module:    modulePath,
	Libraries: []string{googleschema.Module},
	Packages:  []string{mcpPath, googleschema.Path, ownPath},
	Seeds: map[string][]string{
		mcpPath:           {"Tool", "Server", "ToolAnnotations", "ServerTool", "ToolOption", "SchemaOption"},
		googleschema.Path: googleschema.Seeds,
		ownPath:           googleschema.Seeds,
		invoposchema.Path: invoposchema.Seeds,
	},
	Injected: []string{"Server", "Client", "RequestExtra", "*Request", "*Session", "Progress*"},
	Content: []string{
		mcpPath + ".CallToolResult", mcpPath + ".Content", mcpPath + ".TextContent", mcpPath + ".ImageContent",
		mcpPath + ".AudioContent", mcpPath + ".ResourceLink", mcpPath + ".EmbeddedResource",
	},
	Live: map[string]string{
		mcpPath + ".Client":        "client",
		mcpPath + ".ClientRequest": "request",
		mcpPath + ".ClientSession": "session",
		mcpPath + ".Request":       "request",
		mcpPath + ".RequestExtra":  "request",
		mcpPath + ".Server":        "server",
		mcpPath + ".ServerRequest": "request",
		mcpPath + ".ServerSession": "session",
		mcpPath + ".Session":       "session",
	},
	Bind: bind,
}

func bind(h *dialect.Host) dialect.Bound {
	b := &bound{host: h, sdk: detect(h), schemas: googleschema.Bind(h), invopop: invoposchema.Bind(h)}
	b.infers = b.schemas
	if h.Types.Package(ownPath) != nil {
		b.infers = nil
		if v, ok := b.sdk.library(); ok {
			b.infers = googleschema.BindTo(h, ownPath, v)
		}
	}
	b.intrinsics = map[string]eval.Intrinsic{
		mcpPath + ".AddTool":                    b.addTool,
		mcpPath + ".NewServerTool":              b.newServerTool,
		"(*" + mcpPath + ".Server).AddTool":     b.serverAddTool,
		"(*" + mcpPath + ".Server).AddTools":    b.addTools,
		"(*" + mcpPath + ".Server).RemoveTools": b.removeTools,
	}
	for _, name := range optionNames {
		b.intrinsics[mcpPath+"."+name] = newOption(name)
	}
	return b
}

type bound struct {
	host    *dialect.Host
	sdk     release
	schemas *googleschema.Schemas
	invopop *invoposchema.Schemas
	// infers is the library that the SDK itself uses: schemas since v0.3, nil
	// if it is one that nobody released.
	infers     *googleschema.Schemas
	intrinsics map[string]eval.Intrinsic
}

func (b *bound) Intrinsic(key string) eval.Intrinsic {
	if in := b.intrinsics[key]; in != nil {
		return in
	}
	for _, s := range b.libraries() {
		if in := s.Intrinsic(key); in != nil {
			return in
		}
	}
	return b.invopop.Intrinsic(key)
}

// libraries returns the libraries of schemas that a program may use.
func (b *bound) libraries() []*googleschema.Schemas {
	if b.infers == nil || b.infers == b.schemas {
		return []*googleschema.Schemas{b.schemas}
	}
	return []*googleschema.Schemas{b.infers, b.schemas}
}

// Registers reports whether a function is one of the SDK's that take tools.
func (b *bound) Registers(key string) bool { return b.intrinsics[key] != nil }

func (b *bound) Watch(t types.Type) bool { return dialect.IsNamed(t, mcpPath, "Tool") }

// Encode encodes the types of the SDK that have a MarshalJSON.
func (b *bound) Encode(e *eval.Encoder, v eval.Value) (*schema.Node, bool) {
	for _, s := range b.libraries() {
		if n, ok := s.Encode(e, v); ok {
			return n, true
		}
	}
	if n, ok := b.invopop.Encode(e, v); ok {
		return n, true
	}
	s, ok := v.(*eval.Struct)
	if !ok || !dialect.IsNamed(s.T, mcpPath, "ToolAnnotations") {
		return nil, false
	}
	n := e.Plain(s)
	// Since 1.7 they have a MarshalJSON, which escapes as json.Marshal does.
	n.EscapeHTML = b.sdk.atLeast(1, 7)
	if n.Kind == schema.Object && b.sdk.atLeast(1, 7) && os.Getenv("MCPGODEBUG") != "hintomitempty=1" {
		// Both plain hints are printed, even if false.
		for _, name := range []string{"idempotentHint", "readOnlyHint"} {
			if !n.Has(name) {
				n.Set(name, schema.NewBool(false).At(s.Pos))
			}
		}
		n.SortMembers()
	}
	return n, true
}

// Untraced returns the tool that a literal defines which was never registered.
func (b *bound) Untraced(m *eval.Machine, d *eval.Def) *schema.Tool {
	s := d.Last
	if s == nil || !dialect.IsNamed(d.T, mcpPath, "Tool") {
		return nil
	}
	name, ok := eval.StringOf(s.Field("Name"))
	if !ok || name == "" {
		return nil
	}
	t := b.tool(m, name, s)
	input, output := s.Field("InputSchema"), s.Field("OutputSchema")
	const inferred = "may be inferred where the tool is registered, which is not visible from here"
	if b.isNil(input) {
		input = node(schema.NewUnresolved(inferred, d.Pos))
	}
	if b.isNil(output) && b.sdk.atLeast(0, 2) { // none was inferred before
		output = node(schema.NewUnresolved(inferred, d.Pos))
	}
	b.noteFaults(t, d)
	t.Doc = b.document(m, t, s, input, output)
	t.Conditional = d.Cond
	return t
}

// tool returns what all ways to find a tool have in common.
func (b *bound) tool(m *eval.Machine, name string, s *eval.Struct) *schema.Tool {
	t := &schema.Tool{Name: name, Dialect: dialectName, NamePos: eval.PosOf(s.Field("Name")), DefPos: s.Pos}
	if b.infers != nil && b.infers.Version > jsonschemago.SDK0_1 {
		t.DescriptionTag = "jsonschema"
	}
	if s.Def != nil {
		t.DefPos = s.Def.Pos
		t.Hops = append(t.Hops, schema.Hop{Pos: s.Def.Pos, Text: "defined"})
	}
	return t
}

// Decode decodes JSON into a schema.
func (b *bound) Decode(n *schema.Node, t types.Type) (eval.Value, bool) {
	for _, s := range b.libraries() {
		if v, ok := s.Decode(n, t); ok {
			return v, true
		}
	}
	return b.invopop.Decode(n, t)
}

// removeTools takes tools back. Under a condition they may stay.
func (b *bound) removeTools(c *eval.Call) eval.Value {
	if names, ok := eval.StringsOf(c.Arg(0)); ok && !c.M.Conditional() {
		for _, name := range names {
			b.host.Remove(name)
		}
	}
	return eval.Tuple{}
}
