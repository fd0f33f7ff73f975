//go:build sdk17

// Package outputs17 registers tools whose output is no object. The SDK accepts
// them from 1.7.
package outputs17

import (
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type in struct {
	Q string `json:"q"`
}

type item struct {
	Name string `json:"name"`
}

type anything any

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "out_string"}, reply.Zero[in, string])
	mcp.AddTool(s, &mcp.Tool{Name: "out_slice"}, reply.Zero[in, []item])
	mcp.AddTool(s, &mcp.Tool{Name: "out_slice_pointer"}, reply.Zero[in, *[]item])
	mcp.AddTool(s, &mcp.Tool{Name: "out_array"}, reply.Zero[in, [2]float64])
	mcp.AddTool(s, &mcp.Tool{Name: "out_small"}, reply.Zero[in, int8])
	mcp.AddTool(s, &mcp.Tool{Name: "out_bool"}, reply.Zero[in, bool])
	mcp.AddTool(s, &mcp.Tool{Name: "out_time"}, reply.Zero[in, time.Time])
	mcp.AddTool(s, &mcp.Tool{Name: "out_named_any"}, reply.Zero[in, anything])
	mcp.AddTool(s, &mcp.Tool{Name: "out_error"}, reply.Zero[in, error])
	mcp.AddTool(s, &mcp.Tool{Name: "out_raw"}, reply.Zero[in, json.RawMessage])
	mcp.AddTool(s, &mcp.Tool{Name: "out_pointer_any"}, reply.Zero[in, *any])
}
