// Package nodescription defines an analyzer that reports MCP tools and parameters
// without a useful description.
//
// # Analyzer nodescription
//
// nodescription: report tools and parameters without a description
//
// A model reads descriptions to choose a tool and to fill in its parameters. For example,
// given
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
// because comments are not part of a schema. It reports a struct once, even if several tools
// use it.
//
// Not reported: unresolved descriptions; output schemas; tools that another package
// registers; members that the description of their object mentions; properties that a
// condition of the schema, such as anyOf, repeats.
//
// The suggested fix copies the comment of a field to the tag that the library reads. It
// changes what models see, and therefore the snapshot.
//
// Options, in the block nodescription of .schemavet.yaml:
//
//   - allow: names that need no description, as "tool" or "tool.parameter", with * for any text
//   - echo: also report descriptions that only repeat the name
//   - tools-only: check the descriptions of tools only
package nodescription
