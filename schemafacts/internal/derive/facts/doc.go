// Package facts is what one package tells those that import it, and what it knows from
// them.
//
// A [Fact] holds the programs of a package with all that they call elsewhere, the tools and
// servers that it knows, and what stands between them and clients. Drivers that keep facts
// in files show a package only those of its direct imports, so a fact is closed: it passes
// on what the package itself was told. Drivers that keep facts in memory never encode them;
// then a fact refers to the [Known] of the package that told it. The bytes of a fact depend
// on the source alone.
//
// [Known] answers what a package knows: the programs of a function, wherever it is
// (known.go), the package, module and file of a position (places.go), and what comments
// and constants say of types (comments.go). [Told] tells what a package knows of tools, by
// digests, so that a package above can tell whether it knows more (told.go).
package facts
