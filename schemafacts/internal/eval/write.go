package eval

// logSteps is how many variables that are joined count as one step.
const logSteps = 8

// Set writes to a cell.
func (m *Machine) Set(c *Cell, v Value) {
	for _, r := range m.recorders {
		r.note(m, c)
	}
	if m.joining > 0 {
		m.mem.set(c, v)
		return
	}
	if c.late != nil {
		v = m.eitherLate(c, v)
	}
	m.mem.set(c, v)
	if c.mirrors != nil {
		m.mirror(c, v)
	}
	if m.watched != nil {
		m.notify(c)
	}
}

// recorder keeps what variables held while something ran that may have been
// interrupted anywhere, or looked at.
type recorder struct {
	why   *Unknown
	start uint64
	held  map[*Cell]Value
	order []*Cell
}

// record has what variables hold noted from now on.
func (m *Machine) record(why *Unknown) *recorder {
	r := &recorder{why: why, start: births.Load(), held: map[*Cell]Value{}}
	m.recorders = append(m.recorders[:len(m.recorders):len(m.recorders)], r)
	return r
}

// stop ends what record began.
func (m *Machine) stop(r *recorder) {
	for i, other := range m.recorders {
		if other == r {
			m.recorders = append(m.recorders[:i:i], m.recorders[i+1:]...)
			return
		}
	}
}

// note keeps what a cell holds before it is written to.
func (r *recorder) note(m *Machine, c *Cell) {
	v := c.Get()
	if c.born > r.start || v == nil {
		return
	}
	if old, ok := r.held[c]; ok {
		v = m.Join(old, v, r.why)
	} else {
		r.order = append(r.order, c)
	}
	r.held[c] = v
}
