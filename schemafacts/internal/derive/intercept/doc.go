// Package intercept finds code of a program between a server and its clients that may
// rewrite the list of tools: a user-defined reader or writer around standard output, a
// transport, a ResponseWriter that keeps the response of a handler, or a middleware.
// With such code, the registered tools may differ from the listed ones.
//
// [Find] finds such places in the syntax and types of one package. The tools that this
// package or an importer of it registers are then untraced. A middleware counts if it
// mentions the list of tools (mention.go). A user-defined stream counts (judge.go), unless
// it visibly passes everything on (passeson.go), or does not get what a server writes
// (way.go). A server behind a pipe within the program counts as any other: programs use
// such pipes to print or inspect their own tools.
package intercept
