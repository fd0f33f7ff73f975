package value

import (
	"cmp"
	"slices"
)

// Joiner joins the values of two paths. Why is the reason of the values that it makes
// unknown.
type Joiner struct {
	Why *Unknown
	In  Paths
	// joined are results for pairs of slices that differ only in what else they may
	// contain, and opened are slices that were widened. Many variables may have the same
	// slice, and still have the same one after the join.
	joined map[[2]*Slice]*Slice
	opened map[*Slice]*Slice
}

// Paths provide the values of cells on the two paths that are joined.
type Paths interface {
	// RawA returns the value of a cell on the first path, with its marks, and RawB its
	// value on the second.
	RawA(c *Cell) Value
	RawB(c *Cell) Value
	// Reach reports which of the paths can reach a cell.
	Reach(c *Cell) (a, b bool)
	// Write records the value of a cell after the join.
	Write(c *Cell, v Value)
	// Work counts eighths of steps, and Step counts steps.
	Work(n int)
	Step(n int)
}

// inA returns the value of a cell on the first path, without marks.
func (j *Joiner) inA(c *Cell) Value { return Plain(j.In.RawA(c)) }

// inB returns the value of a cell on the second path, without marks.
func (j *Joiner) inB(c *Cell) Value { return Plain(j.In.RawB(c)) }

// Join returns a value that represents a on the first path and b on the second.
func (j *Joiner) Join(a, b Value) Value {
	if Same(a, b) {
		return another(a, b)
	}
	j.In.Work(2)
	_, markedA := a.(*Marked)
	_, markedB := b.(*Marked)
	if markedA || markedB {
		return j.marks(a, b)
	}
	a, b = openSlice(a, b), openSlice(b, a)
	switch x := a.(type) {
	case *Entries:
		if y, ok := b.(*Entries); ok {
			return j.maps(x, y)
		}
	case *Members:
		if y, ok := b.(*Members); ok {
			return x.join(y)
		}
	case *Slice:
		if y, ok := b.(*Slice); ok && (len(x.Elems)+len(y.Elems) > 0 || x.Open != nil || y.Open != nil || x.IsNil == y.IsNil) {
			return j.slices(x, y)
		}
	case *Struct:
		if y, ok := b.(*Struct); ok && SameType(x.T, y.T) && len(x.Parts) == len(y.Parts) {
			return j.structs(x, y)
		}
	case *Array:
		if y, ok := b.(*Array); ok && SameType(x.T, y.T) && len(x.Parts) == len(y.Parts) {
			return j.arrays(x, y)
		}
	case Tuple:
		if y, ok := b.(Tuple); ok && len(x) == len(y) {
			return j.tuples(x, y)
		}
	}
	return j.alternatives(a, b)
}

// targetCost is the cost of a value in a points-to set, relative to that of an alternative.
const targetCost = 4

// alternatives returns an unknown value that is one of the alternatives of a and b.
func (j *Joiner) alternatives(a, b Value) Value {
	switch {
	case includes(a, b):
		return another(a, b)
	case includes(b, a):
		return another(b, a)
	}
	u := &Unknown{Reason: j.Why.Reason, Pos: j.Why.Pos, T: TypeOf(a)}
	if u.T == nil {
		u.T = TypeOf(b)
	}
	for _, v := range []Value{a, b} {
		// Each is compared with each, and so is every value that they point to.
		j.In.Step((len(u.Alts)*len(Alternatives(v)) + targetCost*(len(u.PointsTo)+len(pointees(v)))) / MaxAlts)
		u.AddAlt(v)
	}
	u.Settle()
	return u
}

// another returns v, which includes other. If v is what other iterations of an unordered loop may
// have written, it returns a copy, so that the loop notices the write of other.
func another(v, other Value) Value {
	if u, ok := v.(*Unknown); ok && u.Others && !Identical(v, other) {
		written := *u
		return &written
	}
	return v
}

// openSlice returns v as a slice without known elements, if v is unknown, no slices are known
// that it may be, and it is joined with a slice. Otherwise it returns v.
func openSlice(v, other Value) Value {
	u, ok := v.(*Unknown)
	s, isSlice := other.(*Slice)
	if !ok || !isSlice || len(u.Alts)+len(u.PointsTo) > 0 {
		return v
	}
	return &Slice{T: s.T, Open: u, Sure: true, Pos: s.Pos, In: []*Cell{NewFamily()}}
}

func (j *Joiner) tuples(x, y Tuple) Value {
	out := make(Tuple, len(x))
	for i := range x {
		out[i] = j.Join(x[i], y[i])
	}
	return out
}

func (j *Joiner) arrays(x, y *Array) Value {
	out := *x
	out.Parts = make(Parts, len(x.Parts))
	for i := range out.Parts {
		out.Parts[i] = j.part(x.Parts[i], y.Parts[i], nil, nil, i)
	}
	return &out
}

func (j *Joiner) structs(x, y *Struct) Value {
	out := *x
	out.Parts = make(Parts, len(x.Parts))
	out.Rest, out.Taint = cmp.Or(x.Rest, y.Rest), cmp.Or(x.Taint, y.Taint)
	if x.Def != y.Def {
		out.Def = nil
	}
	for i := range x.Parts {
		if x.Parts[i] == nil && y.Parts[i] == nil && (x.Rest == nil) == (y.Rest == nil) {
			continue
		}
		out.Parts[i] = j.part(x.Parts[i], y.Parts[i], x.Unset, y.Unset, i)
	}
	if out.Def == nil && x.Def != nil && y.Def != nil {
		// The alternatives are two different definitions, each as a whole.
		return &Unknown{Reason: j.Why.Reason, Pos: j.Why.Pos, T: x.T, Alts: []Value{x, y}}
	}
	switch {
	case out.equals(x):
		return x
	case out.equals(y):
		return y
	}
	return &out
}

// equals reports whether out, a join of s with another struct, is equal to s.
func (out *Struct) equals(s *Struct) bool {
	return out.Rest == s.Rest && out.Taint == s.Taint && out.Def == s.Def && slices.EqualFunc(out.Parts, s.Parts, Identical)
}

// part joins a field or element of two values. If pointers to it exist, the result is
// a cell, so that they still point to it.
func (j *Joiner) part(x, y Value, unsetX, unsetY func(int) Value, i int) Value {
	cx, boxedX := x.(*Cell)
	cy, boxedY := y.(*Cell)
	if boxedX && boxedY && cx == cy {
		return cx // it is joined separately
	}
	switch {
	case boxedX:
		x = j.inA(cx)
	case x == nil:
		x = unsetX(i)
	}
	switch {
	case boxedY:
		y = j.inB(cy)
	case y == nil:
		y = unsetY(i)
	}
	v := j.Join(x, y)
	switch {
	case boxedX && boxedY:
		c := j.either(cx, cy, x, y)
		j.addAlias(cx, c)
		j.addAlias(cy, c)
		return c
	case boxedX:
		j.In.Write(cx, v)
		return cx
	case boxedY:
		j.In.Write(cy, v)
		return cy
	}
	return v
}

// addAlias records that the cells old and c may be the same variable after the join.
func (j *Joiner) addAlias(old, c *Cell) {
	held := j.after(old)
	mk := Marked{V: Plain(held)}
	if m, ok := held.(*Marked); ok {
		mk = *m
	}
	mk.Aliases = union(mk.Aliases, []*Cell{c})
	j.In.Write(old, &mk)
}

// either returns a new cell for a variable that is cx on one path and cy on the
// other. x and y are the values of the two cells.
func (j *Joiner) either(cx, cy *Cell, x, y Value) *Cell {
	out := Marked{V: j.Join(Plain(x), Plain(y))}
	for _, v := range []Value{x, y} {
		if mk, ok := v.(*Marked); ok {
			out.Shuffled = out.Shuffled || mk.Shuffled
		}
	}
	out.Random = isRandom(x) && isRandom(y)
	out.Aliases = []*Cell{cx, cy}
	return NewCell(&out)
}

// after returns the value of a cell after the join, with its marks.
func (j *Joiner) after(c *Cell) Value {
	a, b := j.In.RawA(c), j.In.RawB(c)
	if Identical(a, b) {
		return a
	}
	switch inA, inB := j.In.Reach(c); {
	case !inA:
		return b
	case !inB:
		return a
	}
	return j.marks(a, b)
}

func (j *Joiner) maps(x, y *Entries) Value {
	out := &Entries{Open: EitherOpen(x.Open, y.Open), Sure: (x.Open == nil || x.Sure) && (y.Open == nil || y.Sure)}
	for k, e := range x.Entries {
		if i := y.FindAt(e.K, k); i >= 0 {
			e.Maybe = e.Maybe || y.Entries[i].Maybe
			e.Val = j.Join(e.Val, y.Entries[i].Val)
		} else {
			e = j.lacking(e, y)
		}
		out.Entries = append(out.Entries, e)
	}
	for k, e := range y.Entries {
		if x.FindAt(e.K, k) < 0 {
			out.Entries = append(out.Entries, j.lacking(e, x))
		}
	}
	return out
}

// lacking returns an entry for the join with other, a map that does not have the
// entry. If other may have unknown entries, one of them may have the same key, so the
// value is joined with an unknown one.
func (j *Joiner) lacking(e Entry, other *Entries) Entry {
	e.Maybe = true
	if other.Open != nil {
		e.Val = j.Join(e.Val, NewUnknown(other.Open.Reason, other.Open.Pos, nil))
	}
	return e
}

// marks joins two contents of a cell if at least one is a [Marked] value.
func (j *Joiner) marks(a, b Value) Value {
	out := joinMarks(j.Join(Plain(a), Plain(b)), a, b)
	out.Random = isRandom(a) && isRandom(b)
	return out.Trim()
}
