// Package plain makes tools from plain functions. A function is a tool if its comment
// has a directive, or if it is passed to a function that registers tools according to
// the settings. Its schema is derived from its signature, its comment and its types;
// see package signature.
//
// [Functions] finds directives (plain.go) and records each directive without an effect
// (idle.go). It provides the models of registration functions in the settings to the
// evaluator (registrations.go).
package plain
