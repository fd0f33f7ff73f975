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
// that other slices share. An append writes to them if it extends a part of a slice, which
// counts if one function does both: reading and forwarding parts of a buffer is common, and
// a text that is stored as elements is lost to code that is not followed.
func (a *Analysis) WritesBytes() bool {
	if a.bytesSet == nil {
		written := false
		for _, u := range a.env.Units() {
			u.Walk(func(n *ir.Node) bool {
				written = written || a.writesBytes(n) || extendsParts(n)
				return !written
			})
		}
		a.bytesSet = &written
	}
	return *a.bytesSet
}

// extendsParts reports whether a function body takes parts of byte slices and appends to
// byte slices.
func extendsParts(body *ir.Node) bool {
	if body.Op != ir.OpBlock {
		return false
	}
	appends := func(n *ir.Node) bool {
		return n.Op == ir.OpBuiltin && n.Name == "append" && holdsBytes(n.Kids[0])
	}
	return ir.Contains(body, appends) && ir.Contains(body, func(n *ir.Node) bool {
		return n.Op == ir.OpSlice && IsBytes(n.X().Type) && !n.Bounds()[1].IsAbsent()
	})
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
		for i, arg := range n.Args() {
			isNew := arg.Op == ir.OpBuiltin && arg.Name == "make"
			if holdsBytes(arg) && !isNew && a.writes(n.Callee().Name, i) {
				return true
			}
		}
	}
	return false
}

// holdsBytes reports whether a node is a slice of bytes, or a part of one.
func holdsBytes(n *ir.Node) bool {
	return IsBytes(n.Type) || n.Op == ir.OpSlice && holdsBytes(n.X())
}

// reuse are the functions after which a buffer writes to its array from the beginning.
var reuse = []string{"(*bytes.Buffer).Reset", "(*bytes.Buffer).Truncate"}

// LendsBytes reports whether any known program may write to bytes that a buffer has lent.
func (a *Analysis) LendsBytes() bool {
	if a.lends == nil {
		lends := a.WritesBytes()
		for _, u := range a.env.Units() {
			u.Walk(func(n *ir.Node) bool {
				lends = lends || n.Op == ir.OpCall && slices.Contains(reuse, n.Callee().Name)
				return !lends
			})
		}
		a.lends = &lends
	}
	return *a.lends
}
