// Package wiremismatch defines an analyzer that reports differences between the
// schema of a tool and encoding/json.
//
// # Analyzer wiremismatch
//
// wiremismatch: report schemas that disagree with encoding/json
//
// A library derives the schema of a tool from a Go type, but encoding/json decodes the
// arguments and encodes the result. If they disagree, every call is rejected, or a value
// is lost. For example, the check reports
//
//	tool "get": input property "id": the schema asks for an array, but uuid.UUID is read from a string
//
// Not reported: a type whose own method reads or writes the form in the schema, or an
// unknown form; structured content whose type is known only at run time; properties whose
// schema is replaced later.
package wiremismatch
