package eval

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Where paths meet, a value that one of them wrote is joined with the value on the
// other paths. Other paths cannot reach the cells that only one path made.

// joinPaths makes the join of all paths the present state, and returns the join of
// their results.
func (m *Machine) joinPaths(paths []path, why *value.Unknown) []value.Value {
	state, vals := paths[0].state, slices.Clone(paths[0].ctl.vals)
	for _, p := range paths[1:] {
		j := m.Mem.Join(why, state, p.state)
		vals = vals[:min(len(vals), len(p.ctl.vals))]
		for i := range vals {
			vals[i] = j.Join(vals[i], p.ctl.vals[i])
		}
		state = j.States()
	}
	m.Mem.Enter(state)
	return vals
}

// joinFrom returns the join of paths that all started in the state base, and of their
// results. Its cost depends on what they wrote.
func (m *Machine) joinFrom(base state.State, paths []path, why *value.Unknown) (state.State, []value.Value) {
	acc, vals := paths[0].state, slices.Clone(paths[0].ctl.vals)
	all := m.Mem.Changes(base, acc)                   // by all paths so far
	changed := make(map[*value.Cell]bool, 2*len(all)) // by one path
	for _, d := range all {
		changed[d.C] = true
	}
	for _, p := range paths[1:] {
		j := m.Mem.Join(why, acc, p.state)
		vals = vals[:min(len(vals), len(p.ctl.vals))]
		for i := range vals {
			vals[i] = j.Join(vals[i], p.ctl.vals[i])
		}
		acc, all = j.From(base, changed, all)
	}
	return acc, vals
}
