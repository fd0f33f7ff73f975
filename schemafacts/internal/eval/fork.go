package eval

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/heap"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// fork runs a and b from the same state and joins what they did.
func (m *Machine) fork(f *frame, why *value.Unknown, a, b func() flow) flow {
	return m.branches(f, why, 2, func(i int) flow {
		if i == 0 {
			return a()
		}
		return b()
	})
}

// forAlts runs the continuation for each alternative of u, and joins the results.
func (m *Machine) forAlts(f *frame, u *value.Unknown, run func(value.Value) flow) flow {
	why := value.NewUnknown("depends on a value known only at run time: "+u.Reason, u.Pos, nil)
	return m.branches(f, why, len(u.Alts), func(i int) flow { return run(u.Alts[i]) })
}

// oneOf returns a variable among targets whose value is one of several known ones, and these. Only
// variables of interface types count, because their methods may describe tools: what the methods
// of one value return belongs together. If all but one of the values are nil, there is only one tool.
func (m *Machine) oneOf(f *frame, targets []*ir.Node) (*value.Cell, *value.Unknown) {
	for _, t := range targets {
		if t.Op != ir.OpDeclare || !ir.IsInterface(t.Type) {
			continue
		}
		c := f.slots[t.Int]
		if c == nil {
			continue
		}
		u, ok := c.Get().(*value.Unknown)
		if !ok || slices.ContainsFunc(u.Alts, isUnknown) {
			continue
		}
		if len(slices.DeleteFunc(slices.Clone(u.Alts), value.IsNil)) > 1 {
			return c, u
		}
	}
	return nil, nil
}

// makesTools reports whether one of some statements may make tools by itself.
func (m *Machine) makesTools(list ...*ir.Node) bool {
	return slices.ContainsFunc(list, func(n *ir.Node) bool { return m.code().NodeYields(n) == static.Tools })
}

// forEachOf runs code once for each value that a variable may have.
func (m *Machine) forEachOf(f *frame, c *value.Cell, u *value.Unknown, run func() flow) flow {
	return m.forAlts(f, u, func(x value.Value) flow {
		m.PutAt(heap.Place{C: c}, x)
		return run()
	})
}

// defined returns the variables that a statement defines.
func defined(n *ir.Node) []*ir.Node {
	switch n.Op {
	case ir.OpDeclare:
		return []*ir.Node{n}
	case ir.OpAssign:
		return n.Targets()
	}
	return nil
}

// branches runs n paths from the same state and joins the states of those that end in the
// same way. One of them goes on as the present path; the others are exits.
func (m *Machine) branches(f *frame, why *value.Unknown, n int, run func(i int) flow) (fl flow) {
	before, panicked := m.Mem.Keep(), m.panicking
	start := m.Mem.Kept
	ways := make([]way, n)
	var thrown []value.Value
	m.cond++
	for i := range ways {
		m.Mem.Enter(before)
		m.panicking = panicked
		end := run(i)
		c := end.ctl
		fl.exits = append(fl.exits, end.exits...)
		ways[i] = way{path{m.Mem.Keep(), c}, m.panicking, m.panicking || c.kind == ctlReturn && m.failed(f, c.vals)}
		if m.panicking {
			thrown = append(thrown, m.thrown(why.Pos))
		}
	}
	m.panicking = panicked
	m.cond--
	if panics := count(ways, way.hasPanicked); panics == n {
		m.panics(anyOf(thrown, why))
		return fl
	}
	// A path that returns an error counts as one that panics, unless all others do,
	// too.
	lost := way.hasPanicked
	if count(ways, way.hasFailed) < n {
		lost = way.hasFailed
	}
	ways = slices.DeleteFunc(ways, lost)
	if len(ways) == 1 {
		m.Mem.EnterAlone(ways[0].state, start)
		fl.ctl = ways[0].ctl
		return fl
	}
	m.goOnWith(f, &fl, ways, why)
	return fl
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
// blocks goes on, and the others are exits.
func (m *Machine) goOnWith(f *frame, fl *flow, ways []way, why *value.Unknown) {
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
			joined[i].state, joined[i].ctl.vals = m.join(g, why)
		}
		if rank(joined[i].ctl) <= rank(joined[next].ctl) {
			next = i
		}
	}
	for i, p := range joined {
		if i != next {
			m.exit(f, fl, p, why)
		}
	}
	m.Mem.Enter(joined[next].state)
	fl.ctl = joined[next].ctl
}

// exit adds an exit: a path that left while the present one goes on. From then on, the
// present path depends on a condition, unless the exit returns an error that ends the
// start.
func (m *Machine) exit(f *frame, fl *flow, p path, why *value.Unknown) {
	p.ctl.why = why
	fl.exits = append(fl.exits, p)
	if p.ctl.kind != ctlReturn || !m.failed(f, p.ctl.vals) {
		m.cond++
	}
}

// exitHere records the current path as an exit of fl, that is, as a path that left the
// statements which another path continues to run. The current path must have left them.
func (m *Machine) exitHere(f *frame, fl *flow, why *value.Unknown) {
	m.exit(f, fl, path{m.Mem.Keep(), fl.ctl}, why)
	fl.ctl = ctl{}
}

// rejoin continues where paths meet, such as after a loop that they left by a break. It
// joins the states of paths, and the present state if live is set, which means that the
// present path also continues there. Without paths it does nothing.
func (m *Machine) rejoin(paths []path, live bool) {
	if len(paths) == 0 {
		return
	}
	m.cond -= len(paths)
	all := paths
	if live {
		all = append([]path{{state: m.Mem.Keep()}}, paths...)
	}
	m.joinPaths(all, paths[0].ctl.why)
	m.panicking = false
}

func isUnknown(v value.Value) bool {
	_, ok := v.(*value.Unknown)
	return ok
}
