// Package callgraph answers who may call whom in a program, from the functions that its
// packages keep as small programs and from the types that they make.
//
// A function that registers tools is run for its own sake, whoever calls it. The program
// tells whether it is called: all packages are known. A [Graph] starts at main and at the
// initialisers. It follows every mention of a function, and every method that may be
// called through an interface if there may be a value of its type (rapid type analysis,
// by [Made]). What it does not come to does not run.
//
// [Called] answers a smaller question before anything is lowered: which functions programs
// come to by calls.
//
// A [Run] adds which functions the evaluator has executed. It tells whether that is all
// that the program can do with a function.
package callgraph
