// Package tagdialect defines an analyzer that reports struct tags which the
// library that makes a tool's schema ignores, refuses or misreads.
//
// # Analyzer tagdialect
//
// tagdialect: report struct tags that the schema library does not understand
//
// Each library that makes a schema of a Go type has its own grammar of struct
// tags, and says nothing of what it does not understand. With the official SDK,
// the tag jsonschema holds the description as it stands; with invopop/jsonschema
// it holds options. A server that moved from one to the other, or whose author
// read another library's documentation, lost its descriptions. For example, given
//
//	type Input struct {
//		Name string `json:"name" mcp:"name of the entity"`
//		City string `json:"city" jsonschema:"required"`
//	}
//
// with the official SDK the check reports
//
//	tool "greet": tag mcp of field Name is read by nobody
//	tool "greet": tag jsonschema of field City makes the description "required"
//
// The rules for google/jsonschema-go, which the official SDK and mcp-go since 0.46
// use, are
//
//   - key: a description in a tag that nobody reads, of a field without another
//   - required-text: the word "required" becomes the description, or a part of it,
//     as in "Path of the group,required"; or a text ends with ", required", and the
//     field has omitempty, so that a call may leave it out
//   - grammar: options of another library become the description
//   - word: the tag begins with a word and "=", which is refused: registration
//     panics, and mcp-go serves an empty schema
//   - empty: the tag is empty, which is refused, too
//   - escape: a comma has a backslash before it, as invopop/jsonschema wants it, and
//     the description shows that backslash
//
// those for invopop/jsonschema
//
//   - key: as above
//   - plain-text: a text without a keyword, which is ignored
//   - comma: a description that ends at its first comma
//   - keyword: an option that is unknown and ignored
//   - number: a number that does not parse, and is dropped
//   - escape: as above, in the tag jsonschema_description, which has no options
//
// and for both
//
//   - json-option: an option of the tag json that encoding/json does not have,
//     such as required, or one with a space before it
//
// Only types of which a tool's input or output schema, or its properties, are made
// are looked at, also where the SDK refuses them or leaves the schema out, and where
// it is made by the library and changed in a way that only run time knows. Each field
// is reported once, with the first tool that uses it; fields of another package are
// reported at the tool. Fields of one type that have the same mistake are told of in
// one finding, at the first of them, and one fix mends them all; a field with a comment
// that ignores the check is left out of it.
//
// Not reported: tags that other libraries read, such as validate or yaml; a
// description in another tag, if the schema has one all the same; commas in a text
// for google/jsonschema-go, which keeps them.
//
// The suggested fix writes the description in the right grammar, and changes that
// part of the tag only. There is none where something would be lost, such as an
// enum that the library cannot express.
package tagdialect
