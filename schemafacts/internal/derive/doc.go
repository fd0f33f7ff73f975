// Package derive finds the tools of one package. [Run] reads the source and the facts
// of the packages below, lowers the functions that concern tools, runs them with the
// dialects that the package can reach, sorts the tools that they registered, and
// exports facts:
//
//	source, settings    the package as the driver provides it, and the user's settings for it
//	      |  facts        what it knows from the packages below it
//	      v
//	plain, handlers     tools of plain functions, and what handlers do with arguments
//	texts, intercept    unknown default texts, and code that changes the list of tools
//	      |  lowering.go  functions as small programs, including small functions of other modules
//	      v
//	env.go, run.go      run them; listing records tools and servers
//	      |  merge        combines the results of several runs for one tool
//	      v
//	export.go           facts for importing packages; toolfact for other analyzers
//	found.go            results for checks and for package program; completion
//
// It sees one package and the facts of the packages below it. Package program combines
// the results for the whole program. A [World] knows the source of all packages.
package derive
