package eval

import (
	"go/token"
	"go/types"
)

type ctlKind uint8

const (
	ctlNone ctlKind = iota
	ctlReturn
	ctlBreak
	ctlContinue
)

// ctl is how a statement ended. A panic is the machine's panicking flag.
type ctl struct {
	kind  ctlKind
	label string
	vals  []Value
	why   *Unknown // the condition of a parked path
}

func (m *Machine) exec(f *frame, n *Node) ctl {
	if m.spend() {
		return ctl{kind: ctlReturn}
	}
	switch n.Op {
	case OpBlock:
		for _, s := range n.Kids {
			if c := m.exec(f, s); c.kind != ctlNone || m.panicking {
				return c
			}
		}
	case OpDeclare:
		var v Value
		if len(n.Kids) > 0 {
			v = m.convertTo(clone(m.eval(f, n.Kids[0])), m.typ(f, n.Type))
		} else {
			v = zero(m.typ(f, n.Type), n.Pos)
		}
		f.slots[n.Int] = NewCell(v)
	case OpAssign:
		m.assign(f, n)
	case OpIf:
		return m.execIf(f, n)
	case OpFor:
		return m.execFor(f, n)
	case OpRange:
		return m.execRange(f, n)
	case OpTypeSwitch:
		return m.execTypeSwitch(f, n)
	case OpReturn:
		return m.execReturn(f, n)
	case OpBranch:
		kind := ctlBreak
		if token.Token(n.Int) == token.CONTINUE {
			kind = ctlContinue
		}
		return ctl{kind: kind, label: n.Name}
	case OpDefer:
		m.execDefer(f, n.Kids[0])
	case OpExpr:
		m.eval(f, n.Kids[0])
	case OpLabeled:
		return m.execLabeled(f, n)
	}
	return ctl{}
}

func (m *Machine) execReturn(f *frame, n *Node) ctl {
	if len(n.Kids) == 0 {
		return ctl{kind: ctlReturn, vals: m.namedResults(f)}
	}
	var vals []Value
	for _, k := range n.Kids {
		v := m.eval(f, k)
		if m.panicking {
			return ctl{}
		}
		if tup, ok := v.(Tuple); ok && len(n.Kids) == 1 {
			vals = append(vals, tup...)
		} else {
			vals = append(vals, clone(v))
		}
	}
	for i, r := range f.fn.Results {
		if i < len(vals) {
			vals[i] = m.convertTo(vals[i], m.subst(r.Type, f.fn, f.targs))
			if r.Slot >= 0 {
				m.set(f.slots[r.Slot], vals[i])
			}
		}
	}
	return ctl{kind: ctlReturn, vals: vals}
}

func (m *Machine) execDefer(f *frame, call *Node) {
	if call.Op == OpBuiltin {
		m.deferBuiltin(f, call)
		return
	}
	if call.Op != OpCall {
		return
	}
	fv, args := m.callee(f, call)
	cond := m.cond
	f.defers = append(f.defers, func() {
		saved := m.cond
		m.cond = max(m.cond, cond)
		m.callValue(fv, args, nil, call.Pos, call.Type)
		m.cond = saved
	})
}

// deferBuiltin defers a call of a builtin function. Only delete, clear and copy
// do something that matters, and their arguments are evaluated at once.
func (m *Machine) deferBuiltin(f *frame, call *Node) {
	args := make([]Value, len(call.Kids))
	for i, k := range call.Kids {
		args[i] = m.eval(f, k)
	}
	f.defers = append(f.defers, func() {
		switch call.Name {
		case "delete":
			m.deleteKey(args[0], args[1])
		case "copy":
			m.copySlice(args[0], args[1], call)
		case "clear":
			m.escape(args, "clear", call.Pos)
		}
	})
}

// execIf takes the branch that is known to run, or both and joins them.
func (m *Machine) execIf(f *frame, n *Node) ctl {
	cond := m.eval(f, n.Kids[0])
	if m.panicking {
		return ctl{}
	}
	then, els := n.Kids[1], n.Kids[2]
	if b, ok := BoolOf(cond); ok {
		if b {
			return m.exec(f, then)
		}
		return m.exec(f, els)
	}
	u, ok := cond.(*Unknown)
	if !ok {
		u = unknown("a condition that is not known", n.Pos, nil)
	}
	// A server that starts has had no errors: of a check for an error whose
	// branch leaves the function, the other side is taken.
	if u.errCheck > 0 && terminates(then) {
		return m.exec(f, els)
	}
	if u.errCheck < 0 && terminates(els) {
		return m.exec(f, then)
	}
	why := unknown("depends on a condition that only run time knows", n.Kids[0].Pos, nil)
	return m.fork(f, why, func() ctl { return m.exec(f, then) }, func() ctl { return m.exec(f, els) })
}

// fork runs a and b from the same state and joins what they did. Of a side
// that leaves (return, break, continue) while the other goes on, the state is
// parked until the place that it leaves for.
func (m *Machine) fork(f *frame, why *Unknown, a, b func() ctl) ctl {
	mark, panicked := len(m.trail), m.panicking
	m.cond++
	ca := a()
	pa := path{writes: m.since(mark), ctl: ca, vals: ca.vals}
	aPanics := m.panicking
	m.panicking = panicked
	m.rollback(mark)
	cb := b()
	bPanics := m.panicking
	m.panicking = panicked
	m.cond--
	// A side that returns an error counts as one that panics, unless the other
	// does so too.
	aFails := aPanics || ca.kind == ctlReturn && m.failed(f.fn, ca.vals)
	bFails := bPanics || cb.kind == ctlReturn && m.failed(f.fn, cb.vals)
	if aFails != bFails {
		aPanics, bPanics = aFails, bFails
	}
	switch {
	case aPanics && bPanics:
		m.panicking = true
		return ctl{}
	case aPanics:
		return cb
	case bPanics:
		m.rollback(mark)
		for _, w := range pa.writes {
			m.set(w.c, w.v)
		}
		return ca
	}
	if ca.kind == cb.kind && ca.label == cb.label {
		m.merge(mark, []path{pa}, why)
		if ca.kind == ctlReturn {
			vals := make([]Value, min(len(ca.vals), len(cb.vals)))
			for i := range vals {
				vals[i] = m.join(ca.vals[i], cb.vals[i], why)
			}
			return ctl{kind: ctlReturn, vals: vals}
		}
		return ca
	}
	// Park the side that leaves furthest; go on with the other.
	if rank(ca) >= rank(cb) {
		m.park(f, mark, pa, why)
		return cb
	}
	pb := path{writes: m.since(mark), ctl: cb, vals: cb.vals}
	m.rollback(mark)
	for _, w := range pa.writes {
		m.set(w.c, w.v)
	}
	pb2 := pb
	m.parkAt(f, mark, pb2, why)
	return ca
}

func rank(c ctl) int {
	switch c.kind {
	case ctlReturn:
		return 3
	case ctlBreak, ctlContinue:
		if c.label != "" {
			return 2
		}
		return 1
	}
	return 0
}

// park keeps a path that left from mark while the present state goes on. Its
// writes are completed to all that was written since the function began, so
// that it can be joined there.
func (m *Machine) park(f *frame, mark int, p path, why *Unknown) { m.parkAt(f, mark, p, why) }

func (m *Machine) parkAt(f *frame, mark int, p path, why *Unknown) {
	p.ctl.why = why
	seen := map[*Cell]bool{}
	for _, w := range p.writes {
		seen[w.c] = true
	}
	// Values at mark of cells written between the function's entry and mark:
	// the oldest value logged after mark, else the present one.
	atMark := map[*Cell]Value{}
	for _, u := range m.trail[mark:] {
		if _, ok := atMark[u.c]; !ok {
			atMark[u.c] = u.old
		}
	}
	for _, u := range m.trail[f.mark:mark] {
		if seen[u.c] {
			continue
		}
		seen[u.c] = true
		v, ok := atMark[u.c]
		if !ok {
			v = u.c.v
		}
		p.writes = append(p.writes, write{u.c, v})
	}
	f.parked = append(f.parked, p)
	m.cond++ // until the function, or the loop that is left, ends
}

// takeParked removes and returns the parked paths, from index from, that leave
// for a loop or block of this label by break or continue.
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

// rejoin joins parked paths into the present state. They hold all writes since
// the function began, so the join starts from there.
func (m *Machine) rejoin(f *frame, paths []path, live bool) {
	if len(paths) == 0 {
		return
	}
	m.cond -= len(paths)
	// The log only grows here: forks around this place have marks in it.
	orig := map[*Cell]Value{}
	for _, u := range m.trail[f.mark:] {
		if _, ok := orig[u.c]; !ok {
			orig[u.c] = u.old
		}
	}
	all := paths
	if live {
		all = append([]path{{writes: m.since(f.mark)}}, paths...)
	}
	for c, v := range orig {
		if c.v != nil && !sameWritten(c, v) {
			m.set(c, v)
		}
	}
	m.mergeAll(all, paths[0].ctl.why)
	m.panicking = false
}

// sameWritten reports whether a cell holds the very value v.
func sameWritten(c *Cell, v Value) bool {
	switch c.v.(type) {
	case Tuple:
		return false
	}
	return c.v == v
}

// leaves tells what a loop body's end means: go on with the next iteration,
// stop, or pass on.
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

// iterate runs one iteration and joins the paths that continue.
func (m *Machine) iterate(f *frame, body *Node, label string) (next, stop bool, c ctl) {
	from := len(f.parked)
	c = m.exec(f, body)
	live := !m.panicking
	next, stop = leaves(c, label)
	cont := f.takeParked(from, label, ctlContinue)
	if len(cont) > 0 {
		if live && (next || stop) {
			m.rejoin(f, cont, true)
		} else if !live || c.kind == ctlReturn {
			if live { // returns: park that path, go on with the others
				why := cont[0].ctl.why
				p := path{writes: m.since(f.mark), ctl: c, vals: c.vals}
				p.ctl.why = why
				f.parked = append(f.parked, p)
				m.cond++
			}
			m.rejoin(f, cont, false)
			return true, false, ctl{}
		}
	}
	return next, stop, c
}

// endLoop joins the paths that broke out.
func (m *Machine) endLoop(f *frame, from int, label string) {
	m.rejoin(f, f.takeParked(from, label, ctlBreak), !m.panicking)
}

func (m *Machine) execLabeled(f *frame, n *Node) ctl {
	from := len(f.parked)
	c := m.exec(f, n.Kids[0])
	brk := f.takeParked(from, n.Name, ctlBreak)
	if c.kind == ctlBreak && (c.label == "" || c.label == n.Name) {
		m.rejoin(f, brk, !m.panicking)
		return ctl{}
	}
	if len(brk) > 0 {
		if c.kind == ctlNone || m.panicking {
			m.rejoin(f, brk, !m.panicking)
			return ctl{}
		}
		// This path leaves further than the parked ones: swap them.
		p := path{writes: m.since(f.mark), ctl: c, vals: c.vals}
		p.ctl.why = brk[0].ctl.why
		m.rejoin(f, brk, false)
		f.parked = append(f.parked, p)
		m.cond++
		return ctl{}
	}
	return c
}

const (
	maxExits   = 64     // unknown exits of one loop
	maxEndless = 20_000 // steps of a loop without a condition
)

func (m *Machine) execFor(f *frame, n *Node) ctl {
	cond, post, body := n.Kids[0], n.Kids[1], n.Kids[2]
	from, start := len(f.parked), m.steps
	for {
		var b, known = true, true
		var cv Value
		if cond.Op != OpBlock {
			cv = m.eval(f, cond)
			b, known = BoolOf(cv)
		}
		if m.panicking {
			return ctl{}
		}
		if !known {
			why := unknown("a loop whose end only run time knows", cond.Pos, nil)
			c := m.unknownLoop(f, why, func() ctl { return m.exec(f, body) }, n.Name)
			m.endLoop(f, from, n.Name)
			return c
		}
		if !b || m.spend() {
			break
		}
		next, stop, c := m.iterate(f, body, n.Name)
		if m.panicking {
			return ctl{}
		}
		if stop {
			break
		}
		if !next {
			m.endLoopAway(f, from, n.Name, &c)
			return c
		}
		// A loop that only an unknown condition ends, or that goes on and on,
		// is not unrolled.
		exits := len(f.parked) - from
		if exits > maxExits || cond.Op == OpBlock && (exits > 0 || m.steps-start > maxEndless) {
			why := unknown("a loop whose end only run time knows", n.Pos, nil)
			c := m.unknownLoop(f, why, func() ctl { return m.exec(f, body) }, n.Name)
			m.endLoop(f, from, n.Name)
			return c
		}
		// Each iteration has variables of its own.
		for _, s := range n.Slots {
			if f.slots[s] != nil {
				f.slots[s] = NewCell(f.slots[s].v)
			}
		}
		if post.Op != OpBlock || len(post.Kids) > 0 {
			m.exec(f, post)
		}
	}
	m.endLoop(f, from, n.Name)
	return ctl{}
}

// endLoopAway is endLoop for a loop whose present path leaves further.
func (m *Machine) endLoopAway(f *frame, from int, label string, c *ctl) {
	brk := f.takeParked(from, label, ctlBreak)
	if len(brk) == 0 {
		return
	}
	p := path{writes: m.since(f.mark), ctl: *c, vals: c.vals}
	p.ctl.why = brk[0].ctl.why
	m.rejoin(f, brk, false)
	f.parked = append(f.parked, p)
	m.cond++
	*c = ctl{}
}

// unknownLoop runs a body once, as something that may happen any number of
// times: what it writes is unknown afterwards, but for slices and maps, which
// keep what was known and are open.
func (m *Machine) unknownLoop(f *frame, why *Unknown, body func() ctl, label string) ctl {
	mark := len(m.trail)
	from := len(f.parked)
	m.cond++
	c := body()
	m.cond--
	if c.kind == ctlReturn && !m.panicking {
		p := path{writes: m.since(f.mark), ctl: c, vals: c.vals}
		p.ctl.why = why
		f.parked = append(f.parked, p)
		m.cond++
	}
	m.panicking = false
	// Paths that leave the loop or the function join what the loop did.
	left := f.takeParked(from, label, ctlBreak, ctlContinue)
	m.cond -= len(left)
	writes := m.since(mark)
	for _, p := range left {
		writes = append(writes, p.writes...)
	}
	old := map[*Cell]Value{}
	for _, u := range m.trail[mark:] {
		if _, ok := old[u.c]; !ok {
			old[u.c] = u.old
		}
	}
	m.rollback(mark)
	for _, w := range writes {
		was, ok := old[w.c]
		if !ok {
			continue
		}
		m.set(w.c, m.widen(was, w.v, why))
	}
	return ctl{}
}

// widen returns what a variable can hold after any number of iterations of
// which one changed it from was to v.
func (m *Machine) widen(was, v Value, why *Unknown) Value {
	if same(was, v) {
		return was
	}
	switch j := m.join(was, v, why).(type) {
	case *Slice:
		s := *j
		s.Open = why
		return &s
	case *mapState:
		return &mapState{j.entries, why}
	case *Unknown:
		return &Unknown{Reason: why.Reason, Pos: why.Pos, T: j.T}
	default:
		return unknown(why.Reason, why.Pos, TypeOf(v))
	}
}

func (m *Machine) execRange(f *frame, n *Node) ctl {
	x := m.eval(f, n.Kids[0])
	if m.panicking {
		return ctl{}
	}
	if p, ok := x.(*Ptr); ok {
		x = p.C.v // range over a pointer to an array
	}
	if c, ok := x.(*Closure); ok {
		return m.rangeFunc(f, n, c)
	}
	type item struct {
		k, v  Value
		maybe bool
	}
	var items []item
	var open *Unknown
	random := false
	switch x := x.(type) {
	case *Slice:
		// Behind elements that may be missing, places are not known.
		certain := x.Open == nil && !x.Unordered()
		for i, e := range x.Elems {
			certain = certain && !e.Maybe
			var k Value = NewInt(int64(i), n.Pos)
			if !certain {
				k = unknown("the place of an element in a slice that is not known", n.Pos, types.Typ[types.Int])
			}
			items = append(items, item{k, e.C.v, e.Maybe})
		}
		open, random = x.Open, x.Unordered()
	case *Array:
		for i, c := range x.Cells {
			items = append(items, item{NewInt(int64(i), n.Pos), c.v, false})
		}
	case *Map:
		open = x.Entries(func(k, v Value, maybe bool) { items = append(items, item{k, v, maybe}) })
		random = len(items) > 1
	case *Nil:
	case *Const:
		if s, ok := StringOf(x); ok {
			for i, r := range s {
				items = append(items, item{NewInt(int64(i), n.Pos), &Const{makeRune(r), types.Typ[types.Rune], x.Pos}, false})
			}
		} else if i, ok := IntOf(x); ok {
			for j := int64(0); j < i && j < 100000; j++ {
				items = append(items, item{&Const{makeInt(j), x.T, n.Pos}, nil, false})
			}
		}
	case *Native:
		if s, ok := x.Data.(*Slice); ok && x.Kind == seqKind {
			for _, e := range s.Elems {
				items = append(items, item{e.C.v, nil, e.Maybe})
			}
			open, random = s.Open, s.Unordered()
		} else {
			open = unknown("a loop over something that is not known", n.Kids[0].Pos, nil)
		}
	case *Unknown:
		open = x
	default:
		open = unknown("a loop over something that is not known", n.Kids[0].Pos, nil)
	}
	from := len(f.parked)
	written := map[*Cell]int{}
	for _, it := range items {
		if m.spend() {
			break
		}
		mark := len(m.trail)
		var stop bool
		var c ctl
		next := true
		if it.maybe {
			why := unknown("an element depends on a condition that only run time knows", PosOf(it.v), nil)
			c = m.fork(f, why, func() ctl {
				m.bindRange(f, n, it.k, it.v)
				_, _, c := m.iterate(f, n.Kids[3], n.Name)
				return c
			}, func() ctl { return ctl{} })
			if c.kind == ctlReturn {
				next = false
			}
		} else {
			m.bindRange(f, n, it.k, it.v)
			next, stop, c = m.iterate(f, n.Kids[3], n.Name)
		}
		if m.panicking {
			return ctl{}
		}
		if random && mark <= len(m.trail) {
			for _, w := range m.since(mark) {
				written[w.c]++
			}
		}
		if stop {
			break
		}
		if !next {
			m.endLoopAway(f, from, n.Name, &c)
			return c
		}
	}
	if random {
		m.shuffle(written, n.Kids[0].Pos)
	}
	if open != nil {
		why := unknown("a loop over elements that are not all known: "+open.Reason, n.Kids[0].Pos, nil)
		kt, vt := rangeTypes(TypeOf(x))
		c := m.unknownLoop(f, why, func() ctl {
			m.bindRange(f, n, symbolic(kt, open.Reason, open.Pos, 0), symbolic(vt, open.Reason, open.Pos, 0))
			return m.exec(f, n.Kids[3])
		}, n.Name)
		if c.kind != ctlNone {
			return c
		}
	}
	m.endLoop(f, from, n.Name)
	return ctl{}
}

// rangeFunc runs a loop over an iterator: the iterator is called with a
// function that runs the body.
func (m *Machine) rangeFunc(f *frame, n *Node, iter *Closure) ctl {
	from := len(f.parked)
	done := false
	var away ctl
	yield := &hostFunc{pos: n.Pos, f: func(args []Value) Value {
		if done {
			return NewBool(false, n.Pos)
		}
		var k, v Value
		if len(args) > 0 {
			k = args[0]
		}
		if len(args) > 1 {
			v = args[1]
		}
		m.bindRange(f, n, k, v)
		next, _, c := m.iterate(f, n.Kids[3], n.Name)
		if !next {
			done = true
			if mine := c.kind == ctlBreak && (c.label == "" || c.label == n.Name); !mine {
				away = c
			}
		}
		return NewBool(next, n.Pos)
	}}
	m.CallValue(iter, []Value{yield}, n.Pos)
	if away.kind != ctlNone {
		m.endLoopAway(f, from, n.Name, &away)
		return away
	}
	m.endLoop(f, from, n.Name)
	return ctl{}
}

// shuffle makes what several iterations over a map wrote depend on no order.
func (m *Machine) shuffle(written map[*Cell]int, pos token.Pos) {
	for c, n := range written {
		if n < 2 {
			continue
		}
		switch v := c.v.(type) {
		case *Slice:
			s := *v
			t := true
			s.unordered = &t
			m.set(c, &s)
		case *Const, *Struct, *Ptr, *Nil:
			m.set(c, unknown("depends on the random order of a map", pos, TypeOf(v)))
		}
	}
}

func rangeTypes(t types.Type) (k, v types.Type) {
	if t == nil {
		return nil, nil
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Slice:
		return types.Typ[types.Int], u.Elem()
	case *types.Array:
		return types.Typ[types.Int], u.Elem()
	case *types.Map:
		return u.Key(), u.Elem()
	}
	return nil, nil
}

func (m *Machine) bindRange(f *frame, n *Node, k, v Value) {
	for i, val := range []Value{k, v} {
		target := n.Kids[1+i]
		if target.Op == OpUnknown {
			continue // blank or absent
		}
		if val == nil {
			val = unknown("a value that is not known", n.Pos, nil)
		}
		if n.Flag {
			f.slots[target.Int] = NewCell(clone(val))
		} else {
			m.store(f, target, val)
		}
	}
}

func (m *Machine) execTypeSwitch(f *frame, n *Node) ctl {
	x := m.eval(f, n.Kids[0])
	if m.panicking {
		return ctl{}
	}
	run := func(c *Node, v Value) ctl {
		if c.Int >= 0 {
			f.slots[c.Int] = NewCell(v)
		}
		return m.exec(f, c.Kids[0])
	}
	if _, ok := x.(*Unknown); !ok && (TypeOf(x) != nil || isNil(x)) {
		var def *Node
		for _, c := range n.Kids[1:] {
			if c.Flag {
				def = c
				continue
			}
			for _, t := range c.Types {
				if m.hasType(x, m.typ(f, t)) {
					return run(c, x)
				}
			}
		}
		if def != nil {
			return run(def, x)
		}
		return ctl{}
	}
	why := unknown("depends on a type that only run time knows", n.Pos, nil)
	var alt func(i int) ctl
	alt = func(i int) ctl {
		if i >= len(n.Kids) {
			return ctl{}
		}
		c := n.Kids[i]
		var t types.Type
		if len(c.Types) == 1 {
			t = m.typ(f, c.Types[0])
		}
		return m.fork(f, why,
			func() ctl { return run(c, symbolic(t, why.Reason, why.Pos, 0)) },
			func() ctl { return alt(i + 1) })
	}
	return alt(1)
}

func isNil(v Value) bool {
	n, ok := v.(*Nil)
	return ok && n != nil
}

// terminates reports whether a statement surely leaves the function or loop.
func terminates(n *Node) bool {
	switch n.Op {
	case OpReturn, OpBranch:
		return true
	case OpBlock:
		return len(n.Kids) > 0 && terminates(n.Kids[len(n.Kids)-1])
	case OpIf:
		return terminates(n.Kids[1]) && terminates(n.Kids[2])
	case OpExpr:
		return neverReturns(n.Kids[0])
	}
	return false
}

func neverReturns(n *Node) bool {
	if n.Op == OpBuiltin {
		return n.Name == "panic"
	}
	if n.Op != OpCall {
		return false
	}
	switch n.Kids[0].Name {
	case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "runtime.Goexit",
		"(*testing.common).Fatal", "(*testing.common).Fatalf":
		return true
	}
	return false
}
