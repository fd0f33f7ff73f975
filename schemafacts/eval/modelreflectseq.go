package eval

// seqModels are the functions that gather what an iterator yields, where the
// iterator is a function and not one of those that are modelled.
func seqModels() map[string]Intrinsic {
	return map[string]Intrinsic{
		"slices.Collect": gathered(modelCollect),
		"slices.Sorted":  gathered(modelSorted),
		"maps.Collect":   modelMapCollect,
	}
}

// gathered runs an iterator and hands what it yields to the model. What an
// iterator that is not known yields may be something that is known.
func gathered(model Intrinsic) Intrinsic {
	return func(c *Call) Value {
		if _, ok := seqOf(c.Arg(0)); ok {
			return model(c)
		}
		s := &Slice{Pos: c.Pos}
		if !c.gather(func(args []Value) {
			s.Elems = append(s.Elems, Elem{C: NewCell(clone(args[0]))})
		}, 1) {
			c.Escape()
			return notKnown(c)
		}
		d := *c
		d.Args = []Value{&Native{Kind: seqKind, Data: s, Pos: c.Pos}}
		return model(&d)
	}
}

// modelMapCollect is maps.Collect(seq).
func modelMapCollect(c *Call) Value {
	mp := NewMap(c.Result, c.Pos)
	if !c.gather(func(args []Value) { mp.Put(args[0], clone(args[1])) }, 2) {
		c.Escape()
		return notKnown(c)
	}
	return mp
}

// gather runs the iterator that is the first argument. It reports false if what
// that yields is not all known.
func (c *Call) gather(f func(args []Value), n int) bool {
	iter, ok := c.Arg(0).(*Closure)
	if !ok {
		return false
	}
	depth, sure := c.M.cond, true
	yield := &hostFunc{pos: c.Pos, f: func(args []Value) Value {
		if len(args) != n || c.M.cond > depth {
			sure = false
		} else {
			f(args)
		}
		return NewBool(true, c.Pos)
	}}
	_, ran := c.CallFunc(iter, yield)
	return sure && ran
}
