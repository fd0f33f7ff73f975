package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A goto jumps to a label of an enclosing block. If it certainly runs, the block
// continues at the label. A path that may jump is an exit, and joins the others when
// they reach the label. A jump back makes the block, from the label on, a loop with any
// number of iterations.

// label returns the index of a label in a block, or -1 if the label is in another
// block.
func label(n *ir.Node, name string) int {
	for i, k := range n.Kids {
		if k.Op == ir.OpLabel && k.Name == name {
			return i
		}
	}
	return -1
}

// execLabels runs a block that has labels.
func (m *Machine) execLabels(f *frame, n *ir.Node) flow {
	fl := m.runLabels(f, n, 0)
	m.jumpBack(f, n, &fl)
	return fl
}

// runLabels runs a block from its i-th statement on.
func (m *Machine) runLabels(f *frame, n *ir.Node, i int) (fl flow) {
	for i < len(n.Kids) {
		k := n.Kids[i]
		if k.Op == ir.OpLabel {
			m.rejoin(fl.take(k.Name, ctlGoto), true)
			i++
			continue
		}
		fl.then(m.exec(f, k))
		switch {
		case fl.kind == ctlNone && !m.panicking:
			i++
			continue
		case fl.kind == ctlGoto && !m.panicking && !m.over():
			if j := label(n, fl.label); j >= 0 {
				i, fl.ctl = j, ctl{}
				continue
			}
		}
		j, paths := fl.ahead(n, i)
		if j < 0 {
			return fl
		}
		m.aside(f, &fl, paths[0].ctl.why)
		m.rejoin(paths, false)
		i = j
	}
	return fl
}

// aside records the current path as an exit of fl, that is, as a path that left the
// statements which other paths continue to run. The current path must have left them, by
// a jump or a return. If the current path panics, aside drops it instead.
func (m *Machine) aside(f *frame, fl *flow, why *value.Unknown) {
	if m.panicking {
		fl.ctl = ctl{}
		return
	}
	m.exitHere(f, fl, why)
}

// ahead returns the next label, after the i-th statement, to which exits jump, and removes
// these exits.
func (fl *flow) ahead(n *ir.Node, i int) (int, []path) {
	for j := i + 1; j < len(n.Kids); j++ {
		if n.Kids[j].Op == ir.OpLabel {
			if paths := fl.take(n.Kids[j].Name, ctlGoto); len(paths) > 0 {
				return j, paths
			}
		}
	}
	return -1, nil
}

// jumpBack runs the exits of a block that jump to its labels from there on, any number of
// times.
func (m *Machine) jumpBack(f *frame, n *ir.Node, fl *flow) {
	j, paths := fl.ahead(n, -1)
	if j < 0 || m.over() {
		return
	}
	why := value.NewUnknown("a goto that may or may not run", n.Kids[j].Pos, nil)
	for k := j + 1; k < len(n.Kids); k++ {
		if n.Kids[k].Op == ir.OpLabel {
			paths = append(paths, fl.take(n.Kids[k].Name, ctlGoto)...)
		}
	}
	live := fl.kind == ctlNone && !m.panicking
	if !live {
		m.aside(f, fl, why)
	}
	m.rejoin(paths, live)
	round := "goto " + n.Kids[j].Name
	fl.then(m.unknownLoop(f, why, func() flow {
		fl := m.runLabels(f, n, j)
		for i := range fl.exits {
			if p := &fl.exits[i]; p.ctl.kind == ctlGoto && label(n, p.ctl.label) >= 0 {
				p.ctl.kind, p.ctl.label = ctlContinue, round
			}
		}
		return fl
	}, round, n.Kids[j:]...))
}
