// Package intercept finds code of a program between a server and its clients that may
// rewrite the list of tools: a user-defined reader or writer around standard output, a
// transport, a ResponseWriter that keeps the response of a handler, or a middleware.
// With such code, the registered tools may differ from the listed ones.
//
// [Find] finds such places in the syntax and types of one package. A user-defined value
// in such a place is enough, unless it visibly passes everything on. The tools that
// this package or an importer of it registers are then untraced. A middleware that only
// removes tools makes them conditional instead.
//
// The file judge.go decides whether a value may change the messages that pass through
// it, served.go finds servers that clients also see without a pipe, mention.go finds
// functions that use the list of tools, and filters.go finds those that change no tool.
package intercept
