// Package host hides the SDK behind types of its own.
package host

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tool is the SDK's tool under another name.
type Tool = mcp.Tool

// Registrar is what packages with tools need of a server.
type Registrar interface {
	AddTool(*mcp.Tool, mcp.ToolHandler)
}

// Host is a server with its SDK server inside.
type Host struct {
	*mcp.Server
	prefix string
	count  int
}

// New wraps a server.
func New(s *mcp.Server, prefix string) *Host { return &Host{Server: s, prefix: prefix} }

// Prefixed is a Registrar that puts a prefix before each name.
type Prefixed struct {
	Registrar
	Prefix string
}

// AddTool adds t under its prefix.
func (p Prefixed) AddTool(t *mcp.Tool, h mcp.ToolHandler) {
	c := *t
	c.Name = p.Prefix + c.Name
	p.Registrar.AddTool(&c, h)
}

// Call is a handler that sees a map of arguments.
type Call func(ctx context.Context, args map[string]any) (string, error)

// Handle registers f, a tool without a schema of its own.
func (h *Host) Handle(name, description string, f Call, change ...func(*Tool)) *Host {
	h.count++
	t := &Tool{Name: h.prefix + name, Description: strings.TrimSuffix(description, ".") + "."}
	for _, c := range change {
		c(t)
	}
	mcp.AddTool(h.Server, t, func(ctx context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, any, error) {
		text, err := f(ctx, in)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, err
	})
	return h
}

// Typed registers a handler of types on a Host.
type Typed[In any] struct {
	Host *Host
	Tool *Tool
}

// Do registers f.
func (t *Typed[In]) Do(f func(In) error) {
	mcp.AddTool(t.Host.Server, t.Tool, func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		return nil, nil, f(in)
	})
}

// On starts the registration of a tool.
func On[In any](h *Host, name string) *Typed[In] {
	return &Typed[In]{Host: h, Tool: &Tool{Name: h.prefix + name}}
}

// Describe sets the description.
func (t *Typed[In]) Describe(text string) *Typed[In] {
	t.Tool.Description = text
	return t
}
