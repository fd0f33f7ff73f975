// Package metaschema reports the keywords of a schema whose values the
// meta-schema of JSON Schema 2020-12 does not allow.
//
// The conformance module compat compares it with a validator.
package metaschema

import (
	"regexp"

	"github.com/schemavet/schemavet/schemafacts/compat"
	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Draft is the JSON Schema dialect that this package validates.
const Draft = "https://json-schema.org/draft/2020-12/schema"

// Fault is a keyword of a schema whose value JSON Schema does not allow.
type Fault struct {
	Keyword string
	Want    string // what the value must be
}

// shape describes the allowed values of a keyword.
type shape struct {
	want    string
	schema  *schema.Node
	refuser *compat.Refuser
}

func newShape(want, text string) shape {
	n, err := schema.Parse([]byte(text))
	if err != nil {
		panic("metaschema: " + text + ": " + err.Error())
	}
	s := shape{want, n, compat.NewRefuser(n)}
	s.fits(schema.NewString("")) // fills the caches, so that several passes can share it
	return s
}

func (s shape) fits(n *schema.Node) bool { return s.refuser.Refuse(s.schema, n) == nil }

// The allowed values of several keywords. Subschemas are only objects or booleans here.
const (
	aSchema   = `{"type": ["object", "boolean"]}`
	aName     = `{"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]}`
	different = `{"type": "array", "items": {"type": "string"}, "uniqueItems": true}`
)

var (
	text      = newShape("a string", `{"type": "string"}`)
	flag      = newShape("true or false", `{"type": "boolean"}`)
	number    = newShape("a number", `{"type": "number"}`)
	positive  = newShape("a number greater than 0", `{"type": "number", "exclusiveMinimum": 0}`)
	count     = newShape("a non-negative integer", `{"type": "integer", "minimum": 0}`)
	list      = newShape("an array", `{"type": "array"}`)
	names     = newShape("an array of different strings", different)
	nameLists = newShape("an object of arrays of different strings", `{"type": "object", "additionalProperties": `+different+`}`)
	typeNames = newShape("one of array, boolean, integer, null, number, object, string, or an array of them",
		`{"anyOf": [`+aName+`, {"type": "array", "minItems": 1, "uniqueItems": true, "items": `+aName+`}]}`)
	identifier = newShape("a URI without a fragment", `{"type": "string", "pattern": "^[^#]*#?$"}`)
	anchor     = newShape("a name of letters, digits, '-', '.' and '_'", `{"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9_\\x2E]*$"}`)
	vocabulary = newShape("an object of booleans", `{"type": "object", "additionalProperties": {"type": "boolean"}}`)
	one        = newShape("a schema", aSchema)
	several    = newShape("a non-empty array of schemas", `{"type": "array", "minItems": 1, "items": `+aSchema+`}`)
	named      = newShape("an object of schemas", `{"type": "object", "additionalProperties": `+aSchema+`}`)
	dependon   = newShape("an object of schemas or arrays of different strings",
		`{"type": "object", "additionalProperties": {"anyOf": [`+aSchema+`, `+different+`]}}`)
)

// shapes maps each keyword of JSON Schema to the allowed form of its value.
var shapes = map[string]shape{
	"$id": identifier, "$schema": text, "$ref": text, "$anchor": anchor, "$dynamicRef": text, "$dynamicAnchor": anchor,
	"$vocabulary": vocabulary, "$comment": text, "$defs": named, "definitions": named, "dependencies": dependon,
	"prefixItems": several, "items": one, "contains": one, "additionalProperties": one, "properties": named,
	"patternProperties": named, "dependentSchemas": named, "propertyNames": one, "if": one, "then": one, "else": one,
	"allOf": several, "anyOf": several, "oneOf": several, "not": one, "unevaluatedItems": one, "unevaluatedProperties": one,
	"type": typeNames, "enum": list, "multipleOf": positive, "maximum": number, "exclusiveMaximum": number,
	"minimum": number, "exclusiveMinimum": number, "maxLength": count, "minLength": count, "pattern": text,
	"maxItems": count, "minItems": count, "uniqueItems": flag, "maxContains": count, "minContains": count,
	"maxProperties": count, "minProperties": count, "required": names, "dependentRequired": nameLists,
	"title": text, "description": text, "deprecated": flag, "readOnly": flag, "writeOnly": flag, "examples": list,
	"format": text, "contentEncoding": text, "contentMediaType": text, "contentSchema": one,
}

// Faults returns the faults of a schema in the order of its keywords, without the faults of
// its subschemas. It assumes that unresolved values are valid.
func Faults(n *schema.Node) []Fault {
	if n == nil || n.Kind != schema.Object {
		return nil
	}
	var out []Fault
	for _, m := range n.Members {
		if s, ok := shapes[m.Name]; ok && m.Value.Kind != schema.Unresolved && !s.fits(m.Value) {
			out = append(out, Fault{m.Name, s.want})
		}
	}
	return out
}

// First returns the first fault of a schema or of its subschemas, and the JSON
// pointer of the value that is not allowed. f is nil if the schema has no fault.
func First(n *schema.Node) (pointer string, f *Fault) {
	if !one.fits(n) {
		return "", &Fault{Want: one.want}
	}
	if faults := Faults(n); len(faults) > 0 {
		return "/" + schema.EscapeToken(faults[0].Keyword), &faults[0]
	}
	n.Subschemas(func(at, keyword string, sub *schema.Node) {
		if _, known := shapes[keyword]; f != nil || !known || keyword == "dependencies" && sub.Kind == schema.Array {
			return
		}
		if pointer, f = First(sub); f != nil {
			pointer = at + pointer
		}
	})
	return pointer, f
}

// IsToken reports whether a text can be the name of an HTTP header: a token of RFC 9110,
// section 5.6.2.
var IsToken = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$").MatchString
