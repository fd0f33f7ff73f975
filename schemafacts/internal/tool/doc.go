// Package tool defines the result of the derivation for one tool: its document in wire
// form, the positions of its parts, how it was found, and its errors. Both the packages
// that find tools and those that compare tools with snapshots import it.
package tool
