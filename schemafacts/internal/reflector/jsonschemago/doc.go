// Package jsonschemago emulates github.com/google/jsonschema-go, in every release since
// v0.2.0, without running it: which schema it infers
// from a Go type ([Infer]), how it encodes a schema that a program built ([Keywords],
// [Finish]), and most of what it rejects when a schema is resolved ([Resolve]).
//
// It works on go/types and does not depend on any SDK.
//
// # Inference
//
// [Infer] returns the same bytes as the library, and an error for the same types. If
// releases differ, the code depends on the [Version]. These are the differences:
//
//   - v0.2.0 stores the schema of each type and returns copies of it for later fields, with
//     the description and nullability of the first field.
//   - Before v0.2.2 an embedded field is an ordinary property. Since then its fields are
//     promoted.
//   - v0.4.0 adds bounds of integers, and null for slices and for pointers to standard
//     library types. It encodes properties in the order of fields.
//   - v0.4.2 encodes "properties" for a struct whose fields are all omitted.
//   - v0.4.3 accepts map keys that implement encoding.TextMarshaler.
//
// # Unknown types
//
// For a type parameter or a type that did not compile, the result is an [Unresolvable]
// and never a schema. The library rejects a schema that contains the same
// *jsonschema.Schema twice. [Resolve] does not find this, because a document does not
// show pointers.
package jsonschemago
