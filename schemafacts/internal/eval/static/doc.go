// Package static answers what the text of programs says, without running them: whether a
// function can make or register tools, which functions may call which, where a statement
// leads, and to which package variables a function can write (by the write sets of package writes).
//
// The evaluator asks it what is worth running, and what to forget about code that it
// does not run. It knows neither values nor states, so an answer is an upper bound: a
// function that yields [Nothing] makes no tools, one that yields [Tools] may make some.
package static
