// Package signature derives the schema of a plain Go function from its parameters, its
// types, its doc comment and its directives. It needs no separate type for the
// arguments.
//
// [Read] collects what types do not contain, in a form that facts can store: comments,
// constants, implementations. [Source] finds it again. [Describe] combines it with
// types to derive the schemas of the arguments and the result.
//
// # Arguments
//
// Each parameter is a property with its name, even if it is a struct and the only one.
// So the schema has the same names as the function, and a second parameter adds a
// property and does not change the shape. The only exception is a single
// map[string]any, which takes all arguments. With args=request in the directive, the
// fields of the only parameter are the properties, and with args=receiver the fields of
// the receiver. The comment and the directives of the function then describe the
// fields. Parameters that the program passes are left out. A parameter without a
// name makes the arguments unresolved.
//
// A parameter or field is required unless it is a pointer, variadic, tagged omitempty
// or omitzero, embedded through a pointer, optional, or has a default, even an invalid
// one. The word required overrides that.
//
// # Results
//
// Errors are left out: the type error, and a last result that implements it. Results
// that the protocol passes on unchanged are left out, too. If the function returns the
// complete result of an SDK, such as CallToolResult, only a struct or map next to it is
// described. A struct or map, or a pointer to one, is the root of the output schema.
// Several results are an object with their names, or an array if they have none. Any
// other result is in a box: {"result": ...}, marked with x-schemavet-box. Interfaces
// are always boxed, so that a new implementation does not change the shape.
//
// # Where the schema differs from encoding/json
//
// The input schema accepts what encoding/json decodes, and the output schema describes
// what it encodes, in its first version. In these cases, the input schema is
// intentionally narrower than the decoder:
//
//   - The decoder accepts null for anything, also as text with the option string. The schema accepts it only
//     if a setting or tag says so.
//   - Names of properties have their exact case. Unknown names are rejected, and so are fields with the tag
//     jsonschema:"-".
//   - Required properties are listed above; the decoder requires none.
//   - A type with constants has only these values.
//   - Arrays have exactly their number of elements.
//   - Bytes are base64, not an array of numbers. A json.Number is a number, not text.
//   - Integer keys of maps, and numbers with the option string, have no plus sign. Numbers with that option
//     have JSON syntax.
//   - Markers and formats narrow the schema.
//
// In these cases the schema is wider, because JSON Schema has no keyword for the rule
// or the bound differs between machines:
//
//   - 1.0 and 1e2 are integers in JSON Schema, and the decoder rejects them.
//   - int, uint and uintptr have no bounds of 32 or 64 bits. Integers in text and in keys have no bounds.
//   - Numbers may overflow a float. Methods such as that of slog.Level may reject a text.
//
// In these cases the output schema is narrower than what can be encoded:
//
//   - A root that is an object is never null: a function that returns nil returns an error.
//   - A pointer in an interface is not nil, nor is an embedded pointer whose methods encode the struct.
//   - The tag type= is trusted.
//
// Markers that narrow are not part of the output, because the zero value breaks most of
// them. The exception is an enum with one value, which distinguishes the types of a
// union. net/url.URL, mail.Address and net.IPNet are objects of their fields, as
// encoding/json encodes them. Each use in an input is reported, because a string is
// usually intended.
//
// # Enumerations
//
// Constants count in packages that the source knows. They are not an enumeration if
// they are flags, units or a single number. Flags are bits or joined bits: either more
// than two of them are declared with shifts, or they are joined somewhere in the
// package. Units are multiples of one another. An unexported last constant that only
// counts the others, such as numStates, is not a value.
//
// The method UnmarshalText may decide which texts a type has. They are an enumeration
// if the method compares the text with those of a switch or of a table that its package
// does not change, and returns an error for all others.
//
// # Unresolved parts
//
// A type with JSON methods is unresolved unless the documentation of the standard
// library states its form. So are generic functions, parts that depend on a type
// parameter, and defaults that are not literals. So are types without a JSON form, and
// interfaces with methods in arguments: every call with such an argument fails. An
// option shows types without a JSON form as text.
package signature
