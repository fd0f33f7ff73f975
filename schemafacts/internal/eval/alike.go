package eval

import "go/types"

// alike returns a closure that stands for c and those of rest that were built by
// the same literal, if they answer calls: a server wraps each of its handlers in
// one. What they captured is one of what any of them did. It must not be anything
// that tools are made of.
func (m *Machine) alike(c *Closure, rest []*Closure) *Closure {
	if len(c.Env) == 0 || !m.answers(c.Fn) {
		return c
	}
	var others []*Closure
	for _, d := range rest {
		if d.Fn == c.Fn && !d.ran && (d.parent == nil) == (c.parent == nil) && sameTypes(c.Targs, d.Targs) && len(d.Env) == len(c.Env) {
			others = append(others, d)
		}
	}
	if len(others) < manyAlike {
		return c
	}
	out := *c
	why := NewUnknown("one of many function literals", c.Pos, nil)
	for _, d := range others {
		if env := m.joinEnv(out.Env, d.Env, why); env != nil {
			out.Env, d.ran = env, true
		}
	}
	return &out
}

// manyAlike is how many closures there must be beside one of the same literal for
// all to be run as one. Fewer are run one by one, which tells them apart.
const manyAlike = 16

// joinEnv returns variables that hold what those of a or b do, nil if they may
// hold what tools are made of.
func (m *Machine) joinEnv(a, b []*Cell, why *Unknown) []*Cell {
	out := make([]*Cell, len(a))
	for i := range a {
		if out[i] = a[i]; a[i] == b[i] {
			continue
		}
		x, y := a[i].Get(), b[i].Get()
		if same(x, y) {
			continue
		}
		if m.Env.Leads(TypeOf(x)) || m.Env.Leads(TypeOf(y)) {
			return nil
		}
		out[i] = NewCell(m.Join(x, y, why))
	}
	return out
}

func sameTypes(a, b []types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !identical(a[i], b[i]) {
			return false
		}
	}
	return true
}
