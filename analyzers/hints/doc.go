// Package hints defines an analyzer that reports tools whose annotations contradict
// each other.
//
// # Analyzer hints
//
// hints: report tools whose annotations contradict each other
//
// Clients use the annotations of a tool to decide whether to ask the user before a
// call. For example, the check reports
//
//	tool "list" is both read-only and destructive; clients may ask before each call
//
// mcp.NewTool marks a tool as destructive unless an option sets the hint. The check
// reports a read-only tool without this option only if other read-only tools of the
// package have it.
//
// Not reported: unresolved titles and hints; hints that seem to contradict the name of
// the tool.
//
// The suggested fix marks a read-only tool as not destructive.
//
// Options, in the block hints of .schemavet.yaml:
//
//   - missing: report tools for which source sets no hint
//   - require: hints that source must set: title, readOnly, destructive, idempotent, openWorld
package hints
