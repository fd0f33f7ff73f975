// Package intercept finds what a program puts between a server and its clients, which may
// rewrite the list of tools: a reader or writer of its own around standard output, a
// transport, a ResponseWriter that keeps the answer of a handler, a middleware. Then what
// is registered is not what is listed.
//
// [Find] looks for such places in the syntax and types of one package. Something of the
// program's own in such a place is enough, unless it visibly passes on what it is given.
// The tools that this package registers, or a package that imports it, are untraced then.
// A middleware that only leaves out tools makes them conditional instead.
//
// The file judge.go decides whether a value may change what passes through it, served.go
// which servers a pipe does not hide from clients, mention.go which functions look at the
// list of tools, and filters.go which of them change no tool.
package intercept
