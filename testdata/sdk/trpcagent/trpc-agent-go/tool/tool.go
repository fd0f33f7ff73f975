// Package tool is a stub.
package tool

type Tool interface{ Declaration() *Declaration }

type Declaration struct {
	Name         string  `json:"name"`
	Description  string  `json:"description"`
	InputSchema  *Schema `json:"inputSchema"`
	OutputSchema *Schema `json:"outputSchema,omitempty"`
}

type Schema struct {
	Type        string             `json:"type,omitempty"`
	Description string             `json:"description,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Properties  map[string]*Schema `json:"properties,omitempty"`
	Items       *Schema            `json:"items,omitempty"`
	Enum        []any              `json:"enum,omitempty"`
}
