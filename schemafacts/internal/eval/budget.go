package eval

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Unfinished is a function that was run as a root and whose run ended early. Tools that
// it makes may be missing.
type Unfinished struct {
	Func   string // in the form of messages
	Pos    token.Pos
	Reason string
}

// budget limits the steps of the machine. When a function exceeds it, everything that
// the rest of the function could write to becomes unknown; see forget.go.
type budget struct {
	steps  int
	worked int // eighths of the next step
	finds  int // definitions and registrations so far
	limit  int // of the present call or loop
	whole  int // of the root; see found
	most   int // of the root, however many tools it finds
	each   int // of each call in a local run, 0 in other runs
	gap    int // until it finds a tool, and from one to the next
	helper bool
	tools  int // what main may take from its first tool, 0 after it and in other roots
}

func budgetOf(most, gap int) budget {
	whole := min(most, gap)
	return budget{limit: whole, whole: whole, most: most, gap: gap}
}

// pool is the budget that all runs of one package's programs share.
type pool struct {
	left    int
	divisor int // see DivideBudget, 1 for none
}

// DivideBudget gives all runs of a machine ownBudget, and divides that of each root. It is for
// programs most of whose code has nothing to do with tools.
func (m *Machine) DivideBudget(by int) { m.pool = pool{ownBudget, by} }

// twoDigits returns n rounded to two significant digits.
func twoDigits(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return n / unit * unit
}

// found records that the run has reached a tool, and extends its budget from here. A run
// that finds no tool for a long time is usually a message loop, a client or a test and not
// the start of a server. A budget that is used up is not extended: statements before the
// tool have already been left out.
func (b *budget) found() {
	b.finds++
	if b.tools > 0 {
		b.most = b.steps + b.tools
		b.whole = min(b.whole, b.most)
		b.limit, b.tools = min(b.limit, b.whole), 0
	}
	more := min(b.most, b.steps+b.gap) - b.whole
	if b.each > 0 || more <= 0 || b.over() {
		return
	}
	b.whole += more
	if !b.helper {
		b.limit += more
	}
}

// spend counts a step, and reports whether the budget is used up.
func (m *Machine) spend() bool {
	m.steps++
	return m.over()
}

// extra allows n more steps until end is called. Only half of them count.
func (b *budget) extra(n int) (end func()) {
	saved := *b
	b.limit, b.whole = b.steps+n, b.steps+n
	return func() {
		saved.steps += (b.steps - saved.steps) / 2
		*b = saved
	}
}

// work counts n eighths of a step.
func (b *budget) work(n int) {
	b.worked += n
	b.steps += b.worked / value.LogSteps
	b.worked %= value.LogSteps
}

// Work counts steps that a model or a dialect takes for a program.
func (m *Machine) Work(steps int) { m.steps += steps }

// over reports whether the budget is used up.
func (b *budget) over() bool { return b.steps > b.limit }

// ended reports whether the budget of the root is used up, and not only that of a call.
func (b *budget) ended() bool { return b.steps > b.whole }

// enter sets the limit of a call. One of a function that does not concern tools may take
// half of what is left. The steps of functions that do concern tools do not count for the
// helper that calls them. The returned function ends the call, and returns its limit if it
// was exceeded, otherwise 0.
func (b *budget) enter(relevant, root bool) (leave func() (exceeded int)) {
	outer, helper, start := b.limit, b.helper, b.steps
	switch {
	case b.each > 0 && !root:
		b.limit = min(b.limit, b.steps+b.each)
	case b.each > 0:
	case !relevant && !helper:
		b.limit, b.helper = b.steps+(b.limit-b.steps)/2, true
	case relevant && helper:
		b.limit, b.helper = b.whole, false
	}
	return func() (exceeded int) {
		if b.over() {
			exceeded = max(1, b.limit-start)
		}
		b.helper = helper
		switch {
		case b.each > 0:
			b.limit = outer
		case !helper:
			b.limit = b.whole
		case relevant:
			b.limit = min(b.whole, outer+b.steps-start)
		default:
			b.limit = outer
		}
		return exceeded
	}
}

// tooLong returns the limit of the steps of a loop that began at the step start, when there
// were so many finds, if it was exceeded: the loop is no longer unrolled. Otherwise it
// returns 0.
func (m *Machine) tooLong(start, finds int) (exceeded int) {
	if n := (m.limit - start) / 2; m.finds == finds && m.steps-start > n {
		return max(1, n)
	}
	return 0
}

// Define makes a new struct, which no other code has seen, a definition by fn.
func (m *Machine) Define(s *value.Struct, pos token.Pos, fn *ir.Func) {
	s.Def = &value.Def{Pos: pos, T: s.T, Cond: m.cond > 0, Func: fn, Newest: value.NewCell(s), Heap: m.Mem}
	for _, f := range m.stack {
		s.Def.Calls = append(s.Def.Calls, f.fn)
	}
	var missed bool
	if s.Def.Local, missed = m.Local(pos); s.Def.Local == "" || missed {
		m.found()
		m.Defs = append(m.Defs, s.Def)
	}
}

// unfinished records that the run of the present root ended early.
func (m *Machine) unfinished(reason string) {
	m.meter.endsFor(reason)
	fn := m.root
	if fn == nil || m.local.missed != nil {
		return
	}
	switch y := m.code().Yields(fn); {
	case y == static.Nothing, y == static.Perhaps && m.divisor > 1, static.Handles(fn) && (y == static.Perhaps || strings.Contains(fn.Key, "$")):
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

// tooManySteps returns the reason for an exceeded budget.
func tooManySteps(n int) string { return "more than " + grouped(n) + " steps" }

// grouped returns a number with separators between groups of digits.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// cut records that a call was not followed to its end, and why, if the call can lead to
// tools.
func (m *Machine) cut(fn *ir.Func, args []value.Value, reason string) {
	m.cutShort(fn, reason)
	leads := m.code().Yields(fn) != static.Nothing
	for _, a := range args {
		c, ok := a.(*value.Closure)
		leads = leads || ok && m.code().Yields(c.Fn) != static.Nothing
	}
	if leads {
		m.unfinished(fmt.Sprintf("%s in %s", reason, ir.ShortKey(fn.Key)))
	}
}

// lost records that the iterations of a loop are not run one by one, if its body may
// make tools from values that are unknown then.
func (m *Machine) lost(body *ir.Node, reason string) {
	if m.code().NodeYields(body) != static.Nothing {
		m.unfinished(reason)
	}
}

// begin makes fn the present root. starts reports whether every start of the program runs
// it, as main and initializers. Every root may take leastRun steps.
func (m *Machine) begin(fn *ir.Func, starts bool) {
	most, gap := rootBudget/m.divisor, barren
	if !m.Program {
		most, gap = libraryBudget/m.divisor, libraryBarren
	} else if !starts {
		m.left = min(m.left, rootBudget)
	}
	switch {
	case starts && fn != nil && m.Elsewhere != nil && m.Elsewhere(fn.Pos):
		most, gap = packageBudget, foreignInit
	case starts:
		most, gap = packageBudget, packageBudget
	case fn != nil && m.code().Yields(fn) == static.Perhaps: // it names nothing that makes tools
		gap /= 2
	}
	most = max(leastRun, min(most, m.left)) / shorter
	if m.local.missed != nil {
		most = min(most, barren)
	}
	finds := m.finds
	m.root, m.rootEntry, m.budget = fn, m.Mem.Keep(), budgetOf(most, gap)
	m.finds = finds
	if starts && m.divisor == 1 {
		m.tools = toolBudget / shorter // programs often report on their tools afterwards
	}
	if m.local.missed != nil {
		m.each = m.whole / localCall
	}
	m.panicking = false
	m.layer = m.layerOf(fn, starts)
	m.startMeter(fn)
}

// finish ends what [Machine.begin] began. If the budget was exceeded, everything that
// the rest of the root could have written becomes unknown. That is not so if goesOn is
// false: nothing is asked about the state after the root.
func (m *Machine) finish(goesOn bool) {
	m.panicking = false
	if m.over() {
		reason := tooManySteps(twoDigits(m.whole))
		m.meter.endsFor(reason)
		m.unfinished(reason)
		m.cutShort(m.root, reason)
		if goesOn {
			why := budgetEnds(m.root.Pos)
			m.joinOpen(why)
			m.goOn(m.root, m.rootEntry, why)
		}
	}
	m.left -= m.steps
	switch {
	case m.tools > 0: // main has found none: other roots make them, such as commands
		m.left = max(m.left, rootBudget)
	case m.divisor == 1 && m.root != nil && m.isMain(m.root): // no other root finds more on 16 public servers and agents
		m.left = min(m.left, rootBudget/2)
	}
	m.leftOff, m.open = nil, nil
	m.stopMeter()
}
