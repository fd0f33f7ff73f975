// Package hints defines an analyzer that reports tools whose annotations
// contradict each other.
//
// # Analyzer hints
//
// hints: report tools whose annotations contradict each other
//
// Clients decide by a tool's annotations whether to ask before they call it. The
// protocol says that destructiveHint means something only for a tool that is not
// read-only; but not every client reads that far, and lists of servers refuse a
// tool that claims to be both. mcp.NewTool of mcp-go makes every tool destructive
// unless it is told otherwise. For example, given
//
//	mcp.NewTool("list", mcp.WithReadOnlyHintAnnotation(true))
//
// the check reports
//
//	tool "list" is read-only and destructive at once
//
// where it is said to be read-only.
//
// Not reported: hints that are not known from source; hints that do not go with
// the tool's name; hints that are missing.
//
// The suggested fix adds the option that says that the tool is not destructive. It
// is offered where an option says that it is read-only, and no option speaks of
// the other.
package hints
