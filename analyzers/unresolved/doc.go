// Package unresolved defines an analyzer that reports parts of tools which
// cannot be known from source.
//
// # Analyzer unresolved
//
// unresolved: report parts of tools that cannot be derived from source
//
// What a server computes at run time cannot be seen by reading its source. Such
// parts are left open: no check judges them, and no snapshot guards them. For example,
// given
//
//	mcp.AddTool(s, &mcp.Tool{Name: "ask", Description: os.Getenv("TEXT")}, ask)
//
// the check reports
//
//	tool "ask": description is unresolved: result of os.Getenv, which is not followed
//
// at the expression. A tool whose way from definition to registration is not
// visible gets one finding, whatever else is unknown of it. The check is off by default; enable it where every tool must be
// guarded:
//
//	checks:
//	  enable: [unresolved]
//
// Not reported: a part that is missing because the SDK refuses it, which is
// schemaerror's.
//
// There is no suggested fix. Use a constant, or ignore the finding with the
// reason why it is fine.
package unresolved
