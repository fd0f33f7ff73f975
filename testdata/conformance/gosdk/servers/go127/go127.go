//go:build go1.27

// Package go127 uses what Go 1.27 added to the language and to encoding/json.
package go127

import (
	"context"
	"encoding/json"
	"encoding/json/jsontext"
	"fmt"
	"uuid"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type names struct{ Name string }

type texts struct {
	names
	Description string
}

type definition struct {
	texts
	Suffix string
}

// registry has generic methods.
type registry struct{ server *mcp.Server }

func (r *registry) Add[In, Out any](d definition, h mcp.ToolHandlerFor[In, Out]) {
	mcp.AddTool(r.server, &mcp.Tool{Name: d.Name, Description: d.Description + d.Suffix}, h)
}

type group[In any] struct {
	*registry
	prefix string
}

func (g group[In]) With[Out any](name string, h mcp.ToolHandlerFor[In, Out]) {
	g.Add(definition{Name: g.prefix + name, Suffix: "!", Description: "One of a group"}, h)
}

// span writes and reads itself with the methods of encoding/json/v2.
type span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

func (s span) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteToken(jsontext.String(fmt.Sprint(s.From, "-", s.To)))
}

func (s *span) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	_, err := d.ReadToken()
	return err
}

type in struct {
	ID    uuid.UUID       `json:"id" jsonschema:"the order"`
	Other *uuid.UUID      `json:"other,omitempty"`
	Raw   json.RawMessage `json:"raw"`
	Value jsontext.Value  `json:"value,omitempty"`
	Spans []span          `json:"spans,omitempty"`
}

type out struct {
	Known map[string]uuid.UUID `json:"known"`
	Value jsontext.Value       `json:"value"`
}

func find(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, out, error) {
	return nil, out{}, nil
}

func Register(s *mcp.Server) {
	r := &registry{s}
	r.Add(definition{Name: "promoted", Description: "Keys of a literal may be promoted fields"}, find)
	group[in]{registry: r, prefix: "group_"}.With("find", find)

	raw := json.RawMessage(`{"type": "object", "properties": {"a": {"type": "string", "default": "x"}}}`)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: raw}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, nil
	})
	var schema map[string]jsontext.Value
	if err := json.Unmarshal(raw, &schema); err != nil {
		panic(err)
	}
	schema["title"] = jsontext.Value(`"Decoded"`)
	s.AddTool(&mcp.Tool{Name: "decoded", Description: string(raw), InputSchema: schema}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, nil
	})
}
