// Package contextleak defines an analyzer that reports live objects of a program,
// such as a context or a logger, in the schema of a tool.
//
// # Analyzer contextleak
//
// contextleak: report contexts, sessions, loggers and locks in tool schemas
//
// A schema describes the JSON that a model has to write. A live object, such as a
// context, a request, a session, a logger, a client, a database handle, a lock or a
// stream, exists only in a running program and cannot be written as JSON. Schema
// libraries often accept such a type silently. Then the schema asks the model for a
// value that it cannot provide, and if the property is required, no call succeeds.
// For example, given
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
// at the field. In input and output schemas, the check follows nested and embedded
// structs, pointers, slices, maps and generic types, including those from other
// packages. It also follows a type that the SDK rejects, so that registration panics.
//
// A type is live if it is in a list of well-known types, if it is an interface with
// the methods of a context or a stream, or if encoding/json ignores all its fields
// and one of them is a lock, a channel, a function or an interface.
//
// Not reported: fields that encoding/json ignores, because they are unexported or
// have the tag json:"-"; types that encode themselves, such as time.Time; a property
// that is only named "context"; parts that a handwritten schema omits.
//
// There is no suggested fix. Use the object from the handler's context or request,
// capture it in a closure, or give the field the tag json:"-".
//
// Options, in the block contextleak of .schemavet.yaml:
//
//   - types: more types to report, such as example.com/app/store.Store
//   - allow: types not to report, in the same form; their fields are not reported
//     either
//   - names: also report arguments by their names, such as session_id, trace_id,
//     user_id or auth_token. A program often knows these values from the call, but some
//     tools take them from the model on purpose.
package contextleak
