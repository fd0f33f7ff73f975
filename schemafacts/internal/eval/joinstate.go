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
		j := m.mem.Join(why, state, p.state)
		vals = vals[:min(len(vals), len(p.ctl.vals))]
		for i := range vals {
			vals[i] = j.Join(vals[i], p.ctl.vals[i])
		}
		state = j.States()
	}
	m.mem.Enter(state)
	return vals
}

// joinFrom returns the join of paths that all started in the state base, and of their
// results. Its cost depends on what they wrote.
func (m *Machine) joinFrom(base state.State, paths []path, why *value.Unknown) (state.State, []value.Value) {
	acc, vals := paths[0].state, slices.Clone(paths[0].ctl.vals)
	changed := map[*value.Cell]bool{} // by one of the paths so far
	var all []state.Change            // by all of them
	for _, d := range m.mem.Changes(base, acc) {
		changed[d.C] = true
		all = append(all, d)
	}
	for _, p := range paths[1:] {
		j := m.mem.Join(why, acc, p.state)
		vals = vals[:min(len(vals), len(p.ctl.vals))]
		for i := range vals {
			vals[i] = j.Join(vals[i], p.ctl.vals[i])
		}
		acc, all = j.From(base, changed, all)
	}
	return acc, vals
}

// present provides the values of cells for joins within the present state.
type present struct{ m *Machine }

func (p present) RawA(c *value.Cell) value.Value     { return c.Raw() }
func (p present) RawB(c *value.Cell) value.Value     { return c.Raw() }
func (p present) Reach(*value.Cell) (a, b bool)      { return true, true }
func (p present) Write(c *value.Cell, v value.Value) { p.m.Set(c, v) }
func (p present) Work(n int)                         { p.m.work(n) }
func (p present) Step(n int)                         { p.m.steps += n }
