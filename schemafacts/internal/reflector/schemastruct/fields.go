// Package schemastruct describes the structs in which libraries hold a JSON Schema, and
// converts documents to such structs.
package schemastruct

import (
	"strings"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Kind is the type of a struct's field, and how its value is encoded.
type Kind uint8

const (
	Text      Kind = iota // string
	Flag                  // bool
	Size                  // *int or *uint64
	Number                // *float64
	Decimal               // json.Number
	Texts                 // []string
	TextLists             // map[string][]string
	Flags                 // map[string]bool
	Any                   // *any
	Loose                 // any
	Anys                  // []any
	LooseList             // []any, whose elements the library makes itself
	Raw                   // json.RawMessage
	Extra                 // map[string]any, encoded as members of the schema
	Schema                // *Schema
	Schemas               // []*Schema
	SchemaMap             // map[string]*Schema
	Ordered               // an ordered map of *Schema
)

// Field is one encoded field.
type Field struct {
	Name    string // the field's name in Go
	Keyword string // its name in a document; two fields may share one
	Kind    Kind
	// KeepEmpty reports whether an empty value is encoded if it is not nil.
	KeepEmpty bool
}

// kinds are the kinds of fields by keyword, and by the names that [Fields] reads.
var kinds = map[string]Kind{}

func init() {
	for kind, words := range map[Kind]string{
		Flag: "deprecated readOnly writeOnly uniqueItems", Flags: "$vocabulary", TextLists: "dependentRequired textlists", Texts: "required texts",
		Size:   "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties",
		Number: "multipleOf minimum maximum exclusiveMinimum exclusiveMaximum",
		Any:    "const", Anys: "enum examples", Raw: "raw", Decimal: "decimal", Loose: "loose", LooseList: "looselist", Extra: "extra",
		Schemas: "schemas", Ordered: "ordered",
	} {
		for word := range strings.FieldsSeq(words) {
			kinds[word] = kind
		}
	}
}

// Fields returns the fields in a text, which has the form Name=keyword/kind for each.
// Without a keyword, it is the name with a small letter. Without a kind, the keyword
// decides.
func Fields(text string) []Field {
	var out []Field
	for word := range strings.FieldsSeq(text) {
		word, kind, given := strings.Cut(word, "/")
		name, keyword, ok := strings.Cut(word, "=")
		if !ok {
			keyword = strings.ToLower(name[:1]) + name[1:]
		}
		f := Field{Name: name, Keyword: keyword, Kind: kinds[keyword]}
		switch place := schema.KeywordPlace(keyword); {
		case given:
			f.Kind = kinds[kind]
		case place != schema.Data:
			f.Kind = map[schema.Place]Kind{schema.Sub: Schema, schema.SubList: Schemas, schema.SubMap: SchemaMap}[place]
		}
		out = append(out, f)
	}
	return out
}
