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
//     not have, such as []string or int. With "ok" the argument is silently ignored. It
//     also reports generic readers that assert their type argument, as in
//     Optional[int](req, "position")
//   - unchecked: a type assertion without "ok" on an argument that a call may leave
//     out. The handler panics, which ends a process that does not recover. That is
//     every argument where the SDK hands arguments on without looking at the
//     schema, as mcp-go does, and those of a schema that are not required, or may
//     be null, elsewhere.
//   - undeclared: the handler reads an argument that its tool does not declare, so
//     that no model ever sends it
//   - unread: a tool declares a parameter that its handler never reads, and no other
//     handler of the package leaves one of that name alone, as all do where a
//     middleware reads it. In 71 public servers it found four, none of which anybody
//     read. For one that code before the handler does read, name the tool under
//     handlerargs/unread in checks.allow. For a handler that takes a struct, it reports
//     each field that no code of the package selects. It reports none if the struct
//     goes where other code may read it: if it is printed, encoded, compared, converted,
//     stored, returned or passed to another package; nor if no field is selected at all
//   - other-type: an argument is read as what no value of its declared type is
//   - required: an argument is optional in the schema, and the handler always fails
//     without it
//   - default: the handler takes another value for a missing argument than the default
//     of the schema, where the SDK does not fill in defaults
//   - null: an argument may be null by its schema, and the handler fails then
//   - empty: the description of an argument says to leave it empty, and the handler
//     returns an error if it is, before it does anything else with it
//   - dropped: a parameter of a schema that is written by hand is no field of the
//     struct that the arguments are decoded into
//
// Required, default and null are off by default: in 42 public servers null found two
// parameters of one server, both rightly, and the others nothing, so that nobody knows
// how often they are right.
//
// All but the first two and empty need the handler of a tool, the parameters of the tool and the
// names in the handler to be known: a name may be given to an index of the
// arguments, to a reader of the SDK, or to a function of the user's that hands it to
// one of them, in whatever package. A handler may be wrapped, if the call that
// registers it names no other. Unread and dropped are only said of a handler that
// passes neither the request nor the arguments to something of which nothing is known.
//
// Servers without an SDK decode calls themselves. There the handler of a tool is the
// function next to its schema, the only function that a map has under the tool's name,
// the clause of a switch statement with that name, or the method that takes arguments of
// the type that defines the tool. Assertions in such handlers are not reported as
// unchecked if the package recovers from panics.
//
// Of plain functions, those that take all arguments in a map are compared with their
// explicit schema, if it has properties.
//
// A helper may read more than each tool declares, as those for paging do. What it
// reads is undeclared only if the schema has the name in another spelling, or if the
// helper is the package's own and none of its tools declares it.
//
// Not reported: an argument that the function looks at in another way as well, such
// as by a type switch, a comparison with nil or an assertion with "ok"; a function
// that recovers; arguments of resources and prompts, which are of other types; keys
// that only run time knows; an argument of which a handler asks only whether it was
// sent, to refuse it; an old spelling that is read beside the declared one; what a
// handler declares for one of its tools and reads for another; text that is read as a
// number, which readers of the SDK convert; a name that begins with an underscore and
// that no tool declares, which is how gateways hand over who calls.
//
// There is no suggested fix: what a handler should do without an argument is for
// people to decide. The SDK's readers, such as GetString and RequireString of
// mcp-go, do not panic.
//
// Options, in the block handlerargs of .schemavet.yaml:
//
//   - required, default, null: apply these rules, too
package handlerargs
