// Package completion finds the tools of other packages that a package completes or
// registers, and what it knows about them that their own package cannot know.
//
// A driver that analyzes one package at a time has no other place to report findings on
// such a tool. So the importing package reports them, unless a package below it knew as
// much. Facts record what each package knew, as digests and not as values; see
// [facts.Digests].
package completion
