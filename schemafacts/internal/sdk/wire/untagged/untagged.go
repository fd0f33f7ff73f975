// Package untagged classifies types of vendors' clients that encoding/json never
// encodes: the client encodes them itself, and their fields have no tags.
package untagged

import (
	"go/types"
	"strings"
)

// Kind says what values of a type of a model client represent: a tool, a list of
// tools, a list element that may be a tool, or none of these.
type Kind uint8

// The kinds of types. None means that a type has nothing to do with tools.
const (
	None Kind = iota
	// Tool is a tool. Choice is a list element of one of several kinds, such as a tool.
	Tool
	Choice
	// List has a field of tools.
	List
)

// Name returns the member name under which the clients encode a field: the field's
// name with a lower-case first letter.
func Name(field string) string { return strings.ToLower(field[:1]) + field[1:] }

// In returns the kind of a type in the package with this path. kinds are the kinds of
// the package's types, by name.
func In(t types.Type, path string, kinds map[string]Kind) Kind {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != path {
		return None
	}
	return kinds[named.Obj().Name()]
}
