// Package toolkit registers tools the way all packages of this server do.
package toolkit

import (
	"context"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Func does the work of a tool.
type Func[In, Out any] func(ctx context.Context, in In) (Out, error)

// Option changes a tool before it is registered.
type Option func(*mcp.Tool)

// Add registers f as a tool. Its schemas are those of In and Out.
func Add[In, Out any](s *mcp.Server, name, description string, f Func[In, Out], opts ...Option) {
	input, err := jsonschema.For[In](nil)
	if err != nil {
		panic(fmt.Sprintf("input of tool %s: %v", name, err))
	}
	tool := &mcp.Tool{Name: name, Description: description, InputSchema: input}
	for _, opt := range opts {
		opt(tool)
	}
	mcp.AddTool(s, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := f(ctx, in)
		return nil, out, err
	})
}

// ReadOnly says that the tool changes nothing.
func ReadOnly() Option {
	return func(t *mcp.Tool) { t.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: true} }
}

// Destructive says that what the tool does cannot be undone.
func Destructive() Option {
	return func(t *mcp.Tool) { t.Annotations = &mcp.ToolAnnotations{DestructiveHint: jsonschema.Ptr(true)} }
}

// Enum lists the values that a parameter may have.
func Enum[T ~string](param string, values ...T) Option {
	return func(t *mcp.Tool) {
		p := t.InputSchema.(*jsonschema.Schema).Properties[param]
		for _, v := range values {
			p.Enum = append(p.Enum, v)
		}
	}
}
