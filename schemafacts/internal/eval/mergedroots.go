package eval

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A server may wrap each of its handlers in the same function literal. If the first
// runs of such closures made the same tools, the captured values make no difference,
// and one run represents all remaining closures. One of 20 public servers does so, with 53
// handlers each of which registers 53 tools: without this rule it takes six times the steps.

// runs maps function literals to what the runs of their closures made.
type runs map[*ir.Func]*made

// made describes the last run of a literal's closures.
type made struct {
	defs []*value.Def
	same bool // as in the run before
}

// note records the definitions that a run of a closure made.
func (r runs) note(c *value.Closure, defs []*value.Def) {
	last := r[c.Fn]
	r[c.Fn] = &made{defs, last != nil && slices.EqualFunc(last.defs, defs, madeAlike)}
}

// twice reports whether the last two runs of closures like c made the same definitions.
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

// mergeRoots returns a closure that represents c and those of rest that come from the same
// literal, if they handle calls. Each captured variable is one of the variables of
// these closures. It must not contain anything from which tools are made.
func (m *Machine) mergeRoots(c *value.Closure, rest []*value.Closure) *value.Closure {
	if len(c.Env) == 0 || c.Parent != nil || !m.code().Answers(c.Fn) {
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

// joinEnv returns variables that hold the joined values of a and b. It returns nil if
// they may hold something from which tools are made.
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
		out[i].Dynamic = a[i].Dynamic
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
