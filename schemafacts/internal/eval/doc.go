// Package eval is a small interpreter for Go in which some values are unknown.
//
// It runs the programs of package ir, whether they were lowered from source or
// read from a fact, and knows neither tools nor schemas. What a dialect knows
// of a function is an [Intrinsic], to which the machine hands the arguments.
//
// # What a value may be
//
// A known value is a constant, a nil, a struct or array with its parts, a
// function, a type, a pointer to a known place, a slice of known elements, or a
// map with typed keys: two keys are one key only if their types are the same.
//
// An [value.Unknown] is everything of its type, for a reason and at a place that a
// person can look up. If it has alternatives it is one of these and nothing
// else. An element of a slice or an entry of a map may be there only perhaps,
// and the order of a slice may be unknown while its elements are not.
//
// Joining two values gives one that says no more than both say together. It
// does not matter which comes first, or how often one is joined. A limit, be it
// of alternatives, of depth or of size, ends in an unknown value and never in
// one of those that were met.
//
// Every value keeps the expression that it came from, so that a report can
// point at what there is to change. That does not take part in any comparison.
//
// # What a variable is
//
// Values are immutable, structs and arrays as well, so that a copy of one is the
// value itself. What changes is the state: what all variables hold at one point
// ([State]). A branch is two states. Where they meet, what differs is joined,
// and what only one of them made is not there for the other: each state knows
// at which times it ran. Whoever keeps a state finds in it what was there.
//
// Pointers, maps, slices and closures share what they refer to, which is a
// [value.Cell]: a variable. A field or an element becomes a variable of its own when
// somebody takes its address, and stays a part of its struct or array.
//
// Beside its value, the state notes of a variable that its place in an array is
// not known, which other places may be the same one, and what a goroutine may
// yet write to it. Writing through a pointer that is one of several is a write
// that may not have happened to each of them.
//
// What is handed to code that nobody sees has escaped, with all that it leads
// to. From then on it is unknown: such code may write to it at once or later.
// Functions of the standard library are not such code, except those that write to
// their arguments, and those that keep them and hand them back later: sync.Map,
// sync.Pool, container/..., atomic.Value and Pointer, context.WithValue, iter.Pull.
// From then on, the variables that a kept value leads to may be written to at any
// time, and so may variables that are linked to it later.
//
// A function is assumed to panic on an error only if its first statement does, not
// because of its name.
//
// # How a path goes on
//
// A statement is left by going on, by return, break, continue or goto, by a
// panic, or because the budget is used up. Under a condition that is not known
// both ways are run, each as if the other did not exist, and then joined. A
// loop whose condition is known is run; any other is run until nothing new is
// learned, and what it may write is unknown after as many rounds as it takes to
// say so. Deferred calls run on every way out, and one that recovers makes of a
// panic an ordinary return.
//
// A start that fails is no start. The ways in which a function returns an error, or
// panics, are left out where that ends the start. Whether it does is up to those who
// call it: an error that somebody looks at and goes on is one outcome of the call
// among others, followed apart from them until the statement that looks at it.
//
// The rounds of a loop over a map may come in any order: what several of them write
// is not known, what one of them reads that another writes is found by running the
// loop from its other end, and a list that grows keeps its elements and loses their
// order.
//
// A function that calls itself, each time under one more condition that only run
// time knows, is not followed further than a few rounds.
//
// All runs of a package share one budget, in proportion to the code that leads to tools.
// A step is counted for each node that is run, and for the values and cells that joins,
// escapes and documents visit. Each run may use half of what is left, and the main
// function of a program runs first. A run that finds no tool for long ends earlier.
//
// A budget is no result. Where it ends a function, all that the rest might have
// written is unknown, and the function is listed as unfinished. What no run has reached
// is derived by the local tier: the function is run again by itself, each of its calls
// gets a small budget, and only definitions and registrations at places that no
// other run has reached are kept, as untraced tools; see local.go and the fixture
// localtier.txtar.
//
// # What is run
//
// The initialisers and init functions run first. Then each function that somebody
// outside may call, or that nobody names, is run for its own sake with arguments
// that are not known, and so is whatever those runs have not come to. The function
// literals that were built and never called are run where they were built, and so are
// the methods of a known value that code which is not seen was handed.
//
// What only looks through tools that others have made is not run at all. Three kinds
// are left out, because they could only say again what is known. A function of a
// library that defines no tool itself, and puts together what others of which all
// tools are known have made, is left to the programs that call it, if all of them are
// known: see elsewhere.go. A
// function that answers the calls of a tool is run only if it may register others;
// those that one literal makes are run as one as soon as two have made the same.
// And what a program builds in a function that cannot register it, and that nothing
// else can see, it builds for another end, such as documentation: such functions
// wait until all others have run, and are run only for what nobody else has built. So
// do those of a library that are given plain data and nothing that they could tell.
// Who may call whom is taken from all programs that are known: by name, and through
// values and interfaces by type.
//
// # What is assumed of the world
//
// These assumptions and no others are made. Each has a fixture.
//
//   - A start that fails is no start. A path that ends with an error returned
//     to whoever starts the server, in os.Exit, in log.Fatal or in a panic that
//     nobody recovers is left out. A path that handles an error and goes on is
//     a path like any other.
//   - A goroutine runs once, at any time from the go statement on. What it
//     writes, and what is written after it was started, may be either.
//   - What only run time knows is unknown: the environment, files, flags, the
//     time, random order, what comes out of a channel.
//
// The order of operands that Go leaves open is unknown wherever it matters.
//
// # Where to read
//
// memory.go has the state, joinstate.go and join.go what is known where paths
// meet, fork.go the paths, and exec.go what a statement does. value.go and
// struct.go have the values, place.go what can be written to, and root.go what is
// run.
//
// # How it is tested
//
// Programs are built and run with the Go toolchain, and each value that the
// machine calls known must be what they printed. The programs of which that is
// not true yet stand in a list of expected failures, which only gets shorter.
package eval
