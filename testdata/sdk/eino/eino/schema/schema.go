// Package schema is a stub.
package schema

import "github.com/eino-contrib/jsonschema"

// DataType is the type of a parameter.
type DataType string

// The types of parameters.
const (
	Object  DataType = "object"
	Number  DataType = "number"
	Integer DataType = "integer"
	String  DataType = "string"
	Array   DataType = "array"
	Null    DataType = "null"
	Boolean DataType = "boolean"
)

// ToolInfo is what a model is told of a tool.
type ToolInfo struct {
	Name  string
	Desc  string
	Extra map[string]any
	*ParamsOneOf
}

// ParameterInfo is a parameter.
type ParameterInfo struct {
	Type      DataType
	ElemInfo  *ParameterInfo
	SubParams map[string]*ParameterInfo
	Desc      string
	Enum      []string
	Required  bool
}

// ParamsOneOf are parameters.
type ParamsOneOf struct {
	params     map[string]*ParameterInfo
	jsonschema *jsonschema.Schema
}

// NewParamsOneOfByParams takes parameters.
func NewParamsOneOfByParams(params map[string]*ParameterInfo) *ParamsOneOf { panic("stub") }

// NewParamsOneOfByJSONSchema takes a schema.
func NewParamsOneOfByJSONSchema(s *jsonschema.Schema) *ParamsOneOf { panic("stub") }

// ToJSONSchema returns the schema.
func (p *ParamsOneOf) ToJSONSchema() (*jsonschema.Schema, error) { panic("stub") }

// Message is a message.
type Message struct{ Content string }

// StreamReader is a stream.
type StreamReader[T any] struct{}

// ToolResult is what an enhanced tool returns.
type ToolResult struct{}

// ToolArgument is what an enhanced tool takes.
type ToolArgument struct{ Text string }
