package eval

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// iterate runs one iteration and joins the paths that continue.
func (m *Machine) iterate(f *frame, body *ir.Node, label string) (next, stop bool, fl flow) {
	if c, u := m.oneOf(f, loopVars(f.loop)); u != nil && m.makesTools(body) {
		fl = m.forEachOf(f, c, u, func() flow { return m.exec(f, body) })
	} else {
		fl = m.exec(f, body)
	}
	live := !m.panicking
	next, stop = leaves(fl.ctl, label)
	cont := fl.take(label, ctlContinue)
	if len(cont) == 0 {
		return next, stop, fl
	}
	if live && next {
		m.rejoin(cont, true)
		return next, stop, fl
	}
	if live { // it leaves: it is an exit, and the others go on
		m.exitHere(f, &fl, cont[0].ctl.why)
	}
	fl.ctl = ctl{}
	m.rejoin(cont, false)
	return true, false, fl
}

// loopVars returns the variables that a loop defines for each of its elements.
func loopVars(n *ir.Node) []*ir.Node {
	if n == nil || n.Op != ir.OpRange || !n.Defines() {
		return nil
	}
	return []*ir.Node{n.Key(), n.Elem()}
}

// iterateFor runs one iteration of a partly unknown for loop, and its post statement
// and condition.
func (m *Machine) iterateFor(f *frame, n *ir.Node) flow {
	next, _, fl := m.iterate(f, n.Body(), n.Name)
	if !next || m.panicking {
		return fl
	}
	fl.ctl = ctl{}
	if n.Post().Op != ir.OpBlock || len(n.Post().Kids) > 0 {
		fl.exits = append(fl.exits, m.exec(f, n.Post()).exits...)
	}
	if n.Cond().Op != ir.OpBlock {
		m.eval(f, n.Cond())
	}
	return fl
}

// endLoop continues after a loop. It joins the paths in fl that left the loop by a break
// and the current path, which has also left the loop, unless the current path panics.
func (m *Machine) endLoop(fl *flow, label string) {
	fl.ctl = ctl{}
	m.rejoin(fl.take(label, ctlBreak), !m.panicking)
}

// inLoop makes n the innermost loop until the returned function is called.
func (f *frame) inLoop(n *ir.Node) (end func()) {
	outer := f.loop
	f.loop = n
	return func() { f.loop = outer }
}

const (
	maxExits   = 64      // unknown exits of one loop
	maxEndless = 20_000  // steps of a loop without a condition
	maxRounds  = 100_000 // of a loop over an integer
)

func (m *Machine) execFor(f *frame, n *ir.Node) (fl flow) {
	defer f.inLoop(n)()
	cond, post, body := n.Cond(), n.Post(), n.Body()
	start, finds := m.steps, m.finds
	for {
		var b, known = true, true
		var cv value.Value
		if cond.Op != ir.OpBlock {
			cv = m.eval(f, cond)
			b, known = value.BoolOf(cv)
		}
		if m.panicking {
			m.endLoop(&fl, n.Name)
			return fl
		}
		if !known {
			m.openFor(f, n, cond.Pos, &fl)
			return fl
		}
		if !b || m.spend() {
			break
		}
		next, stop, round := m.iterate(f, body, n.Name)
		fl.then(round)
		if m.panicking {
			m.endLoop(&fl, n.Name)
			return fl
		}
		if stop {
			break
		}
		if !next {
			m.endLoopAway(f, &fl, n.Name)
			return fl
		}
		fl.ctl = ctl{}
		// A loop that only an unknown condition ends, or that never ends, is not
		// unrolled.
		exits := len(fl.exits)
		long := m.tooLong(start, finds)
		if long > 0 {
			m.lost(body, "a loop of "+tooManySteps(twoDigits(long)))
		}
		if long > 0 || exits > maxExits || cond.Op == ir.OpBlock && (exits > 0 || m.steps-start > maxEndless || !static.Ends(n)) {
			m.openFor(f, n, n.Pos, &fl)
			return fl
		}
		f.renew(n.Slots)
		if post.Op != ir.OpBlock || len(post.Kids) > 0 {
			fl.exits = append(fl.exits, m.exec(f, post).exits...)
		}
	}
	m.endLoop(&fl, n.Name)
	return fl
}

// renew gives an iteration its own variables in the slots.
func (f *frame) renew(slots []int) {
	for _, s := range slots {
		if old := f.slots[s]; old != nil {
			f.slots[s] = value.NewCell(value.Share(old.Get()))
			f.slots[s].Dynamic = old.Dynamic
		}
	}
}

// openFor runs the rest of a for loop, whose number of iterations is unknown.
func (m *Machine) openFor(f *frame, n *ir.Node, pos token.Pos, fl *flow) {
	why := value.NewUnknown("a loop whose end is known only at run time", pos, nil)
	fl.then(m.unknownLoop(f, why, func() flow { return m.iterateFor(f, n) }, n.Name, n.Kids...))
	m.endLoop(fl, n.Name)
}

// endLoopAway is endLoop for a loop whose present path leaves to an outer block.
func (m *Machine) endLoopAway(f *frame, fl *flow, label string) {
	if brk := fl.take(label, ctlBreak); len(brk) > 0 {
		m.exitHere(f, fl, brk[0].ctl.why)
		m.rejoin(brk, false)
	}
}
