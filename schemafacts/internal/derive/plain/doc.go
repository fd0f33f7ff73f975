// Package plain makes tools of plain functions. A function is a tool if its comment says so
// with a directive, or if it is passed to a function that the settings know to register
// tools. Its schema is what its signature, its comment and its types say; see package
// signature.
//
// [Functions] finds directives (plain.go) and accounts for each that has no effect
// (idle.go). It gives the evaluator what registrations of the user's own do
// (registrations.go).
package plain
