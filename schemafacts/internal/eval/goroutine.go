package eval

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// send is what a statement ch <- v does: whoever receives v may write to it, or
// call it.
func (m *Machine) send(v Value, pos token.Pos) {
	m.Escape([]Value{v}, "a channel", pos)
	if c, ok := v.(*Closure); ok && len(c.Env) == 0 {
		m.mayRun(c, NewUnknown("sent to a channel with an unknown receiver", pos, nil), nil)
	}
}

// execGo runs a call as a goroutine does: at any time from now on. What it
// registers is registered, but of what it writes, and of what is written there
// after it, nobody knows which comes last.
func (m *Machine) execGo(f *frame, call *ir.Node) {
	if call.Op != ir.OpCall { // a builtin function, or what does not compile
		m.eval(f, call)
		return
	}
	fv, args := m.callee(f, call)
	if m.panicking {
		return
	}
	why := NewUnknown("written to by a goroutine, at an unknown time", call.Pos, nil)
	before := m.mem.keep()
	seen := m.record(why)
	m.callValue(fv, args, nil, call.Pos, call.Type)
	m.stop(seen)
	if m.panicking {
		m.panicking = false // then there is no server
		m.mem.enter(before)
		return
	}
	m.joining++
	for _, c := range seen.order {
		late := c.Get()
		if !same(seen.held[c], late) {
			m.Set(c, m.Join(seen.held[c], late, why))
			m.mark(c, func(mk *marked) { mk.comesLate(late, why) })
		}
	}
	m.joining--
}

// Overwritten says that the elements of a slice may be others now, and at any time
// from now on.
func (m *Machine) Overwritten(s *Slice, why *Unknown) {
	for _, e := range s.Elems {
		other := NewUnknown(why.Reason, why.Pos, TypeOf(e.C.Get()))
		m.Set(e.C, m.Join(e.C.Get(), other, why))
		m.mark(e.C, func(mk *marked) { mk.comesLate(other, why) })
	}
}

// maxLate bounds the values that goroutines may write to a variable.
const maxLate = 8

// comesLate notes what a goroutine may write at any time.
func (mk *marked) comesLate(v Value, why *Unknown) {
	mk.lateWhy = why
	if slices.ContainsFunc(mk.late, func(old Value) bool { return same(old, v) }) {
		return
	}
	if len(mk.late) >= maxLate {
		mk.late = []Value{NewUnknown(why.Reason, why.Pos, TypeOf(v))}
		return
	}
	mk.late = append(mk.late[:len(mk.late):len(mk.late)], v)
}

// eitherLate returns what a variable holds after v was written to it, if a
// goroutine may write to it later.
func (m *Machine) eitherLate(mk *marked, v Value) Value {
	for _, late := range mk.late {
		v = m.Join(v, late, mk.lateWhy)
	}
	return v
}

// Once calls f if no other call for the same sync.Once has called a function.
func (m *Machine) Once(recv, f Value, pos token.Pos) {
	run := func() ctl { m.CallValue(f, nil, pos); return ctl{} }
	p, ok := recv.(*Ptr)
	if !ok || len(m.stack) == 0 {
		run()
		return
	}
	done := m.onces[p.C]
	if done == nil {
		done = newPart(NewBool(false, pos), p.C.born)
		if m.onces == nil {
			m.onces = map[*Cell]*Cell{}
		}
		m.onces[p.C] = done
	}
	ran, known := BoolOf(done.Get())
	m.Set(done, NewBool(true, pos))
	switch {
	case !known:
		why := NewUnknown("done once, under a condition known only at run time", pos, nil)
		m.fork(m.stack[len(m.stack)-1], why, run, func() ctl { return ctl{} })
	case !ran:
		run()
	default:
		if fn, ok := f.(*Closure); ok {
			fn.ran = true // it never is
		}
	}
}
