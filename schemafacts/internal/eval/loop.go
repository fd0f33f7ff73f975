package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// iterate runs one iteration and joins the paths that continue.
func (m *Machine) iterate(f *frame, body *ir.Node, label string) (next, stop bool, c ctl) {
	from := len(f.parked)
	c = m.exec(f, body)
	live := !m.panicking
	next, stop = leaves(c, label)
	cont := f.takeParked(from, label, ctlContinue)
	if len(cont) > 0 {
		if live && next {
			m.rejoin(cont, true)
		} else {
			if live { // it leaves: park that path, and go on with the others
				m.parkHere(f, c, cont[0].ctl.why)
			}
			m.rejoin(cont, false)
			return true, false, ctl{}
		}
	}
	return next, stop, c
}

// iterateFor runs one iteration of a partly unknown for loop, and its post statement
// and condition.
func (m *Machine) iterateFor(f *frame, n *ir.Node) ctl {
	next, _, c := m.iterate(f, n.Kids[2], n.Name)
	if !next || m.panicking {
		return c
	}
	if n.Kids[1].Op != ir.OpBlock || len(n.Kids[1].Kids) > 0 {
		m.exec(f, n.Kids[1])
	}
	if n.Kids[0].Op != ir.OpBlock {
		m.eval(f, n.Kids[0])
	}
	return ctl{}
}

// endLoop joins the paths that broke out.
func (m *Machine) endLoop(f *frame, from int, label string) {
	m.rejoin(f.takeParked(from, label, ctlBreak), !m.panicking)
}

const (
	maxExits   = 64      // unknown exits of one loop
	maxEndless = 20_000  // steps of a loop without a condition
	maxRounds  = 100_000 // of a loop over an integer
)

func (m *Machine) execFor(f *frame, n *ir.Node) ctl {
	cond, post, body := n.Kids[0], n.Kids[1], n.Kids[2]
	from, start, defs := len(f.parked), m.steps, len(m.Defs)
	for {
		var b, known = true, true
		var cv value.Value
		if cond.Op != ir.OpBlock {
			cv = m.eval(f, cond)
			b, known = value.BoolOf(cv)
		}
		if m.panicking {
			return ctl{}
		}
		if !known {
			why := value.NewUnknown("a loop whose end is known only at run time", cond.Pos, nil)
			c := m.unknownLoop(f, why, func() ctl { return m.iterateFor(f, n) }, n.Name, n.Kids...)
			m.endLoop(f, from, n.Name)
			return c
		}
		if !b || m.spend() {
			break
		}
		next, stop, c := m.iterate(f, body, n.Name)
		if m.panicking {
			return ctl{}
		}
		if stop {
			break
		}
		if !next {
			m.endLoopAway(f, from, n.Name, &c)
			return c
		}
		// A loop that only an unknown condition ends, or that never ends, is not
		// unrolled.
		exits := len(f.parked) - from
		long := m.tooLong(start, defs)
		if long {
			m.lost(body, "a loop of "+tooManySteps(loopBudget))
		}
		if long || exits > maxExits || cond.Op == ir.OpBlock && (exits > 0 || m.steps-start > maxEndless || !static.Ends(n)) {
			why := value.NewUnknown("a loop whose end is known only at run time", n.Pos, nil)
			c := m.unknownLoop(f, why, func() ctl { return m.iterateFor(f, n) }, n.Name, n.Kids...)
			m.endLoop(f, from, n.Name)
			return c
		}
		// Each iteration has new variables.
		for _, s := range n.Slots {
			if f.slots[s] != nil {
				f.slots[s] = value.NewCell(value.Share(f.slots[s].Get()))
			}
		}
		if post.Op != ir.OpBlock || len(post.Kids) > 0 {
			m.exec(f, post)
		}
	}
	m.endLoop(f, from, n.Name)
	return ctl{}
}

// endLoopAway is endLoop for a loop whose present path leaves to an outer block.
func (m *Machine) endLoopAway(f *frame, from int, label string, c *ctl) {
	brk := f.takeParked(from, label, ctlBreak)
	if len(brk) == 0 {
		return
	}
	m.parkHere(f, *c, brk[0].ctl.why)
	m.rejoin(brk, false)
	*c = ctl{}
}
