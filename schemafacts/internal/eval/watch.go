package eval

import "github.com/schemavet/schemavet/schemafacts/internal/eval/value"

// A registered tool can still be changed through what it shares with the program: a
// schema behind a pointer, a map. The dialect watches the values that it has
// registered, and is called after such writes.

// maxWatched limits the cells that are watched for one value.
const maxWatched = 4000

type watch struct {
	changed func(conditional bool)
	cond    int
}

// OnWrite calls changed after a write to anything reachable from the values, as long as
// the present function, or root, runs. conditional reports whether the write depends on
// a condition on which the call of OnWrite did not.
func (m *Machine) OnWrite(changed func(conditional bool), vals ...value.Value) {
	if m.watched == nil {
		m.watched = map[*value.Cell][]*watch{}
	}
	w := &watch{changed, m.cond}
	seen := map[*value.Cell]bool{}
	for _, v := range vals {
		m.watch(v, w, seen)
	}
}

func (m *Machine) watch(v value.Value, w *watch, seen map[*value.Cell]bool) {
	if len(seen) > maxWatched {
		return
	}
	m.work(visitCost)
	add := func(c *value.Cell) bool {
		if seen[c] {
			return false
		}
		seen[c] = true
		m.watched[c] = append(m.watched[c], w)
		return true
	}
	parts := func(ps value.Parts) {
		for _, p := range ps {
			if c, ok := p.(*value.Cell); !ok {
				m.watch(p, w, seen)
			} else if add(c) {
				m.watch(c.Get(), w, seen)
			}
		}
	}
	switch v := v.(type) {
	case *value.Ptr:
		if add(v.C) {
			m.watch(v.C.Get(), w, seen)
		}
	case *value.Struct:
		parts(v.Parts)
	case *value.Array:
		parts(v.Parts)
	case *value.Slice:
		for _, e := range v.Elems {
			if add(e.C) {
				m.watch(e.C.Get(), w, seen)
			}
		}
	case *value.Map:
		if add(v.Obj) {
			m.watch(v.Obj.Get(), w, seen)
		}
	case *value.Entries:
		for _, e := range v.Entries {
			m.watch(e.Val, w, seen)
		}
	case *value.Unknown:
		for _, a := range v.Alts {
			m.watch(a, w, seen)
		}
	}
}

// notify calls the watchers of a cell after the program has written to it.
func (m *Machine) notify(c *value.Cell) {
	ws := m.watched[c]
	if len(ws) == 0 || m.notifying {
		return
	}
	m.written = append(m.written, c)
	if m.walks == 0 {
		m.tell()
	}
}

// walk begins a walk that may write to many cells. A watcher of several of them is
// called once, by the returned function.
func (m *Machine) walk() (end func()) {
	m.walks++
	return func() {
		if m.walks--; m.walks == 0 {
			m.tell()
		}
	}
}

// tell calls the watchers of the cells that were written to.
func (m *Machine) tell() {
	if len(m.written) == 0 {
		return
	}
	written := m.written
	m.written, m.notifying = nil, true
	seen := map[*watch]map[*value.Cell]bool{}
	var order []*watch
	for _, c := range written {
		for _, w := range m.watched[c] {
			if seen[w] == nil {
				seen[w] = map[*value.Cell]bool{}
				order = append(order, w)
			}
			if !seen[w][c] {
				seen[w][c] = true
				m.watch(c.Get(), w, seen[w])
			}
		}
	}
	for _, w := range order {
		w.changed(m.cond > w.cond)
	}
	m.notifying = false
}
