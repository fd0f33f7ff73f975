package value

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// MaxAlts is the greatest number of alternatives that an unknown value keeps.
const MaxAlts = 64

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
		return a
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
	case *Grown:
		if y, ok := b.(*Grown); ok {
			return joinGrown(x, y)
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
			out := *x
			out.Parts = make(Parts, len(x.Parts))
			for i := range out.Parts {
				out.Parts[i] = j.part(x.Parts[i], y.Parts[i], nil, nil, i)
			}
			return &out
		}
	case Tuple:
		if y, ok := b.(Tuple); ok && len(x) == len(y) {
			out := make(Tuple, len(x))
			for i := range x {
				out[i] = j.Join(x[i], y[i])
			}
			return out
		}
	}
	switch {
	case includes(a, b):
		return a
	case includes(b, a):
		return b
	}
	u := &Unknown{Reason: j.Why.Reason, Pos: j.Why.Pos, T: TypeOf(a)}
	if u.T == nil {
		u.T = TypeOf(b)
	}
	for _, v := range []Value{a, b} {
		alts := Alternatives(v)
		j.In.Step(len(u.Alts) * len(alts) / MaxAlts) // each is compared with each
		for _, alt := range alts {
			u.AddAlt(alt)
		}
	}
	u.Settle()
	return u
}

// includes reports whether the join of a and b equals a: a contains all alternatives
// of b and its points-to set.
func includes(a, b Value) bool {
	u, ok := a.(*Unknown)
	if !ok || len(u.Alts) == 0 || u.ErrCheck != 0 || u.NotNil {
		return false
	}
	if w, open := b.(*Unknown); open && len(w.PointsTo) > 0 && !sameAmong(u, w) {
		return false
	}
	for _, v := range Alternatives(b) {
		if !u.hasAlt(v) {
			return false
		}
	}
	return true
}

// hasAlt reports whether v is one of the alternatives of u.
func (u *Unknown) hasAlt(v Value) bool {
	w, open := v.(*Unknown)
	for _, old := range u.Alts {
		if o, isOpen := old.(*Unknown); isOpen && open && o.ErrCheck == w.ErrCheck || Same(old, v) {
			return true
		}
	}
	return false
}

// AddAlt adds v as an alternative, unless it is one already. If v is unknown and has
// alternatives, AddAlt adds these.
func (u *Unknown) AddAlt(v Value) {
	w, open := v.(*Unknown)
	if open {
		u.PointsTo = Unite(u.PointsTo, w.PointsTo)
		if len(w.Alts) > 0 {
			for _, alt := range w.Alts {
				u.AddAlt(alt)
			}
			return
		}
	}
	if len(u.Alts) > MaxAlts { // all of them will be dropped
		u.Alts = append(u.Alts, v)
		return
	}
	if !u.hasAlt(v) {
		u.Alts = append(u.Alts, v)
	}
}

// Settle completes a value after calls of AddAlt. It replaces the alternatives by a
// points-to set if there are too many of them or all are unknown.
func (u *Unknown) Settle() {
	for _, alt := range u.Alts {
		if _, open := alt.(*Unknown); !open && len(u.Alts) <= MaxAlts {
			return
		}
	}
	u.PointsTo = Unite(u.PointsTo, u.Alts)
	u.Alts = nil
}

// openSlice returns v as a slice without known elements, if v is unknown, has no
// alternatives and is joined with a slice. Otherwise it returns v.
func openSlice(v, other Value) Value {
	u, ok := v.(*Unknown)
	s, isSlice := other.(*Slice)
	if !ok || !isSlice || len(u.Alts) > 0 {
		return v
	}
	return &Slice{T: s.T, Open: u, Pos: s.Pos}
}

func (j *Joiner) structs(x, y *Struct) Value {
	out := *x
	out.Parts = make(Parts, len(x.Parts))
	if y.Rest != nil {
		out.Rest = y.Rest
	}
	if y.Taint != nil {
		out.Taint = y.Taint
	}
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

func (j *Joiner) slices(x, y *Slice) Value {
	pair := [2]*Slice{x, y}
	if out := j.joined[pair]; out != nil {
		return out
	}
	inX, inY := j.In.RawA, j.In.RawB
	swapped := len(x.Elems) > len(y.Elems)
	if swapped {
		x, y, inX, inY = y, x, inY, inX
	}
	j.In.Step((len(x.Elems) + len(y.Elems)) / LogSteps)
	out := &Slice{T: y.T, Pos: y.Pos, Open: y.Open}
	if x.Open != nil {
		out.Open = x.Open
	}
	if x.Array == y.Array && x.Off == y.Off && x.Clipped == y.Clipped && x.Limit == y.Limit {
		out.Array, out.Off, out.Clipped, out.Limit = y.Array, y.Off, y.Clipped, y.Limit
	} else {
		out.Array = ownedBoth(x, y)
	}
	if out.Array == nil {
		out.Beyond = x.Reach().or(y.Reach())
		out.Beyond.But = union(out.Beyond.But, j.onlyIn(x, y, swapped))
	}
	n, shared := 0, true // shared reports whether no value of an element is read
	for n < len(x.Elems) {
		e, d := x.Elems[n], y.Elems[n]
		if e.C != d.C {
			shared = false
			was, is := inX(e.C), inY(d.C)
			if e.ident() != d.ident() && !Same(Plain(was), Plain(is)) {
				break
			}
			d = j.sameElem(e, d, x, y, was, is)
		}
		d.Maybe = d.Maybe || e.Maybe
		out.Elems = append(out.Elems, d)
		n++
	}
	j.others(out, x, y, n, inX, inY)
	if len(out.Elems) > MaxElems {
		out.Elems, out.Open = out.Elems[:MaxElems], NewUnknown(OverBudget, j.Why.Pos, nil)
	}
	if shared && n > LogSteps && n == len(y.Elems) && out.Array != nil && out.Array == x.Array {
		if j.joined == nil {
			j.joined = map[[2]*Slice]*Slice{}
		}
		j.joined[pair] = out
	}
	return out
}

// merge calls add for the elements of x and y and keeps the order of each slice. It
// passes an element of both slices as a pair. For any other element, the argument for
// the other slice is nil. Of two elements that only one slice has, the older one
// comes first.
func merge(x, y []Elem, add func(e, d *Elem)) {
	inX, inY := lastPlaces(x), lastPlaces(y)
	for i, k := 0, 0; i < len(x) || k < len(y); {
		switch {
		case i == len(x):
			add(nil, &y[k])
			k++
		case k == len(y):
			add(&x[i], nil)
			i++
		case x[i].ident() == y[k].ident():
			add(&x[i], &y[k])
			i, k = i+1, k+1
		default:
			a, b := x[i].ident(), y[k].ident()
			comes, came := inY[a] > k, inX[b] > i // a comes later in y, b in x
			if comes && !came || comes == came && b.Born < a.Born {
				add(nil, &y[k])
				k++
			} else {
				add(&x[i], nil)
				i++
			}
		}
	}
}

// lastPlaces returns the index after the last occurrence of each element.
func lastPlaces(elems []Elem) map[*Cell]int {
	out := make(map[*Cell]int, len(elems))
	for i, e := range elems {
		out[e.ident()] = i + 1
	}
	return out
}

// others appends to out the joined elements of two slices from index n on, where they
// begin to differ. Each of these elements may be absent.
func (j *Joiner) others(out, x, y *Slice, n int, inX, inY func(*Cell) Value) {
	merge(x.Elems[n:], y.Elems[n:], func(e, d *Elem) {
		var one Elem
		switch {
		case d == nil:
			one = *e
		case e == nil:
			one = *d
			if x.Array != nil && x.Array == y.Array {
				one = j.oneSided(one, inX(d.C), inY(d.C))
			}
		default:
			one = j.sameElem(*e, *d, x, y, inX(e.C), inY(d.C))
		}
		one.Maybe = true
		out.Elems = append(out.Elems, one)
	})
}

// sameElem returns the join of an element e of x, with the value was, and an element
// d of y, with the value is.
func (j *Joiner) sameElem(e, d Elem, x, y *Slice, was, is Value) Elem {
	if e.C == d.C {
		return d
	}
	c := j.either(d.C, e.C, was, is)
	if y.Owner() == nil {
		j.addAlias(d.C, c)
	}
	if x.Owner() == nil {
		j.addAlias(e.C, c)
	}
	return Elem{c, d.Maybe, d.ident()}
}

// oneSided returns the element e, which the slice of only one path has, for a join of
// slices of one array. own is the value on that path, other the value of the same
// cell on the other path, which lies beyond its slice. The joined element has the
// value own.
func (j *Joiner) oneSided(e Elem, other, own Value) Elem {
	if Identical(other, own) {
		return e
	}
	at := Marked{V: Plain(own), Aliases: []*Cell{e.C}}
	if mk, ok := own.(*Marked); ok {
		at.add(mk)
		at.Random = mk.Random
	}
	c := NewCell(&at)
	j.addAlias(e.C, c)
	return Elem{c, true, e.ident()}
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

// onlyIn returns the cells of the elements by which y is longer than x and which the
// path of x cannot reach. swapped reports whether x belongs to the second path.
func (j *Joiner) onlyIn(x, y *Slice, swapped bool) []*Cell {
	var out []*Cell
	for _, e := range y.Elems[min(len(x.Elems), len(y.Elems)):] {
		inA, inB := j.In.Reach(e.C)
		if swapped && !inB || !swapped && !inA {
			out = append(out, e.C)
		}
	}
	return out
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

// MaxElems is the greatest number of elements of a slice after a join. Longer slices
// lose the rest.
const MaxElems = 20_000

func (j *Joiner) maps(x, y *Entries) Value {
	out := &Entries{Open: y.Open}
	if x.Open != nil {
		out.Open = x.Open
	}
	for _, e := range x.Entries {
		if i := y.Find(e.K); i >= 0 {
			e.Maybe = e.Maybe || y.Entries[i].Maybe
			e.Val = j.Join(e.Val, y.Entries[i].Val)
		} else {
			e = j.lacking(e, y)
		}
		out.Entries = append(out.Entries, e)
	}
	for _, e := range y.Entries {
		if x.Find(e.K) < 0 {
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

// Same reports whether a and b are known to be the same value in the program.
func Same(a, b Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	switch x := a.(type) {
	case *Const:
		y, ok := b.(*Const)
		return ok && (x == y || x.V.Kind() == y.V.Kind() && constant.Compare(x.V, token.EQL, y.V) && SameType(x.T, y.T))
	case *Nil:
		_, ok := b.(*Nil)
		return ok && SameType(TypeOf(a), TypeOf(b))
	case *Ptr:
		y, ok := b.(*Ptr)
		return ok && x.C == y.C
	case *Map:
		y, ok := b.(*Map)
		return ok && x.Obj == y.Obj
	case *Struct:
		y, ok := b.(*Struct)
		return ok && x == y
	case *Array:
		y, ok := b.(*Array)
		return ok && x == y
	case *Slice:
		y, ok := b.(*Slice)
		if !ok || x == y {
			return ok
		}
		if x.IsNil && y.IsNil {
			return true
		}
		if len(x.Elems) != len(y.Elems) || x.IsNil != y.IsNil || x.Open != y.Open || x.Owner() != y.Owner() {
			return false
		}
		for i := range x.Elems {
			if x.Elems[i] != y.Elems[i] {
				return false
			}
		}
		return true
	case *Closure:
		y, ok := b.(*Closure)
		if !ok || x.Fn != y.Fn || !SameType(x.As, y.As) || len(x.Env) != len(y.Env) || (x.Recv == nil) != (y.Recv == nil) || len(x.Targs) != len(y.Targs) {
			return false
		}
		for i := range x.Env {
			if x.Env[i] != y.Env[i] {
				return false
			}
		}
		for i := range x.Targs {
			if !SameType(x.Targs[i], y.Targs[i]) {
				return false
			}
		}
		return x.Recv == nil || Same(x.Recv, y.Recv)
	case *Extern:
		y, ok := b.(*Extern)
		return ok && x.Key == y.Key && !x.Bound && !y.Bound && len(x.Targs) == 0 && len(y.Targs) == 0
	case *TypeVal:
		y, ok := b.(*TypeVal)
		return ok && SameType(x.T, y.T)
	case *Unknown:
		y, ok := b.(*Unknown)
		return ok && (x == y || len(x.Alts) == 0 && len(y.Alts) == 0 && x.ErrCheck == y.ErrCheck && x.NotNil == y.NotNil && sameAmong(x, y))
	case *Native:
		y, ok := b.(*Native)
		return ok && x == y
	case *Entries, *Grown, *Marked:
		return a == b
	}
	return false
}

// SameType reports whether two types are identical. A nil type is identical only to
// nil.
func SameType(a, b types.Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a == b || types.Identical(a, b)
}

// Havoc returns the value of a variable that held v after unfollowed code may have
// written to it: v or any other value of its type. why is the reason.
func Havoc(v Value, why *Unknown) *Unknown {
	u := NewUnknown(why.Reason, why.Pos, TypeOf(v))
	u.AddAlt(v)
	u.AddAlt(NewUnknown(why.Reason, why.Pos, u.T))
	u.Settle()
	return u
}

// OverBudget is the reason for values that are unknown because a limit was reached.
const OverBudget = "too much to evaluate"

// LogSteps is the number of variables whose join costs as much as one step of the
// evaluator.
const LogSteps = 8
