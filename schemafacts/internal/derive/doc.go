// Package derive finds the tools of one package: it has the package's syntax
// lowered, runs the programs with the dialects that the package can reach, and
// gathers what they emit. What other packages need for theirs goes into facts.
//
// It sees one package and the facts of those below. What only the whole program
// knows is the business of package program.
package derive
