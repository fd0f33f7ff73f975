// Package adapters registers tools on types that hide the SDK's server: embedded
// servers, interfaces, aliases and generic builders.
package adapters

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/servers/adapters/host"
)

type upload struct {
	Name string   `json:"name" jsonschema:"name of the object"`
	Tags []string `json:"tags,omitempty"`
}

type recorder struct {
	next  host.Registrar
	names []string
}

func (r *recorder) AddTool(t *mcp.Tool, h mcp.ToolHandler) {
	r.names = append(r.names, t.Name)
	r.next.AddTool(t, h)
}

func object(props map[string]*jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Properties: props}
}

func addBuckets(r host.Registrar) {
	for _, verb := range []string{"list", "drop"} {
		r.AddTool(&mcp.Tool{
			Name:        "bucket_" + verb,
			InputSchema: object(map[string]*jsonschema.Schema{"bucket": {Type: "string"}}),
		}, reply.Raw)
	}
}

func say(context.Context, map[string]any) (string, error) { return "", nil }

// Register adds the tools.
func Register(s *mcp.Server) {
	addBuckets(s)
	addBuckets(host.Prefixed{Registrar: s, Prefix: "old_"})
	rec := &recorder{next: host.Prefixed{Registrar: host.Prefixed{Registrar: s, Prefix: "b_"}, Prefix: "a_"}}
	addBuckets(rec)

	h := host.New(s, "host_")
	h.AddTool(&host.Tool{Name: "promoted", InputSchema: object(nil)}, reply.Raw)
	h.Handle("free", "Anything goes", say).
		Handle("titled", "With a title.", say, func(t *host.Tool) { t.Title = "Titled" })
	host.On[upload](h, "upload").Describe("Upload an object.").Do(func(upload) error { return nil })
	host.On[*upload](h, "replace").Do(replace)
	typed := host.On[map[string]upload](h, "many")
	typed.Tool.Annotations = &mcp.ToolAnnotations{IdempotentHint: true}
	typed.Do(func(map[string]upload) error { return nil })
	s.AddTool(&mcp.Tool{Name: "recorded", Description: rec.names[0] + " " + rec.names[1], InputSchema: object(nil)}, reply.Raw)
}

func replace(*upload) error { return nil }
