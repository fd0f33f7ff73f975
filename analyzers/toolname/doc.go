// Package toolname defines an analyzer that reports names which the protocol does
// not allow, and names that are used twice.
//
// # Analyzer toolname
//
// toolname: report invalid and duplicate tool names
//
// The protocol allows names of 1 to 128 letters, digits, underscores, hyphens
// and dots. SDKs only log a violation, but model APIs reject the whole list of
// tools. If a server registers a name twice, the second tool silently replaces the
// first. For example, given
//
//	mcp.AddTool(s, &mcp.Tool{Name: "problem scanner"}, scan)
//
// the check reports
//
//	tool name "problem scanner" contains ' '; letters, digits, _, - and . are allowed
//
// at the name. It also reports two functions of a package whose directives use the
// same tool name.
//
// Some clients treat different names as identical. A client of a model API that
// forbids dots replaces them with underscores, and some programs ignore case: for
// them, "site.build", "site_build" and "Site_Build" are one tool. The check reports
// such names.
//
// Two registrations of one name are reported if both have the same condition, or one of
// them is unconditional: when a program makes both, the second replaces the first.
//
// Not reported: tools of one name that are registered in exclusive branches, under
// different conditions, or by different functions, which may use different servers;
// a second registration of the same tool.
//
// There is no suggested fix, because clients use the name.
//
// Options, in the block toolname of .schemavet.yaml:
//
//   - pattern: a regular expression that every name must match completely, in
//     addition to the rules of the protocol
package toolname
