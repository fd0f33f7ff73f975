package eval

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// maxPasses bounds how often the body of a loop is run until what it may have
// done before is all that it does.
const maxPasses = 6

// unknownLoop runs a body as something that may happen any number of times:
// what it writes is unknown afterwards, but for slices and maps, which keep
// what was known and are open. An iteration finds what those before it have
// left: what the nodes of the body write is not known from the start, and if
// the body wrote more than that, by a call or through a pointer, it runs again.
func (m *Machine) unknownLoop(f *frame, why *Unknown, body func() ctl, label string, nodes ...*ir.Node) ctl {
	before := m.mem.keep()
	from, start, cond := len(f.parked), m.mem.kept, m.cond
	spoiled := m.spoil(f.slots, nodes, why)
	for pass := 1; ; pass++ {
		begin, born := m.mem.keep(), m.mem.kept
		guessed := &guesses{cells: spoiled, written: map[*Cell]bool{}, up: m.guessed}
		m.guessed = guessed
		m.cond++
		f.looping++
		c := body()
		f.looping--
		m.cond--
		m.guessed = guessed.up
		next, stop := leaves(c, label)
		if !next && !stop && !m.panicking {
			m.parkHere(f, c, why)
		}
		m.panicking = false
		// Paths that leave the loop or the function join what the loop did.
		ends := []State{m.mem.keep()}
		left := f.takeParked(from, label, ctlBreak, ctlContinue)
		for _, p := range left {
			ends = append(ends, p.state)
		}
		m.cond -= len(left)
		m.mem.enter(begin)
		w := &widening{m: m, why: why, begin: begin, born: born, start: start, late: pass > keenPasses}
		if pass == 1 {
			w.before, w.guessed = before, guessed
		}
		more := w.all(ends)
		if more && pass == maxPasses && !m.over() {
			m.widest(f, why) // what one round writes for the next never ends
		}
		if !more || pass == maxPasses || m.spend() {
			return ctl{}
		}
		f.parked = f.parked[:from]
		m.cond = cond
	}
}

// keenPasses is how many passes may find out what the loop puts into lists: one that
// still changes what those before it have put there goes on changing it.
const keenPasses = 2

// widest forgets all that a loop can reach.
func (m *Machine) widest(f *frame, why *Unknown) {
	r := &reached{seen: map[*Cell]bool{}}
	for _, c := range f.slots {
		r.keep(c)
	}
	for _, key := range m.globalsOf(f.fn) {
		r.cell(m.global(key, f.fn.Pos))
	}
	m.forgetCells(why, r)
}

// widening makes the state in which a round began that of any number of
// rounds.
type widening struct {
	m     *Machine
	why   *Unknown
	begin State  // of the round
	born  uint64 // when it began: it made later cells itself
	start uint64 // when the loop began: of later cells each round has its own
	late  bool   // several rounds were run

	before  State    // of the loop
	guessed *guesses // what was made unknown before the first round, nil after it
}

// all widens what the round changed, of which the ways to end are given. It
// reports whether the round changed what it began with in a way that the next
// one can tell.
func (w *widening) all(ends []State) (more bool) {
	m := w.m
	m.joining++
	defer func() { m.joining-- }()
	touched := map[*Cell]bool{}
	var all [][]change
	for _, end := range ends {
		ch := m.mem.changes(w.begin, end)
		for _, d := range ch {
			touched[d.c] = true
		}
		all = append(all, ch)
	}
	if g := w.guessed; g != nil && len(g.cells) > 0 {
		around := m.guessed
		m.guessed = nil
		for _, d := range m.mem.changes(w.before, w.begin) {
			if g.cells[d.c] && !touched[d.c] && !g.written[d.c] {
				m.Set(d.c, d.va) // nothing writes to it after all
			}
		}
		m.guessed = around
	}
	reach := m.mem.now.reach
	for i, ch := range all {
		j := m.mem.joiner(w.why, State{}, ends[i])
		for _, d := range ch {
			if d.c.born > w.born {
				m.Set(d.c, d.vb)
				continue
			}
			j.a = m.mem.now
			m.Set(d.c, j.widen(d.c.raw(), d.vb))
			more = more || !d.c.note && !covers(d.va, d.c.Get(), w.start)
		}
		j.written(m.Set)
		reach = reach.or(ends[i].reach)
	}
	if w.late {
		for _, d := range slices.Concat(all...) {
			if touched[d.c] {
				delete(touched, d.c)
				w.dull(d.c)
			}
		}
	}
	m.mem.now.reach = reach
	return more
}

// dull forgets what the loop itself has put into the elements of a list that grows
// from round to round, but for what they lead to and for tools.
func (w *widening) dull(list *Cell) {
	s, ok := list.Get().(*Slice)
	if !ok || s.Open == nil {
		return
	}
	for _, e := range s.Elems {
		x, ok := e.C.Get().(*Struct)
		if !ok || e.C.born <= w.start || x.Def != nil || x.T != nil && w.m.Env.Watch(x.T) {
			continue
		}
		out := *x
		out.parts = slices.Clone(x.parts)
		for i, p := range x.parts {
			switch p := p.(type) {
			case *Const, *Nil:
				out.parts[i] = NewUnknown(w.why.Reason, w.why.Pos, TypeOf(p))
			case nil:
				if x.rest == nil {
					out.parts[i] = NewUnknown(w.why.Reason, w.why.Pos, TypeOf(x.unset(i)))
				}
			}
		}
		w.m.Set(e.C, havoc(&out, w.why))
	}
}

// widen returns what a variable can hold after any number of rounds of which
// one changed it from was to v.
func (j *joiner) widen(was, v Value) Value {
	if same(was, v) {
		return was
	}
	_, marks := was.(*marked)
	if _, ok := v.(*marked); ok || marks {
		out := marked{v: j.widen(plain(was), plain(v))}
		for _, v := range []Value{was, v} {
			if mk, ok := v.(*marked); ok {
				out.add(mk)
			}
		}
		return out.trim()
	}
	why := j.why
	if x, ok := was.(*Struct); ok {
		if y, ok := v.(*Struct); ok && identical(x.T, y.T) && x.Def == y.Def {
			return j.widenStruct(x, y)
		}
	}
	switch x := j.join(was, v).(type) {
	case *Slice:
		s := *x
		s.Open = why
		return &s
	case *mapState:
		return &mapState{x.entries, why}
	case *grownState:
		return x
	case *Unknown:
		if Value(x) == was && slices.ContainsFunc(x.Alts, isOpen) {
			return was
		}
		u := &Unknown{Reason: why.Reason, Pos: why.Pos, T: x.T, Alts: x.Alts, among: x.among}
		u.addAlt(NewUnknown(why.Reason, why.Pos, x.T))
		u.settle()
		return u
	default:
		return NewUnknown(why.Reason, why.Pos, TypeOf(v))
	}
}

// widenStruct widens the fields.
func (j *joiner) widenStruct(x, y *Struct) Value {
	joined, ok := j.structs(x, y).(*Struct)
	if !ok {
		return NewUnknown(j.why.Reason, j.why.Pos, x.T)
	}
	out := *joined
	out.parts = slices.Clone(joined.parts)
	for i, p := range joined.parts {
		if _, boxed := p.(*Cell); p == nil || boxed {
			continue // a variable is widened by itself
		}
		out.parts[i] = j.widen(j.field(x, i, j.inA), j.field(y, i, j.inB))
	}
	if out.says(x) {
		return x
	}
	return &out
}

// field returns a field of a struct, in says what cells hold on its path.
func (j *joiner) field(s *Struct, i int, in func(*Cell) Value) Value {
	if c, ok := s.parts[i].(*Cell); ok {
		return in(c)
	}
	return s.At(i)
}

// isOpen reports whether nothing is known of a value.
func isOpen(v Value) bool {
	u, ok := v.(*Unknown)
	return ok && len(u.Alts) == 0
}

// covers reports whether a body that began with old finds nothing new when it
// begins with v, which old was widened to. What is new in v since start each
// iteration makes anew.
func covers(old, v Value, start uint64) bool {
	old, v = plain(old), plain(v)
	if same(old, v) {
		return true
	}
	switch x := old.(type) {
	case *Unknown:
		y, ok := v.(*Unknown)
		if !ok { // a part that was looked at for the first time
			return len(x.Alts) == 0 && coversAll(nil, []Value{v}, start)
		}
		return len(x.Alts) == 0 || coversAll(x.Alts, y.Alts, start)
	case *Slice:
		y, ok := v.(*Slice)
		if !ok || x.Open == nil || y.Open == nil {
			return false
		}
		return coversAll(elements(x), elements(y), start)
	case *Struct:
		y, ok := v.(*Struct)
		if !ok || len(x.parts) != len(y.parts) {
			_, unknown := v.(*Unknown)
			return unknown && blank(x)
		}
		for i := range x.parts {
			if !covers(x.At(i), y.At(i), start) {
				return false
			}
		}
		return true
	case *grownState:
		return true
	case *mapState:
		y, ok := v.(*mapState)
		return ok && x.open != nil && y.open != nil && coversAll(x.values(), y.values(), start)
	}
	return false
}

// coversAll reports whether all that vals point at is pointed at by old too.
func coversAll(old, vals []Value, start uint64) bool {
	for _, v := range vals {
		var c *Cell
		switch v := v.(type) {
		case *Ptr:
			c = v.C
		case *Map:
			c = v.Obj
		case *Unknown:
			if len(v.Alts) > 0 && !coversAll(old, v.Alts, start) {
				return false
			}
			continue
		default:
			continue
		}
		if c.born <= start && !holds(old, v) {
			return false
		}
	}
	return true
}

// holds reports whether one of vals is v, or may be.
func holds(vals []Value, v Value) bool {
	for _, old := range vals {
		for _, alt := range Alternatives(old) {
			if same(alt, v) {
				return true
			}
		}
	}
	return false
}

func elements(s *Slice) []Value {
	out := make([]Value, len(s.Elems))
	for i, e := range s.Elems {
		out[i] = e.C.Get()
	}
	return out
}

func (s *mapState) values() []Value {
	out := make([]Value, len(s.entries))
	for i, e := range s.entries {
		out[i] = e.val
	}
	return out
}
