package mcp

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
)

// inferred returns the schema of T as JSON.
func inferred[T any]() (json.RawMessage, error) {
	s, err := jsonschema.For[T](&jsonschema.ForOptions{IgnoreInvalidTypes: true})
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// WithInputSchema infers the input schema from T. A type that has none leaves
// the tool as it is.
func WithInputSchema[T any]() ToolOption {
	return func(t *Tool) {
		if raw, err := inferred[T](); err == nil {
			t.InputSchema.Type = ""
			t.RawInputSchema = raw
		}
	}
}

// WithOutputSchema infers the output schema from T. A type that has none, or
// one that is no object, leaves the tool as it is.
func WithOutputSchema[T any]() ToolOption {
	return func(t *Tool) {
		raw, err := inferred[T]()
		if err != nil {
			return
		}
		if err := json.Unmarshal(raw, &t.OutputSchema); err != nil {
			return
		}
		t.OutputSchema.Type = "object"
		t.OutputSchema.PropertyOrder = nil
	}
}

// SchemaCache holds schemas by name.
type SchemaCache struct{ schemas map[string]json.RawMessage }

// NewSchemaCache returns an empty cache.
func NewSchemaCache() *SchemaCache { panic("stub") }

// Get returns a schema.
func (c *SchemaCache) Get(typeName string) (map[string]any, bool) { panic("stub") }

// GetRaw returns a schema as JSON.
func (c *SchemaCache) GetRaw(typeName string) (json.RawMessage, bool) { panic("stub") }

// Warm adds a schema.
func (c *SchemaCache) Warm(typeName string, schema map[string]any) { panic("stub") }

// WarmRaw adds a schema as JSON.
func (c *SchemaCache) WarmRaw(typeName string, schema json.RawMessage) { panic("stub") }
