package eval

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// One iteration of an unordered loop may read what another one wrote, if that one came
// before. So each iteration is run a second time, in a state in which any of the others may
// have come before. A variable is unknown if this run may write another value to it.

const (
	// maxSecondRun limits the steps of a loop's iterations up to which they are run again.
	maxSecondRun = 20_000
	// maxReruns limits how often they are run again.
	maxReruns = 4
)

// secondRun is an unordered loop whose iterations may be run again.
type secondRun struct {
	f     *frame
	begin state.State // before the first iteration
	start uint64
	end   uint64 // when the last iteration had been run
	steps int
	defs  int
	// wrote is what each iteration wrote, and writers the iterations that wrote something.
	wrote   [][]written
	writers map[written]map[int]bool
	// defers are the calls that each iteration deferred.
	defers [][]deferred
	// was are the values of variables before the first write.
	was map[written]value.Value
	// boxed are the parts to which an iteration has made pointers.
	boxed map[*value.Cell]bool
	tried *firstRuns // nil if no iteration leaves the loop
	// any is a state in which any of the iterations may have happened, in any order.
	any state.State
}

// secondRun begins a loop of n iterations that may be run again. It returns nil within
// such a run.
func (m *Machine) secondRun(f *frame, n int, tried *firstRuns) *secondRun {
	if m.again || n < 2 {
		return nil
	}
	begin := m.Mem.Keep()
	return &secondRun{f: f, tried: tried, begin: begin, start: m.Mem.Kept, steps: m.steps, defs: len(m.Defs), wrote: make([][]written, n), defers: make([][]deferred, n), writers: map[written]map[int]bool{}, was: map[written]value.Value{}, boxed: map[*value.Cell]bool{}}
}

// note records that the i-th iteration changed a variable, which is older than born: the
// iteration itself did not make it.
func (r *secondRun) note(i int, c *value.Cell, before, after value.Value, born uint64) {
	if r == nil || c.Born > born || c.IsNote {
		return
	}
	eachWrite(c, before, after, func(w written, _ value.Value, _ bool) {
		was := before
		if w.part >= 0 {
			if box, ok := value.PartsOf(after)[w.part].(*value.Cell); ok { // a pointer to the part was made
				w, was = written{box, whole, ""}, value.PartAt(before, w.part)
				r.boxed[box] = true
			}
		}
		if r.writers[w] == nil {
			r.writers[w], r.was[w] = map[int]bool{}, was
		}
		if !r.writers[w][i] {
			r.writers[w][i] = true
			r.wrote[i] = append(r.wrote[i], w)
		}
	})
}

// deferred records the calls that the i-th iteration deferred.
func (r *secondRun) deferred(i int, calls []deferred) {
	if r != nil {
		r.defers[i] = calls
	}
}

// compare runs the iterations again, and makes values unknown that depend on their order.
// once runs the i-th iteration, and returns whether the loop goes on, and the paths that
// leave it. Loops that made tools are not run twice. compare returns false if the order
// decides how the loop ends.
func (r *secondRun) compare(m *Machine, pos token.Pos, once func(i int) (bool, []path)) bool {
	if r == nil || len(r.writers) == 0 || m.steps-r.steps > maxSecondRun || len(m.Defs) > r.defs || m.over() {
		return true
	}
	r.any, r.end = r.begin, value.Clock()
	defer m.extra(maxReruns * (m.steps - r.steps + maxSecondRun))()
	for range maxReruns {
		again, left := r.rerun(m, pos, once)
		if left {
			return false
		}
		if m.over() {
			break
		}
		if !again {
			return true
		}
	}
	all := &value.Reached{Seen: map[*value.Cell]bool{}}
	for _, own := range r.wrote {
		for _, w := range own {
			all.Cell(w.c)
		}
	}
	m.ForgetCells(value.NewUnknown("depends on the random order of a map", pos, nil), all)
	return true
}

// rerun runs each iteration once. It reports whether it made values unknown: then the
// iterations that read them have to be run again. left reports whether an iteration left the
// loop in another way than if it comes first.
func (r *secondRun) rerun(m *Machine, pos token.Pos, once func(i int) (bool, []path)) (altered, left bool) {
	last := m.Mem.Keep()
	why := value.NewUnknown("depends on the random order of a map", pos, nil)
	r.any = m.Mem.Join(why, r.any, last).States(r.any)
	any := r.distinct(m)
	undo := m.trial(r.f)
	m.again = true
	_, end := m.BeginUnordered()
	var found []*comparison
	var ends []state.State
	for i := range r.wrote {
		m.Mem.Enter(any)
		r.withoutOwn(m, i)
		before := m.Mem.Keep()
		again := newComparison(m, r.start, r.end, pos)
		born := m.Mem.Kept
		defers := len(r.f.defers)
		goesOn, out := once(i)
		m.panicking = false
		again.defers(r.defers[i], r.f.defers[defers:], born)
		r.f.defers = r.f.defers[:defers]
		if !m.over() && !r.leavesAlike(m, i, out, before, born, pos) {
			left = true
		}
		if !goesOn || left {
			continue
		}
		after := m.Mem.Keep()
		for _, d := range m.Mem.Changes(before, after) {
			r.note(i, d.C, value.Plain(d.VA), value.Plain(d.VB), r.end)
			// The order of appended elements is already unknown.
			if d.C.Born <= r.end && !d.C.IsNote && !d.C.Shuffled() && !m.FilledInPlace(d.C) {
				again.changes = append(again.changes, d)
				again.hold(value.Plain(d.VB), born)
			}
		}
		found, ends = append(found, again), append(ends, after)
	}
	m.again = false
	undo()
	end(pos)
	m.Mem.Enter(last)
	if left {
		return false, true
	}
	for _, again := range found {
		again.compareDefers()
		for _, d := range again.changes {
			again.compare(heap.Place{C: d.C}, value.Plain(d.VA), value.Plain(d.VB))
		}
		altered = altered || again.altered
	}
	for _, s := range ends {
		if altered {
			r.any = m.Mem.Join(why, r.any, s).States(r.any)
		}
	}
	return altered, false
}

// leavesAlike reports whether the i-th iteration leaves the loop on the paths out as it does
// if it comes first: with the same results, and after the same writes. It ran from before on.
func (r *secondRun) leavesAlike(m *Machine, i int, out []path, before state.State, born uint64, pos token.Pos) bool {
	if r.tried == nil || len(out)+len(r.tried.left[i]) == 0 {
		return true
	}
	here := m.Mem.Keep()
	defer func() { m.Mem.Enter(here) }()
	if len(out) != len(r.tried.left[i]) {
		return false
	}
	for j, p := range r.tried.left[i] {
		if p.ctl.kind != out[j].ctl.kind || p.ctl.label != out[j].ctl.label || len(p.ctl.vals) != len(out[j].ctl.vals) {
			return false
		}
		k := newComparison(m, r.tried.start, r.tried.start, pos)
		m.Mem.Enter(out[j].state)
		ours := r.writes(m, before, out[j].state)
		for _, v := range ours {
			k.hold(v, born)
		}
		for _, v := range out[j].ctl.vals {
			k.hold(v, born)
		}
		m.Mem.Enter(p.state)
		first := r.writes(m, r.begin, p.state)
		for w, v := range ours {
			if x, ok := first[w]; !ok || !k.agree(x, v) {
				return false
			}
		}
		for n, v := range p.ctl.vals {
			if !k.agree(v, out[j].ctl.vals[n]) {
				return false
			}
		}
		if k.altered || len(first) != len(ours) {
			return false
		}
	}
	return true
}

// writes returns what a path from the state a to b wrote to variables older than the loop.
func (r *secondRun) writes(m *Machine, a, b state.State) map[written]value.Value {
	out := map[written]value.Value{}
	for _, d := range m.Mem.Changes(a, b) {
		if d.C.Born <= r.tried.start && !d.C.IsNote {
			eachWrite(d.C, value.Plain(d.VA), value.Plain(d.VB), func(w written, v value.Value, _ bool) { out[w] = v })
		}
	}
	return out
}

// distinct returns the state any with copies of the values that iterations wrote and that have
// alternatives, so that a second write of such a value is a change.
func (r *secondRun) distinct(m *Machine) state.State {
	m.Mem.Enter(r.any)
	defer m.Joining()()
	for _, own := range r.wrote {
		for _, w := range own {
			v := w.value()
			if u, ok := v.(*value.Unknown); ok && len(u.Alts) > 0 {
				c := *u
				w.set(m, &c)
			}
		}
	}
	return m.Mem.Keep()
}

// withoutOwn undoes in the present state what only the i-th iteration wrote: an iteration
// does not come after itself.
func (r *secondRun) withoutOwn(m *Machine, i int) {
	defer m.Joining()()
	for _, w := range r.wrote[i] {
		if len(r.writers[w]) > 1 || w.part != whole && len(r.writers[written{w.c, whole, ""}]) > 0 {
			continue
		}
		if value.PointedInto(w.value()) && !value.PointedInto(r.was[w]) {
			continue // others may have written through the pointers
		}
		switch began := r.begin.Raw(w.c); {
		case w.c.Born > r.start || r.boxed[w.c]: // another iteration made it
			w.restore(m, r.was[w])
		case w.part == whole:
			m.Mem.Set(w.c, began)
		default:
			w.restore(m, value.Plain(began))
		}
	}
}
