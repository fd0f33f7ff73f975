package eval

import (
	"go/constant"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Bytes that are made from a text are stored as the text. If the program writes to
// elements of any byte slice, bytes are stored as elements from the first variable on,
// so that all references see the write.

// mostElements limits the bytes of a text that are stored as elements. Each is a variable, in each
// run: a catalogue of three megabytes took two gigabytes.
const mostElements = 256 << 10

// asElements returns a byte slice of type t with one element for each byte of the string
// constant x.
func asElements(x *value.Const, t types.Type) *value.Slice {
	s := &value.Slice{T: t, Pos: x.Pos}
	for _, b := range []byte(constant.StringVal(x.V)) {
		s.Elems = append(s.Elems, value.Elem{C: value.NewCell(&value.Const{V: constant.MakeInt64(int64(b)), T: types.Typ[types.Byte], Pos: x.Pos})})
	}
	s.In = []*value.Cell{value.NewFamily()}
	return s
}
