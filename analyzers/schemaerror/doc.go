// Package schemaerror defines an analyzer that reports tools which the SDK rejects,
// and schemas that are invalid or defeat themselves.
//
// # Analyzer schemaerror
//
// schemaerror: report tools whose registration panics or breaks tools/list
//
// SDKs check a tool when it is registered, and panic if it is invalid: the server
// does not start. Other mistakes appear only when a client asks for the tools, and
// then no tool of the server is usable. For example, given
//
//	type Input struct {
//		Done func() `json:"done"`
//	}
//
// registration with mcp.AddTool panics, and the check reports the panic
//
//	tool "wait": registration panics: ForType(server.Input): unsupported type func()
//
// at the field or literal that causes it. The message after "panics:" is the SDK's.
// If a constructor returns an error instead, such as functiontool.New of Google's
// ADK, the check reports that the constructor fails.
//
// The rules unsatisfiable and no-effect report schemas that defeat themselves. If no
// value fits a schema, every call with the property is rejected. A keyword has no
// effect if it does not apply to the type next to it:
//
//	tool "list": input property "limit" accepts nothing: no value of its enum has type number
//	tool "list": minimum of input property "name" has no effect on a value of type string
//
// The rule "invalid" reports a keyword whose value JSON Schema 2020-12 does not allow.
// Model providers then reject the whole request, with all tools of all servers:
//
//	tool "list": type of input property "name" must be one of array, boolean, integer, null, number, object, string, or an array of them, not "strng"
//
// It ignores a schema that names another dialect in $schema.
//
// The rule unknown-format reports a format that validators do not know and therefore
// ignore:
//
//	tool "mail": format of input property "to" is "emial", which validators ignore; write email
//
// In the schema of an SDK's tool, it reports only a format that resembles a known
// one.
//
// The rule network-ref reports a $ref to a remote schema, because the protocol
// forbids clients from fetching it. It ignores a $ref to an $id in the same
// document. The rule icon-source reports an icon whose source is neither https nor
// data, because clients must reject it. The rule header reports an x-mcp-header that is
// not on a property of a primitive type, is not the name of a header, or is used twice,
// because clients must leave out the tool; and one on a parameter whose name shows that
// it is a secret.
//
// Three rules report problems that an SDK does not report. mcp-go silently omits the
// schema of a type that its library does not support: output-dropped reports a tool
// that therefore has no output schema, and input-dropped one that has no parameters.
// The rule unstable reports a list, or a text made from a list, that is filled from
// a map and not sorted: after each start, clients and models see a different tool,
// and caches miss.
//
//	tool "find": the SDK silently omits the output schema of *main.Report
//	tool "build": enum of input property "region" is in the random order of a map
//
// Public servers had unstable lists, but no omitted schemas; tests with the SDK
// confirm that it omits them.
//
// The rule two-sources applies to a handwritten schema for a handler that takes a
// struct. The SDK serves this schema and validates calls only against it, so a call
// may omit a field that its tag makes required:
//
//	tool "create": input property "owner" may be omitted, though the tag of field Owner makes it required; the field is empty then
//
// With the setting schemaerror.descriptions, the check also reports tags whose
// description differs from the one in the schema. It is off by default, because only readers of the code see such a tag: of 20 tags in
// public servers, one was worth a change.
//
// For plain functions, whose schemas follow from their signatures, the check reports
// directives that have a syntax error or name no parameter, markers that do not fit
// their type, comments about parameters that do not exist, parameters without a
// name, and types that cannot be represented in JSON:
//
//	tool "wait": input property "done": type func() has no form in JSON
//
// Such a type leaves its part of the schema unresolved, because every call with a
// value fails. With signature.unknown: string in .schemavet.yaml, the schema shows a
// string.
//
// The rule explicit-schema reports an explicit schema for which schemavet generate
// refuses the function: its type is not object, a $ref leads nowhere, a pattern is not
// one of Go, or generated code does not check a keyword, such as one that is
// misspelled:
//
//	tool "delete": the input schema at /requierd: generated code does not know this keyword; write required
//
// The check also reports a directive that has no effect: with a space before it,
// with an unknown verb, separated from its function by an empty line, above a type,
// a variable, a method of an interface or a statement, or above a function that is
// not a tool:
//
//	directive "tool" has no effect: an empty line separates it from function "Search"
//
// Only schemavet's own commands load the whole program and therefore know whether a
// function is registered elsewhere.
//
// If the SDK rejects a type because it contains a context or a client, contextleak
// reports the type as well.
//
// Not reported: defaults, which baddefault checks; types that encoding/json reads or
// writes in another form than the schema, which wiremismatch checks; unresolved
// parts of a schema.
//
// There is no suggested fix. Change the type, or write the schema by hand.
//
// Options, in the block schemaerror of .schemavet.yaml:
//
//   - descriptions: also report tags whose description differs from a handwritten
//     schema
package schemaerror
