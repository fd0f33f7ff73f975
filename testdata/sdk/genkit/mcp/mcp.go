// Package mcp stands for genkit's MCP plugin, which in truth is part of genkit's
// module. It lists what the plugin does.
package mcp

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// MCPServerOptions are the options of a server.
type MCPServerOptions struct{ Name, Version string }

// GenkitMCPServer is a server.
type GenkitMCPServer struct {
	genkit    *genkit.Genkit
	options   MCPServerOptions
	mcpServer *server.MCPServer
}

// NewMCPServer makes a server.
func NewMCPServer(g *genkit.Genkit, options MCPServerOptions) *GenkitMCPServer {
	return &GenkitMCPServer{genkit: g, options: options}
}

func (s *GenkitMCPServer) setup() {
	s.mcpServer = server.NewMCPServer(s.options.Name, s.options.Version, server.WithToolCapabilities(true))
	for _, t := range genkit.ListTools(s.genkit) {
		s.mcpServer.AddTool(convert(t), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			panic("stub")
		})
	}
}

// convert keeps texts, numbers and booleans.
func convert(t ai.Tool) mcp.Tool {
	def := t.Definition()
	options := []mcp.ToolOption{mcp.WithDescription(def.Description)}
	properties, _ := def.InputSchema["properties"].(map[string]any)
	for name, p := range properties {
		p, _ := p.(map[string]any)
		switch p["type"] {
		case "string":
			options = append(options, mcp.WithString(name))
		case "integer", "number":
			options = append(options, mcp.WithNumber(name))
		case "boolean":
			options = append(options, mcp.WithBoolean(name))
		}
	}
	return mcp.NewTool(def.Name, options...)
}

// ServeStdio serves standard input and output.
func (s *GenkitMCPServer) ServeStdio() error {
	s.setup()
	return server.ServeStdio(s.mcpServer)
}
