package gostd

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// seqModels returns the models of functions that collect the values of an iterator,
// if the iterator is a function of the program.
func seqModels() map[string]eval.Intrinsic {
	return map[string]eval.Intrinsic{
		"slices.Collect": collecting(modelCollect),
		"slices.Sorted":  collecting(modelSorted),
	}
}

// collecting returns a model that runs an iterator and passes the values to another
// model. The values may be known even if the iterator has no model.
func collecting(model eval.Intrinsic) eval.Intrinsic {
	return func(c *eval.Call) value.Value {
		if _, ok := c.M.Yielded(c.Arg(0)); ok {
			return model(c)
		}
		s := &value.Slice{Pos: c.Pos}
		if !gather(c, func(v value.Value) { s.Elems = append(s.Elems, value.Elem{C: value.NewCell(value.Clone(v))}) }) {
			c.Escape()
			return notKnown(c)
		}
		d := *c
		d.Args = []value.Value{&value.Native{Kind: value.SeqKind, Data: s, Pos: c.Pos}}
		return model(&d)
	}
}

// gather runs the iterator in the first argument and calls f for each of its values. It
// returns false if some of these values are unknown.
func gather(c *eval.Call, f func(value.Value)) bool {
	iter, ok := c.Arg(0).(*value.Closure)
	if !ok {
		return false
	}
	depth, sure := c.M.Conditions(), true
	yield := value.NewHostFunc(c.Pos, func(args []value.Value) value.Value {
		if len(args) != 1 || c.M.Conditions() > depth {
			sure = false
		} else {
			f(args[0])
		}
		return value.NewBool(true, c.Pos)
	})
	_, ran := c.CallFunc(iter, yield)
	return sure && ran
}
