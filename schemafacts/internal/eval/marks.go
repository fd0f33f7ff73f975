package eval

import "slices"

// marked is what a variable holds of which more is known than its value. It
// never leaves the variable.
type marked struct {
	v Value
	// shuffled says that the variable is an element of an array whose order is
	// not known: what it holds stands somewhere in the array.
	shuffled bool
	// random says that it stands in another place in each run: the order is that
	// of a map.
	random bool
	// mirrors are cells that may be the same variable: elements of arrays of
	// which a slice has one or the other.
	mirrors []*Cell
	// late is what a goroutine, or an append that has room there, may write to
	// the variable at any time, and lateWhy says so.
	late    []Value
	lateWhy *Unknown
	// gone says that a container of the standard library leads to the variable; see
	// keep.go.
	gone *Unknown
}

// plain returns a value without marks.
func plain(v Value) Value {
	if mk, ok := v.(*marked); ok {
		return mk.v
	}
	return v
}

// marksOf returns the marks of a cell, nil if it has none.
func marksOf(c *Cell) *marked {
	mk, _ := c.raw().(*marked)
	return mk
}

// with returns the marks around another value.
func (mk *marked) with(v Value) Value {
	if mk == nil {
		return v
	}
	out := *mk
	out.v = v
	return out.trim()
}

// trim returns the value itself if no mark is left.
func (mk *marked) trim() Value {
	if !mk.shuffled && len(mk.mirrors) == 0 && len(mk.late) == 0 && mk.gone == nil {
		return mk.v
	}
	return mk
}

// mark changes the marks of a cell.
func (m *Machine) mark(c *Cell, change func(mk *marked)) {
	mk := marked{v: c.Get()}
	if old := marksOf(c); old != nil {
		mk = *old
	}
	change(&mk)
	m.mem.set(c, mk.trim())
}

// shuffled reports whether nobody knows which of an array's elements a cell is.
func (c *Cell) shuffled() bool {
	mk := marksOf(c)
	return mk != nil && mk.shuffled
}

// marks joins values of which one or both have marks.
func (j *joiner) marks(a, b Value) Value {
	out := marked{v: j.join(plain(a), plain(b))}
	for _, v := range []Value{a, b} {
		if mk, ok := v.(*marked); ok {
			out.add(mk)
		}
	}
	out.random = isRandom(a) && isRandom(b)
	return out.trim()
}

// isRandom reports whether what a variable holds is an element in a random order.
func isRandom(v Value) bool {
	mk, ok := v.(*marked)
	return ok && mk.random
}

// add adds the marks of another value.
func (mk *marked) add(other *marked) {
	mk.shuffled = mk.shuffled || other.shuffled
	mk.mirrors = union(mk.mirrors, other.mirrors)
	for _, v := range other.late {
		if !slices.ContainsFunc(mk.late, func(w Value) bool { return identicalValue(v, w) }) {
			mk.late = append(mk.late[:len(mk.late):len(mk.late)], v)
		}
	}
	if other.lateWhy != nil {
		mk.lateWhy = other.lateWhy
	}
	if mk.gone == nil {
		mk.gone = other.gone
	}
}

// union returns the elements of both.
func union[T comparable](a, b []T) []T {
	if len(a) == 0 {
		return b[:len(b):len(b)]
	}
	has := func(x T) bool { return slices.Contains(a, x) }
	if len(a)*len(b) > 1000 {
		set := make(map[T]bool, len(a))
		for _, x := range a {
			set[x] = true
		}
		has = func(x T) bool { return set[x] }
	}
	out := a[:len(a):len(a)]
	for _, x := range b {
		if !has(x) {
			out = append(out, x)
		}
	}
	return out
}

// mirror tells the cells that may be the same variables as some cells what was written
// to these.
func (m *Machine) mirror(cells, mirrors []*Cell, v Value) {
	why := NewUnknown("written to through a slice that may share its array", PosOf(v), nil)
	seen := map[*Cell]bool{}
	for _, c := range cells {
		seen[c] = true
	}
	told := 0
	for work := slices.Clone(mirrors); len(work) > 0; work = work[1:] {
		d := work[0]
		if seen[d] {
			continue
		}
		m.steps++
		seen[d] = true
		if mk := marksOf(d); mk != nil {
			work = append(work, mk.mirrors...)
		}
		m.joining++
		if told++; told < maxMirrors {
			m.Set(d, m.Join(d.Get(), v, why))
		} else if is, more := coarser(d.Get(), v, why); more {
			m.Set(d, is)
		}
		m.joining--
	}
}

// maxMirrors is of how many cells that may be one variable each is said to hold
// this or that: of more, nothing is known but what they may lead to. A conversation
// that an agent keeps in a loop has such.
const maxMirrors = 32

// coarser returns a value of which only is known that it may lead where a and b
// do, and whether it says more than a.
func coarser(a, b Value, why *Unknown) (Value, bool) {
	u, ok := a.(*Unknown)
	if !ok || len(u.Alts) > 0 {
		u = &Unknown{Reason: why.Reason, Pos: why.Pos, T: TypeOf(a), among: unite(nil, candidates(a))}
	}
	among := unite(u.among, candidates(b))
	if u == a && len(among) == len(u.among) {
		return a, false
	}
	out := *u
	out.among = among
	return &out, true
}
