// Package contextleak defines an analyzer that reports live objects of a
// program, such as a context or a logger, in the schema of a tool.
//
// # Analyzer contextleak
//
// contextleak: report contexts, sessions, loggers and locks in tool schemas
//
// A schema tells a model what to write as JSON. An object that only a running
// program can have, such as a context, a request, a session, a logger, a
// client, a database handle, a lock or a stream, cannot be written, and yet
// schema reflection often accepts it without a word. The model is then asked
// for a value it cannot give, and if the property is required the tool cannot
// be called at all. For example, given
//
//	type Input struct {
//		Query string          `json:"query"`
//		Ctx   context.Context `json:"ctx"`
//	}
//
// the property is required and accepts only null, and the check reports
//
//	tool "search": input property "ctx" is a context.Context
//
// at the field. It looks through nested and embedded structs, pointers, slices,
// maps and generic types, also of other packages, in input and output schemas.
// A type that the SDK refuses outright, so that registration panics, is looked
// through in the same way.
//
// A type counts as live if it is one of a list of well-known types, if it is an
// interface with the methods of a context or a stream, or if JSON sees none of
// its fields and one of them is a lock, a channel, a function or an interface.
//
// Not reported: fields that JSON does not see, because they are not exported or
// have the tag json:"-"; types that encode themselves, such as time.Time; a
// property that is only called "context"; what a schema written by hand leaves
// out.
//
// There is no suggested fix. Take the object from the handler's context or
// request, capture it in a closure, or give the field the tag json:"-".
//
// Options, in the block contextleak of .schemavet.yaml:
//
//   - types: further types to report, such as example.com/app/store.Store
//   - allow: types not to report, in the same form, nor what is in them
package contextleak
