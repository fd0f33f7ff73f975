// Package kit is what a company shares between its servers: options, wrappers
// and handlers.
package kit

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Prefix begins the names of our internal tools.
const Prefix = "acme_"

// OK is a handler that does nothing.
func OK(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("ok"), nil
}

// WithLimit adds the page size that all lists have.
func WithLimit(max float64) mcp.ToolOption {
	return mcp.WithNumber("limit",
		mcp.Description("Greatest number of results"),
		mcp.Min(1), mcp.Max(max), mcp.DefaultNumber(20.0))
}

// Paged adds the parameters of a list.
func Paged() []mcp.ToolOption {
	return []mcp.ToolOption{
		WithLimit(100),
		mcp.WithString("cursor", mcp.Description("Where the last page ended")),
	}
}

// Only makes an enum property with its values in the description.
func Only(values ...string) mcp.PropertyOption {
	return func(schema map[string]any) {
		schema["enum"] = values
		schema["description"] = fmt.Sprintf("One of %s", strings.Join(values, ", "))
	}
}

// Tagged changes the tool itself.
func Tagged(tag string) mcp.ToolOption {
	return func(t *mcp.Tool) {
		t.Description = "[" + tag + "] " + t.Description
	}
}

// Nothing is an option without effect.
func Nothing() mcp.ToolOption { return func(*mcp.Tool) {} }

// Group joins options.
func Group(opts ...mcp.ToolOption) mcp.ToolOption {
	return func(t *mcp.Tool) {
		for _, o := range opts {
			o(t)
		}
	}
}

// Register makes and registers a tool of ours.
func Register(s *server.MCPServer, name, description string, opts ...mcp.ToolOption) {
	all := append([]mcp.ToolOption{mcp.WithDescription(description)}, opts...)
	s.AddTool(mcp.NewTool(Prefix+name, all...), OK)
}

// Entry is a tool in our own words.
type Entry struct {
	Name, Help string
	Params     []Param
}

// Param is a parameter of an Entry.
type Param struct {
	Name, Type, Help string
	Required         bool
}

// Tool turns an entry into a tool of the SDK.
func (e Entry) Tool() mcp.Tool {
	opts := []mcp.ToolOption{mcp.WithDescription(e.Help)}
	for _, p := range e.Params {
		opts = append(opts, p.option())
	}
	return mcp.NewTool(e.Name, opts...)
}

func (p Param) option() mcp.ToolOption {
	props := []mcp.PropertyOption{mcp.Description(p.Help)}
	if p.Required {
		props = append(props, mcp.Required())
	}
	switch p.Type {
	case "number":
		return mcp.WithNumber(p.Name, props...)
	case "bool":
		return mcp.WithBoolean(p.Name, props...)
	}
	return mcp.WithString(p.Name, props...)
}
