// Package dsl has a small language of its own for schemas: options and a chain
// of methods, with a pass over the result.
package dsl

import (
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type toolOption func(*mcp.Tool, *jsonschema.Schema)

type propertyOption func(parent *jsonschema.Schema, name string, p *jsonschema.Schema)

func newTool(name string, opts ...toolOption) *mcp.Tool {
	schema := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	tool := &mcp.Tool{Name: name, InputSchema: schema}
	for _, opt := range opts {
		opt(tool, schema)
	}
	return tool
}

func describe(text string) toolOption {
	return func(t *mcp.Tool, _ *jsonschema.Schema) { t.Description = text }
}

func withString(name string, opts ...propertyOption) toolOption {
	return property(name, "string", opts)
}

func withInteger(name string, opts ...propertyOption) toolOption {
	return property(name, "integer", opts)
}

func withArray(name, items string, opts ...propertyOption) toolOption {
	set := func(_ *jsonschema.Schema, _ string, p *jsonschema.Schema) { p.Items = &jsonschema.Schema{Type: items} }
	return property(name, "array", append([]propertyOption{set}, opts...))
}

func property(name, typ string, opts []propertyOption) toolOption {
	return func(_ *mcp.Tool, s *jsonschema.Schema) {
		p := &jsonschema.Schema{Type: typ}
		for _, opt := range opts {
			opt(s, name, p)
		}
		s.Properties[name] = p
	}
}

func required() propertyOption {
	return func(parent *jsonschema.Schema, name string, _ *jsonschema.Schema) {
		parent.Required = append(parent.Required, name)
	}
}

func text(description string) propertyOption {
	return func(_ *jsonschema.Schema, _ string, p *jsonschema.Schema) { p.Description = description }
}

func oneOf(values ...string) propertyOption {
	return func(_ *jsonschema.Schema, _ string, p *jsonschema.Schema) {
		for _, v := range values {
			p.Enum = append(p.Enum, v)
		}
	}
}

func or(value any) propertyOption {
	return func(_ *jsonschema.Schema, _ string, p *jsonschema.Schema) {
		data, err := json.Marshal(value)
		if err != nil {
			panic(err)
		}
		p.Default = data
	}
}

func between(low, high float64) propertyOption {
	return func(_ *jsonschema.Schema, _ string, p *jsonschema.Schema) { p.Minimum, p.Maximum = &low, &high }
}

// withPaging is an option made of options.
func withPaging() toolOption {
	return func(t *mcp.Tool, s *jsonschema.Schema) {
		withInteger("page", text("Page, from 1"), between(1, 1e6))(t, s)
		withInteger("per_page", between(1, 100), or(30))(t, s)
	}
}

// builder is the same in methods.
type builder struct {
	tool   mcp.Tool
	schema jsonschema.Schema
}

func build(name string) *builder {
	return &builder{tool: mcp.Tool{Name: name}, schema: jsonschema.Schema{Type: "object"}}
}

func (b *builder) doc(text string) *builder {
	b.tool.Description = text
	return b
}

func (b *builder) param(name string, p *jsonschema.Schema, need bool) *builder {
	if b.schema.Properties == nil {
		b.schema.Properties = make(map[string]*jsonschema.Schema)
	}
	b.schema.Properties[name] = p
	if need && !slices.Contains(b.schema.Required, name) {
		b.schema.Required = append(b.schema.Required, name)
	}
	return b
}

func (b *builder) readOnly() *builder {
	b.tool.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: true}
	return b
}

func (b *builder) done() *mcp.Tool {
	b.tool.InputSchema = &b.schema
	return &b.tool
}
