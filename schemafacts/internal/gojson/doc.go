// Package gojson models encoding/json for the evaluator's values: how a value is
// encoded, and to which value a document is decoded.
//
// Unknown parts are unresolved nodes of the document, with the reason. Errors that
// encoding/json returns at run time are faults. For types with JSON methods, the
// evaluator runs the methods, or an implementation of [Codec] models them.
package gojson
