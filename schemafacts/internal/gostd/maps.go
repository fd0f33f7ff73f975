package gostd

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

func modelMapKeys(c *eval.Call) value.Value   { return mapSeq(c, true) }
func modelMapValues(c *eval.Call) value.Value { return mapSeq(c, false) }

func mapSeq(c *eval.Call, keys bool) value.Value {
	_, atOnce := ir.Under(c.Result).(*types.Slice) // as in golang.org/x/exp
	switch mp := c.Arg(0).(type) {
	case *value.Map:
		seq := &value.MapSeq{Map: mp, Values: !keys}
		if !atOnce {
			return &value.Native{Kind: value.SeqKind, Data: seq, T: c.Result, Pos: c.Pos}
		}
		s := c.M.Now(seq, c.Pos)
		s.T = c.Result
		return s
	case *value.Nil:
		s := &value.Slice{T: c.Result, Pos: c.Pos}
		if atOnce {
			return s
		}
		return &value.Native{Kind: value.SeqKind, Data: s, T: c.Result, Pos: c.Pos}
	}
	return notKnown(c)
}

func modelMapClone(c *eval.Call) value.Value {
	mp, ok := c.Arg(0).(*value.Map)
	if !ok {
		if value.IsNil(c.Arg(0)) {
			return c.Arg(0)
		}
		return notKnown(c)
	}
	return mp.Copy(func(v value.Value) value.Value { return v })
}

func modelMapCopy(c *eval.Call) value.Value {
	if eachSlice(c, modelMapCopy) {
		return value.Tuple{}
	}
	dst, ok := c.Arg(0).(*value.Map)
	if !ok {
		return value.Tuple{}
	}
	c.M.CopyMap(dst, c.Arg(1), c.Pos)
	return value.Tuple{}
}
