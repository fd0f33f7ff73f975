// Package baddefault defines an analyzer that reports defaults in tool schemas
// that do not fit, or have no effect.
//
// # Analyzer baddefault
//
// baddefault: report defaults that do not fit their schema or have no effect
//
// The default of a parameter tells a model what happens if it leaves the
// parameter out. One that the schema itself refuses misleads the model; with
// some SDKs it stops the server at start, with others it makes every tools/list
// fail. For example, given
//
//	"limit": {Type: "integer", Default: json.RawMessage(`"ten"`)},
//
// the check reports
//
//	tool "search": default of input property "limit" has type string, want integer
//
// at the default. It reports defaults that are not JSON or cannot be printed as
// JSON, have the wrong type, are not in the enum, are out of bounds, do not
// match the pattern, or do not fit any other part of their schema; and defaults
// of required properties, which are never applied, since a call without the
// property is refused first.
//
// Of a plain function, a default in a directive or tag that is no value of its
// parameter's type is left out of the schema, and reported where it stands.
//
// Not reported: a default that is not known from source, or that depends on a
// part of the schema that is not; a format, because few validators look at it.
//
// There is no suggested fix; whether the default is wrong or its schema is for
// people to decide.
//
// Options, in the block baddefault of .schemavet.yaml:
//
//   - allow-required: accept defaults of required properties
package baddefault
