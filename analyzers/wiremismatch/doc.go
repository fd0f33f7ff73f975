// Package wiremismatch defines an analyzer that reports differences between the
// schema of a tool and encoding/json.
//
// # Analyzer wiremismatch
//
// wiremismatch: report schemas that disagree with encoding/json
//
// A library derives the schema of a tool from a Go type, but encoding/json decodes
// the arguments and encodes the result. The two do not always agree. Then the schema
// or the decoder rejects every call, or a value is lost. For example, given
//
//	type Input struct {
//		ID uuid.UUID `json:"id"`
//	}
//
// the schema asks for an array of 16 numbers, but encoding/json reads a string, and
// the check reports
//
//	tool "get": input property "id": the schema asks for an array, but uuid.UUID is read from a string
//
// The rules are
//
//   - text-type: encoding/json represents a type as a string, because the type has
//     MarshalText or UnmarshalText or is a []byte, but its schema is not a string
//   - json-type: the same with MarshalJSON or UnmarshalJSON, for example
//     json.RawMessage, big.Int, or a type of the package whose method shows what it
//     reads or writes
//   - json-narrower: UnmarshalJSON accepts more than the schema, such as a number
//     that may also be a string; or the schema asks for a list of numbers although
//     encoding/json also reads a []byte from text in base64
//   - duration: the description of a time.Duration shows text such as "5m", or asks for
//     seconds, but encoding/json reads an integer of nanoseconds. The rule does not
//     report a unit if the package multiplies or converts the field
//   - string-option: the json tag has the option "string", which the schema ignores
//   - duplicate-name: several fields have the same name, so encoding/json uses none
//   - json-name: encoding/json does not accept the name in a tag
//   - embedded: an embedded struct has a name in its json tag, or some of its fields
//     hide others, so the properties of the schema differ from those of the JSON
//   - interface: a field has an interface type with methods, into which
//     encoding/json can decode only null
//   - output-unstructured: a tool has an output schema, but its handler never
//     returns structured content, so clients reject the result
//   - output-no-object: structured content is an array, a string or a number. Up to
//     version 2025-11-25 the protocol requires an object, and clients reject the
//     whole result; the official TypeScript client does in all versions from 1.12 to
//     1.32. If the output schema itself has another type than object, or none, they
//     reject the list of all tools
//   - output-null: the handler returns a struct with a nil map, slice or pointer. The
//     property is then null, which the output schema does not allow, so the official
//     SDK and clients reject the result
//   - schema-lost: a plugin registers a tool with another SDK's server and loses
//     part of the schema. For example, the MCP plugin of genkit omits lists,
//     objects, descriptions, enums and required properties
//   - cannot-decode, cannot-encode: a plain function, whose schemas follow from its
//     signature, has a type that encoding/json cannot read or write
//
// The rules are on by default, because calls with the SDK's own server and client
// confirm each of them. In 71 public servers, and in commits that fixed such bugs,
// json-type, json-narrower, output-unstructured and output-no-object found mistakes;
// the other rules found none.
//
// Not reported: a type whose own method reads or writes the form in the schema, or
// an unknown form; structured content whose type is known only at run time;
// properties whose schema is replaced later; contexts and clients, which contextleak
// reports.
//
// There is no suggested fix, because either the type or the schema may have to
// change.
package wiremismatch
