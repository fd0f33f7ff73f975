// Package unresolved defines an analyzer that reports parts of tools that source
// does not determine.
//
// # Analyzer unresolved
//
// unresolved: report parts of tools that cannot be derived from source
//
// Source does not determine a value that the server computes at run time. No check
// examines such a part of a tool, and no snapshot guards it. For example, the check reports
//
//	tool "ask": description is unresolved: result of os.Getenv, which is not followed
//
// The check is off by default. Enable it if the drift of every part must be reported:
//
//	checks:
//	  enable: [unresolved]
//
// Not reported: a part that is missing because the SDK rejects it, which schemaerror
// reports.
package unresolved
