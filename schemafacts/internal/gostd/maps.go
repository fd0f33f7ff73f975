package gostd

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

func modelMapKeys(c *eval.Call) eval.Value   { return mapSeq(c, true) }
func modelMapValues(c *eval.Call) eval.Value { return mapSeq(c, false) }

func mapSeq(c *eval.Call, keys bool) eval.Value {
	s := &eval.Slice{Pos: c.Pos}
	switch mp := c.Arg(0).(type) {
	case *eval.Map:
		s.Open = mp.Entries(func(k, v eval.Value, maybe bool) {
			if !keys {
				k = v
			}
			s.Elems = append(s.Elems, eval.Elem{C: eval.NewCell(k), Maybe: maybe})
		})
	case *eval.Nil:
	default:
		return notKnown(c)
	}
	c.M.InRandomOrder(s)
	if _, ok := ir.Under(c.Result).(*types.Slice); ok { // as x/exp has it
		s.T = c.Result
		return s
	}
	return &eval.Native{Kind: eval.SeqKind, Data: s, T: c.Result, Pos: c.Pos}
}

func modelMapClone(c *eval.Call) eval.Value {
	mp, ok := c.Arg(0).(*eval.Map)
	if !ok {
		if eval.IsNil(c.Arg(0)) {
			return c.Arg(0)
		}
		return notKnown(c)
	}
	return mp.Copy(func(v eval.Value) eval.Value { return v })
}

func modelMapCopy(c *eval.Call) eval.Value {
	dst, ok := c.Arg(0).(*eval.Map)
	if !ok {
		return eval.Tuple{}
	}
	c.M.CopyMap(dst, c.Arg(1), c.Pos)
	return eval.Tuple{}
}
