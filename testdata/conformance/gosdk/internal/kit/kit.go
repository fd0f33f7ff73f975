// Package kit is what a company shares between its servers: wrappers around the
// SDK's registration, options and annotations.
package kit

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Func is a handler without the SDK in its signature.
type Func[In, Out any] func(context.Context, In) (Out, error)

// Add registers f. It is the wrapper that every server of ours uses.
func Add[In, Out any](s *mcp.Server, name, description string, f Func[In, Out], opts ...Option) {
	tool := &mcp.Tool{Name: name, Description: description}
	for _, opt := range opts {
		opt(tool)
	}
	Register(s, tool, f)
}

// Register is the second hop: it adds logging and calls the SDK.
func Register[In, Out any](s *mcp.Server, tool *mcp.Tool, f Func[In, Out]) {
	mcp.AddTool(s, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := f(ctx, in)
		if err != nil {
			log.Printf("tool %s: %v", tool.Name, err)
		}
		return nil, out, err
	})
}

// AddText registers a tool that answers with text only: its output type stays
// inside the wrapper.
func AddText[In any](s *mcp.Server, tool mcp.Tool, f func(context.Context, In) (string, error)) {
	mcp.AddTool(s, &tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		text, err := f(ctx, in)
		if err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	})
}

// Page wraps the items of a list.
type Page[T any] struct {
	Items []T    `json:"items" jsonschema:"the items of this page"`
	Next  string `json:"next,omitempty" jsonschema:"cursor of the next page"`
	Total int    `json:"total"`
}

// AddList registers a tool whose output is a page of items.
func AddList[In, Item any](s *mcp.Server, name string, f Func[In, Page[Item]], opts ...Option) {
	Add(s, "list_"+name, "List "+name+".", f, append([]Option{ReadOnly()}, opts...)...)
}
