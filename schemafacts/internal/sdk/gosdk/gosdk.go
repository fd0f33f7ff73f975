// Package gosdk is the dialect of github.com/modelcontextprotocol/go-sdk.
package gosdk

import (
	"os"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/gojson"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/invopop/invoposchema"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago"
	"github.com/schemavet/schemavet/schemafacts/internal/reflector/jsonschemago/googleschema"
	"github.com/schemavet/schemavet/schemafacts/internal/sdk"
	"github.com/schemavet/schemavet/schemafacts/internal/tool"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

const (
	dialectName = "gosdk"
	mcpPath     = "github.com/modelcontextprotocol/go-sdk/mcp"
	modulePath  = "github.com/modelcontextprotocol/go-sdk"
	// ownPath is the import path of the SDK's own schema library, up to v0.2.
	ownPath = modulePath + "/jsonschema"
)

// Dialect describes the SDK. None of its packages is evaluated from source:
// registrations use reflection and are modelled, and only the options of the first
// release build tools in another way.
var Dialect = sdk.Dialect{
	Name:      dialectName,
	Module:    modulePath,
	Libraries: []string{googleschema.Module},
	Packages:  []string{mcpPath, googleschema.Path, ownPath},
	Surface:   surface,
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
	Requests: []string{
		mcpPath + ".ServerRequest[*" + mcpPath + ".CallToolParamsRaw]",
		mcpPath + ".ServerRequest[*" + mcpPath + ".CallToolParams]",
	},
	Checked: true,
	Takes: []string{
		mcpPath + ".AddTool", mcpPath + ".NewServer",
		"(*" + mcpPath + ".Server).AddTool", "(*" + mcpPath + ".Server).AddTools", "(*" + mcpPath + ".Server).RemoveTools",
	},
	Protocol: map[string]sdk.ProtocolRole{
		session("Elicit"):                       sdk.RequestsClient,
		session("CreateMessage"):                sdk.RequestsClient,
		session("CreateMessageWithTools"):       sdk.RequestsClient,
		session("ListRoots"):                    sdk.RequestsClient,
		mcpPath + ".AddTool":                    sdk.ChangesTools,
		"(*" + mcpPath + ".Server).AddTool":     sdk.ChangesTools,
		"(*" + mcpPath + ".Server).AddTools":    sdk.ChangesTools,
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
	b := &bound{rules: v.rules(), schemas: googleschema.Bind(&h.Imports)}
	b.Registrar = sdk.Registrar{Host: h, Dialect: dialectName, Path: mcpPath, Plain: true,
		Faults: b.bindsFaults, FaultPath: "/inputSchema"}
	b.infers = b.schemas
	if h.Types.Package(ownPath) != nil {
		b.infers = nil
		if lib, ok := v.library(); ok {
			b.infers = googleschema.BindTo(&h.Imports, ownPath, lib)
		}
	}
	if b.infers != nil && b.infers != b.schemas {
		b.Libraries = append(b.Libraries, b.infers)
	}
	b.Libraries = append(b.Libraries, b.schemas, invoposchema.Bind(&h.Imports))
	b.Functions = map[string]eval.Intrinsic{
		mcpPath + ".AddTool":                    b.addTool,
		mcpPath + ".NewServer":                  b.newServer,
		mcpPath + ".NewServerTool":              b.newServerTool,
		"(*" + mcpPath + ".Server).AddTool":     b.serverAddTool,
		"(*" + mcpPath + ".Server).AddTools":    b.addTools,
		"(*" + mcpPath + ".Server).RemoveTools": b.Delete(0),
	}
	for _, name := range optionNames {
		b.Functions[mcpPath+"."+name] = newOption(name)
	}
	return b
}

type bound struct {
	sdk.Registrar
	rules
	schemas *googleschema.Schemas
	// infers is the library with which the SDK infers schemas since v0.3. It is nil if
	// the SDK uses a library that was never released.
	infers *googleschema.Schemas
}

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
	if n.Kind == schema.Object && b.plainHints && os.Getenv("MCPGODEBUG") != "hintomitempty=1" {
		for _, name := range []string{"idempotentHint", "readOnlyHint"} {
			if !n.Has(name) {
				n.Set(name, schema.NewBool(false).At(s.Pos))
			}
		}
		n.SortMembers()
	}
	return n, true
}

// Untraced returns the tool of a composite literal that was never registered.
func (b *bound) Untraced(m *eval.Machine, d *value.Def) *tool.Tool {
	return b.Registrar.Untraced(d, func(t *tool.Tool, s *value.Struct) {
		t.DescriptionTag = b.descriptionTag()
		input, output := s.Field("InputSchema"), s.Field("OutputSchema")
		const inferred = "may be inferred where the tool is registered, which is not visible from here"
		if b.isNil(input) {
			input = node(schema.NewUnresolved(inferred, d.Pos))
		}
		if b.isNil(output) && b.infersOutput {
			output = node(schema.NewUnresolved(inferred, d.Pos))
		}
		t.Doc = b.document(m, t, s, input, output)
	})
}

// descriptionTag returns the key of the struct tag from which the SDK takes the
// description of a field. It returns "" if the SDK reads no tag or its version is
// unknown.
func (b *bound) descriptionTag() string {
	if b.infers == nil || b.infers.Version == jsonschemago.SDK0_1 {
		return ""
	}
	return "jsonschema"
}
