// Package contextleak defines an analyzer that reports live objects of a program,
// such as a context or a logger, in the schema of a tool.
//
// # Analyzer contextleak
//
// contextleak: report contexts, sessions, loggers and locks in tool schemas
//
// A context, a session, a logger, a database handle or a lock exists only in a running
// program. If such a property is required, no call succeeds. For example, given
//
//	type Input struct {
//		Query string          `json:"query"`
//		Ctx   context.Context `json:"ctx"`
//	}
//
// the check reports
//
//	tool "search": input property "ctx" is a context.Context
//
// It reports well-known types, interfaces with the methods of a context or a stream, and
// structs without exported fields that have a lock, a channel, a function or an interface.
//
// Not reported: fields that encoding/json ignores; types that encode themselves, such as
// time.Time; a property that is only named "context"; parts that a handwritten schema
// omits.
//
// Use the object from the handler's context or request, or capture it in a closure, or give
// the field the tag json:"-".
//
// Options, in the block contextleak of .schemavet.yaml:
//
//   - types: more types to report, such as example.com/app/store.Store
//   - names: also report arguments by names such as session_id or auth_token
package contextleak
