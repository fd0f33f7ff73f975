// Package handlerargs defines an analyzer that reports handlers which do not read
// the arguments of a call as they come.
//
// # Analyzer handlerargs
//
// handlerargs: report handlers that misread the arguments of a call
//
// Arguments come as JSON. What encoding/json makes of them, where it is not told a
// type, is a string, a float64, a bool, a []any, a map[string]any or nil, and
// nothing else. For example, given
//
//	tags := req.GetArguments()["tags"].([]string)
//
// every correct call panics, and the check reports
//
//	tool "create": argument "tags" is never a []string; a call with it panics
//
// The rules are
//
//   - never-holds: a type assertion on an argument to a type that decoded JSON does
//     not have, such as []string or int. With "ok" the argument is silently ignored.
//   - unchecked: a type assertion without "ok" on an argument that a call may leave
//     out. The handler panics, which ends a process that does not recover. That is
//     every argument where the SDK hands arguments on without looking at the
//     schema, as mcp-go does, and those of a schema that are not required
//     elsewhere.
//
// Not reported: an argument that the function looks at in another way as well, such
// as by a type switch, a comparison with nil or an assertion with "ok"; a function
// that recovers; arguments of resources and prompts, which are of other types; keys
// that only run time knows; what helpers read.
//
// There is no suggested fix: what a handler should do without an argument is for
// people to decide. The SDK's readers, such as GetString and RequireString of
// mcp-go, do not panic.
package handlerargs
