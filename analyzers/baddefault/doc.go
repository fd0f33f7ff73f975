// Package baddefault defines an analyzer that reports defaults in tool schemas that
// do not fit, or have no effect.
//
// # Analyzer baddefault
//
// baddefault: report defaults that do not fit their schema or have no effect
//
// A default tells a model what happens if it omits a parameter. A default that its
// own schema rejects misleads the model. With some SDKs it also prevents the server
// from starting, with others it makes every tools/list fail. For example, given
//
//	"limit": {Type: "integer", Default: json.RawMessage(`"ten"`)},
//
// the check reports
//
//	tool "search": default of input property "limit" has type string, want integer
//
// at the default. It reports a default that is not JSON or cannot be encoded as
// JSON, has the wrong type, is not in the enum, is out of bounds, does not match the
// pattern, or does not fit another part of its schema. It also reports a default of
// a required property: it is never applied, because a call without the property is
// rejected first.
//
// For a plain function, a default in a directive or tag must be a value of the
// parameter's type. If it is not, the schema omits the default, and the check
// reports it in the directive or tag.
//
// Not reported: a default that is unresolved, or that depends on an unresolved part
// of the schema; a default that does not fit a format, because few validators check
// formats.
//
// There is no suggested fix, because either the default or the schema may be wrong.
//
// Options, in the block baddefault of .schemavet.yaml:
//
//   - allow-required: accept defaults of required properties
package baddefault
