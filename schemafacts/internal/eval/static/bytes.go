package static

import (
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// IsBytes reports whether t is a slice of bytes.
func IsBytes(t types.Type) bool {
	if t == nil {
		return false
	}
	if _, basic := t.(*types.Basic); basic {
		return false
	}
	s, ok := ir.Under(t).(*types.Slice)
	return ok && ir.IsByte(s.Elem())
}

// WritesBytes reports whether any known program writes to elements of a byte slice.
func (a *Analysis) WritesBytes() bool {
	if a.bytesSet == nil {
		written := false
		for _, u := range a.env.Units() {
			u.Walk(func(n *ir.Node) bool {
				written = written || writesBytes(n)
				return !written
			})
		}
		a.bytesSet = &written
	}
	return *a.bytesSet
}

// writesBytes reports whether a node itself may write to elements of a byte slice.
func writesBytes(n *ir.Node) bool {
	ofBytes := func(t *ir.Node) bool { return t.Op == ir.OpIndex && IsBytes(t.X().Type) }
	switch n.Op {
	case ir.OpAssign:
		return slices.ContainsFunc(n.Targets(), ofBytes)
	case ir.OpRange:
		return !n.Defines() && (ofBytes(n.Key()) || ofBytes(n.Elem()))
	case ir.OpAddr:
		return ofBytes(n.X())
	case ir.OpBuiltin:
		return (n.Name == "copy" || n.Name == "clear") && IsBytes(n.Kids[0].Type)
	case ir.OpCall:
		name, args := n.Callee().Name, n.Args()
		return len(args) > 0 && IsBytes(args[0].Type) && (strings.HasPrefix(name, "slices.") || strings.HasPrefix(name, "sort."))
	}
	return false
}
