// Package outputs registers a tool for every kind of output type that all
// versions of the SDK accept.
package outputs

import (
	"context"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type query struct {
	Q string `json:"q"`
}

type weather struct {
	Temperature float64   `json:"temperature" jsonschema:"in degrees Celsius"`
	At          time.Time `json:"at"`
	Alerts      []string  `json:"alerts,omitempty"`
}

type result[T any] struct {
	OK    bool   `json:"ok"`
	Data  T      `json:"data"`
	Error string `json:"error,omitempty"`
}

func lookup(context.Context, *mcp.CallToolRequest, query) (_ *mcp.CallToolResult, w weather, err error) {
	return
}

func forecast(context.Context, *mcp.CallToolRequest, query) (*mcp.CallToolResult, *weather, error) {
	return nil, nil, nil
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "out_any"}, reply.OK[query])
	mcp.AddTool(s, &mcp.Tool{Name: "out_struct"}, lookup)
	mcp.AddTool(s, &mcp.Tool{Name: "out_pointer"}, forecast)
	mcp.AddTool(s, &mcp.Tool{Name: "out_map"}, reply.Zero[query, map[string]weather])
	mcp.AddTool(s, &mcp.Tool{Name: "out_empty"}, reply.Zero[query, struct{}])
	mcp.AddTool(s, &mcp.Tool{Name: "out_generic"}, reply.Zero[query, result[weather]])
	mcp.AddTool(s, &mcp.Tool{Name: "out_generic_slice"}, reply.Zero[query, result[[]weather]])
	mcp.AddTool(s, &mcp.Tool{Name: "out_foreign"}, reply.Zero[query, result[model.Issue]])
	mcp.AddTool(s, &mcp.Tool{
		Name: "out_by_hand",
		OutputSchema: &jsonschema.Schema{
			Type:       "object",
			Properties: map[string]*jsonschema.Schema{"lines": {Type: "array", Items: &jsonschema.Schema{Type: "string"}}},
			Required:   []string{"lines"},
		},
	}, reply.OK[query])
	mcp.AddTool(s, &mcp.Tool{
		Name:         "out_by_hand_for_struct",
		OutputSchema: &jsonschema.Schema{Type: "object", Description: "the weather, whatever it is"},
	}, lookup)
	inferred, err := jsonschema.For[weather](nil)
	if err != nil {
		panic(err)
	}
	inferred.Properties["temperature"].Minimum = jsonschema.Ptr(-273.15)
	mcp.AddTool(s, &mcp.Tool{Name: "out_inferred", OutputSchema: inferred}, reply.OK[query])
	s.AddTool(&mcp.Tool{
		Name:         "out_raw_handler",
		InputSchema:  &jsonschema.Schema{Type: "object"},
		OutputSchema: &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "number"}},
	}, reply.Raw)
}
