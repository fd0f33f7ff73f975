package eval

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// maxPasses limits how often the body of a loop is run to reach a fixpoint. lastPass is
// the limit for a loop that reaches it only after what still changed was forgotten.
const (
	maxPasses = 6
	lastPass  = maxPasses + 2
)

// unknownLoop runs a body that may happen any number of times. Afterwards everything
// that it writes is unknown, except that slices and maps keep their known elements and
// may have others. An iteration starts with what earlier iterations wrote. So the
// variables that the syntax of the body writes are unknown from the start. If the body
// wrote to others, by a call or through a pointer, it is run again.
func (m *Machine) unknownLoop(f *frame, why *value.Unknown, body func() flow, label string, nodes ...*ir.Node) flow {
	m.Mem.Keep()
	start, cond := m.Mem.Kept, m.cond
	m.havocWritten(f.slots, nodes, why)
	for pass := 1; ; pass++ {
		begin, born := m.Mem.Keep(), m.Mem.Kept
		m.cond++
		f.looping++
		fl := body()
		f.looping--
		m.cond--
		if m.ended() {
			m.leaveOpen(append(fl.exits, path{state: begin}))
			m.cond = cond
			return leaving(ctl{kind: ctlReturn})
		}
		next, stop := leaves(fl.ctl, label)
		if !next && !stop && !m.panicking {
			m.exitHere(f, &fl, why)
		}
		fl.ctl = ctl{}
		m.panicking = false
		// Paths that leave the loop or the function join the states of the loop.
		ends := []state.State{m.Mem.Keep()}
		left := fl.take(label, ctlBreak, ctlContinue)
		for _, p := range left {
			ends = append(ends, p.state)
		}
		m.cond -= len(left)
		m.Mem.Enter(begin)
		w := &widening{m: m, why: why, begin: begin, born: born, start: start, late: pass > keenPasses}
		more := w.all(ends)
		if more && !m.over() {
			switch {
			case pass == lastPass:
				m.havocAll(f, why) // the iterations do not reach a fixpoint
			case pass >= maxPasses:
				m.forgetChanged(w.changed, why)
			}
		}
		if !more || pass == lastPass || m.spend() {
			return fl
		}
		m.cond = cond
	}
}

// keenPasses is the number of passes in which the elements that the loop adds to lists
// are kept. If a later pass still changes elements of earlier passes, it will always do
// so.
const keenPasses = 2

// havocAll forgets everything that a loop can reach.
func (m *Machine) havocAll(f *frame, why *value.Unknown) {
	r := value.ToForget()
	for _, c := range f.slots {
		r.Keep(c)
	}
	for _, key := range m.code().Globals(f.fn) {
		r.Cell(m.global(key, f.fn.Pos))
	}
	m.ForgetCells(why, r)
}

// forgetChanged forgets the cells that the iterations of a loop still change, and
// everything that they lead to.
func (m *Machine) forgetChanged(cells []*value.Cell, why *value.Unknown) {
	r := value.ToForget()
	for _, c := range cells {
		r.Cell(c)
	}
	m.ForgetCells(why, r)
}

// widening turns the state in which an iteration began into the state before any
// iteration.
type widening struct {
	m     *Machine
	why   *value.Unknown
	begin state.State // of the iteration
	born  uint64      // when it began: it made later cells itself
	start uint64      // when the loop began: each iteration makes its own later cells
	late  bool        // several iterations were run

	changed []*value.Cell // what the iteration changed visibly
}

// all widens everything that the iteration changed; ends are the states in which it
// ended. It reports whether the next iteration starts with a visibly different state.
func (w *widening) all(ends []state.State) bool {
	m := w.m
	defer m.Joining()()
	touched := map[*value.Cell]bool{}
	var all [][]state.Change
	for _, end := range ends {
		ch := m.Mem.Changes(w.begin, end)
		for _, d := range ch {
			touched[d.C] = true
		}
		all = append(all, ch)
	}
	for i, ch := range all {
		j := m.Mem.Join(w.why, state.State{}, ends[i])
		for _, d := range ch {
			if d.C.Born > w.born {
				m.Set(d.C, d.VB)
				continue
			}
			j.A = m.Mem.Now
			m.Set(d.C, j.Widen(d.C.Raw(), d.VB))
			if !d.C.IsNote && !value.Covers(d.VA, d.C.Get(), w.start) {
				w.changed = append(w.changed, d.C)
			}
		}
		j.Written(m.Set)
	}
	if w.late {
		for _, d := range slices.Concat(all...) {
			if touched[d.C] {
				delete(touched, d.C)
				w.widenElements(d.C)
			}
		}
	}
	m.Mem.AlsoReach(ends)
	return len(w.changed) > 0
}

// widenElements forgets what the loop itself has stored in the elements of a list that grows
// with each iteration. It keeps what the elements lead to, and tools.
func (w *widening) widenElements(list *value.Cell) {
	s, ok := list.Get().(*value.Slice)
	if !ok || s.Open == nil {
		return
	}
	for _, e := range s.Elems {
		x, ok := e.C.Get().(*value.Struct)
		if !ok || e.C.Born <= w.start || x.Def != nil || x.T != nil && w.m.Env.Watch(x.T) {
			continue
		}
		out := *x
		out.Parts = slices.Clone(x.Parts)
		for i, p := range x.Parts {
			switch p := p.(type) {
			case *value.Const, *value.Nil:
				out.Parts[i] = value.NewUnknown(w.why.Reason, w.why.Pos, value.TypeOf(p))
			case nil:
				if x.Rest == nil {
					out.Parts[i] = value.NewUnknown(w.why.Reason, w.why.Pos, value.TypeOf(x.Unset(i)))
				}
			}
		}
		w.m.Set(e.C, value.Havoc(&out, w.why))
	}
}
