package eval

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A server may wrap each of its handlers in the same function literal. If the
// first runs of such closures have made the same, what they captured makes no
// difference, and one run stands for all that are left.

// runs are what closures of a literal made that were run for their own sake.
type runs map[*ir.Func]*made

// made is what the last run of a literal's closures made.
type made struct {
	defs []*Def
	same bool // as the run before
}

// note keeps what a run of a closure made.
func (r runs) note(c *Closure, defs []*Def) {
	last := r[c.Fn]
	r[c.Fn] = &made{defs, last != nil && slices.EqualFunc(last.defs, defs, madeAlike)}
}

// twice reports whether the last two runs of closures like c have made the same.
func (r runs) twice(c *Closure) bool { return r[c.Fn] != nil && r[c.Fn].same }

// madeAlike reports whether two definitions have the same constants.
func madeAlike(a, b *Def) bool {
	x, y := a.Last(), b.Last()
	if a.Pos != b.Pos || x == nil || y == nil || len(x.parts) != len(y.parts) {
		return false
	}
	for i := range x.parts {
		u, known := x.At(i).(*Const)
		v, knownToo := y.At(i).(*Const)
		if known != knownToo || known && !same(u, v) {
			return false
		}
	}
	return true
}

// alike returns a closure that stands for c and those of rest that were built by
// the same literal, if they answer calls. What they captured is one of what any of
// them did. It must not be anything that tools are made of.
func (m *Machine) alike(c *Closure, rest []*Closure) *Closure {
	if len(c.Env) == 0 || c.parent != nil || !m.answers(c.Fn) {
		return c
	}
	out := *c
	why := NewUnknown("one of several function literals", c.Pos, nil)
	for _, d := range rest {
		if d.Fn != c.Fn || d.ran || d.parent != nil || !sameTypes(c.Targs, d.Targs) || len(d.Env) != len(c.Env) {
			continue
		}
		if env := m.joinEnv(out.Env, d.Env, why); env != nil {
			out.Env, d.ran = env, true
		}
	}
	return &out
}

// joinEnv returns variables that hold what those of a or b do, nil if they may
// hold what tools are made of.
func (m *Machine) joinEnv(a, b []*Cell, why *Unknown) []*Cell {
	out := make([]*Cell, len(a))
	for i := range a {
		if out[i] = a[i]; a[i] == b[i] {
			continue
		}
		x, y := a[i].Get(), b[i].Get()
		if same(x, y) {
			continue
		}
		if m.Env.Leads(TypeOf(x)) || m.Env.Leads(TypeOf(y)) {
			return nil
		}
		out[i] = NewCell(m.Join(x, y, why))
	}
	return out
}

func sameTypes(a, b []types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !identical(a[i], b[i]) {
			return false
		}
	}
	return true
}
