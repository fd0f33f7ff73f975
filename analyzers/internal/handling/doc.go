// Package handling derives what functions do with the arguments of a tool call: which
// of them they read, by which name and as which type, directly or through helpers of
// other packages. It examines syntax, one function at a time, and uses a summary of
// each helper. It is the only reader of handler bodies: checks ask [Handlers].
package handling
