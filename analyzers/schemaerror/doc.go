// Package schemaerror defines an analyzer that reports tools which the SDK
// refuses.
//
// # Analyzer schemaerror
//
// schemaerror: report tools whose registration panics or breaks tools/list
//
// SDKs check a tool when it is registered, and panic if they do not like it:
// the server does not start. Other mistakes show only when a client asks for
// the tools, and then no tool of the server can be used. For example, given
//
//	type Input struct {
//		Done func() `json:"done"`
//	}
//
// registration with mcp.AddTool panics, and the check reports
//
//	tool "wait": registration panics: ForType(server.Input): unsupported type func()
//
// in the words of the SDK, at the field or literal to blame. Where a constructor
// returns an error instead, as functiontool.New of Google's kit for agents does, it
// says that the constructor fails.
//
// It also reports parts of a schema that defeat themselves. The rule
// unsatisfiable is about a schema that no value fits, so that every call with
// the property is refused; the rule no-effect is about a keyword that does not
// apply to the type beside it:
//
//	tool "list": input property "limit" accepts nothing: no value of its enum has type number
//	tool "list": minimum of input property "name" has no effect on a value of type string
//
// The rule invalid is about a keyword whose value JSON Schema 2020-12 does not allow.
// Providers of models refuse the whole request then, with all tools of all servers:
//
//	tool "list": type of input property "name" must be one of array, boolean, integer, null, number, object, string, or an array of them, not "strng"
//
// A schema that names another dialect in $schema is not reported.
//
// The rule network-ref is about a $ref to a schema on the network, which the protocol
// forbids clients to fetch, and icon-source about an icon with a source that is neither
// https nor data, which clients must reject. A $ref to an $id of the same document is
// not reported.
//
// Three rules are about what an SDK says nothing of. With mcp-go, a type of which
// the library makes no schema is left out: the rule output-dropped is about tools
// that promise nothing of their results then, and input-dropped about tools that
// have no parameters. The rule unstable is about a list, or a text made of one, that
// was filled from a map and not sorted: clients and models see another tool after
// each start, and nothing that they keep of it can be used again.
//
//	tool "find": the SDK makes no output schema of *main.Report and says nothing
//	tool "build": enum of input property "region" is in the random order of a map
//
// Public servers were seen to have unstable lists, but no types that were dropped; that
// the SDK drops them is proved by registering such tools.
//
// The rule two-sources is about a schema that is written by hand for a handler with
// a struct. The SDK shows the schema alone, and a call is compared with nothing else:
// what the tags of the struct would make required may be left out.
//
//	tool "create": input property "owner" may be left out, though the tag of field Owner makes it required; the field is empty then
//
// With the option descriptions it is also about tags that describe a property
// otherwise than the schema. They are off by default: nobody but readers of the code
// sees such a tag, and of 20 in public servers one was worth mending.
//
// The rule unknown-format is about a format that validators do not know, and ignore:
//
//	tool "mail": format of input property "to" is "emial", which validators ignore; write email
//
// In the schema of an SDK's tool, only a format that resembles a known one is reported.
//
// Of plain functions whose schemas follow from their signatures, it reports
// directives that cannot be read or name no parameter, comments that describe a
// parameter which the function does not have, markers that do not fit their type,
// parameters without a name and types without a form in JSON:
//
//	tool "wait": input property "done": type func() has no form in JSON
//
// Such a type leaves its part of the schema unresolved, since every call that
// holds one fails; with signature.unknown: string in .schemavet.yaml it is shown
// as a string.
//
// A directive that has no effect is reported wherever it stands: with a space
// before it, with a verb that nobody knows, above a type, a variable, a method of
// an interface or a statement, cut off from its function by an empty line, or
// above a function that is no tool:
//
//	directive "tool" has no effect: an empty line separates it from function "Search"
//
// Only the commands, which see the whole program, can tell whether a function
// is registered somewhere.
//
// A type that the SDK refuses because of a context or client in it is reported by
// contextleak, too: that the server does not start is a matter of its own.
//
// Not reported: defaults, which are left to baddefault; types that encoding/json
// reads or writes in another way than a schema says, which are left to wiremismatch;
// parts of a schema that cannot be derived from source.
//
// There is no suggested fix; change the type, or give the tool a schema that is
// written by hand.
//
// Options, in the block schemaerror of .schemavet.yaml:
//
//   - descriptions: report tags that describe a property otherwise than a schema
//     that is written by hand, too
package schemaerror
