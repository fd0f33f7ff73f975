// Package nodescription defines an analyzer that reports MCP tools and
// parameters that say nothing of themselves.
//
// # Analyzer nodescription
//
// nodescription: report tools and parameters without a description
//
// A model chooses a tool and fills in its parameters by what their descriptions
// say. No SDK complains if there is none. For example, given
//
//	type Input struct {
//		// URL of the page to fetch.
//		URL string `json:"url"`
//	}
//
//	mcp.AddTool(s, &mcp.Tool{Name: "fetch"}, fetch)
//
// the check reports
//
//	tool "fetch" has no description
//	tool "fetch": input property "url" has no description
//
// because comments are not part of a schema. Parameters are looked at in any
// depth: in nested objects, items of arrays, values of maps. A struct that is the
// input of several tools is reported once; fields of another package are reported
// at the tool, together, and so are the properties of a schema that is JSON text.
//
// The rules are
//
//   - missing: there is no description
//   - filler: it says nothing, as in "TODO" or "the parameter"
//   - echo: it repeats the name and no more, as in "The x" or "Parameter x"; off
//     by default, because a good name needs no more than that: in public servers
//     only a quarter of these findings were worth a change
//   - stale-name: it calls another tool of the package by a name that it does not have:
//     one that lacks the words before it, as in "use it after list_traces" for
//     app_list_traces. A word in a list or a path is something else
//   - says-optional: a required property says that it may be left out, as in "Leave
//     this empty for all regions." A model that does so makes a call that is refused
//   - hidden-character: a name or text has a character that a reviewer does not see and
//     a model reads: a zero-width space, a tag character, or one that changes the
//     direction of text. Joiners and emoji are not reported, and neither are patterns,
//     defaults and examples
//
// Not reported: a description that is not known from source, a tool without one
// that another package registers, members of an object whose own description, or that
// of the array around it, names all that have none, properties of output schemas, properties that a
// condition within the schema mentions again, what contextleak reports, and a field
// that is described in a tag which nobody reads, as tagdialect reports.
//
// The suggested fix writes the field's comment to the tag that schema reflection
// reads:
//
//	URL string `json:"url" jsonschema:"URL of the page to fetch."`
//
// It changes what models see, and so the snapshot. It is offered for types in
// the same package whose fields have a comment.
//
// Options, in the block nodescription of .schemavet.yaml:
//
//   - allow: patterns of what needs no description, as "tool" or
//     "tool.parameter", where * matches any letters
//   - echo: report descriptions that only repeat the name, too
//   - tools-only: ask for descriptions of tools only
package nodescription
