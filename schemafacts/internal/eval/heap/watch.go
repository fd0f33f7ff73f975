package heap

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
func (h *Heap) OnWrite(changed func(conditional bool), vals ...value.Value) {
	if h.watched == nil {
		h.watched = map[*value.Cell][]*watch{}
	}
	w := &watch{changed, h.Conditions()}
	seen := map[*value.Cell]bool{}
	for _, v := range vals {
		h.watch(v, w, seen)
	}
}

// OnWriteTo is [Heap.OnWrite] for one variable and its parts. It follows pointers only after
// the first write.
func (h *Heap) OnWriteTo(changed func(conditional bool), c *value.Cell) {
	if h.watched == nil {
		h.watched = map[*value.Cell][]*watch{}
	}
	w := &watch{changed, h.Conditions()}
	h.watched[c] = append(h.watched[c], w)
	for _, p := range value.PartsOf(c.Get()) {
		if part, ok := p.(*value.Cell); ok {
			h.watched[part] = append(h.watched[part], w)
		}
	}
}

func (h *Heap) watch(v value.Value, w *watch, seen map[*value.Cell]bool) {
	if len(seen) > maxWatched {
		return
	}
	h.Mem.Work(visitCost)
	add := func(c *value.Cell) bool {
		if seen[c] {
			return false
		}
		seen[c] = true
		h.watched[c] = append(h.watched[c], w)
		return true
	}
	parts := func(ps value.Parts) {
		for _, p := range ps {
			if c, ok := p.(*value.Cell); !ok {
				h.watch(p, w, seen)
			} else if add(c) {
				h.watch(c.Get(), w, seen)
			}
		}
	}
	switch v := v.(type) {
	case *value.Ptr:
		if add(v.C) {
			h.watch(v.C.Get(), w, seen)
		}
	case *value.Struct:
		parts(v.Parts)
	case *value.Array:
		parts(v.Parts)
	case *value.Slice:
		for _, e := range v.Elems {
			if add(e.C) {
				h.watch(e.C.Get(), w, seen)
			}
		}
	case *value.Map:
		if add(v.Obj) {
			h.watch(v.Obj.Get(), w, seen)
		}
	case *value.Entries:
		for _, e := range v.Entries {
			h.watch(e.Val, w, seen)
		}
	case *value.Unknown:
		for _, a := range v.Alts {
			h.watch(a, w, seen)
		}
	}
}

// notify calls the watchers of a cell after the program has written to it.
func (h *Heap) notify(c *value.Cell) {
	ws := h.watched[c]
	if len(ws) == 0 || h.notifying {
		return
	}
	h.written = append(h.written, c)
	if h.walks == 0 {
		h.tell()
	}
}

// walk begins a walk that may write to many cells. A watcher of several of them is
// called once, by the returned function.
func (h *Heap) walk() (end func()) {
	h.walks++
	return func() {
		if h.walks--; h.walks == 0 {
			h.tell()
		}
	}
}

// tell calls the watchers of the cells that were written to.
func (h *Heap) tell() {
	if len(h.written) == 0 {
		return
	}
	written := h.written
	h.written, h.notifying = nil, true
	seen := map[*watch]map[*value.Cell]bool{}
	var order []*watch
	for _, c := range written {
		for _, w := range h.watched[c] {
			if seen[w] == nil {
				seen[w] = map[*value.Cell]bool{}
				order = append(order, w)
			}
			if !seen[w][c] {
				seen[w][c] = true
				h.watch(c.Get(), w, seen[w])
			}
		}
	}
	for _, w := range order {
		w.changed(h.Conditions() > w.cond)
	}
	h.notifying = false
}
