// Package handlers describes what the handlers of a package do with the arguments of a
// call, and reads the facts of other packages about theirs. Package handling analyzes
// the syntax.
package handlers
