package eval

import (
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// One iteration of an unordered loop may read what another one wrote, if that one came
// before. So each iteration is run a second time, in a state in which any of the others may
// have come before. A variable is unknown if this run may write another value to it.

// maxSecondRun limits the steps of a loop's iterations up to which they are run again.
const maxSecondRun = 20_000

// secondRun is an unordered loop whose iterations may be run again.
type secondRun struct {
	f     *frame
	begin state.State // before the first iteration
	start uint64
	steps int
	defs  int
	// wrote are the cells that each iteration wrote, and writers the number of iterations
	// that wrote a cell.
	wrote   [][]*value.Cell
	writers map[*value.Cell]int
}

// secondRun begins a loop of n iterations that may be run again. It returns nil within
// such a run.
func (m *Machine) secondRun(f *frame, n int) *secondRun {
	if m.again || n < 2 {
		return nil
	}
	begin := m.Mem.Keep()
	return &secondRun{f, begin, m.Mem.Kept, m.steps, len(m.Defs), make([][]*value.Cell, n), map[*value.Cell]int{}}
}

// note records that the i-th iteration wrote to a cell.
func (r *secondRun) note(i int, c *value.Cell) {
	if r != nil && c.Born <= r.start {
		r.wrote[i] = append(r.wrote[i], c)
		r.writers[c]++
	}
}

// compare runs the iterations again, and makes values unknown that depend on their order.
// once runs the i-th iteration. It returns false if the iteration may not run, or may leave
// the loop. Loops that made tools are not run twice.
func (r *secondRun) compare(m *Machine, written disorder, pos token.Pos, once func(i int) bool) {
	if r == nil || m.steps-r.steps > maxSecondRun || len(m.Defs) > r.defs || !written.compares(r.start) {
		return
	}
	last := m.Mem.Keep()
	why := value.NewUnknown("depends on the random order of a map", pos, nil)
	any := m.Mem.Join(why, r.begin, last).States()
	undo := m.trial(r.f)
	m.again = true
	_, end := m.BeginUnordered()
	var changes []state.Change
	ok := true
	for i, own := range r.wrote {
		m.Mem.Enter(any)
		for _, c := range own {
			if r.writers[c] == 1 { // no other iteration wrote to it
				m.Mem.Set(c, r.begin.Raw(c))
			}
		}
		before := m.Mem.Keep()
		ok = ok && once(i)
		for _, d := range m.Mem.Changes(before, m.Mem.Keep()) {
			// The order of appended elements is already unknown.
			if d.C.Born <= r.start && !d.C.Shuffled() && !m.FilledInPlace(d.C) {
				changes = append(changes, d)
			}
		}
	}
	m.again = false
	undo()
	end(pos)
	m.Mem.Enter(last)
	for _, d := range changes {
		if ok {
			m.differing(heap.Place{C: d.C}, value.Plain(d.VA), value.Plain(d.VB), r.start, pos)
		}
	}
}

// compares reports whether a value that differ compares was written to a cell made before
// the time start. A pointer that an iteration writes to an entry of a map does not count,
// because each iteration usually has its own key. Neither does nil, which loops write often.
func (d disorder) compares(start uint64) bool {
	for w, wrote := range d {
		if w.c.Born > start {
			continue
		}
		switch v := wrote.v.(type) {
		case *value.Const, *value.Struct, *value.Array:
			return true
		case *value.Native:
			if v.Kind == value.JSONKind {
				return true
			}
		case *value.Ptr, *value.Map, *value.Slice:
			known, fresh := known(v, start)
			if s, ok := v.(*value.Slice); known && !fresh && w.part != ofMap && !wrote.several && !(ok && s.IsNil) {
				return true
			}
		}
	}
	return false
}

// differing makes the known values in p unknown that differ from what an iteration may write.
// The iteration changed the variable, or a part of it, from before to after.
func (m *Machine) differing(p heap.Place, before, after value.Value, start uint64, pos token.Pos) {
	if value.Identical(before, after) {
		return
	}
	now := p.Load()
	switch final := now.(type) {
	case *value.Entries:
		m.differingEntries(p, before, after, start, pos)
		return
	case *value.Struct, *value.Array:
		if xs, ys := value.PartsOf(before), value.PartsOf(after); len(xs) == len(ys) && len(xs) == len(value.PartsOf(final)) && types.Identical(value.TypeOf(final), value.TypeOf(after)) {
			for i := range xs {
				m.differing(p.Part(i), value.PartAt(before, i), value.PartAt(after, i), start, pos)
			}
			return
		}
	}
	if differ(now, after, start) && !m.filled(now) {
		m.SetAt(p, value.Disordered(now, []value.Value{after}, pos))
	}
}

// filled reports whether v is a list to which an iteration appended in place. Its order is
// already unknown.
func (m *Machine) filled(v value.Value) bool {
	s, ok := v.(*value.Slice)
	return ok && len(s.Elems) > 0 && m.FilledInPlace(s.Elems[len(s.Elems)-1].C)
}

// differingEntries is differing for the entries of a map.
func (m *Machine) differingEntries(p heap.Place, before, after value.Value, start uint64, pos token.Pos) {
	x, ok1 := before.(*value.Entries)
	y, ok2 := after.(*value.Entries)
	now := p.Load().(*value.Entries)
	if !ok1 || !ok2 {
		return
	}
	out := now
	for _, e := range y.Entries {
		if i := x.Find(e.K); i >= 0 && value.Identical(x.Entries[i].Val, e.Val) {
			continue
		}
		if i := now.Find(e.K); i < 0 || differ(now.Entries[i].Val, e.Val, start) {
			out = out.Disordered(e.K, []value.Value{e.Val}, false, pos)
		}
	}
	if out != now {
		m.SetAt(p, out)
	}
}

// differ reports whether x is known and y differs or may differ. What both runs of the loop
// made since start is not compared.
func differ(x, y value.Value, start uint64) bool {
	knownX, freshX := known(x, start)
	_, freshY := known(y, start)
	return knownX && !(freshX && freshY) && !value.Same(x, y) && !sameText(x, y)
}

// known reports whether a value is a constant, a JSON document, or a reference to a
// variable. fresh reports whether that variable was made after the time start.
func known(v value.Value, start uint64) (known, fresh bool) {
	switch v := v.(type) {
	case *value.Native:
		return v.Kind == value.JSONKind, false
	case *value.Const, *value.Nil:
		return true, false
	case *value.Ptr:
		return true, v.C.Born > start
	case *value.Map:
		return true, v.Obj.Born > start
	case *value.Slice:
		return v.IsNil || len(v.Elems) > 0, len(v.Elems) > 0 && v.Elems[0].C.Born > start
	}
	return false, false
}
