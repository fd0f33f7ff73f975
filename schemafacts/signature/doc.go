// Package signature derives the schema of a plain Go function from its
// parameters, its types, its doc comment and its directives, with no model
// type beside it.
//
// [Read] collects what only syntax tells, in a form that can travel between
// packages: comments, constants, implementations. [Source] finds it again.
// [Describe] joins it with types to the schemas of the arguments and the
// result.
//
// # Arguments
//
// Each parameter is a property of its name, also if it is the only one and a
// struct: a schema says the names that the function says, and a second
// parameter later is one more property, not another shape. The one exception is
// a single map[string]any, which takes all arguments there are. With args=request
// in the directive, the fields of the one parameter are the properties, and with
// args=receiver the fields of the receiver. Parameters that the program passes are
// left out. A parameter without a name leaves the arguments unresolved.
//
// A parameter or field is required unless it is a pointer, variadic, tagged
// omitempty or omitzero, embedded through a pointer, optional, or has a default,
// even a bad one. The word required overrides that.
//
// # Results
//
// Errors are left out: the type error, and a last result that implements it. So
// is what the protocol passes on as it is. Beside a whole result of an SDK, such as
// CallToolResult, only a struct or map is described. A struct or map,
// or a pointer to one, is the root of the output schema; several results are an
// object of their names, or an array if they have none; anything else stands in
// a box: {"result": ...}, marked with x-schemavet-box. Interfaces are boxed
// always, so that a new implementation does not change the shape.
//
// # What encoding/json does and the schema does not say
//
// The input schema accepts what encoding/json decodes, and the output schema
// describes what it writes, in its first version. On purpose, the input is
// narrower than the decoder in this:
//
//   - null, which the decoder takes for anything, also as text under the option
//     string, is accepted only where a setting or tag says so
//   - names of properties have their exact case; unknown ones are refused, and
//     so are fields with the tag jsonschema:"-"
//   - what must be there is said above; the decoder misses nothing
//   - a type with constants has these values only
//   - arrays have all their elements and no more
//   - bytes come as base64, not as an array of numbers; json.Number as a
//     number, not as text
//   - integer keys of maps, and numbers under the option string, have no plus
//     sign; numbers under that option are those of JSON
//   - markers and formats narrow as they say
//
// It is wider in this, for JSON Schema has no word for it or the bound differs
// between machines:
//
//   - 1.0 and 1e2 are integers for a schema and none for the decoder
//   - int, uint and uintptr have no bounds of 32 or 64 bits; integers in text
//     and in keys have none at all
//   - numbers that overflow a float, and text that a method which reads the
//     type refuses, slog.Level among them
//
// The output is narrower than what can be written in this:
//
//   - a root that is an object is never null: who returns nil returns an error
//   - no pointer behind an interface is nil, and none that is embedded and whose
//     methods write the struct
//   - the tag type= is taken at its word
//
// Markers that narrow are not part of the output, because the zero value breaks
// most. The exception is an enum of one value, which tells the types of a union
// apart. net/url.URL,
// mail.Address and net.IPNet are objects of their fields, as encoding/json has
// them; each use in an input is reported, for most mean text.
//
// # Enumerations
//
// Constants count in packages that the source knows. They are no enumeration if
// they are flags (all of them bits or joined bits, and either more than two that
// are declared with shifts or joined somewhere in the package), units (one is a
// multiple of another), or a single number. An unexported last constant that
// only counts the others, such as numStates, is none of them.
//
// # What is not known
//
// A type that decides its own form in JSON is unresolved unless the standard
// library's documentation tells the form, and so are generic functions, what
// depends on a type parameter, and defaults that are no literals. So are types
// without a form in JSON and interfaces with methods in arguments, of which every
// call fails that holds one; an option shows the former as text.
package signature
