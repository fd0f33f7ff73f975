// Package intercept finds code of a program between a server and its clients that may
// rewrite the list of tools: a user-defined reader or writer around standard output, a
// transport, a ResponseWriter that keeps the response of a handler, or a middleware.
// With such code, the registered tools may differ from the listed ones.
//
// [Find] finds such places in the syntax and types of one package. The tools that this
// package or an importer of it registers are then untraced. Only code that mentions the list
// of tools counts (mention.go): a middleware, the methods of a reader, writer or transport, or
// a function that gives another handler a user-defined writer. On 37 public servers no other
// code changes a list, and many log what passes.
package intercept
