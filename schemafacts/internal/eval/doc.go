// Package eval is an interpreter for a part of Go in which some values are unknown.
//
// It runs the programs of package ir, whether they were lowered from source or read
// from a fact. It knows neither tools nor schemas. A dialect models functions as an
// [Intrinsic], to which the machine passes the arguments.
//
// # What a value may be
//
// A known value is a constant, a nil, a struct or array with its parts, a function, a
// type, a pointer to a known place, a slice of known elements, or a map with typed
// keys: two keys are one key only if their types are the same.
//
// A [value.Unknown] is any value of its type. It has a reason and a position. If it has
// alternatives, it is one of these and nothing else. An element of a slice or an entry
// of a map may be absent. The order of a slice may be unknown although its elements are
// known.
//
// The join of two values represents both of them. The order of joins and repeated joins
// make no difference. If a limit on the number of alternatives, on depth or on size is
// exceeded, the result is an unknown value, and never one of the joined values. Its
// points-to set contains the joined pointers, maps and slices, and what is read from it
// has a points-to set as well: a write through either of them may write to each variable.
//
// Every value keeps the expression that it came from, so that a report can point at the
// code to change. Comparisons ignore it.
//
// # What a variable is
//
// Values are immutable, including structs and arrays, so a copy of a struct is the
// struct itself. Only the state changes: the values of all variables at one point
// ([state.State]). A branch has two states. Where they meet, values that differ are joined. A
// variable that only one path made does not exist on the other: each state records at
// which times it ran. Code that kept a state finds the same values in it later.
//
// Pointers, maps, slices and closures share what they refer to, a [value.Cell]: a
// variable. A field or an element becomes a separate cell when its address is taken,
// and stays a part of its struct or array.
//
// Besides the value of a variable, the state records whether its index in an array is
// unknown, which other variables may be the same one, and what a goroutine may still
// write to it. A write through a pointer with several alternatives may or may not have
// happened to each of them.
//
// Whether append allocates depends on a capacity that the runtime decides. So append copies
// the elements of a slice that may have room, and the two slices are a family: each write to an
// element may also write to it in the others, and what is appended to one may overwrite what was
// appended to another (fixture openfamily). A part of a slice keeps the elements behind its end,
// which an append may overwrite (fixture pageappend). Capacities are unknown. Results of models may have
// room, and so may bytes that a variable holds (fixtures splitroom and bytesroom).
//
// A value that is passed to unseen code has escaped, with everything that it leads to.
// From then on it is unknown, because such code may write to it immediately or later. If its
// type is an interface, it may hold a value of another type (fixture dynamictype). So is
// what the write set of the function names; see package writes. A function of the standard
// library without a model writes to everything that its receiver and arguments lead to, and
// keeps it, unless the table of package gostd says otherwise. Functions and methods that code
// which is not followed receives may be called any number of times. So may the methods with which
// the values that the standard library reads print, encode and compare themselves (fixture
// ownmethods).
//
// A function is assumed to panic on an error only if its first statement does, not
// because of its name.
//
// # How a path goes on
//
// A statement ends normally, by return, break or continue, by a panic, or because
// the budget is used up. Under an unknown condition both branches are run, each as if the
// other did not exist, and then joined. A loop whose condition is known is run. Any other
// loop is run until its state reaches a fixpoint; everything that it may write is then
// unknown. If several passes do not reach one, the variables that still change become
// unknown, with everything that they lead to, and the loop is run again. If that does not
// help either, everything that the loop can reach is unknown (fixture passes). A return
// statement first writes its values to the named results, where pointers to their parts
// stay valid (fixture resultpart). Deferred calls then run, on every exit, the last one
// first, and may change these results. A call that recovers turns a panic into an ordinary
// return. Any statement of a function that deferred such a call may panic: the rest of the
// function is conditional, what it wrote may be as it was before, and the value of the panic is
// unknown. No public server of 190 needs more.
//
// A start is assumed to succeed. Paths on which a function returns an error or panics
// are left out if that ends the start. The callers decide whether it does: if a caller
// tests an error and continues, the error is one of several outcomes of the call, and its
// results are those of all outcomes. A defer or go statement, and code that is not followed, may
// drop the error of a function that they call (fixture droppederror). A function without an error
// among its results reports no failure: a return statement for an error is one of its outcomes
// (fixture errreturn). A loop that an error ends, or continues, goes on as well, unless it has no
// condition: that is how servers and agents read their messages (fixture errbreak).
//
// Code after a statement that may leave the function is conditional, unless the exit ends
// the start.
//
// The result of a statement is a flow: how the present path goes on, and its exits. An exit
// is a path that left the statement in another way. It keeps its state until the loop,
// block or function that it leaves ends.
//
// The iterations of a loop over a map may run in any order. Each of them starts with what
// others may write unknown, which earlier passes over all iterations have found out (fixture
// adjacent). A variable that several iterations write is
// unknown afterwards (fixture cameearlier). A list to which they only append keeps its elements
// in an unknown order, and a map its entries under different keys. Passes that are undone
// register nothing (fixture emitcounter). If an iteration may leave the loop, or leads to what
// another one has made, the loop counts as one of unknown length that runs any of them.
//
// A function that calls itself, each time under an additional condition known only at
// run time, is followed only for a few calls.
//
// Each root has a budget of its own, and a package one for all of its roots. A step is
// counted for each node that is run, and for the values and cells that joins, escapes and
// documents visit. A root that finds no tool ends early, except main and the user's initializers. A
// helper and a loop that make no tools may take half of what is left (fixture fruitless.txtar).
// After its end a root joins and forgets once what its open branches and calls would have
// joined and forgotten. The main function of a program runs first.
//
// If the budget ends a function, everything that the rest might have written is
// unknown, and the function is listed as unfinished. Package derive keeps the tools as they were
// before (fixture cut of schemafacts). A function that contains a goto statement is cut in the
// same way: the statements after the first one, or after its label, are not run (fixture flow).
// Code that no run has reached is derived by the local tier. It runs the function again by
// itself, with a small budget for each of its calls. It keeps only definitions and registrations
// at positions that no other run has reached, as untraced tools; see local.go and the fixture
// localtier.txtar.
//
// # What is run
//
// The initialisers and init functions run first. Then each function that other packages
// may call, or that no function names, is run as a root, with unknown arguments. So are
// the functions that these runs have not reached. Function literals that were built and
// never called are run in the state in which they were built, and so are the methods of
// a known value that was passed to unseen code.
//
// If such a function of a package that is internal, or that a program imports, makes no tool
// in that package, its run follows a call of another package only if a tool may come from an
// argument or a result; see layer.go and the fixtures layers and importedlayer.
//
// Functions that only read tools made by other code are not run. A function that declares a
// list of tools, or a pointer to one, makes no tool. A function that calls a method of an
// interface may make tools only if a known type implements the interface and its method makes
// them. Two kinds of function are not run as roots, because their runs would find nothing
// new:
//
//   - A handler of a tool, unless it may register tools. Handlers from one literal are run as
//     one as soon as two of them made the same.
//   - A function of a program that builds tools, cannot register them, and does not pass them
//     to other code. It builds them for another purpose, such as documentation. Such functions
//     wait until all others have run, and are run only for tools that no other function has
//     built. So do functions of a library that take only plain data.
//
// The call graph covers all known programs: calls by name, and calls through values and
// interfaces by type.
//
// # What is assumed of the world
//
// The evaluator makes only these assumptions. Each has a fixture.
//
//   - A start succeeds. A path is left out if it ends with an error returned to the code that
//     starts the server, in os.Exit, in log.Fatal, or in a panic from which no function
//     recovers. A path that handles an error and continues is an ordinary path.
//     If a model knows that a call fails, and that this ends the start, it returns an
//     unknown value with that fault, and the path goes on: the fault is an error of the
//     tool that has the value, and later tools are found.
//   - A goroutine runs once, at any time after the go statement. If both it and later code
//     write to a variable, either write may be the last: the machine records what the goroutine
//     writes, and marks it as a write that may come late.
//   - Values known only at run time are unknown: the environment, files, flags, the time,
//     random order, and values received from a channel.
//
// If Go does not specify the order of operands and it matters, the result is unknown.
//
// # Where to read
//
// Package value contains the values, the cells and their joins, package state what all
// cells hold at one point, package heap what a write to one of them means for others, and
// package static what the text of programs says without a run. None of them knows the
// machine. For a question about the machine, begin with these files:
//
//   - what a statement does, and how a path goes on after it: exec.go, flow.go
//   - branches, and where paths meet: fork.go, joinstate.go
//   - errors, and which paths are left out: policy.go, static/exits.go
//   - loops: loop.go, looprange.go, loopunknown.go, unordered.go
//   - calls, results and deferred calls: call.go, body.go, deferred.go, recover.go
//   - goroutines, channels and sync.Once: goroutine.go, heap/record.go
//   - which variable an expression denotes, and writes to it: place.go, assign.go, heap/put.go
//   - append, parts of slices, and slices that share an array: append.go, index.go,
//     heap/array.go, value/family.go
//   - the order of operands: order.go
//   - code that is not followed: escape.go, effect.go, ownmethods.go, forget.go,
//     static/written.go
//   - what is run, and for how long: root.go, budget.go, local.go
//
// # How it is tested
//
// Programs are built and run with the Go toolchain, and each value that the machine
// considers known must be equal to what they printed. Programs for which this is not
// true yet are in a list of expected failures, which only gets shorter. Each archive in
// testdata has the fixtures of one rule. Its comment states the rule and names the section
// above that describes it.
package eval
