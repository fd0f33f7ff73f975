// Package derive finds the tools of one package. [Run] reads the source and the facts of
// the packages below, lowers the functions that concern tools, runs them with the dialects
// that the package can reach, sorts what they registered, and exports facts:
//
//	source, settings    the package as the driver offers it, and what the user says of it
//	    |  facts        what it knows from the packages below it
//	    v
//	plain, handlers     tools of plain functions, and what handlers do with arguments
//	texts, intercept    what is not known of default texts, and what changes the list
//	    |  lowering.go  functions as small programs, small functions of others included
//	    v
//	env.go, run.go      runs them; listing records tools and servers
//	    |  merge        one tool of what several runs found of it
//	    v
//	export.go           facts for importing packages; toolfact for other analyzers
//	found.go            answers for checks and for package program; completion
//
// It sees one package and the facts of those below. Package program knows the whole
// program, and a [World] tells which functions only programs call.
package derive
