package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// runBody runs the body of a function and its deferred calls, and returns its results.
func (m *Machine) runBody(f *frame) value.Value {
	fl := m.exec(f, f.fn.Body)
	live := !m.panicking
	vals := fl.vals
	if live && fl.kind != ctlReturn {
		vals = m.namedResults(f)
	}
	var panicked *flight
	seen := f.seen
	if f.recovers {
		m.Stop(seen)
		f.seen = nil
		if !live {
			m.panicking, m.panicValue = false, nil
			panicked, vals = m.perhapsCutShort(f, seen, m.asTheyWere(f))
			panicked.perhaps, live = len(fl.exits) > 0, true
		}
	}
	if live && m.failed(f, vals) && len(fl.exits) > 0 {
		live = false
	}
	if paths := m.succeeded(f, fl.exits, live); len(paths) > 0 {
		why := paths[0].ctl.why
		if live {
			here := path{m.Mem.Keep(), ctl{vals: vals}}
			paths = append([]path{here}, paths...)
		}
		vals = m.joinPaths(paths, why)
		m.panicking, live = false, true
	}
	m.cond = f.cond
	if live {
		if f.recovers && panicked == nil && !m.ended() {
			panicked, vals = m.perhapsCutShort(f, seen, vals)
		}
		m.runDefers(f, panicked)
		if len(f.defers) > 0 && f.named() {
			vals = m.namedResults(f)
		}
	}
	if !live && m.panicking && m.recoverer() != nil && !m.over() {
		// Another call recovers after the functions that this call deferred.
		val := m.panicValue
		m.panicking = false
		m.runDefers(f, nil)
		m.panics(val)
	}
	if len(vals) == 1 {
		return vals[0]
	}
	return value.Tuple(vals)
}

// succeeded returns the exits that return without an error, or all of them if
// every path returns one: a start of a server is assumed to succeed.
func (m *Machine) succeeded(f *frame, exits []path, live bool) []path {
	var out []path
	for _, p := range exits {
		if !m.failed(f, p.ctl.vals) {
			out = append(out, p)
		}
	}
	if len(out) == 0 && !live {
		return exits
	}
	return out
}
