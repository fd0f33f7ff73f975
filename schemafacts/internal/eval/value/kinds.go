package value

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/schema"
)

// Kinds of [Native] values that more than one room knows.
const (
	// JSONKind holds a *schema.Node: bytes that are a JSON document.
	JSONKind = "json"
	// SeqKind holds a *Slice, what an iterator yields, or a *MapSeq.
	SeqKind = "iter.Seq"
	// ChanKind is a channel.
	ChanKind = "chan"
)

// Fault is something that fails at run time, and the place of its cause.
type Fault struct {
	Msg string
	Pos token.Pos
	// Hole, if not nil, stands in a document in the place of what fails.
	Hole *schema.Node
}

func (f *Fault) Error() string { return f.Msg }

// NonFinite is the Data of a Native number that JSON cannot hold.
type NonFinite float64

// MapSeq is the Data of an iterator over the keys of a map or, with Values, over its
// values: those that it has when the iterator is used.
type MapSeq struct {
	Map    *Map
	Values bool
}
