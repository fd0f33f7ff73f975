// Package listing records what servers list. Agents see the list of tools of a server.
// A run that makes a server knows which tools it registers with it and on which
// conditions.
//
// Dialects report to a [Recorder] while the programs of one package run. It records the
// servers (servers.go), the tools, the registrations whose name is unknown
// (nameless.go), and names that are registered twice with a server (duplicates.go).
// Several runs make the same server: the run of the program, and runs of the functions
// in between. [Best] keeps the run that reaches it through the most calls, and merges
// the others with it (unite.go).
package listing
