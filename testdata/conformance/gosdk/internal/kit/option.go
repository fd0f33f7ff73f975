package kit

import "github.com/modelcontextprotocol/go-sdk/mcp"

// Option changes a tool before it is registered.
type Option func(*mcp.Tool)

// ReadOnly says that the tool changes nothing.
func ReadOnly() Option {
	return func(t *mcp.Tool) { hints(t).ReadOnlyHint = true }
}

// Destructive says whether the tool may destroy something.
func Destructive(yes bool) Option {
	return func(t *mcp.Tool) { hints(t).DestructiveHint = &yes }
}

// Title sets the title in both places where clients look for it.
func Title(title string) Option {
	return func(t *mcp.Tool) {
		t.Title = title
		hints(t).Title = title
	}
}

// Schema replaces the input schema.
func Schema(schema any) Option {
	return func(t *mcp.Tool) { setInput(t, schema) }
}

// All joins options.
func All(opts ...Option) Option {
	return func(t *mcp.Tool) {
		for _, o := range opts {
			o(t)
		}
	}
}

func hints(t *mcp.Tool) *mcp.ToolAnnotations {
	if t.Annotations == nil {
		t.Annotations = &mcp.ToolAnnotations{}
	}
	return t.Annotations
}

// To returns a pointer to v.
func To[T any](v T) *T { return &v }
