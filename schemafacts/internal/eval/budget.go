package eval

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Unfinished is a function that was run for its own sake and not followed to
// its end: tools that it makes may not have been found.
type Unfinished struct {
	Func   string // as people write it
	Pos    token.Pos
	Reason string
}

// budget is how far the machine may go. Where it ends, all that the code which
// is left could write to is forgotten, see forget.go.
type budget struct {
	steps  int
	worked int // of what makes the next step
	limit  int // of what runs now
	whole  int // of the function that is run for its own sake
	helper bool
	grants int
	thrift int // what all budgets are divided by, 0 for nothing
	// granted are the grants, by the place of the definition.
	granted map[token.Pos]int
}

func budgetOf(steps int) budget { return budget{limit: steps, whole: steps} }

// of returns a budget as it is for a machine that has less to spend.
func (b *budget) of(steps int) int { return steps / max(1, b.thrift) }

const OverBudget = "too much to evaluate"

// spend counts a step and reports whether the budget is used up.
func (b *budget) spend() bool {
	b.steps++
	return b.steps > b.limit
}

// work counts what costs a part of a step: an eighth each.
func (b *budget) work(n int) {
	b.worked += n
	b.steps += b.worked / logSteps
	b.worked %= logSteps
}

// over reports whether the budget is used up.
func (b *budget) over() bool { return b.steps > b.limit }

// grant is called when a tool was made: a long table of tools is worth going
// through, however long it is. What is made at the same place again and again is worth
// less: a conversation makes the tools of each of its turns anew. Of a thrifty machine
// it is worth nothing: what makes requests that may list tools makes them all the time.
func (b *budget) grant(pos token.Pos) {
	if b.grants++; b.grants > maxGrants {
		return
	}
	if b.granted == nil {
		b.granted = map[token.Pos]int{}
	}
	worth := rootBudget
	if b.granted[pos]++; b.granted[pos] > fullGrants {
		if b.thrift > 1 {
			return
		}
		worth = againBudget
	}
	b.whole = max(b.whole, b.steps+b.of(worth))
	if !b.helper {
		b.limit = b.whole
	}
}

// enter sets the limit of a call. What functions do that are about tools does
// not count for the helper that calls them. The function that it returns ends
// the call, and reports whether its limit was exceeded.
func (b *budget) enter(relevant bool) (leave func() bool) {
	outer, helper, start := b.limit, b.helper, b.steps
	switch {
	case !relevant:
		b.limit, b.helper = min(b.limit, b.steps+b.of(helperBudget)), true
	case helper:
		b.limit, b.helper = b.whole, false
	}
	return func() bool {
		over := b.over()
		b.helper = helper
		switch {
		case !helper:
			b.limit = b.whole
		case relevant:
			b.limit = min(b.whole, outer+b.steps-start)
		default:
			b.limit = outer
		}
		return over
	}
}

// tooLong reports whether a loop that began after start steps, when as many
// definitions were made as defs, is not worth unrolling further.
func (m *Machine) tooLong(start, defs int) bool {
	return len(m.Defs) == defs && m.steps-start > min(m.of(loopBudget), (m.limit-start)/2)
}

// Define makes a struct that nobody else has seen yet a definition, by fn.
func (m *Machine) Define(s *Struct, pos token.Pos, fn *ir.Func) {
	s.Def = &Def{Pos: pos, T: s.T, Cond: m.cond > 0, Func: fn, last: NewCell(s), mem: m.mem}
	m.Defs = append(m.Defs, s.Def)
	m.grant(pos)
}

// unfinished notes that not all was followed of the function that is run for
// its own sake.
func (m *Machine) unfinished(reason string) {
	m.meter.endsFor(reason)
	fn := m.root
	if fn == nil {
		return
	}
	switch y := m.yields(fn); {
	case y == nothing, y == perhaps && m.thrift > 1, handles(fn) && (y == perhaps || strings.Contains(fn.Key, "$")):
		return
	}
	u := Unfinished{ir.ShortKey(fn.Key), fn.Pos, reason}
	for _, old := range m.Unfinished {
		if old.Pos == u.Pos && old.Func == u.Func {
			return
		}
	}
	m.Unfinished = append(m.Unfinished, u)
}

// handles reports whether a function looks like one that runs when a tool is
// called: it takes a context first. Few of them make tools.
func handles(fn *ir.Func) bool {
	i := 0
	if fn.Method {
		i++
	}
	return len(fn.Params) > i && ir.IsContext(fn.Params[i].Type)
}

// tooManySteps is the reason of a budget.
func tooManySteps(n int) string { return "more than " + grouped(n) + " steps" }

// grouped writes a number as people read it.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// cut notes that a call was not followed to its end, and why, if it can lead to
// tools.
func (m *Machine) cut(fn *ir.Func, args []Value, reason string) {
	leads := m.yields(fn) != nothing
	for _, a := range args {
		c, ok := a.(*Closure)
		leads = leads || ok && m.yields(c.Fn) != nothing
	}
	if leads {
		m.unfinished(fmt.Sprintf("%s in %s", reason, ir.ShortKey(fn.Key)))
	}
}

// lost notes that the rounds of a loop are not run one by one, whose body may
// make tools of what is not known then.
func (m *Machine) lost(body *ir.Node, reason string) {
	s := &summary{}
	m.summarizeNode(body, s)
	y := s.own
	for _, fn := range s.calls {
		y = max(y, m.yields(fn))
	}
	if y != nothing {
		m.unfinished(reason)
	}
}

// least returns the budget of a run. Functions that walk through something unknown,
// as those of an interpreter do, call one another, so that the run of each comes to
// all of them and to nothing else: after one that used up its budget and made no
// definition the others have a tenth, and after four a hundredth. The first
// definition is worth a whole budget; see grant.
func (m *Machine) least(steps int) int {
	whole := m.of(rootBudget)
	switch {
	case m.fruitless >= 4:
		return min(steps, whole/100)
	case m.fruitless >= 1:
		return min(steps, whole/10)
	}
	return steps
}

// begin makes fn the function that is run for its own sake, with a budget.
func (m *Machine) begin(fn *ir.Func, steps int) {
	steps, m.begun = m.least(steps), len(m.Defs)
	thrift := m.thrift
	m.root, m.rootEntry, m.budget = fn, m.mem.keep(), budgetOf(steps)
	m.thrift = thrift
	m.depth, m.panicking = 0, false
	m.startMeter(fn)
}

// finish ends what [Machine.begin] began. What could still have been written to
// since is unknown if that was not all.
func (m *Machine) finish() {
	m.panicking = false
	if m.over() {
		m.meter.endsFor(tooManySteps(m.whole))
		if len(m.Defs) == m.begun && m.whole >= m.of(rootBudget)/100 {
			m.fruitless++
		}
		m.goOn(m.root, m.rootEntry, budgetEnds(m.root.Pos))
		if m.whole < m.of(rootBudget) {
			m.unfinished(tooManySteps(m.whole))
		} else {
			m.unfinished(tooManySteps(m.of(rootBudget)))
		}
	}
	m.left = nil
	m.stopMeter()
}
