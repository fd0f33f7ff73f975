package eval

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// deferFunc defers run. If it is deferred under a condition, or if some paths returned
// before, it may not happen.
func (m *Machine) deferFunc(f *frame, pos token.Pos, vals []value.Value, run func()) {
	d := deferred{run: run, vals: vals, loop: f.unordered}
	if m.cond != f.cond {
		d.run = func() {
			m.perhapsDeferred(f, value.NewUnknown("deferred under a condition known only at run time", pos, nil), run)
		}
	}
	if once := d.run; f.looping > 0 {
		d.run = func() {
			once()
			if !m.panicking {
				why := value.NewUnknown("deferred by a loop whose number of iterations is known only at run time", pos, nil)
				m.unknownLoop(f, why, func() flow { m.perhapsDeferred(f, why, run); return flow{} }, "")
			}
		}
	}
	f.defers = append(f.defers, d)
}

// perhapsDeferred runs a deferred function that may not run. If it recovers from a
// panic, the functions deferred before may still find that panic. If it panics, they may find
// that one.
func (m *Machine) perhapsDeferred(f *frame, why *value.Unknown, run func()) {
	fl := m.flight
	var val value.Value
	if fl != nil {
		val = fl.val
	}
	m.fork(f, why, func() flow { m.runDeferred(f, run); return flow{} }, func() flow { return flow{} })
	if thrown := m.flight; thrown != fl {
		thrown.val, thrown.perhaps = anyPanic(f.fn.Pos), true
	} else if fl != nil && val != nil && fl.val == nil {
		fl.val, fl.perhaps, fl.ended = val, true, false
	}
}

// runDefers runs the functions that a call deferred, and reports whether the call then
// panics.
func (m *Machine) runDefers(f *frame, fl *flight) {
	outer := m.flight
	m.flight = fl
	if len(m.stack) == 1 {
		m.ending = true
		defer func() { m.ending = false }()
	}
	for to := len(f.defers); to > 0; {
		from := to - 1
		if loop := f.defers[from].loop; loop != nil {
			for from > 0 && f.defers[from-1].loop == loop {
				from--
			}
			m.runUnordered(f, f.defers[from:to], loop.why)
		} else {
			m.runDeferred(f, f.defers[from].run)
		}
		to = from
	}
	fl = m.flight
	m.flight, m.panicking = outer, false
	if fl != nil && fl.val != nil && !fl.ended && !fl.perhaps {
		m.panics(fl.val)
	}
}

func (m *Machine) runDeferred(f *frame, run func()) {
	run()
	if m.panicking && f.recovers && !m.over() {
		// If the deferred function itself panics, functions deferred before may
		// recover.
		m.flight = &flight{val: m.thrown(f.fn.Pos), depth: len(m.stack)}
		m.panicking, m.panicValue = false, nil
	}
}

// runUnordered runs the functions that the iterations of an unordered loop deferred, in any
// order.
func (m *Machine) runUnordered(f *frame, ds []deferred, why *value.Unknown) {
	m.unknownLoop(f, why, func() flow {
		for _, d := range ds {
			m.perhapsDeferred(f, why, func() { m.runDeferred(f, d.run) })
		}
		return flow{}
	}, "")
}
