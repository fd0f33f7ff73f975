// Package completion tells which tools of other packages a package completes or registers,
// and what it knows of them that their own package cannot know.
//
// A driver that goes from package to package has no other place to report such a tool, so
// the package above does, unless a package below it knew as much. Facts say which package
// knew what: not the values, but what it takes to recognize them; see [facts.Told].
package completion
