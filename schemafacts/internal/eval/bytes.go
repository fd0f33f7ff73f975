package eval

import (
	"go/constant"
	"go/types"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Bytes that are made from a text are stored as the text. If the program writes to
// elements of any byte slice, bytes are stored as elements from the first variable on,
// so that all references see the write.

// isBytes reports whether t is a slice of bytes.
func isBytes(t types.Type) bool {
	if t == nil {
		return false
	}
	if _, basic := t.(*types.Basic); basic {
		return false
	}
	s, ok := ir.Under(t).(*types.Slice)
	return ok && ir.IsByte(s.Elem())
}

// asElements returns the bytes of a text as elements.
func asElements(x *value.Const, t types.Type) value.Value {
	s := &value.Slice{T: t, Pos: x.Pos}
	for _, b := range []byte(constant.StringVal(x.V)) {
		s.Elems = append(s.Elems, value.Elem{C: value.NewCell(&value.Const{V: constant.MakeInt64(int64(b)), T: types.Typ[types.Byte], Pos: x.Pos})})
	}
	s.Array = value.OfElems(s.Elems, false)
	return s
}

// writesBytes reports whether any known program writes to elements of a byte slice.
func (m *Machine) writesBytes() bool {
	if m.bytesSet == nil {
		written := false
		for _, u := range m.Env.Units() {
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
		m.bytesSet = &written
	}
	return *m.bytesSet
}

func writesBytes(n *ir.Node) bool {
	if n == nil {
		return false
	}
	ofBytes := func(t *ir.Node) bool { return t.Op == ir.OpIndex && isBytes(t.Kids[0].Type) }
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
		if (n.Name == "copy" || n.Name == "clear") && isBytes(n.Kids[0].Type) {
			return true
		}
	case ir.OpCall:
		if name := n.Kids[0].Name; len(n.Kids) > 1 && isBytes(n.Kids[1].Type) && (strings.HasPrefix(name, "slices.") || strings.HasPrefix(name, "sort.")) {
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
