// Package unresolved defines an analyzer that reports parts of tools that source
// does not determine.
//
// # Analyzer unresolved
//
// unresolved: report parts of tools that cannot be derived from source
//
// Source does not determine a value that the server computes at run time. Such a
// part of a tool is unresolved: no check examines it, and no snapshot guards it. For
// example, given
//
//	mcp.AddTool(s, &mcp.Tool{Name: "ask", Description: os.Getenv("TEXT")}, ask)
//
// the check reports
//
//	tool "ask": description is unresolved: result of os.Getenv, which is not followed
//
// at the expression. A tool that schemavet cannot follow from its definition to its
// registration gets one finding, even if it has other unresolved parts. The check is
// off by default. Enable it if the drift of every tool must be reported:
//
//	checks:
//	  enable: [unresolved]
//
// Not reported: a part that is missing because the SDK rejects it, which schemaerror
// reports.
//
// There is no suggested fix. Use a constant, or ignore the finding with a reason.
package unresolved
