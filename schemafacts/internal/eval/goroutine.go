package eval

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// send models ch <- v: the unknown receiver may write to v or call it.
func (m *Machine) send(v value.Value, pos token.Pos) {
	m.Escape([]value.Value{v}, "a channel", pos)
	if c, ok := v.(*value.Closure); ok && len(c.Env) == 0 {
		m.mayRun(c, value.NewUnknown("sent to a channel with an unknown receiver", pos, nil), nil)
	}
}

// execGo runs a call as a goroutine, at any time from now on. Its registrations count.
// If both the goroutine and later code write to a variable, it is unknown which write
// is the last.
func (m *Machine) execGo(f *frame, call *ir.Node) {
	if call.Op != ir.OpCall { // a builtin function, or code that does not compile
		m.eval(f, call)
		return
	}
	fv, args := m.callee(f, call)
	if m.panicking {
		return
	}
	why := value.NewUnknown("written to by a goroutine, at an unknown time", call.Pos, nil)
	before := m.mem.Keep()
	seen := m.record(why)
	m.callValue(fv, args, call.Pos, call.Type, dropped())
	m.stop(seen)
	if m.panicking {
		m.panicking = false // the server would not run then
		m.mem.Enter(before)
		return
	}
	m.joining++
	for _, c := range seen.order {
		late := c.Get()
		if !value.Same(seen.held[c], late) {
			m.Set(c, m.Join(seen.held[c], late, why))
			m.mark(c, func(mk *value.Marked) { mk.ComesLate(late, why) })
		}
	}
	m.joining--
}

// Overwritten records that the elements of a slice may be changed now and at any later
// time.
func (m *Machine) Overwritten(s *value.Slice, why *value.Unknown) {
	for _, e := range s.Elems {
		other := value.NewUnknown(why.Reason, why.Pos, value.TypeOf(e.C.Get()))
		m.Set(e.C, m.Join(e.C.Get(), other, why))
		m.mark(e.C, func(mk *value.Marked) { mk.ComesLate(other, why) })
	}
}

// eitherLate returns the value of a variable after v was written to it, if a goroutine
// may write to it later.
func (m *Machine) eitherLate(mk *value.Marked, v value.Value) value.Value {
	for _, late := range mk.Late {
		v = m.Join(v, late, mk.LateWhy)
	}
	return v
}

// Once calls f if no other call for the same sync.Once has called a function.
func (m *Machine) Once(recv, f value.Value, pos token.Pos) {
	run := func() flow { m.CallValue(f, nil, pos); return flow{} }
	p, ok := recv.(*value.Ptr)
	if !ok || len(m.stack) == 0 {
		run()
		return
	}
	done := m.onces[p.C]
	if done == nil {
		done = value.NewPart(value.NewBool(false, pos), p.C.Born)
		if m.onces == nil {
			m.onces = map[*value.Cell]*value.Cell{}
		}
		m.onces[p.C] = done
	}
	ran, known := value.BoolOf(done.Get())
	m.Set(done, value.NewBool(true, pos))
	switch {
	case !known:
		why := value.NewUnknown("done once, under a condition known only at run time", pos, nil)
		m.fork(m.stack[len(m.stack)-1], why, run, func() flow { return flow{} })
	case !ran:
		run()
	default:
		if fn, ok := f.(*value.Closure); ok {
			fn.Ran = true // it never is
		}
	}
}
