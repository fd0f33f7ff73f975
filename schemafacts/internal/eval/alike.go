package eval

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A server may wrap each of its handlers in the same function literal. If the
// first runs of such closures have made the same, what they captured makes no
// difference, and one run stands for all that are left.

// runs are what closures of a literal made that were run for their own sake.
type runs map[*ir.Func]*made

// made is what the last run of a literal's closures made.
type made struct {
	defs []*value.Def
	same bool // as the run before
}

// note keeps what a run of a closure made.
func (r runs) note(c *value.Closure, defs []*value.Def) {
	last := r[c.Fn]
	r[c.Fn] = &made{defs, last != nil && slices.EqualFunc(last.defs, defs, madeAlike)}
}

// twice reports whether the last two runs of closures like c have made the same.
func (r runs) twice(c *value.Closure) bool { return r[c.Fn] != nil && r[c.Fn].same }

// madeAlike reports whether two definitions have the same constants.
func madeAlike(a, b *value.Def) bool {
	x, y := a.Last(), b.Last()
	if a.Pos != b.Pos || x == nil || y == nil || len(x.Parts) != len(y.Parts) {
		return false
	}
	for i := range x.Parts {
		u, known := x.At(i).(*value.Const)
		v, knownToo := y.At(i).(*value.Const)
		if known != knownToo || known && !value.Same(u, v) {
			return false
		}
	}
	return true
}

// alike returns a closure that stands for c and those of rest that were built by
// the same literal, if they answer calls. What they captured is one of what any of
// them did. It must not be anything that tools are made of.
func (m *Machine) alike(c *value.Closure, rest []*value.Closure) *value.Closure {
	if len(c.Env) == 0 || c.Parent != nil || !m.answers(c.Fn) {
		return c
	}
	out := *c
	why := value.NewUnknown("one of several function literals", c.Pos, nil)
	for _, d := range rest {
		if d.Fn != c.Fn || d.Ran || d.Parent != nil || !sameTypes(c.Targs, d.Targs) || len(d.Env) != len(c.Env) {
			continue
		}
		if env := m.joinEnv(out.Env, d.Env, why); env != nil {
			out.Env, d.Ran = env, true
		}
	}
	return &out
}

// joinEnv returns variables that hold what those of a or b do, nil if they may
// hold what tools are made of.
func (m *Machine) joinEnv(a, b []*value.Cell, why *value.Unknown) []*value.Cell {
	out := make([]*value.Cell, len(a))
	for i := range a {
		if out[i] = a[i]; a[i] == b[i] {
			continue
		}
		x, y := a[i].Get(), b[i].Get()
		if value.Same(x, y) {
			continue
		}
		if m.Env.Leads(value.TypeOf(x)) || m.Env.Leads(value.TypeOf(y)) {
			return nil
		}
		out[i] = value.NewCell(m.Join(x, y, why))
	}
	return out
}

func sameTypes(a, b []types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !value.SameType(a[i], b[i]) {
			return false
		}
	}
	return true
}
