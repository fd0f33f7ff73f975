// Package hints defines an analyzer that reports tools whose annotations contradict
// each other.
//
// # Analyzer hints
//
// hints: report tools whose annotations contradict each other
//
// Clients use the annotations of a tool to decide whether to ask the user before a
// call. In the protocol, destructiveHint is meaningful only for a tool that is not
// read-only. Not every client follows this rule, and some server directories reject
// a tool that is marked as both. For example, given
//
//	mcp.NewTool("list", mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(true))
//
// the check reports
//
//	tool "list" is both read-only and destructive; clients may ask before each call
//
// at the option that marks the tool as read-only.
//
// mcp.NewTool of mcp-go marks a tool as destructive unless an option sets the hint.
// The check reports a read-only tool without this option if other read-only tools of
// the package have it, because the option was probably forgotten:
//
//	tool "list" is destructive by default, unlike other read-only tools of the package; clients may ask before each call
//
// If no read-only tool of the package has the option, the check reports nothing,
// because clients that follow the protocol treat these tools alike: of 22 such tools
// in public servers, none was worth a change. The setting hints.default reports them.
//
// A tool can also have two titles: the field title, and the older title in its
// annotations. Older clients know only the title in the annotations, so users of two
// clients may see different names:
//
//	tool "list" has the title "List files" and the annotation title "Files"; which one users see depends on the client
//
// The option missing reports tools that clients see without any hint. The protocol
// tells clients to assume that such a tool is destructive:
//
//	tool "list" has no hints; clients must assume that it is destructive
//
// Hints set by the SDK also count: mcp.NewTool of mcp-go sets every hint, and newer
// versions of go-sdk set readOnlyHint in each tool that has annotations.
//
// Not reported: titles and hints that source does not determine; hints that seem to
// contradict the name of the tool.
//
// The suggested fix adds the option that marks the tool as not destructive. It is
// offered if an option marks the tool as read-only and no option sets
// destructiveHint.
//
// Options, in the block hints of .schemavet.yaml:
//
//   - default: in every package, report read-only tools that are destructive only by
//     the SDK's default
//   - missing: report tools without any hint
package hints
