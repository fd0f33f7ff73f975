// Package baddefault defines an analyzer that reports defaults in tool schemas that
// do not fit, or have no effect.
//
// # Analyzer baddefault
//
// baddefault: report defaults that do not fit their schema or have no effect
//
// A default tells a model what happens if it omits a parameter. A default that its own
// schema rejects misleads the model; with some SDKs the server does not start, or every
// tools/list fails. For example, the check
// reports
//
//	tool "search": default of input property "limit" has type string, want integer
//
// Not reported: a default that depends on an unresolved part; a default that does not
// fit a format, because few validators check formats.
package baddefault
