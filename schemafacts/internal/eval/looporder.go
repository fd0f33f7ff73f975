package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// anyOrder returns the items that an unordered loop, which may end early, certainly
// reaches. If only one item ends the loop and the others do nothing, it is that one;
// otherwise it may be any of them. It also returns how each iteration leaves the loop if it
// comes first.
func (m *Machine) anyOrder(f *frame, n *ir.Node, items []rangeItem) ([]rangeItem, *firstRuns) {
	var ends []rangeItem
	quiet := true
	tried := &firstRuns{start: value.Clock(), left: make([][]path, len(items))}
	for i, it := range items {
		before, undo := m.Mem.Keep(), m.trial(f)
		start, defers := m.Mem.Kept, len(f.defers)
		m.cond++
		m.bindRange(f, n, it.k, it.v)
		next, _, fl := m.iterate(f, n.Body(), n.Name)
		tried.left[i] = m.waysOut(next, fl)
		if next && len(fl.exits) == 0 && !m.panicking && !it.maybe {
			for _, d := range m.Mem.Changes(before, m.Mem.Keep()) {
				quiet = quiet && d.C.Born > start
			}
		} else {
			quiet = quiet && len(fl.exits) == 0 && !m.panicking && !it.maybe
			ends = append(ends, it)
		}
		quiet = quiet && len(f.defers) == defers
		undo()
		m.Mem.Enter(before)
	}
	switch {
	case len(ends) == 0:
		return items, tried
	case quiet && len(ends) == 1:
		return ends, nil
	}
	return unsure(items), tried
}

// firstRuns are the ways in which each iteration of an unordered loop leaves the loop if it
// comes first, in runs since start.
type firstRuns struct {
	start uint64
	left  [][]path
}

// waysOut returns the paths on which an iteration that ended with the flow fl leaves the loop.
// next reports whether the present path goes on with the next iteration.
func (m *Machine) waysOut(next bool, fl flow) []path {
	if next || m.panicking {
		return fl.exits
	}
	return append(fl.exits[:len(fl.exits):len(fl.exits)], path{m.Mem.Keep(), fl.ctl})
}

// unsure returns items that a loop may not reach.
func unsure(items []rangeItem) []rangeItem {
	out := append([]rangeItem(nil), items...)
	for i := range out {
		out[i].maybe = true
	}
	return out
}

// trial prepares a trial run of statements in f. The returned function, called after the
// trial run, resets what the statements changed in f and m: deferred calls, panics and
// conditions. It does not reset the values of variables, which the caller restores with
// m.Mem.Enter.
func (m *Machine) trial(f *frame) (undo func()) {
	defers, cond, recovers := len(f.defers), m.cond, f.recovers
	return func() {
		m.panicking = false
		f.defers, m.cond = f.defers[:defers], cond
		if f.recovers && !recovers {
			m.Stop(f.seen)
			f.seen = nil
		}
		f.recovers = recovers
	}
}

// mayLeave reports whether a loop over x may end at an unknown element before it
// reaches a known one.
func (m *Machine) mayLeave(f *frame, n *ir.Node, x value.Value, open *value.Unknown) bool {
	before, undo := m.Mem.Keep(), m.trial(f)
	m.cond++
	m.bindUnknown(f, n, x, open)
	next, _, fl := m.iterate(f, n.Body(), n.Name)
	leaves := !next && !m.panicking || len(fl.exits) > 0
	undo()
	m.Mem.Enter(before)
	return leaves
}
