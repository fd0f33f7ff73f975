// Package tagdialect defines an analyzer that reports struct tags which the schema
// library of a tool ignores, rejects or misreads.
//
// # Analyzer tagdialect
//
// tagdialect: report struct tags that the schema library does not understand
//
// Each library that derives a schema from a Go type has its own grammar of struct tags,
// and ignores everything else. With the official SDK, the tag jsonschema is the
// description; with invopop/jsonschema it is a list of options. For example, given
//
//	type Input struct {
//		Name string `json:"name" mcp:"name of the entity"`
//		City string `json:"city" jsonschema:"required"`
//	}
//
// the check reports, with the official SDK,
//
//	tool "greet": tag mcp of field Name is not read by the library that makes the schema
//	tool "greet": tag jsonschema of field City makes the description "required"
//
// Not reported: tags that other libraries or the package itself read, such as validate
// or yaml; a description in another tag if the schema has the description from
// elsewhere.
//
// The suggested fix writes the description in the correct grammar.
package tagdialect
