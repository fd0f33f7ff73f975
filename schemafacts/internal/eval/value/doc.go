// Package value defines what the evaluator knows of the values of a program, and how
// that is joined where paths meet.
//
// # Values
//
// A known value is a constant, a nil, a struct or array with its parts, a function, a
// type, a pointer to a known cell, a slice of known elements, or a map with typed keys:
// two keys are one key only if their types are the same.
//
// An [Unknown] without alternatives is any value of its type, for a reason and at a place
// that a person can look up. With alternatives it is one of these and nothing else. An
// element of a slice or an entry of a map may be absent, and the order of a slice may be
// unknown while its elements are not.
//
// Every value keeps the expression that it came from, so that a report can point at what
// to change. Comparisons ignore it.
//
// # Cells
//
// A [Cell] is a variable. Pointers, maps, slices and closures refer to cells, and the
// values themselves are immutable, structs and arrays as well. So a copy of a struct is the
// struct itself. A field or an element becomes a cell when its address is taken. What a
// cell holds depends on the state that the program is in: see [Heap].
//
// A cell may hold more than a value: whether its place in an array is known, which cells
// may be the same variable, and what a goroutine may write to it later. See [Marked].
//
// # Joins
//
// [Joiner.Join] returns a value that stands for both of two values, and [Joiner.Widen] one
// that stands for any number of rounds of a loop. A limit on the number of alternatives, on
// depth or on size ends in an unknown value, never in one of the values that were met.
package value
