package state

import (
	"cmp"
	"maps"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Join is one join of two states and of the values in them. It implements
// [value.Paths].
type Join struct {
	value.Joiner
	mem   *Memory
	A, b  State
	wrote map[*value.Cell]value.Value // the values that joins wrote to parts to which pointers exist
}

// Join returns a join of two states. why is the reason of the values that the join
// makes unknown.
func (m *Memory) Join(why *value.Unknown, a, b State) *Join {
	j := &Join{mem: m, A: a, b: b}
	j.Joiner = value.Joiner{Why: why, In: j}
	return j
}

func (j *Join) RawA(c *value.Cell) value.Value { return j.A.Raw(c) }

func (j *Join) RawB(c *value.Cell) value.Value { return j.b.Raw(c) }

func (j *Join) Reach(c *value.Cell) (a, b bool) {
	return j.mem.reaches(j.A, c), j.mem.reaches(j.b, c)
}

func (j *Join) Work(n int) { j.mem.Work(n) }

func (j *Join) Step(n int) { j.mem.Work(value.LogSteps * n) }

func (j *Join) Write(c *value.Cell, v value.Value) {
	if j.wrote == nil {
		j.wrote = map[*value.Cell]value.Value{}
	}
	j.mem.place(c)
	if old, ok := j.wrote[c]; ok {
		v = j.Join(old, v)
	}
	j.wrote[c] = v
}

// Written calls put for each cell to which the joined values wrote, with the value of
// the cell after the join. It must be called after all other values are joined.
func (j *Join) Written(put func(*value.Cell, value.Value)) {
	for _, c := range slices.SortedFunc(maps.Keys(j.wrote), func(x, y *value.Cell) int { return cmp.Compare(x.ID, y.ID) }) {
		put(c, j.wrote[c])
	}
}

// States returns the state after the two paths meet. A includes the path that ended in
// last; so only what differs between last and b is joined.
func (j *Join) States(last State) State {
	mem := j.mem
	start := value.Clock()
	out := State{held: j.A.held}
	mem.owner = owners.Add(1)
	put := func(c *value.Cell, v value.Value) {
		mem.owned(c)
		out.held = out.held.with(c, v, mem.owner, 0)
	}
	for _, d := range mem.Changes(last, j.b) {
		va, inA := j.A.held.get(d.C)
		if !inA {
			va = d.C.First
		}
		switch {
		case !inA && !mem.reaches(j.A, d.C):
			put(d.C, d.VB)
		case d.InB || mem.reaches(j.b, d.C):
			put(d.C, j.Join(va, d.VB))
		}
	}
	j.Written(put)
	out.reach = j.A.reach.or(j.b.reach).until(start, value.Clock())
	return out
}
