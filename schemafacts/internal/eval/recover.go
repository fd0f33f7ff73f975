package eval

import (
	"go/token"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A deferred function that calls recover ends a panic, and the function that deferred
// it returns. Any statement after the defer statement may panic, so the rest of the function is
// conditional, and what it wrote may be as it was before. Elsewhere a path that may panic is
// left out, because no server starts on it.

// flight is a panic in progress, while the deferred functions of a call are run.
type flight struct {
	val     value.Value // nil if the call does not panic
	perhaps bool        // it may not panic
	depth   int         // of the call that deferred
	ended   bool
}

const panicKind = "panic"

// panics begins a panic with a value, nil for a run-time panic. A function that
// recovers continues with the present values of variables, even if this path is left
// out.
func (m *Machine) panics(v value.Value) {
	m.panicking, m.panicValue = true, v
	if f := m.recoverer(); f != nil {
		m.RecordPresent(f.seen)
	}
}

// recoverer returns the innermost call on the stack whose body is run and which recovers, or
// nil.
func (m *Machine) recoverer() *frame {
	for i := len(m.stack) - 1; i >= 0; i-- {
		if f := m.stack[i]; f.seen != nil {
			return f
		}
	}
	return nil
}

// thrown returns the value of the present panic.
func (m *Machine) thrown(pos token.Pos) value.Value {
	if v := m.panicValue; v != nil {
		return v
	}
	return &value.Native{Kind: panicKind, Pos: pos}
}

// recovered models the builtin function recover.
func (m *Machine) recovered(n *ir.Node) value.Value {
	fl := m.flight
	if fl == nil || fl.val == nil || len(m.stack) != fl.depth+1 {
		return &value.Nil{T: n.Type, Pos: n.Pos}
	}
	v := fl.val
	fl.val, fl.ended = nil, true
	if fl.perhaps {
		u := value.NewUnknown("a panic that may or may not happen", n.Pos, n.Type)
		u.Alts = []value.Value{v, &value.Nil{T: n.Type, Pos: n.Pos}}
		return u
	}
	return v
}

// recovers reports whether some of the functions that fv may be call recover themselves, and
// whether all of them do.
func recovers(fv value.Value) (some, all bool) {
	all = true
	for _, v := range value.Targets(fv) {
		c, ok := v.(*value.Closure)
		ok = ok && c.Fn.Body != nil && static.CallsRecover(c.Fn.Body)
		some, all = some || ok, all && ok
	}
	return some, all
}

// asTheyWere returns the present values of the results of a function that did not
// return.
func (m *Machine) asTheyWere(f *frame) []value.Value {
	if f.named() {
		return m.namedResults(f)
	}
	vals := make([]value.Value, len(f.fn.Results))
	for i, r := range f.fn.Results {
		vals[i] = value.Zero(m.Subst(r.Type, f.fn, f.targs), f.fn.Pos)
	}
	return vals
}

// perhapsCutShort makes the present state the one after a function that may have ended
// anywhere with a panic from which it recovers.
func (m *Machine) perhapsCutShort(f *frame, seen *heap.Recorder, vals []value.Value) (*flight, []value.Value) {
	why := value.NewUnknown("a panic that may or may not happen", f.fn.Pos, nil)
	m.PerhapsUndone(seen, why)
	short := m.asTheyWere(f)
	for i := range vals {
		if i < len(short) {
			vals[i] = m.Join(vals[i], short[i], why)
		}
	}
	return &flight{val: anyPanic(f.fn.Pos), depth: len(m.stack), perhaps: true}, vals
}

// anyPanic returns an unknown value for the argument of a panic, for use if it is
// unknown whether a panic happens, or which one.
func anyPanic(pos token.Pos) value.Value {
	return value.NewUnknown("the value of a panic that may or may not happen", pos, nil)
}
