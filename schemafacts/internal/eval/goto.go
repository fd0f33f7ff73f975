package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A goto jumps to a label of an enclosing block. If it certainly runs, the block
// continues at the label. A path that may jump is parked, and joins the others when
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
func (m *Machine) execLabels(f *frame, n *ir.Node) ctl {
	from := len(f.parked)
	c := m.runLabels(f, n, from, 0)
	return m.jumpBack(f, n, from, c)
}

// runLabels runs a block from its i-th statement on.
func (m *Machine) runLabels(f *frame, n *ir.Node, from, i int) ctl {
	for i < len(n.Kids) {
		k := n.Kids[i]
		if k.Op == ir.OpLabel {
			m.rejoin(f.takeParked(from, k.Name, ctlGoto), true)
			i++
			continue
		}
		c := m.exec(f, k)
		switch {
		case c.kind == ctlNone && !m.panicking:
			i++
			continue
		case c.kind == ctlGoto && !m.panicking && !m.over():
			if j := label(n, c.label); j >= 0 {
				i = j
				continue
			}
		}
		j, paths := ahead(n, f, from, i)
		if j < 0 {
			return c
		}
		m.aside(f, c, paths[0].ctl.why)
		m.rejoin(paths, false)
		i = j
	}
	return ctl{}
}

// aside parks the present path, which leaves by c, while others go on.
func (m *Machine) aside(f *frame, c ctl, why *value.Unknown) {
	if m.panicking {
		return
	}
	m.parkHere(f, c, why)
}

// ahead returns the next label, after the i-th statement, to which parked paths jump,
// and removes these paths.
func ahead(n *ir.Node, f *frame, from, i int) (int, []path) {
	for j := i + 1; j < len(n.Kids); j++ {
		if n.Kids[j].Op == ir.OpLabel {
			if paths := f.takeParked(from, n.Kids[j].Name, ctlGoto); len(paths) > 0 {
				return j, paths
			}
		}
	}
	return -1, nil
}

// jumpBack runs paths that jump to earlier labels from there on, any number of times.
// The present path has left by c.
func (m *Machine) jumpBack(f *frame, n *ir.Node, from int, c ctl) ctl {
	j, paths := ahead(n, f, from, -1)
	if j < 0 || m.over() {
		return c
	}
	why := value.NewUnknown("a goto that may or may not run", n.Kids[j].Pos, nil)
	for k := j + 1; k < len(n.Kids); k++ {
		if n.Kids[k].Op == ir.OpLabel {
			paths = append(paths, f.takeParked(from, n.Kids[k].Name, ctlGoto)...)
		}
	}
	live := c.kind == ctlNone && !m.panicking
	if !live {
		m.aside(f, c, why)
	}
	m.rejoin(paths, live)
	round := "goto " + n.Kids[j].Name
	m.unknownLoop(f, why, func() ctl {
		inner := len(f.parked)
		c := m.runLabels(f, n, inner, j)
		for i := range f.parked[inner:] {
			if p := &f.parked[inner+i]; p.ctl.kind == ctlGoto && label(n, p.ctl.label) >= 0 {
				p.ctl.kind, p.ctl.label = ctlContinue, round
			}
		}
		return c
	}, round, n.Kids[j:]...)
	return ctl{}
}
