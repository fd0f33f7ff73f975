package cases

import (
	"github.com/invopop/jsonschema"
)

// A comment "conform:" above a method says what the method does, for the side
// that has only types: schema replaces, extend sets members, alias names a
// type of this package, property and doc map names.

type Custom struct{ X int }

// conform:schema {"type":"string","title":"custom","description":"lost by tags"}
func (Custom) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Title: "custom", Description: "lost by tags"}
}

type CustomPtr struct{ X int }

func (*CustomPtr) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "never"} }

type CustomBasic string

// conform:schema {"type":"string","enum":["a","b"]}
func (CustomBasic) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{"a", "b"}}
}

type CustomEmpty int

// conform:schema {}
func (CustomEmpty) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{} }

type CustomFull struct{}

// conform:schema {"$id":"https://x.test/y","title":"t","required":["b","a"],"examples":[1,"x"],"const":null,"default":{"a":1},"if":{"type":"string"},"then":{"maxLength":0},"dependentRequired":{"b":["x"],"a":["y"]},"patternProperties":{"z":{},"a":{"not":{}}},"deprecated":true,"minimum":1.50,"properties":{},"prefixItems":[{"type":"string"}]}
func (CustomFull) JSONSchema() *jsonschema.Schema {
	zero := uint64(0)
	return &jsonschema.Schema{
		ID: "https://x.test/y", Title: "t", Required: []string{"b", "a"},
		Examples: []any{1, "x"}, Default: map[string]int{"a": 1},
		If: &jsonschema.Schema{Type: "string"}, Then: &jsonschema.Schema{MaxLength: &zero},
		DependentRequired: map[string][]string{"b": {"x"}, "a": {"y"}},
		PatternProperties: map[string]*jsonschema.Schema{"z": {}, "a": {Not: &jsonschema.Schema{}}},
		Deprecated:        true, Minimum: "1.50", Properties: jsonschema.NewProperties(),
		PrefixItems: []*jsonschema.Schema{{Type: "string"}},
	}
}

type CustomNil struct{}

// conform:schema null
func (CustomNil) JSONSchema() *jsonschema.Schema { return nil }

type CustomTrue struct{}

// conform:schema true
func (CustomTrue) JSONSchema() *jsonschema.Schema { return jsonschema.TrueSchema }

type CustomUses struct {
	A Custom      `jsonschema:"maxLength=3"`
	B *Custom     `jsonschema_description:"described"`
	C []Custom    `jsonschema:"enum=x"`
	D CustomPtr   `json:"d"`
	E *CustomPtr  `json:"e"`
	F CustomBasic `jsonschema:"enum=c"`
	G CustomEmpty
	H CustomFull `jsonschema:"title=u"`
	I map[string]CustomBasic
}
type CustomNilUse struct{ A []CustomNil }
type CustomNilField struct{ A CustomNil }
type CustomNilMap struct{ A map[string]CustomNil }
type CustomTrueUse struct{ A CustomTrue }
type CustomEmbedded struct {
	Custom
	Y int
}
type CustomEmbeddedPtr struct {
	*Custom
	Y int
}
type CustomPtrEmbedded struct {
	*CustomWithPtr
	Y int
}
type CustomWithPtr struct{}

// conform:schema {"type":"integer"}
func (*CustomWithPtr) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "integer"} }

type CustomTwoMethods struct {
	Custom
	CustomBasic
}
type CustomIface interface{ JSONSchema() *jsonschema.Schema }
type CustomIfaceField struct{ A CustomIface }
type CustomIfaceEmbedded struct{ CustomIface }
type WrongSignature struct{ X int }

func (WrongSignature) JSONSchema() jsonschema.Schema { return jsonschema.Schema{Type: "never"} }

type WrongAlias struct{ X int }

func (WrongAlias) JSONSchemaAlias() string { return "" }

type Extended struct {
	X int    `json:"x"`
	N string `json:"n"`
}

// conform:extend {"title":"extended","description":"by method","additionalProperties":true}
func (Extended) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Title = "extended"
	s.Description = "by method"
	s.AdditionalProperties = jsonschema.TrueSchema
}

type ExtendedInt int

// conform:extend {"minimum":3}
func (ExtendedInt) JSONSchemaExtend(s *jsonschema.Schema) { s.Minimum = "3" }

type ExtendedUses struct {
	A Extended
	B *Extended   `jsonschema:"description=tag"`
	C ExtendedInt `jsonschema:"maximum=4"`
	D []ExtendedInt
}
type ExtendedPtrOnly struct{ X int }

func (*ExtendedPtrOnly) JSONSchemaExtend(s *jsonschema.Schema) { s.Title = "never" }

type ExtendedEmbedded struct{ Extended }

type Aliased struct{ X int }

// conform:alias Plain
func (Aliased) JSONSchemaAlias() any { return Plain{} }

type AliasedString struct{ X int }

// conform:alias string
func (AliasedString) JSONSchemaAlias() any { return "" }

type AliasedNil struct{ X int }

// conform:alias nil
func (AliasedNil) JSONSchemaAlias() any { return nil }

type AliasedSelf struct{ X int }

// conform:alias AliasedSelf
func (AliasedSelf) JSONSchemaAlias() any { return AliasedSelf{} }

type AliasedPtr struct{ X int }

func (*AliasedPtr) JSONSchemaAlias() any { return Plain{} }

type AliasBack struct{ X int }

// conform:alias AliasTarget
func (AliasBack) JSONSchemaAlias() any { return AliasTarget{} }

type AliasTarget struct{ Back *AliasBack }

type AliasUses struct {
	A Aliased       `jsonschema:"title=t"`
	B AliasedString `jsonschema:"enum=a"`
	C []Aliased
	D AliasedPtr
	E *Aliased
}
type AliasNilUse struct{ A AliasedNil }

type Properties struct {
	A string `json:"a" jsonschema:"minimum=3,minLength=2"`
	B int    `json:"b"`
	C int
	Inner
}

// conform:property {"a":"int","C":"Plain","x":"Aliased"}
func (Properties) JSONSchemaProperty(prop string) any {
	switch prop {
	case "a":
		return 0
	case "C":
		return Plain{}
	case "x":
		return Aliased{}
	}
	return nil
}

type Docs struct {
	A string `jsonschema:"description=replaced"`
	B Plain
	C string `json:"see" jsonschema:"description=wiped"`
}

// conform:doc {"A":"doc of A","B":"doc of B"}
func (Docs) GetFieldDocString(field string) string {
	return map[string]string{"A": "doc of A", "B": "doc of B"}[field]
}

type Enum int32

func (Enum) EnumDescriptor() ([]byte, []int) { return nil, nil }

type EnumUses struct {
	A Enum `jsonschema:"title=t,minimum=1"`
	B []Enum
	C map[Enum]Enum
}

type GenericCustom[T any] struct{ V T }

// conform:schema {"type":"array"}
func (GenericCustom[T]) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "array"} }

type GenericCustomUses struct {
	A GenericCustom[int]
	B GenericCustom[Plain]
}
