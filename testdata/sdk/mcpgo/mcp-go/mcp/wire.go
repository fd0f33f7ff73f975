package mcp

import (
	"encoding/json"
	"errors"
	"slices"
)

var errTwoSchemas = errors.New("provide either InputSchema or RawInputSchema, not both")

// MarshalJSON prints the tool with its members sorted.
func (t Tool) MarshalJSON() ([]byte, error) {
	wire := map[string]any{"name": t.Name, "annotations": t.Annotations, "inputSchema": t.InputSchema}
	if t.RawInputSchema != nil {
		if t.InputSchema.Type != "" {
			return nil, errTwoSchemas
		}
		wire["inputSchema"] = t.RawInputSchema
	}
	switch {
	case t.RawOutputSchema != nil && t.OutputSchema.Type != "":
		return nil, errTwoSchemas
	case t.RawOutputSchema != nil:
		wire["outputSchema"] = t.RawOutputSchema
	case t.OutputSchema.Type != "":
		wire["outputSchema"] = t.OutputSchema
	}
	if t.Title != "" {
		wire["title"] = t.Title
	}
	if t.Description != "" {
		wire["description"] = t.Description
	}
	if t.DeferLoading {
		wire["defer_loading"] = true
	}
	if t.Meta != nil {
		wire["_meta"] = t.Meta
	}
	if t.Icons != nil {
		wire["icons"] = t.Icons
	}
	if t.Execution != nil {
		wire["execution"] = t.Execution
	}
	return json.Marshal(wire)
}

// MarshalJSON prints the metadata as one object.
func (m *Meta) MarshalJSON() ([]byte, error) {
	wire := map[string]any{}
	if m.ProgressToken != nil {
		wire["progressToken"] = m.ProgressToken
	}
	for k, v := range m.AdditionalFields {
		wire[k] = v
	}
	return json.Marshal(wire)
}

// ToolArgumentsSchema is a schema whose properties are maps.
type ToolArgumentsSchema struct {
	Defs                 map[string]any `json:"$defs,omitempty"`
	Type                 string         `json:"type"`
	Properties           map[string]any `json:"properties"`
	Required             []string       `json:"required,omitempty"`
	AdditionalProperties any            `json:"additionalProperties,omitempty"`
	PropertyOrder        []string       `json:"-"`
}

// ToolInputSchema is the schema of a tool's arguments.
type ToolInputSchema ToolArgumentsSchema

// ToolOutputSchema is the schema of a tool's structured result.
type ToolOutputSchema ToolArgumentsSchema

// MarshalJSON prints the schema.
func (s ToolInputSchema) MarshalJSON() ([]byte, error) { return ToolArgumentsSchema(s).MarshalJSON() }

// MarshalJSON prints the schema.
func (s ToolOutputSchema) MarshalJSON() ([]byte, error) { return ToolArgumentsSchema(s).MarshalJSON() }

// UnmarshalJSON reads a schema.
func (s *ToolInputSchema) UnmarshalJSON(data []byte) error {
	return (*ToolArgumentsSchema)(s).UnmarshalJSON(data)
}

// UnmarshalJSON reads a schema.
func (s *ToolOutputSchema) UnmarshalJSON(data []byte) error {
	return (*ToolArgumentsSchema)(s).UnmarshalJSON(data)
}

// MarshalJSON prints the schema with its members sorted. Properties and what is
// required are always there.
func (s ToolArgumentsSchema) MarshalJSON() ([]byte, error) {
	wire := map[string]any{"type": s.Type, "properties": map[string]any{}, "required": []string{}}
	if s.Properties != nil {
		wire["properties"] = s.Properties
	}
	if s.PropertyOrder != nil {
		props, err := ordered(s.Properties, s.PropertyOrder)
		if err != nil {
			return nil, err
		}
		wire["properties"] = props
	}
	if len(s.Required) > 0 {
		wire["required"] = s.Required
	}
	if s.Defs != nil {
		wire["$defs"] = s.Defs
	}
	if s.AdditionalProperties != nil {
		wire["additionalProperties"] = s.AdditionalProperties
	}
	return json.Marshal(wire)
}

// UnmarshalJSON reads a schema. A type that is a list is an error.
func (s *ToolArgumentsSchema) UnmarshalJSON(data []byte) error {
	var wire struct {
		Defs                 map[string]any `json:"$defs"`
		Type                 string         `json:"type"`
		Properties           map[string]any `json:"properties"`
		Required             []string       `json:"required"`
		AdditionalProperties any            `json:"additionalProperties"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	s.Defs, s.Type, s.Properties = wire.Defs, wire.Type, wire.Properties
	s.Required, s.AdditionalProperties = wire.Required, wire.AdditionalProperties
	return nil
}

// ordered prints properties in the given order, and those without a place
// after them by name.
func ordered(props map[string]any, order []string) (json.RawMessage, error) {
	var names, rest []string
	for _, name := range order {
		if _, known := props[name]; known && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for name := range props {
		if !slices.Contains(names, name) {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	text := "{"
	for i, name := range append(names, rest...) {
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(props[name])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text += ","
		}
		text += string(key) + ":" + string(value)
	}
	return json.RawMessage(text + "}"), nil
}
