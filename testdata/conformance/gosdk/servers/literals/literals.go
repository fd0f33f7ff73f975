// Package literals registers tools whose schemas are written as Go literals and
// given to the raw registration.
package literals

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

var emptyObject = &jsonschema.Schema{Type: "object"}

var sortSchema = jsonschema.Schema{Type: "string", Enum: []any{"asc", "desc"}, Default: json.RawMessage(`"asc"`)}

// Register adds the tools.
func Register(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "lit_empty", Description: "No input.", InputSchema: emptyObject}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "lit_shared", Description: "No input either.", InputSchema: emptyObject}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "lit_properties", InputSchema: &jsonschema.Schema{
		Type:     "object",
		Required: []string{"url", "method"},
		Properties: map[string]*jsonschema.Schema{
			"url":     {Type: "string", Format: "uri", Description: "where to send it"},
			"method":  {Type: "string", Enum: []any{"GET", "POST"}, Default: json.RawMessage(`"GET"`)},
			"headers": {Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "string"}},
			"retries": {Type: "integer", Minimum: jsonschema.Ptr(0.0), Maximum: jsonschema.Ptr(10.0), Default: json.RawMessage("3")},
			"sort":    &sortSchema,
		},
	}}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "lit_closed", InputSchema: &jsonschema.Schema{
		Type:                 "object",
		Properties:           map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	}}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "lit_logic", InputSchema: logic()}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "lit_arrays", InputSchema: &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{
		"point": {Type: "array", PrefixItems: []*jsonschema.Schema{{Type: "number"}, {Type: "number"}}, MinItems: jsonschema.Ptr(2), MaxItems: jsonschema.Ptr(2)},
		"tags":  {Type: "array", Items: &jsonschema.Schema{Type: "string", MinLength: jsonschema.Ptr(1)}, UniqueItems: true},
		"mixed": {Types: []string{"null", "array"}, Contains: &jsonschema.Schema{Const: jsonschema.Ptr[any](1)}, MinContains: jsonschema.Ptr(0)},
	}}}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "lit_strings", InputSchema: &jsonschema.Schema{
		Schema:   "https://json-schema.org/draft/2020-12/schema",
		ID:       "https://example.com/lit_strings",
		Comment:  "kept",
		Title:    "Strings",
		Type:     "object",
		Examples: []any{map[string]any{"name": "x"}},
		Properties: map[string]*jsonschema.Schema{
			"name": {Type: "string", Pattern: "^[a-z]+$", MinLength: jsonschema.Ptr(1), MaxLength: jsonschema.Ptr(63), ReadOnly: true},
			"body": {Type: "string", ContentEncoding: "base64", ContentMediaType: "text/plain", WriteOnly: true, Deprecated: true},
		},
		PropertyNames:     &jsonschema.Schema{Pattern: "^[a-z]"},
		MinProperties:     jsonschema.Ptr(1),
		MaxProperties:     jsonschema.Ptr(2),
		DependentRequired: map[string][]string{"body": {"name"}},
		PatternProperties: map[string]*jsonschema.Schema{"^x-": {Type: "string"}},
	}}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "lit_extra", InputSchema: &jsonschema.Schema{
		Type:  "object",
		Extra: map[string]any{"x-order": []any{"b", "a"}, "x-internal": true, "x-weight": 1.5},
		Properties: map[string]*jsonschema.Schema{
			"secret": {Type: "string", Extra: map[string]any{"x-secret": map[string]string{"store": "vault"}}},
			"n":      {Type: "number", ExclusiveMinimum: jsonschema.Ptr(0.5), MultipleOf: jsonschema.Ptr(0.25)},
		},
	}}, reply.Raw)
	s.AddTool(&mcp.Tool{Name: "lit_defs", InputSchema: &jsonschema.Schema{
		Type:       "object",
		Defs:       map[string]*jsonschema.Schema{"person": {Type: "object", Properties: map[string]*jsonschema.Schema{"boss": {Ref: "#/$defs/person"}}}},
		Properties: map[string]*jsonschema.Schema{"who": {Ref: "#/$defs/person"}},
	}}, reply.Raw)
	mcp.AddTool(s, &mcp.Tool{Name: "lit_typed", InputSchema: &jsonschema.Schema{
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"n": {Type: "integer"}},
	}}, reply.OK[struct{ N int }])
}

func logic() *jsonschema.Schema {
	kind := func(k string) *jsonschema.Schema {
		return &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"kind": {Const: jsonschema.Ptr[any](k)}}}
	}
	return &jsonschema.Schema{
		Type:  "object",
		AnyOf: []*jsonschema.Schema{{Required: []string{"id"}}, {Required: []string{"name"}}},
		OneOf: []*jsonschema.Schema{kind("a"), kind("b")},
		AllOf: []*jsonschema.Schema{{Type: "object"}},
		Not:   &jsonschema.Schema{Required: []string{"id", "name"}},
		If:    kind("a"),
		Then:  &jsonschema.Schema{Required: []string{"size"}},
		Else:  &jsonschema.Schema{Required: []string{"color"}},
	}
}
