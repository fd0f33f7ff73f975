package eval

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// maxAlts bounds the values that an unknown value is known to be one of.
const maxAlts = 64

// Join returns a value that stands for a or b.
func (m *Machine) Join(a, b Value, why *Unknown) Value {
	j := joiner{why, present{m}}
	return j.join(a, b)
}

// joiner joins values that two paths have.
type joiner struct {
	why *Unknown
	in  paths
}

// paths are what the cells hold that a joiner meets in the values.
type paths interface {
	// rawA returns what a cell holds on the first path, with its marks, and rawB what
	// it holds on the second.
	rawA(c *Cell) Value
	rawB(c *Cell) Value
	// reach reports which of the paths can reach a cell.
	reach(c *Cell) (a, b bool)
	// write records what a cell holds after the join.
	write(c *Cell, v Value)
	// work counts eighths of steps, and step counts steps.
	work(n int)
	step(n int)
}

// inA returns what a cell holds on the first path, and inB what it holds on the second.
func (j *joiner) inA(c *Cell) Value { return plain(j.in.rawA(c)) }
func (j *joiner) inB(c *Cell) Value { return plain(j.in.rawB(c)) }

// join returns a value that stands for a in the one state and b in the other.
func (j *joiner) join(a, b Value) Value {
	if same(a, b) {
		return a
	}
	j.in.work(2)
	_, markedA := a.(*marked)
	_, markedB := b.(*marked)
	if markedA || markedB {
		return j.marks(a, b)
	}
	a, b = openSlice(a, b), openSlice(b, a)
	switch x := a.(type) {
	case *mapState:
		if y, ok := b.(*mapState); ok {
			return j.maps(x, y)
		}
	case *grownState:
		if y, ok := b.(*grownState); ok {
			return joinGrown(x, y)
		}
	case *Slice:
		if y, ok := b.(*Slice); ok && (len(x.Elems)+len(y.Elems) > 0 || x.Open != nil || y.Open != nil || x.IsNil == y.IsNil) {
			return j.slices(x, y)
		}
	case *Struct:
		if y, ok := b.(*Struct); ok && identical(x.T, y.T) && len(x.parts) == len(y.parts) {
			return j.structs(x, y)
		}
	case *Array:
		if y, ok := b.(*Array); ok && identical(x.T, y.T) && len(x.parts) == len(y.parts) {
			out := *x
			out.parts = make(parts, len(x.parts))
			for i := range out.parts {
				out.parts[i] = j.part(x.parts[i], y.parts[i], nil, nil, i)
			}
			return &out
		}
	case Tuple:
		if y, ok := b.(Tuple); ok && len(x) == len(y) {
			out := make(Tuple, len(x))
			for i := range x {
				out[i] = j.join(x[i], y[i])
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
	u := &Unknown{Reason: j.why.Reason, Pos: j.why.Pos, T: TypeOf(a)}
	if u.T == nil {
		u.T = TypeOf(b)
	}
	for _, v := range []Value{a, b} {
		alts := Alternatives(v)
		j.in.step(len(u.Alts) * len(alts) / maxAlts) // each is compared with each
		for _, alt := range alts {
			u.addAlt(alt)
		}
	}
	u.settle()
	return u
}

// includes reports whether a is one of several values, with those that b may be among
// them, so that a join says nothing new.
func includes(a, b Value) bool {
	u, ok := a.(*Unknown)
	if !ok || len(u.Alts) == 0 || u.errCheck != 0 || u.notNil {
		return false
	}
	if w, open := b.(*Unknown); open && len(w.among) > 0 && !sameAmong(u, w) {
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
		if o, isOpen := old.(*Unknown); isOpen && open && o.errCheck == w.errCheck || same(old, v) {
			return true
		}
	}
	return false
}

// addAlt adds a value that u can have, if it is a new one. Of one that is one of
// several itself, it adds these.
func (u *Unknown) addAlt(v Value) {
	w, open := v.(*Unknown)
	if open {
		u.among = unite(u.among, w.among)
		if len(w.Alts) > 0 {
			for _, alt := range w.Alts {
				u.addAlt(alt)
			}
			return
		}
	}
	if len(u.Alts) > maxAlts { // none of them will be kept
		u.Alts = append(u.Alts, v)
		return
	}
	if !u.hasAlt(v) {
		u.Alts = append(u.Alts, v)
	}
}

// settle forgets the alternatives if they are too many, or say nothing.
func (u *Unknown) settle() {
	for _, alt := range u.Alts {
		if _, open := alt.(*Unknown); !open && len(u.Alts) <= maxAlts {
			return
		}
	}
	u.among = unite(u.among, u.Alts)
	u.Alts = nil
}

// havoc returns v or any other value of its type: what a variable may hold that held v,
// after code that is not followed may have written to it.
func havoc(v Value, why *Unknown) *Unknown {
	u := NewUnknown(why.Reason, why.Pos, TypeOf(v))
	u.addAlt(v)
	u.addAlt(NewUnknown(why.Reason, why.Pos, u.T))
	u.settle()
	return u
}

// openSlice returns a value that is to be joined with a slice as a slice of
// which no element is known, if nothing at all is known of it.
func openSlice(v, other Value) Value {
	u, ok := v.(*Unknown)
	s, isSlice := other.(*Slice)
	if !ok || !isSlice || len(u.Alts) > 0 {
		return v
	}
	return &Slice{T: s.T, Open: u, Pos: s.Pos}
}

func (j *joiner) structs(x, y *Struct) Value {
	out := *x
	out.parts = make(parts, len(x.parts))
	if y.rest != nil {
		out.rest = y.rest
	}
	if y.taint != nil {
		out.taint = y.taint
	}
	if x.Def != y.Def {
		out.Def = nil
	}
	for i := range x.parts {
		if x.parts[i] == nil && y.parts[i] == nil && (x.rest == nil) == (y.rest == nil) {
			continue
		}
		out.parts[i] = j.part(x.parts[i], y.parts[i], x.unset, y.unset, i)
	}
	if out.Def == nil && x.Def != nil && y.Def != nil {
		// One of two definitions: both are possible, as a whole.
		return &Unknown{Reason: j.why.Reason, Pos: j.why.Pos, T: x.T, Alts: []Value{x, y}}
	}
	switch {
	case out.says(x):
		return x
	case out.says(y):
		return y
	}
	return &out
}

// says reports whether a value that joins s with another one says no more than s.
func (out *Struct) says(s *Struct) bool {
	return out.rest == s.rest && out.taint == s.taint && out.Def == s.Def && slices.EqualFunc(out.parts, s.parts, identicalValue)
}

// part joins a part of two values. Where there are pointers to it, it stays the
// variable that they point to.
func (j *joiner) part(x, y Value, unsetX, unsetY func(int) Value, i int) Value {
	cx, boxedX := x.(*Cell)
	cy, boxedY := y.(*Cell)
	if boxedX && boxedY && cx == cy {
		return cx // joined by itself
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
	v := j.join(x, y)
	switch {
	case boxedX && boxedY:
		c := j.either(cx, cy, x, y)
		j.mirrored(cx, c)
		j.mirrored(cy, c)
		return c
	case boxedX:
		j.in.write(cx, v)
		return cx
	case boxedY:
		j.in.write(cy, v)
		return cy
	}
	return v
}

func (j *joiner) slices(x, y *Slice) Value {
	inX, inY := j.in.rawA, j.in.rawB
	swapped := len(x.Elems) > len(y.Elems)
	if swapped {
		x, y, inX, inY = y, x, inY, inX
	}
	j.in.step((len(x.Elems) + len(y.Elems)) / logSteps)
	out := &Slice{T: y.T, Pos: y.Pos, Open: y.Open}
	if x.Open != nil {
		out.Open = x.Open
	}
	if x.arr == y.arr && x.off == y.off && x.clipped == y.clipped && x.limit == y.limit {
		out.arr, out.off, out.clipped, out.limit = y.arr, y.off, y.clipped, y.limit
	} else {
		out.arr = ownedBoth(x, y)
	}
	if out.arr == nil {
		out.behind = x.reach().or(y.reach())
		out.behind.but = union(out.behind.but, j.onlyIn(x, y, swapped))
	}
	n := 0
	for n < len(x.Elems) {
		e, d := y.Elems[n], x.Elems[n]
		if e.C != d.C {
			was, is := inX(d.C), inY(e.C)
			if e.ident() != d.ident() && !same(plain(is), plain(was)) {
				break
			}
			c := j.either(e.C, d.C, was, is)
			if y.owner() == nil {
				j.mirrored(e.C, c)
			}
			if x.owner() == nil {
				j.mirrored(d.C, c)
			}
			e = Elem{c, e.Maybe, e.ident()}
		}
		e.Maybe = e.Maybe || d.Maybe
		out.Elems = append(out.Elems, e)
		n++
	}
	j.others(out, x, y, n, inX, inY)
	if len(out.Elems) > MaxElems {
		out.Elems, out.Open = out.Elems[:MaxElems], NewUnknown(OverBudget, j.why.Pos, nil)
	}
	return out
}

// others adds to out what two slices have from place n on, where they differ: each
// element may be missing. One that stands at several places is one variable of them.
func (j *joiner) others(out, x, y *Slice, n int, inX, inY func(*Cell) Value) {
	type standing struct {
		at int // in out
		c  *Cell
		v  Value
		of *Slice
	}
	seen := map[*Cell]standing{}
	for i, s := range []*Slice{x, y} {
		in := inX
		if i == 1 {
			in = inY
		}
		for _, e := range s.Elems[n:] {
			if d, ok := seen[e.ident()]; ok {
				if d.c != e.C {
					c := j.either(e.C, d.c, in(e.C), d.v)
					if s.owner() == nil {
						j.mirrored(e.C, c)
					}
					if d.of.owner() == nil {
						j.mirrored(d.c, c)
					}
					out.Elems[d.at].C, d.v = c, c.Get()
					seen[e.ident()] = d
				}
				continue
			}
			seen[e.ident()] = standing{len(out.Elems), e.C, in(e.C), s}
			if i == 1 && x.arr != nil && x.arr == y.arr {
				e = j.lone(e, inX(e.C), inY(e.C))
			}
			e.Maybe = true
			out.Elems = append(out.Elems, e)
		}
	}
}

// lone returns an element that only one of two paths has, where both have its
// place in the array: the element holds what stands there on that path, whatever
// stood there, behind the end of the slice, on the other.
func (j *joiner) lone(e Elem, other, own Value) Elem {
	if identicalValue(other, own) {
		return e
	}
	at := marked{v: plain(own), mirrors: []*Cell{e.C}}
	if mk, ok := own.(*marked); ok {
		at.add(mk)
		at.random = mk.random
	}
	c := NewCell(&at)
	j.mirrored(e.C, c)
	return Elem{c, true, e.ident()}
}

// mirrored notes that a variable that is there after the join may be c.
func (j *joiner) mirrored(old, c *Cell) {
	held := j.after(old)
	mk := marked{v: plain(held)}
	if m, ok := held.(*marked); ok {
		mk = *m
	}
	mk.mirrors = union(mk.mirrors, []*Cell{c})
	j.in.write(old, &mk)
}

// onlyIn returns the elements of the longer of two slices that the path of the
// other does not have. If swapped, that is the second path.
func (j *joiner) onlyIn(x, y *Slice, swapped bool) []*Cell {
	var out []*Cell
	for _, e := range y.Elems[min(len(x.Elems), len(y.Elems)):] {
		inA, inB := j.in.reach(e.C)
		if swapped && !inB || !swapped && !inA {
			out = append(out, e.C)
		}
	}
	return out
}

// either returns a variable that may be one of two, which hold x and y.
func (j *joiner) either(cx, cy *Cell, x, y Value) *Cell {
	out := marked{v: j.join(plain(x), plain(y))}
	for _, v := range []Value{x, y} {
		if mk, ok := v.(*marked); ok {
			out.shuffled = out.shuffled || mk.shuffled
		}
	}
	out.random = isRandom(x) && isRandom(y)
	out.mirrors = []*Cell{cx, cy}
	return NewCell(&out)
}

// after returns what a variable holds after the join, with its marks.
func (j *joiner) after(c *Cell) Value {
	a, b := j.in.rawA(c), j.in.rawB(c)
	if identicalValue(a, b) {
		return a
	}
	switch inA, inB := j.in.reach(c); {
	case !inA:
		return b
	case !inB:
		return a
	}
	return j.marks(a, b)
}

// MaxElems bounds slices that grow by joining.
const MaxElems = 20_000

func (j *joiner) maps(x, y *mapState) Value {
	out := &mapState{open: y.open}
	if x.open != nil {
		out.open = x.open
	}
	for _, e := range x.entries {
		if i := y.find(e.k); i >= 0 {
			e.maybe = e.maybe || y.entries[i].maybe
			e.val = j.join(e.val, y.entries[i].val)
		} else {
			e.maybe = true
		}
		out.entries = append(out.entries, e)
	}
	for _, e := range y.entries {
		if x.find(e.k) < 0 {
			e.maybe = true
			out.entries = append(out.entries, e)
		}
	}
	return out
}

// same reports whether a and b are known to be the same value.
func same(a, b Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	switch x := a.(type) {
	case *Const:
		y, ok := b.(*Const)
		return ok && (x == y || x.V.Kind() == y.V.Kind() && constant.Compare(x.V, token.EQL, y.V) && identical(x.T, y.T))
	case *Nil:
		_, ok := b.(*Nil)
		return ok && identical(TypeOf(a), TypeOf(b))
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
		if len(x.Elems) != len(y.Elems) || x.IsNil != y.IsNil || x.Open != y.Open || x.owner() != y.owner() {
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
		if !ok || x.Fn != y.Fn || !identical(x.t, y.t) || len(x.Env) != len(y.Env) || (x.Recv == nil) != (y.Recv == nil) || len(x.Targs) != len(y.Targs) {
			return false
		}
		for i := range x.Env {
			if x.Env[i] != y.Env[i] {
				return false
			}
		}
		for i := range x.Targs {
			if !identical(x.Targs[i], y.Targs[i]) {
				return false
			}
		}
		return x.Recv == nil || same(x.Recv, y.Recv)
	case *Extern:
		y, ok := b.(*Extern)
		return ok && x.Key == y.Key && !x.Bound && !y.Bound && len(x.Targs) == 0 && len(y.Targs) == 0
	case *TypeVal:
		y, ok := b.(*TypeVal)
		return ok && identical(x.T, y.T)
	case *Unknown:
		y, ok := b.(*Unknown)
		return ok && (x == y || len(x.Alts) == 0 && len(y.Alts) == 0 && x.errCheck == y.errCheck && x.notNil == y.notNil && sameAmong(x, y))
	case *Native:
		y, ok := b.(*Native)
		return ok && x == y
	case *mapState, *grownState, *marked:
		return a == b
	}
	return false
}

func identical(a, b types.Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a == b || types.Identical(a, b)
}
