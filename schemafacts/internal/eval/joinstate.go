package eval

import (
	"cmp"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"maps"
	"slices"
)

// Where paths meet, a value that one of them wrote is joined with the value on the
// other paths. Other paths cannot reach the cells that only one path made.

// joinPaths makes the join of all paths the present state, and returns the join of
// their results.
func (m *Machine) joinPaths(paths []path, why *value.Unknown) []value.Value {
	state, vals := paths[0].state, slices.Clone(paths[0].ctl.vals)
	for _, p := range paths[1:] {
		j := m.mem.joiner(why, state, p.state)
		vals = vals[:min(len(vals), len(p.ctl.vals))]
		for i := range vals {
			vals[i] = j.Join(vals[i], p.ctl.vals[i])
		}
		state = j.states()
	}
	m.mem.enter(state)
	return vals
}

// joinFrom returns the join of paths that all started in the state base, and of their
// results. Its cost depends on what they wrote.
func (m *Machine) joinFrom(base State, paths []path, why *value.Unknown) (State, []value.Value) {
	acc, vals := paths[0].state, slices.Clone(paths[0].ctl.vals)
	changed := map[*value.Cell]bool{} // by one of the paths so far
	var all []change                  // by all of them
	for _, d := range m.mem.changes(base, acc) {
		changed[d.c] = true
		all = append(all, d)
	}
	for _, p := range paths[1:] {
		j := m.mem.joiner(why, acc, p.state)
		vals = vals[:min(len(vals), len(p.ctl.vals))]
		for i := range vals {
			vals[i] = j.Join(vals[i], p.ctl.vals[i])
		}
		acc, all = j.from(base, changed, all)
	}
	return acc, vals
}

// from joins the state b, which started in base, with a, the join of others that did.
// It returns the join and all changes so far.
func (j *stateJoin) from(base State, changed map[*value.Cell]bool, all []change) (State, []change) {
	mem := j.mem
	start := value.Clock()
	mem.owner = owners.Add(1)
	held := j.a.held
	put := func(c *value.Cell, v value.Value) {
		mem.owned(c)
		held = held.with(c, v, mem.owner, 0)
	}
	here := map[*value.Cell]bool{}
	own := mem.changes(base, j.b)
	mem.work(len(all))
	var both []change
	for _, d := range own {
		here[d.c] = true
		switch {
		case changed[d.c]:
			put(d.c, j.Join(j.a.raw(d.c), d.vb))
		case !d.inA && !mem.reaches(j.a, d.c):
			put(d.c, d.vb)
		default:
			put(d.c, j.Join(d.va, d.vb))
		}
		changed[d.c] = true
	}
	for _, d := range all {
		switch {
		case here[d.c]:
			both = append(both, d)
		case d.inA || mem.reaches(j.b, d.c):
			put(d.c, j.Join(j.a.raw(d.c), j.b.raw(d.c)))
		}
	}
	j.written(put)
	return State{held, j.a.reach.or(j.b.reach).until(start, value.Clock())}, both
}

// stateJoin joins two states, and pairs of values, one from each state.
type stateJoin struct {
	value.Joiner
	mem   *memory
	a, b  State
	wrote map[*value.Cell]value.Value // the values that joins wrote to parts to which pointers exist
}

func (m *memory) joiner(why *value.Unknown, a, b State) *stateJoin {
	j := &stateJoin{mem: m, a: a, b: b}
	j.Joiner = value.Joiner{Why: why, In: j}
	return j
}

func (j *stateJoin) RawA(c *value.Cell) value.Value { return j.a.raw(c) }
func (j *stateJoin) RawB(c *value.Cell) value.Value { return j.b.raw(c) }

func (j *stateJoin) Reach(c *value.Cell) (a, b bool) {
	return j.mem.reaches(j.a, c), j.mem.reaches(j.b, c)
}

func (j *stateJoin) Work(n int) { j.mem.work(n) }
func (j *stateJoin) Step(n int) { j.mem.work(value.LogSteps * n) }

func (j *stateJoin) Write(c *value.Cell, v value.Value) {
	if j.wrote == nil {
		j.wrote = map[*value.Cell]value.Value{}
	}
	j.mem.place(c)
	if old, ok := j.wrote[c]; ok {
		v = j.Join(old, v)
	}
	j.wrote[c] = v
}

// written completes a join of states with the values that joins wrote.
func (j *stateJoin) written(put func(*value.Cell, value.Value)) {
	for _, c := range slices.SortedFunc(maps.Keys(j.wrote), func(x, y *value.Cell) int { return cmp.Compare(x.ID, y.ID) }) {
		put(c, j.wrote[c])
	}
}

// present provides the values of cells for joins within the present state.
type present struct{ m *Machine }

func (p present) RawA(c *value.Cell) value.Value     { return c.Raw() }
func (p present) RawB(c *value.Cell) value.Value     { return c.Raw() }
func (p present) Reach(*value.Cell) (a, b bool)      { return true, true }
func (p present) Write(c *value.Cell, v value.Value) { p.m.Set(c, v) }
func (p present) Work(n int)                         { p.m.work(n) }
func (p present) Step(n int)                         { p.m.steps += n }

// change is a cell with different values in two states.
type change struct {
	c        *value.Cell
	inA, inB bool        // whether the states contain a value for it
	va, vb   value.Value // with marks
}

// changes returns the cells with different values in two states, in the order of their
// positions.
func (m *memory) changes(a, b State) []change {
	var out []change
	m.work(differ(a.held, b.held, 0, func(c *value.Cell, inA, inB bool, va, vb value.Value) {
		if !inA {
			va = c.First
		}
		if !inB {
			vb = c.First
		}
		if value.Identical(va, vb) {
			return
		}
		out = append(out, change{c, inA, inB, va, vb})
	}))
	m.work(changeCost * len(out))
	slices.SortFunc(out, func(x, y change) int { return cmp.Compare(x.c.ID, y.c.ID) })
	return out
}

// states returns the join of the two states.
func (j *stateJoin) states() State {
	mem := j.mem
	start := value.Clock()
	out := State{held: j.a.held}
	mem.owner = owners.Add(1)
	put := func(c *value.Cell, v value.Value) {
		mem.owned(c)
		out.held = out.held.with(c, v, mem.owner, 0)
	}
	all := mem.changes(j.a, j.b)
	for _, d := range all {
		v := d.vb
		switch {
		case !d.inA && !mem.reaches(j.a, d.c):
		case !d.inB && !mem.reaches(j.b, d.c):
			continue
		default:
			v = j.Join(d.va, d.vb)
		}
		put(d.c, v)
	}
	j.written(put)
	out.reach = j.a.reach.or(j.b.reach).until(start, value.Clock())
	return out
}
