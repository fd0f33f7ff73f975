// Package tools is the runtime of the files that schemavet generate writes. It
// validates the arguments of a call against the schema of the tool, calls the
// function, and describes errors so that an agent can correct its call. The command
// writes this package into the user's module, so it imports only the standard library.
// The comments about its internals stay in the source of the command.
package tools
