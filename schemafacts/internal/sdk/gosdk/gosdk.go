// Package gosdk is the dialect of github.com/modelcontextprotocol/go-sdk.
package gosdk

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop/invoposchema"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago/googleschema"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	dialectName = "gosdk"
	mcpPath     = "github.com/modelcontextprotocol/go-sdk/mcp"
	modulePath  = "github.com/modelcontextprotocol/go-sdk"
)

// Dialect describes the SDK. None of its packages is evaluated from source:
// registrations use reflection and are modelled.
var Dialect = sdk.Dialect{
	Name:      dialectName,
	Module:    modulePath,
	Libraries: []string{googleschema.Module},
	Packages:  []string{mcpPath, googleschema.Path},
	Surface: sdk.Surface{
		Middleware: []string{"(*" + mcpPath + ".Server).AddReceivingMiddleware"},
		List:       mcpPath + ".ListToolsResult",
		Tool:       mcpPath + ".Tool",
	},
	Seeds: map[string][]string{
		mcpPath:           {"Tool", "Server", "ToolAnnotations"},
		googleschema.Path: googleschema.Seeds,
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
	Requests: []string{
		mcpPath + ".ServerRequest[*" + mcpPath + ".CallToolParamsRaw]",
		mcpPath + ".ServerRequest[*" + mcpPath + ".CallToolParams]",
	},
	Checked: true,
	Protocol: map[string]sdk.ProtocolRole{
		session("Elicit"):                       sdk.RequestsClient,
		session("CreateMessage"):                sdk.RequestsClient,
		session("CreateMessageWithTools"):       sdk.RequestsClient,
		session("ListRoots"):                    sdk.RequestsClient,
		mcpPath + ".AddTool":                    sdk.ChangesTools,
		"(*" + mcpPath + ".Server).AddTool":     sdk.ChangesTools,
		"(*" + mcpPath + ".Server).RemoveTools": sdk.ChangesTools,
		mcpPath + ".ProtocolVersion":            sdk.ReadsVersion,
	},
	Result: mcpPath + ".CallToolResult",
	Bind:   bind,
}

// session returns the key of a method of mcp.ServerSession.
func session(name string) string { return "(*" + mcpPath + ".ServerSession)." + name }

func bind(h *sdk.Host) sdk.Bound {
	v := detect(h)
	b := &bound{rules: v.rules(), schemas: googleschema.Bind(&h.Imports), old: !v.atLeast(1, 0)}
	b.Registrar = sdk.Registrar{Host: h, Dialect: dialectName, Paths: []string{mcpPath}, Plain: true, Unregistered: b.unregistered,
		Libraries: []sdk.Library{b.schemas, invoposchema.Bind(&h.Imports)}}
	b.Functions = map[string]eval.Intrinsic{
		mcpPath + ".AddTool":                    b.addTool,
		mcpPath + ".NewServer":                  b.newServer,
		"(*" + mcpPath + ".Server).AddTool":     b.serverAddTool,
		"(*" + mcpPath + ".Server).RemoveTools": b.Delete(0),
	}
	return b
}

// bound models the SDK for one package that uses it.
type bound struct {
	sdk.Registrar
	rules
	schemas *googleschema.Schemas
	// old reports whether the SDK is earlier than 1.0, so that only names are known.
	old bool
}

const oldVersion = "made by a version of the SDK before 1.0, which is not supported"

// descriptionTag is the key of the struct tag from which the SDK takes the description
// of a field.
const descriptionTag = "jsonschema"

// Encode encodes values of the schema libraries' types, and of the SDK's types that
// have a MarshalJSON method.
func (b *bound) Encode(e *gojson.Encoder, v value.Value) (*schema.Node, bool) {
	if n, ok := b.Registrar.Encode(e, v); ok {
		return n, true
	}
	s, ok := v.(*value.Struct)
	if !ok || !ir.IsNamed(s.T, mcpPath, "ToolAnnotations") {
		return nil, false
	}
	n := e.Plain(s)
	// Since 1.7 annotations have a MarshalJSON method, which escapes as json.Marshal
	// does.
	n.EscapeHTML = b.plainHints
	if n.Kind == schema.Object && b.plainHints {
		for _, name := range []string{"idempotentHint", "readOnlyHint"} {
			if !n.Has(name) {
				n.Set(name, schema.NewBool(false).At(s.Pos))
			}
		}
		n.SortMembers()
	}
	return n, true
}

// unregistered sets the document of the tool of a composite literal that was never
// registered.
func (b *bound) unregistered(m *eval.Machine, d *value.Def, t *tool.Tool, s *value.Struct) {
	if b.old {
		t.Doc = sdk.OnlyName(t, oldVersion)
		return
	}
	t.DescriptionTag = descriptionTag
	input, output := s.Field("InputSchema"), s.Field("OutputSchema")
	for _, v := range []*value.Value{&input, &output} {
		if isNil(*v) {
			*v = sdk.JSON(schema.NewUnresolved("may be inferred where the tool is registered, which is not visible from here", d.Pos))
		}
	}
	t.Doc = b.document(m, t, s, input, output)
}
