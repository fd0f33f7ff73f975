// Package schemaerror defines an analyzer that reports tools which the SDK rejects,
// and schemas that are invalid or defeat themselves.
//
// # Analyzer schemaerror
//
// schemaerror: report tools whose registration panics or breaks tools/list
//
// SDKs check a tool when it is registered, and panic if it is invalid: the server does
// not start. Other mistakes appear only when a client asks for the tools. For example, the
// check reports the panic of mcp.AddTool
//
//	tool "wait": registration panics: ForType(server.Input): unsupported type func()
//
// with the SDK's message after "panics:". It also reports schemas that no value fits, values
// that JSON Schema 2020-12 does not allow, and directives of plain functions with mistakes or
// without effect:
//
//	tool "list": input property "limit" accepts nothing: no value of its enum has type number
//	directive "tool" has no effect: an empty line separates it from function "Search"
//
// Not reported: schemas that name another dialect in $schema; unresolved parts; what
// baddefault, contextleak and wiremismatch report.
package schemaerror
