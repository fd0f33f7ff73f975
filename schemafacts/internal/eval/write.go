package eval

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Set writes to a cell.
func (m *Machine) Set(c *value.Cell, v value.Value) {
	if n := len(m.recorders); n > 0 {
		m.recorders[n-1].note(m, c, c.Get())
	}
	m.guessed.wrote(c)
	mk := value.MarksOf(c)
	if _, ok := v.(*value.Marked); ok {
		mk = nil // v has its own marks
	}
	if m.joining > 0 {
		m.mem.Set(c, mk.With(v))
		return
	}
	if mk != nil && mk.Late != nil {
		v = m.eitherLate(mk, v)
	}
	if mk != nil && mk.Kept != nil && m.forgetting == 0 {
		v = m.writtenAnyTime(v, mk.Kept)
	}
	m.mem.Set(c, mk.With(v))
	if mk != nil && mk.Aliases != nil && m.forgetting == 0 {
		m.writeAliases([]*value.Cell{c}, mk.Aliases, v)
	}
	if m.watched != nil {
		m.notify(c)
	}
}

// guesses are the variables that were made unknown before a loop was run, and those of
// them that the loop has written to.
type guesses struct {
	cells, written map[*value.Cell]bool
	up             *guesses // of the enclosing loop
}

func (g *guesses) wrote(c *value.Cell) {
	for ; g != nil; g = g.up {
		if g.cells[c] {
			g.written[c] = true
		}
	}
}

// recorder records the old values of variables while code runs that may be interrupted
// at any point, or whose intermediate states other code may see.
type recorder struct {
	why   *value.Unknown
	start uint64
	held  map[*value.Cell]value.Value
	order []*value.Cell
}

// record begins to record old values of variables.
func (m *Machine) record(why *value.Unknown) *recorder {
	r := &recorder{why: why, start: value.Clock(), held: map[*value.Cell]value.Value{}}
	m.recorders = append(m.recorders[:len(m.recorders):len(m.recorders)], r)
	return r
}

// stop ends the recording, and passes the result to the enclosing recorder.
func (m *Machine) stop(r *recorder) {
	i := slices.Index(m.recorders, r)
	if i < 0 {
		return
	}
	m.recorders = slices.Delete(slices.Clone(m.recorders), i, i+1)
	if i > 0 {
		for _, c := range r.order {
			m.recorders[i-1].note(m, c, r.held[c])
		}
	}
}

// note records the value of a cell before it is overwritten.
func (r *recorder) note(m *Machine, c *value.Cell, v value.Value) {
	if c.Born > r.start || v == nil {
		return
	}
	if old, ok := r.held[c]; ok {
		v = m.Join(old, v, r.why)
	} else {
		r.order = append(r.order, c)
	}
	r.held[c] = v
}
