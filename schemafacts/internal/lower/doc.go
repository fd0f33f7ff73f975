// Package lower turns the syntax of a type-checked package into programs.
//
// It keeps only what is relevant to tools. A function is relevant if it mentions a type
// or function from which tools are made, or if it uses a relevant function. The
// functions that it calls and the variables that it reads are kept, too. [Relevance]
// decides which types and functions tools are made from: this package names no SDK.
//
// A construct that package ir cannot express becomes an unknown node with a reason.
// Nothing is dropped silently.
package lower
