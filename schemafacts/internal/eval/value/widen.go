package value

import "slices"

// Widen returns the value of a variable after any number of iterations of a loop,
// given that one iteration changed it from was to v.
func (j *Joiner) Widen(was, v Value) Value {
	if Same(was, v) {
		return was
	}
	_, marks := was.(*Marked)
	if _, ok := v.(*Marked); ok || marks {
		return joinMarks(j.Widen(Plain(was), Plain(v)), was, v).Trim()
	}
	why := j.Why
	if x, ok := was.(*Struct); ok {
		if y, ok := v.(*Struct); ok && SameType(x.T, y.T) && x.Def == y.Def {
			return j.widenStruct(x, y)
		}
	}
	switch x := j.Join(was, v).(type) {
	case *Slice:
		return j.widenSlice(x)
	case *Entries:
		return x.opened(why)
	case *Members:
		return x
	case *Unknown:
		if Value(x) == was && slices.ContainsFunc(x.Alts, isOpen) {
			return was
		}
		u := &Unknown{Reason: why.Reason, Pos: why.Pos, T: x.T, Alts: slices.Clip(x.Alts), PointsTo: x.PointsTo}
		u.AddAlt(NewUnknown(why.Reason, why.Pos, x.T))
		u.Settle()
		return u
	default:
		return NewUnknown(why.Reason, why.Pos, TypeOf(v))
	}
}

// widenSlice returns s with any other elements.
func (j *Joiner) widenSlice(s *Slice) *Slice {
	if j.opened[s] == nil {
		if j.opened == nil {
			j.opened = map[*Slice]*Slice{}
		}
		out := s.Opened(j.Why)
		out.IsNil = s.IsNil
		j.opened[s] = out
	}
	return j.opened[s]
}

// widenStruct widens each field of a struct.
func (j *Joiner) widenStruct(x, y *Struct) Value {
	joined, ok := j.structs(x, y).(*Struct)
	if !ok {
		return NewUnknown(j.Why.Reason, j.Why.Pos, x.T)
	}
	out := *joined
	out.Parts = slices.Clone(joined.Parts)
	for i, p := range joined.Parts {
		if _, boxed := p.(*Cell); p == nil || boxed {
			continue // a variable is widened separately
		}
		out.Parts[i] = j.Widen(j.field(x, i, j.inA), j.field(y, i, j.inB))
	}
	if out.equals(x) {
		return x
	}
	return &out
}

// field returns the value of the i-th field on one path. in returns the values of
// cells on that path.
func (j *Joiner) field(s *Struct, i int, in func(*Cell) Value) Value {
	if c, ok := s.Parts[i].(*Cell); ok {
		return in(c)
	}
	return s.At(i)
}

// isOpen reports whether v is unknown and has no alternatives.
func isOpen(v Value) bool {
	u, ok := v.(*Unknown)
	return ok && len(u.Alts) == 0
}

// Covers reports whether another iteration of a loop body finds nothing new. old is
// the value with which the last iteration began, v the value to which it was widened.
// Parts of v made since start do not count, because each iteration makes them again.
func Covers(old, v Value, start uint64) bool {
	old, v = Plain(old), Plain(v)
	if Same(old, v) {
		return true
	}
	switch x := old.(type) {
	case *Unknown:
		y, ok := v.(*Unknown)
		if !ok { // the part is read for the first time
			return len(x.Alts) == 0 && coversAll(nil, []Value{v}, start)
		}
		// The next iteration may write through each pointer that this one has added.
		added := y.Alts
		if !sameAmong(x, y) {
			added = slices.Concat(y.Alts, y.PointsTo)
		}
		return coversAll([]Value{x}, added, start)
	case *Slice:
		y, ok := v.(*Slice)
		if !ok || x.Open == nil || y.Open == nil {
			return false
		}
		return coversAll(Elements(x), Elements(y), start) && opensCover(x.Open, y.Open, start)
	case *Struct:
		y, ok := v.(*Struct)
		if !ok || len(x.Parts) != len(y.Parts) {
			_, unknown := v.(*Unknown)
			return unknown && Blank(x)
		}
		for i := range x.Parts {
			if !Covers(x.At(i), y.At(i), start) {
				return false
			}
		}
		return true
	case *Members:
		return true
	case *Entries:
		y, ok := v.(*Entries)
		if !ok || x.Open == nil || y.Open == nil {
			return false
		}
		var added []Value // under keys that the map had only perhaps, as others
		for k, e := range y.Entries {
			if i := x.FindAt(e.K, k); i < 0 {
				added = append(added, e.Val)
			} else if !coversAll([]Value{x.Entries[i].Val}, []Value{e.Val}, start) {
				return false
			}
		}
		return coversAll(elementsIn(sourcesOf(x.Open)), added, start) && opensCover(x.Open, y.Open, start)
	}
	return false
}

// opensCover is coversAll for the unknown elements of lists and maps. Only the elements of
// lists and maps that old does not lead to can be new.
func opensCover(old, open *Unknown, start uint64) bool {
	if sameAmong(old, open) {
		return true
	}
	from := sourcesOf(old)
	known := make(map[Value]bool, len(from))
	for _, x := range from {
		known[x] = true
	}
	added := slices.DeleteFunc(sourcesOf(open), func(x Value) bool { return known[x] })
	return coversAll(elementsIn(from), elementsIn(added), start)
}

// coversAll reports whether old contains every pointer, map, slice and function in vals
// that existed before start. The next iteration may write through any other, or call it.
func coversAll(old, vals []Value, start uint64) bool {
	n := &needed{start: start, places: map[any]bool{}}
	n.add(vals)
	return n.in(old)
}

// needed are the places and functions that the values from which an iteration began must
// contain. old may be much longer than what an iteration adds.
type needed struct {
	start  uint64
	places map[any]bool
	fns    []*Closure
}

func (n *needed) add(vals []Value) {
	for _, v := range vals {
		switch x := v.(type) {
		case *Ptr:
			n.place(v, x.C)
		case *Map:
			n.place(v, x.Obj)
		case *Slice:
			if len(x.Elems) > 0 {
				n.place(v, x.Elems[0].C)
			}
		case *Closure:
			if !slices.ContainsFunc(x.Env, func(c *Cell) bool { return c.Born > n.start }) {
				n.fns = append(n.fns, x)
			}
		case *Struct:
			n.add(x.Parts)
		case *Unknown:
			n.add(x.Alts)
			n.add(x.PointsTo)
		}
	}
}

func (n *needed) place(v Value, at *Cell) {
	if at.Born <= n.start {
		n.places[placeOf(v)] = true
	}
}

// in reports whether old has everything that is needed, or shares memory with it.
func (n *needed) in(old []Value) bool {
	if len(n.places)+len(n.fns) == 0 {
		return true
	}
	return slices.ContainsFunc(old, func(v Value) bool {
		switch x := v.(type) {
		case *Unknown:
			return n.in(x.Alts) || n.in(x.PointsTo)
		case *Struct:
			return n.in(x.Parts)
		case *Closure:
			n.fns = slices.DeleteFunc(n.fns, func(f *Closure) bool { return sameClosure(f, x) })
		default:
			delete(n.places, placeOf(v))
		}
		return len(n.places)+len(n.fns) == 0
	})
}
