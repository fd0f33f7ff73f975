// Package nodescription defines an analyzer that reports MCP tools and parameters
// without a useful description.
//
// # Analyzer nodescription
//
// nodescription: report tools and parameters without a description
//
// A model reads descriptions to choose a tool and to fill in its parameters. SDKs
// accept tools without any. For example, given
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
// because comments are not part of a schema. The check looks at parameters at any
// depth: in nested objects, array items and map values. It reports a struct
// only once, even if several tools use it. For fields that another package declares, it
// reports one finding at the tool. It does the same for the properties of a schema
// written as JSON text.
//
// The rules are
//
//   - missing: there is no description
//   - filler: the description has no content, as in "TODO" or "the parameter"
//   - echo: the description only repeats the name, as in "The x" or "Parameter x".
//     This rule is off by default, because a good name needs no more: of its
//     findings in public servers, only a quarter were worth a change
//   - stale-name: the description mentions another tool of the package by a wrong
//     name, such as "use it after list_traces" for app_list_traces. The check
//     ignores words in lists and paths, and words that describe another one, as in
//     "list_traces headers"
//   - says-optional: the description of a required property allows leaving it out,
//     as in "Leave this empty for all regions", "(default: true)" or "only used when
//     action is delete". If the model does, the call is rejected
//   - hidden-character: a name or text contains a character that reviewers do not
//     see but models read: a zero-width space, a tag character, or a character that
//     changes the direction of text. The check ignores joiners and emoji, and
//     patterns, defaults and examples
//
// Not reported:
//
//   - an unresolved description
//   - a tool without a description that another package registers
//   - members of an object, if the description of the object, or of an array of such
//     objects, mentions them by name
//   - properties of output schemas
//   - properties that appear again in a condition of the schema, such as anyOf
//   - values that contextleak reports
//   - a field whose description is in a tag that nothing reads, which tagdialect reports
//
// The suggested fix copies the comment of a field to the tag that the schema library
// reads:
//
//	URL string `json:"url" jsonschema:"URL of the page to fetch."`
//
// The fix changes what models see, and therefore the snapshot. It is offered for
// types in the same package whose fields have a comment.
//
// Options, in the block nodescription of .schemavet.yaml:
//
//   - allow: patterns of names that need no description, in the form "tool" or
//     "tool.parameter", where * matches any characters
//   - echo: also report descriptions that only repeat the name
//   - tools-only: check the descriptions of tools only
package nodescription
