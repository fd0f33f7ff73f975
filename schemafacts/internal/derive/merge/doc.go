// Package merge combines the results of several runs, packages and SDKs for the same
// tool.
//
// A function is run as a root, with unknown arguments, and again by its callers.
// [Tools] keeps the most complete result for each name and definition. It also merges a
// tool that a plugin registers with the tool of the other SDK (bridge.go), and the
// lists that a program without an SDK makes of the same tools (shapes.go). [Fold]
// merges a function that is a tool with what a generated file registers for it. If a
// package finds a tool in the code of another package, [Adopt] sets the tool's position
// to the one that the other package found.
package merge
