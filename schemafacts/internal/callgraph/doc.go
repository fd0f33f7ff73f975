// Package callgraph reports which functions of a program may be called, and by which
// functions. It reads the lowered functions of all packages.
//
// The analyzer evaluates a function that registers tools as a root, even if no package
// calls it. A main package sees all packages, so it knows whether such a function can run.
// A [Graph] starts at main and at the initialisers. It follows every mention of a
// function, and every method that may be called through an interface. Functions outside the
// graph do not run.
//
// A [Run] adds the functions that the evaluator has executed. It reports whether the
// evaluator has seen everything that the program can do with a function.
//
// [FindMentioned] answers a simpler question before functions are lowered: which functions may
// the programs among some packages run, by what their source mentions? What a branch mentions does
// not count if its condition is false because no code sets a field of a struct.
//
// Package lower does not use a call graph to decide which functions of a package it keeps.
// It needs all functions that mention tool types, with their callers and callees, whether or
// not a program reaches them; and it runs before the lowered functions exist. Package
// eval/static asks, of the lowered functions of one environment, which of them may register
// tools; it compares the types of function values, but does not start at main.
package callgraph
