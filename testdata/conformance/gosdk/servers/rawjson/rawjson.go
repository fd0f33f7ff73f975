// Package rawjson registers tools whose schemas are JSON texts: strings, bytes
// and files.
package rawjson

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

//go:embed upload.json
var uploadSchema []byte

//go:embed download.json
var downloadSchema string

//go:embed download.md
var downloadText string

var shared = json.RawMessage(`{"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}`)

var pairSchema = []byte{0x7b, 0x22, 't', 'y', 'p', 'e', '"', 0x3a, '"', 'o', 'b', 'j', 'e', 'c', 't', '"', 0x7d}

const template = `{"type":"object","properties":{%q:{"type":"string","maxLength":%d}},"additionalProperties":false}`

type property struct {
	Type        string `json:"type"`
	Description string `json:"description,omitempty"`
	Minimum     *int   `json:"minimum,omitempty"`
	hidden      bool
}

type object struct {
	Type       string              `json:"type"`
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required,omitempty"`
	Strict     bool                `json:"additionalProperties"`
}

func parsed(text string) *jsonschema.Schema {
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		panic(err)
	}
	return &s
}

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "raw_string", InputSchema: json.RawMessage(`{
		"required": ["n"],
		"type": "object",
		"properties": {"n": {"maximum": 1e3, "type": "integer", "minimum": 1.0}}
	}`)}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "raw_shared_a", InputSchema: shared}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "raw_shared_b", InputSchema: shared}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "raw_bytes", InputSchema: json.RawMessage(pairSchema)}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "raw_embed_bytes", InputSchema: json.RawMessage(uploadSchema)}, reply.Raw)
	s.AddTool(&mcp.Tool{
		Name:        "raw_embed_string",
		Description: strings.TrimSpace(downloadText),
		InputSchema: json.RawMessage(downloadSchema),
	}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "raw_sprintf", InputSchema: json.RawMessage(fmt.Sprintf(template, "name", 63))}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "raw_append", InputSchema: json.RawMessage(append([]byte(`{"type":"object"`), '}'))}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "raw_parsed", InputSchema: parsed(downloadSchema)}, reply.Raw)
	one := 1
	s.AddTool(&mcp.Tool{Name: "raw_struct", InputSchema: object{
		Type:       "object",
		Properties: map[string]property{"b": {Type: "integer", Minimum: &one}, "a": {Type: "string", Description: "first", hidden: true}},
	}}, reply.Raw)
	mcp.AddTool(s, &mcp.Tool{Name: "raw_typed", InputSchema: shared, OutputSchema: json.RawMessage(`{"type":"object"}`)}, reply.OK[struct{ Path string }])
	s.AddTool(&mcp.Tool{Name: "raw_output", InputSchema: &object{Type: "object", Required: []string{"x"}}, OutputSchema: json.RawMessage(downloadSchema)}, reply.Raw)
}
