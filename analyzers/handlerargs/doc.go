// Package handlerargs defines an analyzer that reports handlers which misread the
// arguments of a call.
//
// # Analyzer handlerargs
//
// handlerargs: report handlers that misread the arguments of a call
//
// The arguments of a call are JSON. Without a target type, encoding/json decodes
// JSON only to string, float64, bool, []any, map[string]any and nil. For example,
// given
//
//	tags := req.GetArguments()["tags"].([]string)
//
// every correct call panics, and the check reports
//
//	tool "create": argument "tags" is never a []string, because JSON arrays are []any; a call with it panics
//
// The rules are
//
//   - never-holds: a type assertion on an argument names a type that decoded JSON
//     never has, such as []string or int. With "ok", the handler silently ignores
//     the argument. The rule also covers generic readers that assert their type
//     argument, as in Optional[int](req, "position")
//   - unchecked: a type assertion without "ok" on an argument that a call may omit.
//     The handler panics, which ends a process that does not recover. Some SDKs,
//     such as mcp-go, do not validate arguments: with them a call may omit every
//     argument. With the others a call may omit an argument that the schema does not
//     require, or send null if the schema allows it
//   - undeclared: the handler reads an argument that its tool does not declare, so
//     no model sends it. If handlers decode their arguments into a struct, the rule
//     reports a field that they read and none of their tools declares
//   - unread: a tool declares a parameter that its handler never reads. A parameter
//     that no handler of the package reads may belong to a middleware, so the rule
//     reports it only if other handlers read their parameters of this name. In 71
//     public servers the rule found four parameters, and all four were really
//     unread. The rule ignores a parameter that the package reads where it calls
//     handlers. If other code reads a parameter before the handler, list the tool
//     under handlerargs/unread in checks.allow. For a handler that takes a struct, the
//     rule reports each field that no code of the package selects. It reports none
//     if other code may read the struct, because the package prints, encodes,
//     compares, converts, stores, returns or passes it to another package, and none
//     if the package selects no field at all
//   - other-type: the handler reads an argument as another type than the declared
//     one, or decodes it into a field that cannot hold such a value. The same applies
//     to the elements of an array
//   - required: an argument is optional in the schema, but the handler always fails
//     without it. The handler may read it with a function that has a parameter for that,
//     as in text(req, "name", true)
//   - default: for a missing argument the handler uses another value than the
//     default in the schema, and the SDK does not fill in defaults; or, if the schema
//     has no default, another value than the one that the description names, as in
//     "(default: 20)". The handler's value may be an argument of a reader of the SDK,
//     or a constant that the handler, or a function to which it passes its struct,
//     assigns to the variable or field with the argument. It is not compared if other
//     code receives a pointer to the struct before. For any other struct field
//     the rule assumes the zero value, unless the package compares the field, sets it,
//     or passes it to code that may do so
//   - null: the schema allows null for an argument, but the handler then fails
//   - empty: the handler always fails if an argument is empty, although its description
//     allows leaving it empty; or if it is 0 or false, although the minimum, the
//     description or the type allows that. Arguments that confirm something are left out
//   - misfit: the explicit schema of a plain function contradicts its parameters or
//     results: a property that no parameter takes, schemas without a value in common,
//     a bound or enum value that the type cannot hold, a required parameter that the
//     schema lacks, or a part of the result that it forbids. A handwritten schema of
//     a tool whose arguments the SDK decodes is compared with their type in the same
//     way
//   - dropped: a handwritten schema declares a parameter, but the struct that
//     receives the arguments has no such field
//
// The rule null is off by default, because too little is known about its precision: in
// 42 public servers it found two parameters, both correctly.
//
// All rules except never-holds and unchecked need to know the handler of a
// tool, its parameters, and the argument names in the handler. A name may be an
// index of the arguments, or be passed to a reader of the SDK, directly or through
// functions in any package. The handler may be wrapped if the registration names no
// second handler. The rules unread and dropped report nothing if the handler passes
// the request or the arguments to unknown code, or if the tool names a user interface
// in its _meta, which receives the arguments, too.
//
// Servers without an SDK decode calls themselves. There the handler of a tool is the
// function next to its schema, the only function that a map has under the tool's
// name, the clause of a switch statement with that name or the body of an if statement
// that compares it, or the method that takes arguments of the type that defines the
// tool. The same holds for tools that a model's provider calls. Assertions in such handlers are not
// reported as unchecked if the package recovers from panics.
//
// For a plain function that takes all arguments in a map, the check compares the
// function with its explicit schema if the schema has properties.
//
// A helper may read arguments that only some tools declare, such as those for
// paging. For a helper, the rule undeclared reports an argument only if the schema
// has the name in another spelling, or if the helper belongs to the package and none
// of its tools declares the argument.
//
// Not reported:
//
//   - an argument that the function also examines in another way, such as a type
//     switch, a comparison with nil or an assertion with "ok"
//   - a function that recovers from panics
//   - arguments of resources and prompts, which have other types
//   - names that are known only at run time
//   - an argument that the handler only rejects if it is present
//   - an old spelling that the handler reads next to the declared one
//   - an argument that a handler of several tools reads, if one of the tools declares it
//   - text that is read as a number, which readers of the SDK convert
//   - an undeclared name that the handler reads only in place of a declared argument
//     that is missing, as an old name
//   - an undeclared name that begins with an underscore, which gateways use to identify
//     the caller
//
// There is no suggested fix, because only you can decide what a handler should do
// without an argument. The readers of the SDK, such as GetString and RequireString
// of mcp-go, do not panic.
//
// Options, in the block handlerargs of .schemavet.yaml:
//
//   - null: also apply the rule null, which is off by default
package handlerargs
