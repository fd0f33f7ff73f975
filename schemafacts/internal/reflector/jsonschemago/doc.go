// Package jsonschemago knows what github.com/google/jsonschema-go does, for
// every release of it and its form before those, without running it: which schema it infers from a Go
// type ([Infer]), how it prints a schema that was built by hand ([Keywords],
// [Finish]), and what it refuses when a schema is decoded ([Decode]) and resolved
// ([Resolve]).
//
// It works on go/types and knows nothing of any SDK.
//
// # Inference
//
// [Infer] gives the bytes that the library gives, errors included. Where the
// library's releases differ, the code asks the [Version]; the differences are
//
//   - in the SDK's v0.1, where the library comes from, jsonschema tags have no
//     meaning, and a type that contains itself overflows the stack;
//   - in the SDK's v0.1 and v0.2 no type has a schema of its own, and the schemas
//     true and false print as objects;
//   - v0.2.0 remembers the schema of each type and gives copies of it to later
//     fields, with the description and nullability that the first field gave it;
//   - before v0.2.2 an embedded field is a property like any other, later its
//     fields are promoted;
//   - v0.4.0 adds bounds of integers, null for slices and for pointers to
//     standard library types, and prints properties in the order of fields;
//   - v0.4.2 prints "properties" for a struct whose fields are all left out;
//   - v0.4.3 takes map keys that implement encoding.TextMarshaler.
//
// # What is not known
//
// A type parameter or a type that did not compile gives an [Unresolvable], never
// a schema. That one *jsonschema.Schema must not stand in two places is a
// property of pointers, which [Resolve] cannot see in a document.
package jsonschemago
