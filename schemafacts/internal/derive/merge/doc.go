// Package merge makes one tool of what several runs, packages and SDKs found of it.
//
// A function is run for its own sake, with unknown arguments, and again by its callers.
// [Tools] keeps the best known result for each name and definition. It unites a tool that
// a plugin registers with the tool of the other SDK (bridge.go), and lists that a
// program without an SDK makes of the same tools (shapes.go). [Fold] unites a function
// that is a tool with what a generated file registers of it. [Adopt] gives a tool that a
// package found in the code of another one the place where that one found it.
package merge
