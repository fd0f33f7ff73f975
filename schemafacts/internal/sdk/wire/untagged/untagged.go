// Package untagged says what those types of vendors are that encoding/json never
// prints: a client has a way of its own to print them, and their fields no tags.
package untagged

import (
	"go/types"
	"strings"
)

// Kind is what a type is.
type Kind uint8

// The kinds.
const (
	None Kind = iota
	// Tool is a tool, and Choice one of several forms in which a list has it.
	Tool
	Choice
	// List has a field of tools.
	List
)

// Name returns the name that a field is printed under.
func Name(field string) string { return strings.ToLower(field[:1]) + field[1:] }

// In returns what a type of a package is, by its name.
func In(t types.Type, path string, kinds map[string]Kind) Kind {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != path {
		return None
	}
	return kinds[named.Obj().Name()]
}
