//go:build schema043

// Package textkeys registers tools with maps whose keys print themselves as
// text. jsonschema-go accepts them from 0.4.3.
package textkeys

import (
	"net/netip"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/model"
	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "keys_color"}, reply.OK[map[model.Color]string])
	mcp.AddTool(s, &mcp.Tool{Name: "keys_addr"}, reply.Zero[struct{}, map[netip.Addr][]string])
	mcp.AddTool(s, &mcp.Tool{Name: "keys_field"}, reply.OK[struct {
		Hosts map[netip.Prefix]bool `json:"hosts"`
	}])
}
