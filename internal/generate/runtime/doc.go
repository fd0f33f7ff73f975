// Package tools is the runtime of the files that schemavet generate writes. It
// holds the arguments of a call to the schema of the tool, calls the function
// and says what is wrong in words that an agent can act on. The command writes
// it into the user's module, so it imports the standard library only.
package tools
