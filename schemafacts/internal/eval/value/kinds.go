package value

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// The kinds of [Native] values that several packages use.
const (
	// JSONKind is the kind of bytes that are a JSON document. Their Data is a
	// *schema.Node.
	JSONKind = "json"
	// SeqKind is the kind of an iterator. Its Data is a *Slice with the values of the
	// iterator, or a *MapSeq.
	SeqKind = "iter.Seq"
	// ChanKind is the kind of a channel.
	ChanKind = "chan"
)

// Fault is a run-time error of the program, with the position of its cause.
type Fault struct {
	Msg string
	Pos token.Pos
	// Hole, if not nil, is the unresolved node in place of the part that fails.
	Hole *schema.Node
	// Fatal reports whether the start ends there; otherwise, the value cannot be encoded.
	Fatal bool
}

func (f *Fault) Error() string { return f.Msg }

// NonFinite is the Data of a [Native] number that JSON cannot represent, such as NaN.
type NonFinite float64
