// Package jsonschema is a stub.
package jsonschema

import (
	"encoding/json"
	"reflect"

	orderedmap "github.com/wk8/go-ordered-map/v2"
)

// ID is the ID of a schema.
type ID string

// Definitions are schemas by name.
type Definitions map[string]*Schema

// Schema is a JSON schema.
type Schema struct {
	Version              string                                  `json:"$schema,omitempty"`
	ID                   ID                                      `json:"$id,omitempty"`
	Anchor               string                                  `json:"$anchor,omitempty"`
	Ref                  string                                  `json:"$ref,omitempty"`
	DynamicRef           string                                  `json:"$dynamicRef,omitempty"`
	Definitions          Definitions                             `json:"$defs,omitempty"`
	Comments             string                                  `json:"$comment,omitempty"`
	AllOf                []*Schema                               `json:"allOf,omitempty"`
	AnyOf                []*Schema                               `json:"anyOf,omitempty"`
	OneOf                []*Schema                               `json:"oneOf,omitempty"`
	Not                  *Schema                                 `json:"not,omitempty"`
	If                   *Schema                                 `json:"if,omitempty"`
	Then                 *Schema                                 `json:"then,omitempty"`
	Else                 *Schema                                 `json:"else,omitempty"`
	DependentSchemas     map[string]*Schema                      `json:"dependentSchemas,omitempty"`
	PrefixItems          []*Schema                               `json:"prefixItems,omitempty"`
	Items                *Schema                                 `json:"items,omitempty"`
	Contains             *Schema                                 `json:"contains,omitempty"`
	Properties           *orderedmap.OrderedMap[string, *Schema] `json:"properties,omitempty"`
	PatternProperties    map[string]*Schema                      `json:"patternProperties,omitempty"`
	AdditionalProperties *Schema                                 `json:"additionalProperties,omitempty"`
	PropertyNames        *Schema                                 `json:"propertyNames,omitempty"`
	Type                 string                                  `json:"-"`
	TypeEnhanced         []string                                `json:"-"`
	Enum                 []any                                   `json:"enum,omitempty"`
	Const                any                                     `json:"const,omitempty"`
	MultipleOf           json.Number                             `json:"multipleOf,omitempty"`
	Maximum              json.Number                             `json:"maximum,omitempty"`
	ExclusiveMaximum     json.Number                             `json:"exclusiveMaximum,omitempty"`
	Minimum              json.Number                             `json:"minimum,omitempty"`
	ExclusiveMinimum     json.Number                             `json:"exclusiveMinimum,omitempty"`
	MaxLength            *uint64                                 `json:"maxLength,omitempty"`
	MinLength            *uint64                                 `json:"minLength,omitempty"`
	Pattern              string                                  `json:"pattern,omitempty"`
	MaxItems             *uint64                                 `json:"maxItems,omitempty"`
	MinItems             *uint64                                 `json:"minItems,omitempty"`
	UniqueItems          bool                                    `json:"uniqueItems,omitempty"`
	MaxContains          *uint64                                 `json:"maxContains,omitempty"`
	MinContains          *uint64                                 `json:"minContains,omitempty"`
	MaxProperties        *uint64                                 `json:"maxProperties,omitempty"`
	MinProperties        *uint64                                 `json:"minProperties,omitempty"`
	Required             []string                                `json:"required,omitempty"`
	DependentRequired    map[string][]string                     `json:"dependentRequired,omitempty"`
	Format               string                                  `json:"format,omitempty"`
	ContentEncoding      string                                  `json:"contentEncoding,omitempty"`
	ContentMediaType     string                                  `json:"contentMediaType,omitempty"`
	ContentSchema        *Schema                                 `json:"contentSchema,omitempty"`
	Title                string                                  `json:"title,omitempty"`
	Description          string                                  `json:"description,omitempty"`
	Default              any                                     `json:"default,omitempty"`
	Deprecated           bool                                    `json:"deprecated,omitempty"`
	ReadOnly             bool                                    `json:"readOnly,omitempty"`
	WriteOnly            bool                                    `json:"writeOnly,omitempty"`
	Examples             []any                                   `json:"examples,omitempty"`
	Extras               map[string]any                          `json:"-"`
	boolean              *bool
}

// MarshalJSON prints the schema.
func (t *Schema) MarshalJSON() ([]byte, error) { panic("stub") }

// SchemaModifierFn changes a schema.
type SchemaModifierFn func(jsonTagName string, t reflect.Type, tag reflect.StructTag, schema *Schema)

// Reflector makes schemas of types.
type Reflector struct {
	BaseSchemaID               ID
	Anonymous                  bool
	AssignAnchor               bool
	AllowAdditionalProperties  bool
	RequiredFromJSONSchemaTags bool
	DoNotReference             bool
	ExpandedStruct             bool
	FieldNameTag               string
	IgnoredTypes               []any
	SchemaModifier             SchemaModifierFn
	Lookup                     func(reflect.Type) ID
	Mapper                     func(reflect.Type) *Schema
	Namer                      func(reflect.Type) string
	KeyNamer                   func(string) string
	AdditionalFields           func(reflect.Type) []reflect.StructField
	LookupComment              func(reflect.Type, string) string
	CommentMap                 map[string]string
}

// Reflect makes the schema of a value's type.
func (r *Reflector) Reflect(v any) *Schema { panic("stub") }
