// Package tool says what is known of a tool after derivation: its document in
// wire form, where its parts come from, how it was found, and what is wrong
// with it. It stands below the stages that find tools and those that compare
// them with what was committed, so that all speak of the same thing.
package tool
