// Package value defines what the evaluator knows about the values of a program, and how
// values are joined where paths meet.
//
// # Values
//
// A known value is a constant, a nil, a struct or array with its parts, a function, a
// type, a pointer to a known cell, a slice of known elements, or a map with typed keys:
// two keys are one key only if their types are the same.
//
// An [Unknown] without alternatives is any value of its type. It has a reason and a
// position. With alternatives it is one of these and nothing else. An element of a
// slice or an entry of a map may be absent. The order of a slice may be unknown
// although its elements are known.
//
// Every value keeps the expression that it came from, so that a report can point at the
// code to change. Comparisons ignore it.
//
// # Cells
//
// A [Cell] is a variable. Pointers, maps, slices and closures refer to cells. Values
// are immutable, including structs and arrays, so a copy of a struct is the struct
// itself. A field or an element becomes a cell when its address is taken. The value of
// a cell depends on the state of the program; see [Heap].
//
// A cell may have marks in addition to a value: whether its index in an array is
// unknown, which cells may be the same variable, and what a goroutine may write to it
// later. See [Marked].
//
// # Slices
//
// A [Slice] is a header with the cells of its elements. Open says why there may be further
// elements, or is nil. Behind are cells that follow the end in the array, as those of a part
// s[lo:hi] do, and In are families: append may write to both. Own is set while one variable is
// the only one that holds the slice, so that append need not copy.
//
// # Joins
//
// [Joiner.Join] returns a value that represents both of two values, and [Joiner.Widen]
// one that represents any number of iterations of a loop. If a limit on the number of
// alternatives, on depth or on size is exceeded, the result is an unknown value, and
// never one of the joined values.
//
// [Leq] is the order of the values. Join is commutative and idempotent, and returns an upper
// bound. It is associative except for values that it keeps as alternatives: two structs become
// one with joined fields, while a struct and a nil stay two alternatives, so that the order
// matters if there are three. Widen ends. TestLaws checks all of this on random values.
package value
