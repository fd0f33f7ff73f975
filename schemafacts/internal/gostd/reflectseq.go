package gostd

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
)

// seqModels are the models of functions that collect the values of an iterator that is
// a function of the program.
func seqModels() map[string]eval.Intrinsic {
	return map[string]eval.Intrinsic{
		"slices.Collect": gathered(modelCollect),
		"slices.Sorted":  gathered(modelSorted),
		"maps.Collect":   modelMapCollect,
	}
}

// gathered runs an iterator and passes the values that it yields to the model. The
// values may be known even if the iterator is not modelled.
func gathered(model eval.Intrinsic) eval.Intrinsic {
	return func(c *eval.Call) eval.Value {
		if _, ok := c.M.Yielded(c.Arg(0)); ok {
			return model(c)
		}
		s := &eval.Slice{Pos: c.Pos}
		if !gather(c, func(args []eval.Value) {
			s.Elems = append(s.Elems, eval.Elem{C: eval.NewCell(eval.Clone(args[0]))})
		}, 1) {
			c.Escape()
			return notKnown(c)
		}
		d := *c
		d.Args = []eval.Value{&eval.Native{Kind: eval.SeqKind, Data: s, Pos: c.Pos}}
		return model(&d)
	}
}

// modelMapCollect models maps.Collect(seq).
func modelMapCollect(c *eval.Call) eval.Value {
	mp := eval.NewMap(c.Result, c.Pos)
	if !gather(c, func(args []eval.Value) { mp.Put(args[0], eval.Clone(args[1])) }, 2) {
		c.Escape()
		return notKnown(c)
	}
	return mp
}

// gather runs the iterator in the first argument. It returns false if some of the
// values that it yields are unknown.
func gather(c *eval.Call, f func(args []eval.Value), n int) bool {
	iter, ok := c.Arg(0).(*eval.Closure)
	if !ok {
		return false
	}
	depth, sure := c.M.Conditions(), true
	yield := eval.NewHostFunc(c.Pos, func(args []eval.Value) eval.Value {
		if len(args) != n || c.M.Conditions() > depth {
			sure = false
		} else {
			f(args)
		}
		return eval.NewBool(true, c.Pos)
	})
	_, ran := c.CallFunc(iter, yield)
	return sure && ran
}
