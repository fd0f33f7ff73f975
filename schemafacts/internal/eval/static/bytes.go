package static

import (
	"go/types"
	"slices"

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

// WritesBytes reports whether any known program may write to elements of a byte slice
// that other slices share. An append writes to them if it extends a part of a slice.
func (a *Analysis) WritesBytes() bool {
	if a.bytesSet == nil {
		var written, cut, extended bool
		for _, u := range a.env.Units() {
			u.Walk(func(n *ir.Node) bool {
				written = written || a.writesBytes(n)
				cut = cut || n.Op == ir.OpSlice && IsBytes(n.X().Type) && !n.Bounds()[1].IsAbsent()
				extended = extended || n.Op == ir.OpBuiltin && n.Name == "append" && holdsBytes(n.Kids[0])
				return !written
			})
		}
		written = written || cut && extended
		a.bytesSet = &written
	}
	return *a.bytesSet
}

// writesBytes reports whether a node itself may write to elements of a byte slice.
func (a *Analysis) writesBytes(n *ir.Node) bool {
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
		// The first argument of a function of the standard library that writes to bytes is
		// their destination, except for decoders, whose bytes are the source.
		name, args := n.Callee().Name, n.Args()
		return a.writes(name) && slices.ContainsFunc(args[:min(len(args), 2)], holdsBytes) && !decodes(name)
	}
	return false
}

// holdsBytes reports whether a node is a slice of bytes, or a part of one.
func holdsBytes(n *ir.Node) bool {
	return IsBytes(n.Type) || n.Op == ir.OpSlice && holdsBytes(n.X())
}

// decodes reports whether a function reads bytes and writes to other arguments.
func decodes(key string) bool {
	switch ir.PkgOf(key) {
	case "encoding/json", "encoding/xml", "bytes":
		return true
	}
	return false
}
