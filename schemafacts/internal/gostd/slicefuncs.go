package gostd

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file models the functions of package slices that copy, sort and search.

func modelSliceClone(c *eval.Call) eval.Value {
	if v, ok := eval.CopyBytes(&eval.Slice{}, c.Args, true, eval.TypeOf(c.Arg(0))); ok {
		return v
	}
	s, ok := eval.SliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	return c.M.AppendTo(&eval.Slice{T: s.T, IsNil: s.IsNil, Pos: s.Pos}, []eval.Value{s}, true, s.T, c.Pos)
}

func modelConcat(c *eval.Call) eval.Value {
	outer, ok := eval.SliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	vals, open := outer.Values()
	if open != nil {
		return notKnown(c)
	}
	t := c.Result
	return c.M.AppendTo(&eval.Slice{T: t, IsNil: true, Pos: c.Pos}, vals, true, t, c.Pos)
}

func modelSliceContains(c *eval.Call) eval.Value {
	s, ok := eval.SliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	known := s.Open == nil
	for _, e := range s.Elems {
		eq, ok := eval.BoolOf(c.M.Equal(token.EQL, e.C.Get(), c.Arg(1), c.Pos))
		if ok && eq && !e.Maybe {
			return eval.NewBool(true, c.Pos)
		}
		known = known && ok && !eq
	}
	if !known {
		return notKnown(c)
	}
	return eval.NewBool(false, c.Pos)
}

// sortValues sorts constants. It returns false if they are not all of one kind.
func sortValues(vals []eval.Value) bool {
	for _, v := range vals {
		c, ok := v.(*eval.Const)
		if !ok || c.V.Kind() != vals[0].(*eval.Const).V.Kind() || c.V.Kind() == constant.Bool {
			return false
		}
	}
	sort.SliceStable(vals, func(i, j int) bool {
		return constant.Compare(vals[i].(*eval.Const).V, token.LSS, vals[j].(*eval.Const).V)
	})
	return true
}

func modelSort(c *eval.Call) eval.Value {
	if eachSlice(c, modelSort) {
		return eval.Tuple{}
	}
	s, ok := c.Arg(0).(*eval.Slice)
	if !ok {
		return eval.Tuple{}
	}
	vals := make([]eval.Value, len(s.Elems))
	for i, e := range s.Elems {
		vals[i] = e.C.Get()
	}
	if s.Open != nil || eval.AnyMaybe(s.Elems) || !sortValues(vals) {
		c.M.Scramble(s)
		return eval.Tuple{}
	}
	for i, e := range s.Elems {
		c.M.Set(e.C, vals[i])
	}
	c.M.InOrder(s)
	return eval.Tuple{}
}

func modelSorted(c *eval.Call) eval.Value {
	s, ok := c.M.Yielded(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	out := &eval.Slice{T: c.Result, Pos: c.Pos, Open: s.Open, IsNil: len(s.Elems) == 0 && s.Open == nil}
	for _, e := range s.Elems {
		out.Elems = append(out.Elems, e.Copy())
	}
	modelSort(&eval.Call{M: c.M, Pos: c.Pos, Args: []eval.Value{out}})
	return out
}

func modelCollect(c *eval.Call) eval.Value {
	s, ok := c.M.Yielded(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	// The result is nil if the iterator yields no values.
	out := &eval.Slice{T: c.Result, Pos: c.Pos, Open: s.Open, IsNil: len(s.Elems) == 0 && s.Open == nil}
	for _, e := range s.Elems {
		out.Elems = append(out.Elems, e.Copy())
	}
	return out
}

func modelSliceValues(c *eval.Call) eval.Value {
	if s, ok := eval.SliceArg(c.Arg(0)); ok {
		return &eval.Native{Kind: eval.SeqKind, Data: s, T: c.Result, Pos: c.Pos}
	}
	return notKnown(c)
}

func modelReverse(c *eval.Call) eval.Value {
	if eachSlice(c, modelReverse) {
		return eval.Tuple{}
	}
	s, ok := c.Arg(0).(*eval.Slice)
	if !ok {
		return eval.Tuple{}
	}
	vals, open := s.Values()
	if open != nil {
		c.M.Scramble(s)
		return eval.Tuple{}
	}
	slices.Reverse(vals)
	for i, e := range s.Elems {
		c.M.Set(e.C, vals[i])
	}
	return eval.Tuple{}
}

func modelCompact(c *eval.Call) eval.Value {
	s, ok := eval.SliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	vals, open := s.Values()
	if open != nil {
		return moves(c)
	}
	var kept []eval.Value
	for i, v := range vals {
		if i > 0 {
			eq, ok := eval.BoolOf(c.M.Equal(token.EQL, v, vals[i-1], c.Pos))
			if !ok {
				return moves(c)
			}
			if eq {
				continue
			}
		}
		kept = append(kept, v)
	}
	if len(kept) == len(vals) {
		return s
	}
	// The function works in place, and clears the elements at the end.
	for i, e := range s.Elems {
		if i < len(kept) {
			c.M.Put(e.C, eval.Clone(kept[i]))
		} else if st, ok := ir.Under(s.T).(*types.Slice); ok {
			c.M.Put(e.C, eval.Zero(st.Elem(), c.Pos))
		}
	}
	if out, ok := s.Part(0, int64(len(kept)), -1); ok {
		return out
	}
	return notKnown(c)
}
