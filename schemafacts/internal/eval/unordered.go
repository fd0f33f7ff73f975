package eval

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/static"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// This file runs loops whose iterations may come in any order.
//
// Each iteration is run in a state in which any of the others may have come before: what
// others write is unknown in it. Passes over all iterations find out what they write, until
// a pass finds nothing new. Its state is then the state after the loop. A loop that registers
// tools registers them only in a last pass.

const (
	maxOrderPasses = 3
	// maxSecondRun is the number of steps of a pass after which there is no other. Everything
	// that the pass wrote is then unknown.
	maxSecondRun = 20_000
	// maxReruns is how many times the steps of the first pass a later one may take.
	maxReruns = 4
)

// unordered is an unordered loop.
type unordered struct {
	m     *Machine
	f     *frame
	n     *ir.Node
	items []rangeItem
	why   *value.Unknown
	// others is why a list to which iterations append has other elements.
	others *value.Unknown
	begin  state.State // before the loop
	start  uint64      // when it began
	undo   func()
	defs   int

	places map[written]*place
	parts  map[*value.Cell]int // the number of places in each variable
	own    [][]*place          // what each iteration writes
	boxes  []written           // parts to which iterations make pointers
	more   bool                // the pass has found another writer
	ends   []int               // the iterations that may leave the loop
	busy   bool                // an iteration that does not leave it has an effect
	// tangled reports whether an iteration leads to what another one made. Each pass makes it
	// again.
	tangled bool
	long    bool // the pass takes too many steps
	steps   int  // of the pass
}

// rangeAnyOrder runs a loop over items in an unknown order.
func (m *Machine) rangeAnyOrder(f *frame, n *ir.Node, x value.Value, items []rangeItem, open *value.Unknown) flow {
	if open == nil {
		u := &unordered{m: m, f: f, n: n, items: items, begin: m.Mem.Keep(), undo: m.trial(f), defs: len(m.Defs),
			why: value.NewUnknown("depends on the random order of a map", n.X().Pos, nil), places: map[written]*place{}, parts: map[*value.Cell]int{}, own: make([][]*place, len(items))}
		u.start = m.Mem.Kept
		others := *u.why
		others.Others, u.others = true, &others
		outer := f.unordered
		if outer == nil {
			f.unordered = u
		}
		known := u.run(x)
		f.unordered = outer
		switch {
		case known && u.long:
			fl := m.rangeUnknown(f, n, x, value.NewUnknown("a loop of too many steps", n.Pos, nil))
			m.endLoop(&fl, n.Name)
			return fl
		case known:
			return flow{}
		}
		u.restart()
		if len(u.ends) == 1 && !u.busy {
			return m.rangeItemwise(f, n, x, []rangeItem{items[u.ends[0]]}, nil)
		}
	}
	return m.rangeUnordered(f, n, x, items, open)
}

// run runs the iterations until a pass finds nothing new. It returns false if the result
// depends on the order as a whole, or if some iteration may leave the loop.
func (u *unordered) run(x value.Value) bool {
	m := u.m
	outer := m.passes
	defer func() { m.passes = passes{outer.silent, outer.quick, outer.partial || m.passes.partial && outer.quick} }()
	silent := !outer.silent && m.code().NodeYields(u.n.Body()) == static.Tools
	for n := 1; n <= maxOrderPasses; n++ {
		m.passes = passes{silent: outer.silent || silent, quick: outer.quick || n == 1}
		late := u.try(silent || n > 1)
		switch {
		case late, len(u.ends) > 0, u.tangled, m.panicking: // another iteration may leave the loop before
			return false
		case m.over():
			u.forget()
			return true
		case u.long:
			if silent {
				m.passes = passes{}
				u.pass()
			}
			return u.finish(x)
		}
		switch {
		case outer.quick && !silent:
			m.passes.partial = m.passes.partial || u.more
			return u.finish(x)
		case u.more && u.steps > maxSecondRun/shorter && !silent:
			u.long = true
			return u.finish(x)
		case u.more || m.passes.partial && !silent:
			continue
		}
		if silent {
			m.passes = passes{silent: outer.silent}
			u.pass()
			if len(u.ends) > 0 || u.tangled {
				return false
			}
		}
		return u.finish(x)
	}
	return false
}

// try runs a pass. An extra pass has steps of its own; late reports whether it used them up.
func (u *unordered) try(extra bool) (late bool) {
	m, end := u.m, func() {}
	if extra {
		end = m.extra(max((m.limit-m.steps)/2, maxReruns*u.steps+maxSecondRun/shorter))
	}
	began, open := m.steps, m.open
	u.pass()
	u.steps, late = m.steps-began, m.over()
	end()
	if late = late && !m.over(); late {
		m.open = open
	}
	return late
}

// passes says how the present code is run.
type passes struct {
	silent  bool // it registers nothing
	quick   bool // unordered loops are run in one pass
	partial bool // such a loop has written to something, and needs another pass
}

// restart undoes a pass.
func (u *unordered) restart() {
	u.undo()
	u.m.Defs = u.m.Defs[:u.defs]
	u.m.Mem.Enter(u.begin)
}

// round is an iteration of an unordered loop.
type round struct {
	loop *unordered
	i    int
}

// pass runs all iterations.
func (u *unordered) pass() {
	m := u.m
	u.restart()
	for _, w := range u.boxes {
		m.Box(w.place())
	}
	if len(u.boxes) > 0 {
		u.begin = m.Mem.Keep()
	}
	u.more, u.boxes, u.long = false, nil, false
	for _, p := range u.sorted() {
		p.was, p.wrote = u.before(p.written), p.wrote[:0]
		u.hide(p)
	}
	start, finds, outer := m.steps, m.finds, m.rounds
	defer func() { m.rounds = outer }()
	for i := range u.items {
		m.rounds = append(outer[:len(outer):len(outer)], round{u, i})
		if limit := m.tooLong(start, finds); limit > 0 {
			u.long = true
			m.lost(u.n.Body(), "a loop of "+tooManySteps(twoDigits(limit)))
			return
		}
		if m.spend() {
			return
		}
		for _, p := range u.own[i] {
			u.show(p)
		}
		before, born, defers, cond, registered := m.Mem.Keep(), m.Mem.Kept, len(u.f.defers), m.cond, m.registered
		it, there := u.items[i].now()
		if !there {
			continue
		}
		goesOn, stop, fl := m.rangeOnce(u.f, u.n, it)
		if m.panicking || m.over() {
			return
		}
		if !goesOn || stop || len(fl.exits) > 0 {
			if u.ends = append(u.ends, i); len(u.ends) > 1 || u.busy {
				u.busy = true
				return
			}
			m.cond, u.f.defers = cond, u.f.defers[:defers]
			m.Mem.Enter(before)
			continue
		}
		u.note(i, before, born)
		for _, d := range u.f.defers[defers:] {
			u.leads(born, d.vals...)
		}
		u.busy = u.busy || it.maybe || len(u.own[i]) > 0 || len(u.f.defers) > defers || m.registered > registered
		if u.tangled || u.busy && len(u.ends) > 0 {
			return
		}
		for _, p := range u.own[i] {
			u.hide(p)
		}
	}
}

// note records what the i-th iteration wrote since the state before.
func (u *unordered) note(i int, before state.State, born uint64) {
	for _, d := range u.m.Mem.Changes(before, u.m.Mem.Keep()) {
		if _, ok := value.Plain(d.VB).(*value.Members); ok || d.C.IsNote || d.C.Born > born {
			continue
		}
		was, now := value.Plain(d.VA), value.Plain(d.VB)
		if d.C.Born > u.start {
			u.tangled = u.tangled || !value.Identical(was, now) || value.IsShuffled(d.VA) != value.IsShuffled(d.VB)
			continue
		}
		newest := isNewest(d.C)
		u.eachWrite(written{c: d.C}, was, now, func(w written, e write) {
			switch {
			case newest: // no program reads it
			case e.grew != nil:
				u.leads(born, e.grew)
			default:
				u.leads(born, e.v)
			}
			p := u.placeOf(w)
			p.newest = newest
			if !slices.Contains(p.by, i) {
				p.by = append(p.by, i)
				u.own[i] = append(u.own[i], p)
				u.more = u.more || !newest && !u.covered(w)
			}
			p.add(e)
		})
	}
}

// isNewest reports whether a variable holds the newest value of a definition.
func isNewest(c *value.Cell) bool {
	s, ok := c.Get().(*value.Struct)
	return ok && s.Def != nil && s.Def.Newest == c
}

// covered reports whether the variable of which w is a part is unknown to all iterations.
func (u *unordered) covered(w written) bool {
	if w.key == "" && w.path == "" {
		return false
	}
	all := u.places[written{c: w.c}]
	return all != nil && len(all.by) > 1
}

// leads records whether an iteration that began at the time born stores a pointer to what
// another one made.
func (u *unordered) leads(born uint64, vals ...value.Value) {
	r := value.ReachedFrom(vals...)
	for i := 0; i < len(r.Cells); i++ {
		switch c := r.Cells[i]; {
		case c.Born > born:
			r.Value(c.Get())
		case c.Born > u.start:
			u.tangled = true
		}
	}
	for _, mp := range r.Maps {
		u.tangled = u.tangled || mp.Obj.Born > u.start && mp.Obj.Born <= born
	}
	u.m.work(r.Visits)
}

// finish gives the places the values that they have after all iterations.
func (u *unordered) finish(x value.Value) bool {
	if u.long {
		u.forget()
		return true
	}
	if mp, ok := x.(*value.Map); ok && u.addsTo(mp) {
		return false
	}
	places := u.sorted()
	for _, p := range places {
		u.restore(p)
	}
	slices.SortStableFunc(places, func(a, b *place) int { return a.late() - b.late() })
	for _, p := range places {
		u.settle(p)
	}
	return true
}

// forget makes everything unknown that the iterations write.
func (u *unordered) forget() {
	r := value.ToForget()
	for _, p := range u.sorted() {
		r.Cell(p.c)
	}
	u.m.ForgetCells(u.why, r)
}

// addsTo reports whether the body adds entries to the map, over which the loop may then go.
func (u *unordered) addsTo(mp *value.Map) bool {
	st, ok := value.Plain(u.begin.Raw(mp.Obj)).(*value.Entries)
	for w, p := range u.places {
		if w.c == mp.Obj && len(p.wrote) > 0 && (!ok || w.key == "" || st.Find(w.key) < 0) {
			return true
		}
	}
	return false
}
