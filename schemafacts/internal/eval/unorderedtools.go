package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// heard records the calls to functions that register tools in a trial of a loop, which
// registers nothing.
type heard struct {
	loop   *secondRun
	calls  []heardCall
	differ bool // the order of the iterations decides about some call
}

type heardCall struct {
	key  string
	vals []value.Value
	cond bool
}

// hears records a call of a trial run.
func (m *Machine) hears(c *Call) {
	if m.heard != nil {
		vals := append([]value.Value{c.Recv}, c.Args...)
		m.heard.calls = append(m.heard.calls, heardCall{c.Key, vals, m.Conditional()})
	}
}

// heardSoFar returns the calls since it was called last.
func (m *Machine) heardSoFar() (calls []heardCall) {
	if m.heard != nil {
		calls, m.heard.calls = m.heard.calls, nil
	}
	return calls
}

// hears records the calls of the i-th iteration.
func (r *secondRun) hears(m *Machine, i int) {
	if r != nil && r.heard != nil {
		r.heard[i] = m.heardSoFar()
	}
}

// toolsInAnyOrder reports whether the iterations of an unordered loop register the same tools
// in each order. It runs the loop without registering them.
func (m *Machine) toolsInAnyOrder(f *frame, n *ir.Node, x value.Value, items []rangeItem, open *value.Unknown) bool {
	if m.again || m.heard != nil || len(items) < 2 || m.code().NodeYields(n.Body()) != static.Tools {
		return true
	}
	before, undo, defs, cond := m.Mem.Keep(), m.trial(f), len(m.Defs), m.cond
	end := m.extra((m.limit - m.steps) / 2)
	m.heard = &heard{}
	m.rangeItemwise(f, n, x, items, open, true, nil)
	differ := m.heard.differ || m.over()
	end()
	m.heard, m.Defs, m.cond = nil, m.Defs[:defs], cond
	undo()
	m.Mem.Enter(before)
	return !differ
}

// compareCalls compares the registering calls of the two runs of an iteration.
func (k *comparison) compareCalls(first, second []heardCall) (differ bool) {
	if len(first) != len(second) {
		return true
	}
	was := k.altered
	k.altered = false
	for i, c := range second {
		if c.key != first[i].key || c.cond && !first[i].cond {
			differ = true
		}
		for j, v := range c.vals {
			x := first[i].vals[j]
			if v != nil && x != nil && !k.agree(x, v) {
				differ = true
			}
		}
	}
	differ, k.altered = differ || k.altered, was || k.altered
	return differ
}
