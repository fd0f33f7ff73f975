package eval

import (
	"go/token"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// execIf runs the branch that is known to run, or both branches and joins them.
func (m *Machine) execIf(f *frame, n *ir.Node) ctl {
	cond := m.eval(f, n.Kids[0])
	if m.panicking {
		return ctl{}
	}
	then, els := n.Kids[1], n.Kids[2]
	if b, ok := value.BoolOf(cond); ok {
		if b {
			return m.exec(f, then)
		}
		return m.exec(f, els)
	}
	u, ok := cond.(*value.Unknown)
	if !ok {
		u = value.NewUnknown("an unknown condition", n.Pos, nil)
	}
	// A start is assumed to succeed: if a branch for an error leaves the function, the
	// other branch is taken.
	if u.ErrCheck > 0 && m.stops(f, then) {
		return m.exec(f, els)
	}
	if u.ErrCheck < 0 && m.stops(f, els) {
		return m.exec(f, then)
	}
	why := value.NewUnknown("depends on a condition known only at run time", n.Kids[0].Pos, nil)
	learn := func(bool) {}
	if op, slot := static.NilCheck(n.Kids[0]); slot >= 0 && u.ErrCheck != 0 {
		learn = func(first bool) { m.learn(f.slots[slot], first == (op == token.EQL)) }
	}
	return m.fork(f, why, func() ctl { learn(true); return m.exec(f, then) }, func() ctl { learn(false); return m.exec(f, els) })
}

// learn records in a branch that an error is nil, or that it is not.
func (m *Machine) learn(c *value.Cell, isNil bool) {
	if c == nil {
		return // the variable is not set
	}
	u, ok := c.Get().(*value.Unknown)
	switch {
	case !ok || len(u.Alts) > 0:
	case isNil:
		m.Set(c, &value.Nil{T: u.T, Pos: u.Pos})
	default:
		m.Set(c, &value.Unknown{Reason: u.Reason, Pos: u.Pos, T: u.T, PointsTo: u.PointsTo, NotNil: true})
	}
}

// fork runs a and b from the same state and joins what they did.
func (m *Machine) fork(f *frame, why *value.Unknown, a, b func() ctl) ctl {
	return m.branches(f, why, 2, func(i int) ctl {
		if i == 0 {
			return a()
		}
		return b()
	})
}

// forAlts runs the continuation for each alternative of u, and joins the results.
func (m *Machine) forAlts(f *frame, u *value.Unknown, run func(value.Value) ctl) ctl {
	why := value.NewUnknown("depends on a value known only at run time: "+u.Reason, u.Pos, nil)
	return m.branches(f, why, len(u.Alts), func(i int) ctl { return run(u.Alts[i]) })
}

// branches runs n paths from the same state and joins their states. If some leave
// (return, break, continue) while others go on, their states are parked until the place
// to which they leave.
func (m *Machine) branches(f *frame, why *value.Unknown, n int, run func(i int) ctl) ctl {
	before, panicked := m.mem.Keep(), m.panicking
	start := m.mem.Kept
	ways := make([]way, n)
	var thrown []value.Value
	m.cond++
	for i := range ways {
		m.mem.Enter(before)
		m.panicking = panicked
		c := run(i)
		ways[i] = way{path{m.mem.Keep(), c}, m.panicking, m.panicking || c.kind == ctlReturn && m.failed(f, c.vals)}
		if m.panicking {
			thrown = append(thrown, m.thrown(why.Pos))
		}
	}
	m.panicking = panicked
	m.cond--
	if panics := count(ways, way.hasPanicked); panics == n {
		m.panics(anyOf(thrown, why))
		return ctl{}
	} else if panics > 0 {
		defer m.mayPanic()
	}
	// A path that returns an error counts as one that panics, unless all others do,
	// too.
	lost := way.hasPanicked
	if count(ways, way.hasFailed) < n {
		lost = way.hasFailed
	}
	ways = slices.DeleteFunc(ways, lost)
	if len(ways) == 1 {
		m.mem.EnterAlone(ways[0].state, start)
		return ways[0].ctl
	}
	return m.goOnWith(f, before, ways, why)
}

// anyOf returns the value of the panic of one of several paths.
func anyOf(thrown []value.Value, why *value.Unknown) value.Value {
	for _, v := range thrown[1:] {
		if !value.Same(v, thrown[0]) {
			return value.NewUnknown(why.Reason, why.Pos, value.TypeOf(thrown[0]))
		}
	}
	return thrown[0]
}

// way is one of several paths, with how it ended.
type way struct {
	path
	panicked, failed bool
}

func (w way) hasPanicked() bool { return w.panicked }
func (w way) hasFailed() bool   { return w.failed }

func count(ways []way, is func(way) bool) (n int) {
	for _, w := range ways {
		if is(w) {
			n++
		}
	}
	return n
}

// goOnWith joins the paths that end in the same way. The one that leaves the fewest
// blocks goes on, and the others are parked.
func (m *Machine) goOnWith(f *frame, before state.State, ways []way, why *value.Unknown) ctl {
	var groups [][]path
	for _, w := range ways {
		i := slices.IndexFunc(groups, func(g []path) bool {
			return g[0].ctl.kind == w.ctl.kind && g[0].ctl.label == w.ctl.label
		})
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], w.path)
	}
	next := 0
	joined := make([]path, len(groups))
	for i, g := range groups {
		joined[i] = g[0]
		if len(g) > 1 {
			joined[i].state, joined[i].ctl.vals = m.joinFrom(before, g, why)
		}
		if rank(joined[i].ctl) <= rank(joined[next].ctl) {
			next = i
		}
	}
	for i, p := range joined {
		if i != next {
			m.park(f, p, why)
		}
	}
	m.mem.Enter(joined[next].state)
	return joined[next].ctl
}

func rank(c ctl) int {
	switch c.kind {
	case ctlReturn:
		return 3
	case ctlBreak, ctlContinue, ctlGoto:
		if c.label != "" {
			return 2
		}
		return 1
	}
	return 0
}

// path is one path to a join point: its state, and how it ended.
type path struct {
	state state.State
	ctl   ctl
}

// park records a path that left while the present one goes on, until the function or
// the loop that it leaves ends. That there is no error does not count as a condition.
func (m *Machine) park(f *frame, p path, why *value.Unknown) {
	p.ctl.why = why
	f.parked = append(f.parked, p)
	if p.ctl.kind != ctlReturn || !m.failing(f, p.ctl.vals) {
		m.cond++
	}
}

// parkHere parks the present path, which leaves by c.
func (m *Machine) parkHere(f *frame, c ctl, why *value.Unknown) {
	m.park(f, path{m.mem.Keep(), c}, why)
}

// takeParked removes and returns the parked paths, from index from, that leave for a
// loop or block with this label by break or continue.
func (f *frame) takeParked(from int, label string, kinds ...ctlKind) []path {
	var taken []path
	kept := f.parked[:from:from]
	for _, p := range f.parked[from:] {
		ok := false
		for _, k := range kinds {
			ok = ok || p.ctl.kind == k && (p.ctl.label == "" || p.ctl.label == label)
		}
		if ok {
			taken = append(taken, p)
		} else {
			kept = append(kept, p)
		}
	}
	f.parked = kept
	return taken
}

// takeBreaks removes and returns the paths that break out of a block.
func (f *frame) takeBreaks(from int, n *ir.Node) []path {
	if !n.Flag {
		return f.takeParked(from, n.Name, ctlBreak)
	}
	for i := range f.parked[from:] {
		if p := &f.parked[from+i]; p.ctl.kind == ctlBreak && p.ctl.label == "" {
			p.ctl.label = " " // no label of anybody
		}
	}
	taken := f.takeParked(from, n.Name, ctlBreak)
	for i := range f.parked[from:] {
		if p := &f.parked[from+i]; p.ctl.label == " " {
			p.ctl.label = ""
		}
	}
	return taken
}

// rejoin joins parked paths with the present one, if that is live.
func (m *Machine) rejoin(paths []path, live bool) {
	if len(paths) == 0 {
		return
	}
	m.cond -= len(paths)
	all := paths
	if live {
		all = append([]path{{state: m.mem.Keep()}}, paths...)
	}
	m.joinPaths(all, paths[0].ctl.why)
	m.panicking = false
}

// leaves returns what the end of a loop's body means: continue with the next iteration,
// stop, or neither, if the statement leaves an outer loop or the function.
func leaves(c ctl, label string) (next, stop bool) {
	mine := c.label == "" || c.label == label
	switch c.kind {
	case ctlNone:
		return true, false
	case ctlContinue:
		return mine, false
	case ctlBreak:
		return false, mine
	}
	return false, false
}

// handles reports whether the server starts in spite of an error if a branch runs: the
// branch makes tools, or ends a function that does not return the error.
func (m *Machine) handles(f *frame, n *ir.Node) bool {
	if static.Fails(f.fn, n) {
		return false
	}
	if m.code().NodeYields(n) == static.Tools {
		return true
	}
	return len(f.fn.Results) == 0 && !strings.HasSuffix(f.fn.Key, ".main") && static.Returns(n)
}
