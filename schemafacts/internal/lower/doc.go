// Package lower turns the syntax of a type-checked package into programs.
//
// It keeps what matters and drops the rest. A function matters if it mentions a
// type or function that tools are made of, or uses one that does; what such a
// function calls, and the variables that it reads, are kept with it. [Relevance]
// says which types and functions those are: this package knows no SDK.
//
// A construct that the form of package ir cannot express becomes a node that is
// unknown, with a reason. Nothing is left out in silence.
package lower
