// Package signature derives the schema of a plain Go function from its
// parameters, its types, its doc comment and its directives, with no model
// type beside it.
package signature
