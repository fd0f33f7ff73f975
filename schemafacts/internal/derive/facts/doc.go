// Package facts holds what one package passes on to its importers, and what it knows
// from the packages that it imports.
//
// A [Fact] contains the programs of a package with everything that they call in other
// packages, the tools and servers that the package knows, and what can change messages
// between servers and clients. Drivers that store facts in files show a package only
// the facts of its direct imports. So a fact is complete: it also passes on the facts
// of the packages that its package imports. Drivers that keep facts in memory never
// encode them; a fact then refers to the [Known] of its package. The bytes of a fact
// depend only on the source.
//
// [Known] answers queries about what a package knows: the programs of a function in any
// package (known.go), the package, module and file of a position (positions.go), and the
// comments and constants of types (comments.go). [Digests] describes what a package knows
// about tools, by digests, so that an importing package can decide whether it knows
// more (digests.go).
package facts
