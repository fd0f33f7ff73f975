// Package wiremismatch defines an analyzer that reports where the schema of a tool
// and encoding/json disagree.
//
// # Analyzer wiremismatch
//
// wiremismatch: report schemas that disagree with encoding/json
//
// A schema that is made of a Go type says what a library sees in the type. What a
// handler gets, and what it returns, is up to encoding/json, and the two do not
// always agree. Then every call is refused, by the schema or by the decoder, or a
// value is lost on the way. For example, given
//
//	type Input struct {
//		ID uuid.UUID `json:"id"`
//	}
//
// the schema asks for an array of 16 numbers, while encoding/json reads a string,
// and the check reports
//
//	tool "get": input property "id": the schema asks for an array, but uuid.UUID is read from a string
//
// The rules are
//
//   - text-type: a type that is text in JSON, by MarshalText or UnmarshalText or
//     because it is a []byte, and something else in the schema
//   - json-type: the same with MarshalJSON or UnmarshalJSON, as of json.RawMessage
//     and big.Int, or of a type of the package whose method tells what it reads or
//     writes
//   - json-narrower: a type of which UnmarshalJSON reads more than the schema
//     accepts, such as numbers that may also be text
//   - string-option: the option "string" of the tag json, of which the schema does
//     not know
//   - duplicate-name: several fields with one name, of which encoding/json uses none
//   - json-name: a name in a tag that encoding/json does not take
//   - embedded: an embedded struct with a name of its own, or of which fields
//     exclude one another: the schema has other properties than the JSON
//   - interface: a field of an interface type with methods, into which nothing can be
//     decoded but null
//   - output-unstructured: a tool with an output schema whose handler never returns
//     structured content, which clients refuse
//   - output-no-object: structured content that is an array, a text or a number in
//     JSON. Until 2025-11-25 the protocol wants an object, and clients refuse the
//     whole result: the official one in TypeScript does in all versions from 1.12 to
//     1.32
//   - schema-lost: a tool that a plugin registers with another SDK's server, such as
//     the MCP plugin of genkit, which lists neither lists nor objects, and no
//     descriptions, enums or required properties
//   - cannot-decode, cannot-encode: of a plain function whose schemas follow from its
//     signature, a type that encoding/json cannot read or write
//
// The rules are on because calls prove them, with the SDK's own server and client. In
// 71 public servers, and in commits that mended such bugs, json-type, json-narrower,
// output-unstructured and output-no-object found some; of the others nobody was seen to
// make the mistake.
//
// Not reported: a type with a method of its own that reads or writes what the
// schema says, or of which that is not known; structured content of a type that is
// known at run time only; properties that were given another
// schema later; contexts and clients, which are left to contextleak.
//
// There is no suggested fix: whether to change the type or to give the property
// another schema is for people to decide.
package wiremismatch
