package static

import (
	"go/types"
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
			for _, fn := range u.Funcs {
				written = written || writesBytes(fn.Body)
			}
			for _, fn := range u.Inits {
				written = written || writesBytes(fn.Body)
			}
			for _, v := range u.Vars {
				written = written || writesBytes(v.Init)
			}
		}
		a.bytesSet = &written
	}
	return *a.bytesSet
}

func writesBytes(n *ir.Node) bool {
	if n == nil {
		return false
	}
	ofBytes := func(t *ir.Node) bool { return t.Op == ir.OpIndex && IsBytes(t.Kids[0].Type) }
	switch n.Op {
	case ir.OpAssign:
		for _, t := range n.Kids[:n.Int] {
			if ofBytes(t) {
				return true
			}
		}
	case ir.OpRange:
		if !n.Flag && (ofBytes(n.Kids[1]) || ofBytes(n.Kids[2])) {
			return true
		}
	case ir.OpAddr:
		if ofBytes(n.Kids[0]) {
			return true
		}
	case ir.OpBuiltin:
		if (n.Name == "copy" || n.Name == "clear") && IsBytes(n.Kids[0].Type) {
			return true
		}
	case ir.OpCall:
		if name := n.Kids[0].Name; len(n.Kids) > 1 && IsBytes(n.Kids[1].Type) && (strings.HasPrefix(name, "slices.") || strings.HasPrefix(name, "sort.")) {
			return true
		}
	}
	for _, k := range n.Kids {
		if writesBytes(k) {
			return true
		}
	}
	return n.Fn != nil && writesBytes(n.Fn.Body)
}
