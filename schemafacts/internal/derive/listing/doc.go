// Package listing records what servers list. The list of tools that agents see is that of
// a server, and a run that makes a server knows which tools it registers with it, and what
// that depends on.
//
// A [Recorder] is what dialects report to while the programs of one package run. It knows
// the servers (servers.go), the tools, the registrations without a known name
// (nameless.go), and the names that a server is given twice (duplicates.go). The same
// server is made by many runs: by that of the program, and by those of the functions in
// between. [Best] keeps the run that comes to it by the most calls, and the others are
// united with it (unite.go).
package listing
