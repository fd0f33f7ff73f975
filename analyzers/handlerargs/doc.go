// Package handlerargs defines an analyzer that reports handlers which misread the
// arguments of a call.
//
// # Analyzer handlerargs
//
// handlerargs: report handlers that misread the arguments of a call
//
// The arguments of a call are JSON. Without a target type, encoding/json decodes JSON
// only to string, float64, bool, []any, map[string]any and nil. For example, given
//
//	tags := req.GetArguments()["tags"].([]string)
//
// every correct call panics, and the check reports
//
//	tool "create": argument "tags" is never a []string, because JSON arrays are []any; a call with it panics
//
// Most rules need to know the handler of a tool, and the names of the arguments that it
// reads, also through functions in other packages. If the registered function selects by the
// tool's name in a switch, the handler is the clause for that name. In a server without an SDK,
// and behind a function that only passes the decoded arguments on, the handler is the function
// next to the schema, the entry of a map or the clause of a switch with the tool's name, or a
// method of the type that defines the tool. If the entry has a function for each action, they are the
// handler together. A method of an interface counts if only one type implements the interface, in the
// package or in its imports. The rules required and values also examine members of objects, and of the
// elements of arrays.
//
// Not reported:
//
//   - an argument that the function also examines in another way, such as a type switch, a comparison with nil or an assertion with "ok"
//   - functions that recover from panics, and the arguments of resources and prompts
//   - an argument that the handler rejects if it is present, or reads under an old name in place of a declared one
//   - an argument that a handler of several tools reads, if one of them declares it
//   - text that is read as a number, which readers of the SDK convert
//   - an undeclared name that begins with an underscore, which gateways use
//
// Options, in the block handlerargs of .schemavet.yaml:
//
//   - null: also apply the rule null
//   - types: also report assertions that panic if an argument has another type than the
//     asserted one, although the function checks that there is a value
//   - swallowed: also apply the rule swallowed
package handlerargs
