//go:build sdk12

// Package icons registers tools with icons, which the SDK has from 1.2.
package icons

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

const base = "https://example.com/icons/"

var defaultIcons = []mcp.Icon{{Source: base + "default.png", MIMEType: "image/png", Sizes: []string{"48x48", "96x96"}}}

func icon(name string) mcp.Icon {
	return mcp.Icon{Source: base + name + ".svg", Sizes: []string{"any"}}
}

// Register adds the tools.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "icon_literal", Icons: []mcp.Icon{{Source: "data:image/svg+xml,<svg/>"}}}, reply.OK[any])
	mcp.AddTool(s, &mcp.Tool{Name: "icon_shared", Icons: defaultIcons}, reply.OK[any])
	mcp.AddTool(s, &mcp.Tool{Name: "icon_function", Icons: []mcp.Icon{icon("a"), icon("b")}}, reply.OK[any])
	mcp.AddTool(s, &mcp.Tool{Name: "icon_appended", Icons: append([]mcp.Icon{icon("first")}, defaultIcons...)}, reply.OK[any])
	mcp.AddTool(s, &mcp.Tool{Name: "icon_empty", Icons: []mcp.Icon{}}, reply.OK[any])
}
