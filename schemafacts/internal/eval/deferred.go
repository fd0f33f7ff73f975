package eval

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// inRandomOrder marks a loop as unordered until end is called if random is set, so the order
// of the calls that its iterations defer is unknown, too. next begins an iteration.
func (f *frame) inRandomOrder(random bool) (next, end func()) {
	if !random || f.rounds != nil { // nested in such a loop
		return func() {}, func() {}
	}
	r := &randomRounds{}
	f.rounds = r
	return func() { r.now++ }, func() { f.rounds = nil }
}

// deferFunc defers run. If it is deferred under a condition, or if some paths returned
// before, it may not happen.
func (m *Machine) deferFunc(f *frame, pos token.Pos, vals []value.Value, run func()) {
	d := deferred{run: run, pos: pos, vals: vals, loop: f.rounds}
	if d.loop != nil {
		d.round = d.loop.now
	}
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
// panic, the functions deferred before may still find that panic.
func (m *Machine) perhapsDeferred(f *frame, why *value.Unknown, run func()) {
	fl := m.flight
	var val value.Value
	if fl != nil {
		val = fl.val
	}
	m.fork(f, why, func() flow { run(); return flow{} }, func() flow { return flow{} })
	if fl != nil && val != nil && fl.val == nil {
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
		for loop := f.defers[from].loop; loop != nil && from > 0 && f.defers[from-1].loop == loop; {
			from--
		}
		if f.defers[from].round == f.defers[to-1].round {
			for i := to - 1; i >= from; i-- {
				m.runDeferred(f, f.defers[i])
			}
		} else {
			m.runRounds(f, f.defers[from:to])
		}
		to = from
	}
	fl = m.flight
	m.flight, m.panicking = outer, false
	if fl != nil && fl.val != nil && !fl.ended && !fl.perhaps {
		m.panics(fl.val)
	}
}

func (m *Machine) runDeferred(f *frame, d deferred) {
	d.run()
	if m.panicking && f.recovers && !m.over() {
		// If the deferred function itself panics, functions deferred before may
		// recover.
		m.flight = &flight{val: m.thrown(f.fn.Pos), depth: len(m.stack)}
		m.panicking, m.panicValue = false, nil
	}
}

// runRounds runs the functions that the iterations of an unordered loop deferred.
func (m *Machine) runRounds(f *frame, ds []deferred) {
	pos := ds[0].pos
	why := value.NewUnknown("deferred in the random order of a map", pos, nil)
	rounds := byRound(ds)
	plainly := m.flight == nil || m.flight.val == nil
	written := disorder{}
	round, end := m.BeginUnordered()
	second := m.secondRun(f, len(rounds), nil)
	for i, r := range rounds {
		before, born := m.Mem.Keep(), m.Mem.Kept
		for _, d := range r {
			if run := d.run; !plainly { // it is unknown which of them recovers
				d.run = func() { m.perhapsDeferred(f, why, run) }
			}
			m.runDeferred(f, d)
		}
		for _, d := range m.Mem.Changes(before, m.Mem.Keep()) {
			written.note(d.C, value.Plain(d.VA), value.Plain(d.VB))
			second.note(i, d.C, value.Plain(d.VA), value.Plain(d.VB), born)
		}
		round()
	}
	written.apply(m, pos)
	end(pos)
	if !plainly || m.flight != nil && m.flight.val != nil || m.panicking {
		return
	}
	second.compare(m, pos, func(i int) (bool, []path) {
		for _, d := range rounds[i] {
			d.run()
		}
		return !m.panicking, nil
	})
}

// byRound returns the deferred calls of each iteration, in the order in which they run.
func byRound(ds []deferred) (rounds [][]deferred) {
	for i := len(ds) - 1; i >= 0; i-- {
		if k := len(rounds) - 1; k >= 0 && rounds[k][0].round == ds[i].round {
			rounds[k] = append(rounds[k], ds[i])
		} else {
			rounds = append(rounds, []deferred{ds[i]})
		}
	}
	return rounds
}
