// Package derive finds the tools of one package. It lowers the package's syntax, runs
// the programs with the dialects that the package can reach, and collects the tools
// that they emit. It exports facts with what other packages need to find theirs.
//
// It sees one package and the facts of the packages below it. Package program combines
// the results for the whole program.
package derive
