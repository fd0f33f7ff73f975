// Package metaschema reports the keywords of a schema whose values the
// meta-schema of JSON Schema 2020-12 does not allow.
//
// The conformance module compat compares it with a validator.
package metaschema

import (
	"regexp"
	"slices"
	"strings"

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
	want string
	fits func(*schema.Node) bool
}

var types = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

var (
	text       = shape{want: "a string", fits: isText}
	flag       = shape{want: "true or false", fits: isKind(schema.Bool)}
	number     = shape{want: "a number", fits: isKind(schema.Number)}
	positive   = shape{want: "a number greater than 0", fits: func(n *schema.Node) bool { return sign(n) > 0 }}
	count      = shape{want: "a non-negative integer", fits: isCount}
	list       = shape{want: "an array", fits: isKind(schema.Array)}
	names      = shape{want: "an array of different strings", fits: isNames}
	nameLists  = shape{want: "an object of arrays of different strings", fits: all(isKind(schema.Object), isNames)}
	typeNames  = shape{want: "one of " + strings.Join(types, ", ") + ", or an array of them", fits: isType}
	identifier = shape{want: "a URI without a fragment", fits: matches(`^[^#]*#?$`)}
	anchor     = shape{want: "a name of letters, digits, '-', '.' and '_'", fits: matches(`^[A-Za-z_][-A-Za-z0-9._]*$`)}
	vocabulary = shape{want: "an object of booleans", fits: all(isKind(schema.Object), isKind(schema.Bool))}
	one        = shape{want: "a schema", fits: isSchema}
	several    = shape{want: "a non-empty array of schemas", fits: func(n *schema.Node) bool {
		return all(isKind(schema.Array), isSchema)(n) && len(n.Elems) > 0
	}}
	named    = shape{want: "an object of schemas", fits: all(isKind(schema.Object), isSchema)}
	dependon = shape{want: "an object of schemas or arrays of different strings", fits: all(isKind(schema.Object), func(n *schema.Node) bool { return isSchema(n) || isNames(n) })}
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
	if !isSchema(n) {
		return "", &notSchema
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

// notSchema is the fault of a value in the place of a schema that is neither an
// object nor a boolean.
var notSchema = Fault{Want: "a schema"}

func isKind(k schema.Kind) func(*schema.Node) bool {
	return func(n *schema.Node) bool { return n.Kind == k || n.Kind == schema.Unresolved }
}

func isText(n *schema.Node) bool { return isKind(schema.String)(n) }

func isSchema(n *schema.Node) bool {
	return n.Kind == schema.Object || n.Kind == schema.Bool || n.Kind == schema.Unresolved
}

func matches(pattern string) func(*schema.Node) bool {
	re := regexp.MustCompile(pattern)
	return func(n *schema.Node) bool {
		return n.Kind == schema.Unresolved || n.Kind == schema.String && re.MatchString(n.Text)
	}
}

// all returns a function that reports whether outer holds for a value, and each for
// all its elements or members.
func all(outer, each func(*schema.Node) bool) func(*schema.Node) bool {
	return func(n *schema.Node) bool {
		return outer(n) && !slices.ContainsFunc(elements(n), func(e *schema.Node) bool { return !each(e) })
	}
}

// elements returns the elements of an array, or the member values of an object.
func elements(n *schema.Node) []*schema.Node {
	out := slices.Clone(n.Elems)
	for _, m := range n.Members {
		out = append(out, m.Value)
	}
	return out
}

func isNames(n *schema.Node) bool {
	return all(isKind(schema.Array), isText)(n) && different(n.Elems)
}

// different reports whether all strings in a list are different.
func different(list []*schema.Node) bool {
	seen := map[string]bool{}
	for _, e := range list {
		if e.Kind == schema.String && seen[e.Text] {
			return false
		}
		seen[e.Text] = true
	}
	return true
}

func isType(n *schema.Node) bool {
	known := func(e *schema.Node) bool {
		return e.Kind == schema.Unresolved || e.Kind == schema.String && slices.Contains(types, e.Text)
	}
	if n.Kind != schema.Array {
		return known(n)
	}
	return all(isKind(schema.Array), known)(n) && len(n.Elems) > 0 && different(n.Elems)
}

func sign(n *schema.Node) int {
	if n.Kind == schema.Unresolved {
		return 1
	}
	if n.Kind != schema.Number {
		return 0
	}
	if strings.HasPrefix(n.Text, "-") {
		return -1
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(n.Text), "e")
	if strings.Trim(mantissa, "0.") == "" {
		return 0
	}
	return 1
}

// isCount reports whether a value is a nonnegative integer. It also accepts any
// number with a huge exponent.
func isCount(n *schema.Node) bool {
	if n.Kind != schema.Number {
		return n.Kind == schema.Unresolved
	}
	if r := n.Rat(); r != nil {
		return r.IsInt() && r.Sign() >= 0
	}
	return sign(n) >= 0
}

// IsToken reports whether a text can be the name of an HTTP header: a token of RFC 9110,
// section 5.6.2.
var IsToken = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$").MatchString
