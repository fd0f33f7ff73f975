// Package untagged classifies types of vendors' clients that encoding/json never
// encodes: the client encodes them itself, and their fields have no tags.
package untagged

import (
	"go/types"
	"strings"
)

// Kind classifies a type.
type Kind uint8

// The kinds.
const (
	None Kind = iota
	// Tool is a tool. Choice is a list element of one of several kinds, such as a tool.
	Tool
	Choice
	// List has a field of tools.
	List
)

// Name returns the name under which a field is encoded.
func Name(field string) string { return strings.ToLower(field[:1]) + field[1:] }

// In returns the kind of a type of a package, by its name.
func In(t types.Type, path string, kinds map[string]Kind) Kind {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != path {
		return None
	}
	return kinds[named.Obj().Name()]
}
