// Package tagdialect defines an analyzer that reports struct tags which the schema
// library of a tool ignores, rejects or misreads.
//
// # Analyzer tagdialect
//
// tagdialect: report struct tags that the schema library does not understand
//
// Each library that derives a schema from a Go type has its own grammar of struct
// tags, and ignores everything else silently. With the official SDK, the tag
// jsonschema is the description; with invopop/jsonschema it is a list of options. A
// server that moved from one library to the other, or was written with the
// documentation of the other, has lost its descriptions. For example, given
//
//	type Input struct {
//		Name string `json:"name" mcp:"name of the entity"`
//		City string `json:"city" jsonschema:"required"`
//	}
//
// the check reports, with the official SDK,
//
//	tool "greet": tag mcp of field Name is not read by any library
//	tool "greet": tag jsonschema of field City makes the description "required"
//
// The rules for google/jsonschema-go, which the official SDK and mcp-go since 0.46
// use, are
//
//   - key: nothing reads the tag that holds the description, and the field has no other description.
//     The rule also reports a tag named after a JSON Schema keyword, such as default,
//     enum or minimum, if the schema lacks the keyword, and a `required` tag
//     that contradicts the schema; and a misspelled key, such as jsonshcema
//   - required-text: the word "required" becomes the description or part of it, as
//     in "Path of the group,required"; or the text ends with ", required" although
//     omitempty makes the field optional
//   - grammar: options of another library become the description
//   - word: the tag begins with a word and "=", which the library rejects:
//     registration panics or, with mcp-go, the server lists an empty schema
//   - empty: the tag is empty, which the library also rejects
//   - escape: a backslash precedes a comma, as invopop/jsonschema requires, and the
//     description shows the backslash
//
// The rules for invopop/jsonschema are
//
//   - key: as above
//   - plain-text: the library ignores text without a keyword
//   - comma: the description ends at its first comma
//   - keyword: the library ignores an option, because it is unknown, is misspelled, or
//     is for fields of another type
//   - enum: several values of an enum are written as one, as in "enum=a|b", or without
//     enum= before each of them, so that the library ignores them
//   - number: the library ignores a bound that is not a number
//   - escape: as above, in the tag jsonschema_description, which has no options
//
// The rule for both is
//
//   - json-option: the json tag has an option that encoding/json does not know, such
//     as required, a misspelled omitempty, or an option with a space before it
//
// The check examines the types from which the input and output schemas of tools, or
// their properties, are derived. This includes types that the SDK rejects or omits,
// and types whose schema is changed at run time after the library derives it. It
// reports each field once, with the tools that use it, and fields of another
// package at the tool, where an ignore comment belongs; schemavet check shows those of
// the module at the field. If several fields of a struct have the same mistake, it
// reports one finding, at the first field, with one fix for all of them. Fields with an
// ignore comment are left out.
//
// Not reported: tags that other libraries read, such as validate or yaml; tags with a
// keyword if the package looks them up, hands the struct to another package, or has
// comments for a generator of API documents; a
// description in another tag if the schema has the description from elsewhere;
// commas in a text for google/jsonschema-go, which keeps them.
//
// The suggested fix writes the description in the correct grammar, and changes only
// that part of the tag. No fix is offered if it would lose information, such as an
// enum that the library cannot express.
package tagdialect
