// Package writes finds the write sets of a package's functions: what each of them, with
// all that it calls, may write to.
//
// The evaluator runs functions that concern tools. Of all others it knows only the write
// sets: a call that is not followed makes unknown what its set names. A set consists of
// roots: package variables, parameters and the receiver. A root stands for everything that
// it leads to.
//
// The analysis ignores the order of statements. A local variable leads to the roots of
// everything that is assigned to it, and the result of a call to the roots of its
// arguments and to the package variables that the function returns. Function literals
// count as a part of the function that contains them, and a function whose name is used
// as a value counts as called there.
//
// A value that is stored in anything but a local variable, or passed to code that is not
// known, is kept: from then on, somebody may write to it. The sets list these roots
// separately, because a function that only keeps a variable does not change it.
//
// Two things are not followed: values that unsafe, cgo or assembly code reaches, and results
// of calls through interfaces and function values, which are assumed not to lead to package
// variables.
package writes
