//go:build schema043

// Package keywords registers tools whose schemas have each keyword once: written,
// inferred, changed, copied and decoded.
package keywords

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/schemavet/schemavet/schemafacts/conformance/gosdk/internal/reply"
)

type schema = jsonschema.Schema

func add(s *mcp.Server, name string, in *schema) {
	s.AddTool(&mcp.Tool{Name: name, Description: "Tries " + name + ".", InputSchema: in}, reply.Raw)
}

// every sets each keyword once.
func every() *schema {
	var one any = "one"
	return &schema{
		ID: "https://example.com/every", Schema: "https://json-schema.org/draft/2020-12/schema", Comment: "all of them",
		Defs:   map[string]*schema{"b": {Type: "string"}, "a": {}},
		Anchor: "here", DynamicAnchor: "there",
		Title: "Every", Description: "Has every keyword & more.", Default: json.RawMessage(`{"n": 1}`),
		Deprecated: true, ReadOnly: true, WriteOnly: true, Examples: []any{map[string]any{"n": 2.0}, nil},
		Type: "object",
		Properties: map[string]*schema{
			"number": {
				Type: "number", MultipleOf: jsonschema.Ptr(0.5), Minimum: jsonschema.Ptr(0.0), Maximum: jsonschema.Ptr(1e21),
				ExclusiveMinimum: jsonschema.Ptr(-1.0), ExclusiveMaximum: jsonschema.Ptr(2e21),
			},
			"text":   {Types: []string{"string", "null"}, MinLength: jsonschema.Ptr(0), MaxLength: jsonschema.Ptr(9), Pattern: "^<a>&", Format: "uri"},
			"coded":  {Type: "string", ContentEncoding: "base64", ContentMediaType: "application/json", ContentSchema: &schema{Type: "array"}},
			"choice": {Enum: []any{"a", 1, true, nil}},
			"one":    {Const: &one},
			"ref":    {Ref: "#/$defs/b"},
			"list": {
				Type: "array", Items: &schema{Type: "string"}, MinItems: jsonschema.Ptr(1), MaxItems: jsonschema.Ptr(3), UniqueItems: true,
				Contains: &schema{MinLength: jsonschema.Ptr(2)}, MinContains: jsonschema.Ptr(0), MaxContains: jsonschema.Ptr(2),
			},
			"tuple": {Type: "array", PrefixItems: []*schema{{Type: "string"}, {Not: &schema{}}}, UnevaluatedItems: &schema{Not: &schema{}}},
		},
		Required: []string{"text", "number"}, MinProperties: jsonschema.Ptr(1), MaxProperties: jsonschema.Ptr(8),
		DependentRequired:    map[string][]string{"text": {"number"}, "one": {}},
		PatternProperties:    map[string]*schema{"^x-": {Type: "string"}},
		AdditionalProperties: &schema{Not: &schema{}},
		PropertyNames:        &schema{Pattern: "^[a-z]"},
		AllOf:                []*schema{{Required: []string{"one"}}}, AnyOf: []*schema{{}, {Not: &schema{Type: "null"}}}, OneOf: []*schema{{Type: "object"}},
		If: &schema{Required: []string{"one"}}, Then: &schema{MinProperties: jsonschema.Ptr(2)}, Else: &schema{},
		DependentSchemas: map[string]*schema{"one": {MaxProperties: jsonschema.Ptr(7)}},
		Extra:            map[string]any{"x-order": []any{"b", "a"}, "x-more": map[string]any{"k": "<v>"}},
	}
}

type args struct {
	Name  string         `json:"name" jsonschema:"who it is"`
	Since time.Time      `json:"since,omitzero"`
	Tags  []string       `json:"tags,omitempty"`
	More  map[string]int `json:"more,omitempty"`
	Next  *struct {
		Deep bool `json:"deep"`
	} `json:"next,omitempty"`
}

func inferred() *schema {
	s, err := jsonschema.For[args](nil)
	if err != nil {
		panic(err)
	}
	return s
}

// changed goes on with what was inferred.
func changed() *schema {
	s := inferred()
	s.Properties["name"].MinLength = jsonschema.Ptr(1)
	s.Properties["tags"].Items.Enum = []any{"new", "old"}
	s.Properties["more"].AdditionalProperties.Maximum = jsonschema.Ptr(10.0)
	s.Properties["kind"] = &schema{Type: "string", Default: json.RawMessage(`"plain"`)}
	s.Required = append(s.Required, "kind")
	delete(s.Properties, "since")
	s.AdditionalProperties = nil
	return s
}

// ordered has properties in an order of its own.
func ordered() *schema {
	s := inferred()
	s.PropertyOrder = []string{"tags", "name"}
	return s
}

// typed has schemas of its own for a type.
func typed() *schema {
	s, err := jsonschema.ForType(reflect.TypeFor[args](), &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*schema{
		reflect.TypeFor[time.Time](): {Type: "integer", Description: "seconds since 1970"},
	}})
	if err != nil {
		panic(err)
	}
	return s
}

// decoded is read from text.
func decoded() *schema {
	s := new(schema)
	if err := json.Unmarshal([]byte(`{"type":"object","properties":{"b":{"type":["string","null"]},"a":true,"z":false},"required":["b"],"x-extra":{"k":1}}`), s); err != nil {
		panic(err)
	}
	s.Properties["b"].Description = "set afterwards"
	return s
}

// rare has the keywords that are read otherwise than most.
func rare() *schema {
	s := new(schema)
	text := `{"x-first": 1, "type": "object", "properties": {
		"tuple": {"type": "array", "items": [{"type": "string"}, false], "additionalItems": false},
		"list": {"items": {"type": "string"}, "minItems": 2, "uniqueItems": true},
		"const": {"const": {"a": null}}, "enum": {"enum": ["a", 1.50, null]}, "number": {"multipleOf": 0.10, "maximum": 10000000000000000000000}},
		"dependentRequired": {"list": ["const"], "enum": []}, "dependentSchemas": {"list": {"required": ["enum"]}},
		"default": {"const": 1 , "a": [ ]}, "examples": [{"list": []}], "$vocabulary": {"https://example.com/v": true}}`
	if err := s.UnmarshalJSON([]byte(text)); err != nil {
		panic(err)
	}
	out := new(schema)
	if err := json.Unmarshal([]byte(text), out); err != nil {
		panic(err)
	}
	return out
}

// old has what newer drafts replace.
func old() *schema {
	s := new(schema)
	if err := json.Unmarshal([]byte(`{"type": "object", "definitions": {"d": true}, "dependencies": {"b": ["a"], "a": {"required": ["b"]}}, "title": "old"}`), s); err != nil {
		panic(err)
	}
	return s
}

// Register adds the tools.
func Register(s *mcp.Server) {
	add(s, "keywords_every", every())
	add(s, "keywords_inferred", inferred())
	add(s, "keywords_changed", changed())
	add(s, "keywords_ordered", ordered())
	add(s, "keywords_typed", typed())
	add(s, "keywords_decoded", decoded())
	add(s, "keywords_rare", rare())
	add(s, "keywords_old", old())
}
