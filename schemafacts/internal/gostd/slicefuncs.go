package gostd

import (
	"go/constant"
	"go/token"
	"sort"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// This file models the functions of package slices that copy, sort and search.

func modelSliceClone(c *eval.Call) value.Value {
	if v, ok := eval.CopyBytes(&value.Slice{}, c.Args, true, value.TypeOf(c.Arg(0))); ok {
		return v
	}
	s, ok := value.SliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	return c.M.AppendTo(&value.Slice{T: s.T, IsNil: s.IsNil, Pos: s.Pos}, []value.Value{s}, true, s.T, c.Pos)
}

func modelConcat(c *eval.Call) value.Value {
	outer, ok := value.SliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	vals, open := outer.Values()
	if open != nil {
		return notKnown(c)
	}
	t := c.Result
	return c.M.AppendTo(&value.Slice{T: t, IsNil: true, Pos: c.Pos}, vals, true, t, c.Pos)
}

func modelSliceContains(c *eval.Call) value.Value {
	s, ok := value.SliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	known := s.Open == nil
	for _, e := range s.Elems {
		eq, ok := value.BoolOf(c.M.Equal(token.EQL, e.C.Get(), c.Arg(1), c.Pos))
		if ok && eq && !e.Maybe {
			return value.NewBool(true, c.Pos)
		}
		known = known && ok && !eq
	}
	if !known {
		return notKnown(c)
	}
	return value.NewBool(false, c.Pos)
}

// sortValues sorts constants. It returns false if they are not all of one kind.
func sortValues(vals []value.Value) bool {
	for _, v := range vals {
		c, ok := v.(*value.Const)
		if !ok || c.V.Kind() != vals[0].(*value.Const).V.Kind() || c.V.Kind() == constant.Bool {
			return false
		}
	}
	sort.SliceStable(vals, func(i, j int) bool {
		return constant.Compare(vals[i].(*value.Const).V, token.LSS, vals[j].(*value.Const).V)
	})
	return true
}

func modelSort(c *eval.Call) value.Value {
	if eachSlice(c, modelSort) {
		return value.Tuple{}
	}
	s, ok := c.Arg(0).(*value.Slice)
	if !ok {
		c.M.Scramble(c.Arg(0))
		return value.Tuple{}
	}
	vals := make([]value.Value, len(s.Elems))
	for i, e := range s.Elems {
		vals[i] = e.C.Get()
	}
	if s.Open != nil || value.AnyMaybe(s.Elems) || !sortValues(vals) {
		c.M.Scramble(s)
		return value.Tuple{}
	}
	for i, e := range s.Elems {
		c.M.Set(e.C, vals[i])
	}
	c.M.InOrder(s)
	return value.Tuple{}
}

// notYielded returns the unknown result of a function that runs an iterator of the program.
func notYielded(c *eval.Call) value.Value {
	mayCall(c)
	c.Escape()
	return notKnown(c)
}

func modelSorted(c *eval.Call) value.Value {
	s, ok := c.M.Yielded(c.Arg(0))
	if !ok {
		return notYielded(c)
	}
	out := &value.Slice{T: c.Result, Pos: c.Pos, Open: s.Open, IsNil: len(s.Elems) == 0 && s.Open == nil}
	for _, e := range s.Elems {
		out.Elems = append(out.Elems, e.Copy())
	}
	modelSort(&eval.Call{M: c.M, Pos: c.Pos, Args: []value.Value{out}})
	return out
}

func modelCollect(c *eval.Call) value.Value {
	s, ok := c.M.Yielded(c.Arg(0))
	if !ok {
		return notYielded(c)
	}
	// The result is nil if the iterator yields no values.
	out := &value.Slice{T: c.Result, Pos: c.Pos, Open: s.Open, IsNil: len(s.Elems) == 0 && s.Open == nil}
	for _, e := range s.Elems {
		out.Elems = append(out.Elems, e.Copy())
	}
	return out
}

func modelSliceValues(c *eval.Call) value.Value {
	if s, ok := value.SliceArg(c.Arg(0)); ok {
		return &value.Native{Kind: value.SeqKind, Data: s, T: c.Result, Pos: c.Pos}
	}
	return notKnown(c)
}
