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
// tool that claims to be both. For example, given
//
//	mcp.NewTool("list", mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(true))
//
// the check reports
//
//	tool "list" is both read-only and destructive; clients may ask before each call
//
// where it is said to be read-only.
//
// mcp.NewTool of mcp-go makes every tool destructive that is not told otherwise. A
// read-only tool that leaves it at that is reported where other read-only tools of
// the package do not, so that it looks forgotten:
//
//	tool "list" is destructive by default, unlike other read-only tools of the package; clients may ask before each call
//
// Where no tool of a package speaks of it, clients that follow the protocol see no
// difference, and of 22 such tools in public servers nobody would have mended one.
// The rule default reports them if it is asked to.
//
// Not reported: hints that are not known from source; hints that do not go with
// the tool's name; hints that are missing.
//
// The suggested fix adds the option that says that the tool is not destructive. It
// is offered where an option says that it is read-only, and no option speaks of
// the other.
//
// Options, in the block hints of .schemavet.yaml:
//
//   - default: report read-only tools that only the SDK's default makes destructive,
//     in every package
package hints
