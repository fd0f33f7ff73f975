// Package handlers answers what the handlers of a package do with the arguments of a call,
// and what other packages tell of theirs. Package handling reads the syntax.
package handlers
