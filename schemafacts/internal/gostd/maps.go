package gostd

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

func modelMapKeys(c *eval.Call) eval.Value   { return mapSeq(c, true) }
func modelMapValues(c *eval.Call) eval.Value { return mapSeq(c, false) }

func mapSeq(c *eval.Call, keys bool) eval.Value {
	_, atOnce := ir.Under(c.Result).(*types.Slice) // as in golang.org/x/exp
	switch mp := c.Arg(0).(type) {
	case *eval.Map:
		seq := &eval.MapSeq{Map: mp, Values: !keys}
		if !atOnce {
			return &eval.Native{Kind: eval.SeqKind, Data: seq, T: c.Result, Pos: c.Pos}
		}
		s := c.M.Now(seq, c.Pos)
		s.T = c.Result
		return s
	case *eval.Nil:
		s := &eval.Slice{T: c.Result, Pos: c.Pos}
		if atOnce {
			return s
		}
		return &eval.Native{Kind: eval.SeqKind, Data: s, T: c.Result, Pos: c.Pos}
	}
	return notKnown(c)
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
