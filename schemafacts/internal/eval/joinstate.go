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
	state, vals := m.join(paths, why)
	m.Mem.Enter(state)
	return vals
}

// join returns the join of the states and of the results of paths. After the end of the
// root, it returns the state of one path, and [Machine.finish] joins the others.
func (m *Machine) join(paths []path, why *value.Unknown) (state.State, []value.Value) {
	acc, vals := paths[0].state, slices.Clone(paths[0].ctl.vals)
	if len(paths) > 1 && m.ended() {
		m.leaveOpen(paths[1:])
		for i, v := range vals {
			vals[i] = value.NewUnknown(value.OverBudget, why.Pos, value.TypeOf(v))
		}
		return acc, vals
	}
	for k, p := range paths[1:] {
		j := m.Mem.Join(why, acc, p.state)
		vals = vals[:min(len(vals), len(p.ctl.vals))]
		for i := range vals {
			vals[i] = j.Join(vals[i], p.ctl.vals[i])
		}
		acc = j.States(paths[k].state)
	}
	return acc, vals
}

// leaveOpen records paths that meet the present one after the end of the root.
func (m *Machine) leaveOpen(paths []path) {
	for _, p := range paths {
		m.open = append(m.open, p.state)
	}
}

// joinOpen joins the paths that were open when the root ended with the present one. What
// two of them have in common is joined once, however many calls and branches end there.
func (m *Machine) joinOpen(why *value.Unknown) {
	acc := m.Mem.Keep()
	last := acc
	for _, s := range m.open {
		acc = m.Mem.Join(why, acc, s).States(last)
		last = s
	}
	m.open = nil
	m.Mem.Enter(acc)
}
