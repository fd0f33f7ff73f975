package eval

import "go/types"

func modelMapKeys(c *Call) Value   { return mapSeq(c, true) }
func modelMapValues(c *Call) Value { return mapSeq(c, false) }

func mapSeq(c *Call, keys bool) Value {
	random := true
	s := &Slice{Pos: c.Pos, unordered: &random}
	switch mp := c.Arg(0).(type) {
	case *Map:
		s.Open = mp.Entries(func(k, v Value, maybe bool) {
			if !keys {
				k = v
			}
			s.Elems = append(s.Elems, Elem{C: NewCell(k), Maybe: maybe})
		})
	case *Nil:
	default:
		return notKnown(c)
	}
	if _, ok := under(c.Result).(*types.Slice); ok { // as x/exp has it
		s.T = c.Result
		return s
	}
	return &Native{Kind: seqKind, Data: s, T: c.Result, Pos: c.Pos}
}

func modelMapClone(c *Call) Value {
	mp, ok := c.Arg(0).(*Map)
	if !ok {
		if isNil(c.Arg(0)) {
			return c.Arg(0)
		}
		return notKnown(c)
	}
	return &Map{T: mp.T, Obj: NewCell(mp.Obj.v), Pos: mp.Pos}
}

func modelMapCopy(c *Call) Value {
	dst, ok := c.Arg(0).(*Map)
	if !ok {
		return Tuple{}
	}
	st := dst.Obj.v.(*mapState)
	switch src := c.Arg(1).(type) {
	case *Map:
		open := src.Entries(func(k, v Value, maybe bool) {
			if maybe {
				st = c.M.join(st, st.with(dst.T, k, v), unknown("an entry that depends on a condition", c.Pos, nil)).(*mapState)
			} else {
				st = st.with(dst.T, k, v)
			}
		})
		if open != nil {
			st = &mapState{st.entries, open}
		}
	case *Nil:
	default:
		st = &mapState{st.entries, unknown("copied from a map that is not known", c.Pos, nil)}
	}
	c.M.set(dst.Obj, st)
	return Tuple{}
}
