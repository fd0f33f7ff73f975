package eval

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// comparison compares what one iteration of an unordered loop wrote with what it writes
// if others may have come before. Variables that the iteration makes are other cells in
// each run. They agree if their contents do.
type comparison struct {
	m       *Machine
	start   uint64         // when the loop began
	end     uint64         // when the first run ended
	changes []state.Change // of the second run
	// theirs are the contents of the cells that the second run made.
	theirs map[*value.Cell]value.Value
	seen   map[[2]*value.Cell]bool
	// deferred are the values of the calls that the iteration deferred in both runs.
	deferred [][2][]value.Value
	pos      token.Pos
	altered  bool // some value is unknown now
}

func newComparison(m *Machine, start, end uint64, pos token.Pos) *comparison {
	return &comparison{m: m, start: start, end: end, pos: pos, theirs: map[*value.Cell]value.Value{}, seen: map[[2]*value.Cell]bool{}}
}

// hold records the contents of all cells made since born to which v leads in the present
// state.
func (k *comparison) hold(v value.Value, born uint64) {
	r := value.ReachedFrom(v)
	for i := 0; i < len(r.Cells); i++ {
		if c := r.Cells[i]; c.Born > born {
			k.theirs[c] = c.Get()
			r.Value(k.theirs[c])
		}
	}
	for _, mp := range r.Maps {
		if mp.Obj.Born > born {
			k.theirs[mp.Obj] = mp.Obj.Get()
		}
	}
	k.m.work(r.Visits)
}

// defers records what the iteration deferred in the two runs.
func (k *comparison) defers(first, second []deferred, born uint64) {
	for i := range min(len(first), len(second)) {
		for _, v := range second[i].vals {
			k.hold(v, born)
		}
		k.deferred = append(k.deferred, [2][]value.Value{first[i].vals, second[i].vals})
	}
}

// compareDefers makes the values of deferred calls unknown that may be others.
func (k *comparison) compareDefers() {
	for _, d := range k.deferred {
		for i, x := range d[0] {
			if i < len(d[1]) && !k.agree(x, d[1][i]) {
				d[0][i] = value.Disordered(x, []value.Value{d[1][i]}, k.pos)
				k.altered = true
			}
		}
	}
}

// compare makes everything in p unknown that may differ from after. The second run changed
// the variable, or a part of it, from before. A nil before means the whole variable.
func (k *comparison) compare(p heap.Place, before, after value.Value) {
	if before != nil && value.Identical(before, after) {
		return
	}
	now := p.Load()
	switch x := now.(type) {
	case *value.Entries:
		k.entries(p, x, before, after)
		return
	case *value.Struct, *value.Array:
		if alike(x, after) {
			if !alike(x, before) {
				before = nil
			}
			for i := range value.PartsOf(x) {
				k.part(p, i, before, after)
			}
			return
		}
	}
	if !k.agree(now, after) {
		k.m.SetAt(p, value.Disordered(now, []value.Value{after}, k.pos))
		k.altered = true
	}
}

// alike reports whether x and y are structs or arrays of the same type.
func alike(x, y value.Value) bool {
	xs := value.PartsOf(x)
	return xs != nil && len(xs) == len(value.PartsOf(y)) && value.SameType(value.TypeOf(x), value.TypeOf(y))
}

// part compares the i-th part of a struct or an array.
func (k *comparison) part(p heap.Place, i int, before, after value.Value) {
	x, y := value.PartsOf(p.Load())[i], value.PartsOf(after)[i]
	if x == nil && y == nil || before != nil && value.Identical(value.PartsOf(before)[i], y) {
		return // neither was set, or the second run did not write to it
	}
	if c, ok := y.(*value.Cell); ok {
		if c == x {
			return // compared separately
		}
		y = k.theirs[c]
	} else if y == nil {
		y = value.PartAt(after, i)
	}
	var was value.Value
	if before != nil {
		if was = value.PartsOf(before)[i]; was == nil {
			was = value.PartAt(before, i)
		}
		if _, ok := was.(*value.Cell); ok {
			was = nil
		}
	}
	k.compare(p.Part(i), was, y)
}

// entries compares the entries of a map.
func (k *comparison) entries(p heap.Place, now *value.Entries, before, after value.Value) {
	y, ok := after.(*value.Entries)
	if !ok {
		return
	}
	was, _ := before.(*value.Entries)
	out := now
	for at, e := range y.Entries {
		if was != nil {
			if i := was.FindAt(e.K, at); i >= 0 && value.Identical(was.Entries[i].Val, e.Val) && was.Entries[i].Maybe == e.Maybe {
				continue
			}
		}
		i := now.FindAt(e.K, at)
		switch {
		case i < 0 && out.Open != nil:
		case i < 0, !k.agree(now.Entries[i].Val, e.Val):
			out = out.Disordered(e.K, []value.Value{e.Val}, e.Maybe, k.pos)
		case e.Maybe && !now.Entries[i].Maybe:
			out = out.PerhapsWithout(e.K)
		}
	}
	if y.Open != nil && out.Open == nil && (was == nil || was.Open == nil) {
		out = &value.Entries{Entries: out.Entries, Open: y.Open}
	}
	if out != now {
		k.m.SetAt(p, out)
		k.altered = true
	}
}

// agree reports whether y, a value of the second run, is the value x. It makes the
// contents of variables unknown to which x leads, and to which the second run wrote other
// values.
func (k *comparison) agree(x, y value.Value) bool {
	if value.Identical(x, y) || value.Same(x, y) {
		return true
	}
	switch x := x.(type) {
	case *value.Unknown:
		return k.includes(x, y)
	case *value.Ptr:
		y, ok := y.(*value.Ptr)
		return ok && k.cells(x.C, y.C)
	case *value.Map:
		y, ok := y.(*value.Map)
		return ok && k.cells(x.Obj, y.Obj)
	case *value.Slice:
		y, ok := y.(*value.Slice)
		return ok && k.slices(x, y)
	case *value.Struct, *value.Array:
		return alike(x, y) && k.parts(x, y)
	case *value.Closure:
		y, ok := y.(*value.Closure)
		return ok && k.closures(x, y)
	case *value.Extern:
		y, ok := y.(*value.Extern)
		return ok && x.Key == y.Key && k.agree(x.Recv, y.Recv)
	case *value.Native:
		y, ok := y.(*value.Native)
		return ok && k.natives(x, y)
	case *value.HostFunc, *value.Grown:
		return true
	}
	return false
}

// cells reports whether two variables are the same, or both are made by the iteration.
func (k *comparison) cells(x, y *value.Cell) bool {
	if x == y {
		return true
	}
	if _, fresh := k.theirs[y]; !fresh || x.Born <= k.start {
		return false
	}
	if pair := [2]*value.Cell{x, y}; !k.seen[pair] {
		k.seen[pair] = true
		k.compare(heap.Place{C: x}, nil, k.theirs[y])
	}
	return true
}

func (k *comparison) slices(x, y *value.Slice) bool {
	if x.Unordered() {
		return true
	}
	if x.IsNil != y.IsNil || len(x.Elems) != len(y.Elems) || x.Open == nil && y.Open != nil {
		return false
	}
	for i, e := range x.Elems {
		if d := y.Elems[i]; d.Maybe && !e.Maybe || !k.cells(e.C, d.C) {
			return false
		}
	}
	return true
}

// parts compares structs or arrays that are in no variable.
func (k *comparison) parts(x, y value.Value) bool {
	xs, ys := value.PartsOf(x), value.PartsOf(y)
	for i := range xs {
		if xs[i] == nil && ys[i] == nil {
			continue
		}
		was := value.PartAt(x, i)
		is := value.PartAt(y, i)
		if c, ok := ys[i].(*value.Cell); ok && c != xs[i] {
			is = k.theirs[c]
		}
		if !k.agree(was, is) {
			return false
		}
	}
	return true
}

func (k *comparison) closures(x, y *value.Closure) bool {
	if x.Fn != y.Fn || len(x.Env) != len(y.Env) {
		return false
	}
	for i, c := range x.Env {
		if !k.cells(c, y.Env[i]) {
			return false
		}
	}
	return k.agree(x.Recv, y.Recv)
}

// natives compares two values that only models of library functions interpret. It compares
// documents by their texts, and iterators by what they yield.
func (k *comparison) natives(x, y *value.Native) bool {
	if s, ok := x.Data.(*value.Slice); ok { // of an iterator
		return k.agree(s, y.Data)
	}
	return x.Kind == y.Kind && x.Loose == y.Loose && (x.Kind != value.JSONKind || sameText(x, y))
}

// includes reports whether an unknown value may be y, and leads to all variables to which y
// leads and which the second run has not made.
func (k *comparison) includes(x *value.Unknown, y value.Value) bool {
	targets := value.Targets(x)
	has := func(v value.Value) bool {
		for _, t := range targets {
			if value.Same(t, v) {
				return true
			}
		}
		return false
	}
	open := len(x.Alts) == 0
	for _, a := range x.Alts {
		_, unknown := a.(*value.Unknown)
		open = open || unknown
	}
	for _, v := range value.Targets(y) {
		switch v := v.(type) {
		case *value.Ptr:
			if v.C.Born <= k.end && !has(v) {
				return false
			}
		case *value.Map:
			if v.Obj.Born <= k.end && !has(v) {
				return false
			}
		case *value.Slice:
			if len(v.Elems) > 0 && v.Elems[0].C.Born <= k.end && !has(v) {
				return false
			}
		case *value.Unknown:
			if !open {
				return false
			}
		default:
			if !open && !has(v) {
				return false
			}
		}
	}
	return true
}
