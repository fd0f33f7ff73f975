// Package handlers describes what the handlers of a package do with the arguments of
// a call. It reads the descriptions of other packages' handlers from their facts.
// Package handling does the analysis of the syntax.
package handlers
