// Package toolname defines an analyzer that reports names which the protocol
// does not allow, and names that are used twice.
//
// # Analyzer toolname
//
// toolname: report invalid and duplicate tool names
//
// The protocol asks for names of 1 to 128 letters, digits, underscores, hyphens
// and dots. SDKs only log a violation, but model APIs refuse the whole list of
// tools. If a server registers one name twice, the second tool silently
// replaces the first. For example, given
//
//	mcp.AddTool(s, &mcp.Tool{Name: "problem scanner"}, scan)
//
// the check reports
//
//	tool name "problem scanner" contains ' '; letters, digits, _, - and . are allowed
//
// at the name. Two functions of a package to which directives give one name are
// reported too.
//
// So are names that are different for the protocol and the same for somebody who
// reads them. A model API that allows no dots is given underscores in their place,
// and some programs ignore case: "site.build", "site_build" and "Site_Build" become
// one tool there.
//
// A tool counts as replaced where each run that comes to the second registration
// has come to the first: under the same condition, too, or where one of them stands
// under no condition at all.
//
// Not reported: two tools of one name that are registered in exclusive branches,
// each under a condition of its own, or by different functions, which may have
// servers of their own; the same tool, registered again.
//
// There is no suggested fix, because clients know the tool by its name.
//
// Options, in the block toolname of .schemavet.yaml:
//
//   - pattern: a regular expression that every name must match as a whole, in
//     addition to the protocol's rules
package toolname
