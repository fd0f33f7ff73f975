package eval

import (
	"go/constant"
	"go/token"
	"go/types"
)

// The machine logs every write, so that both sides of a branch on an unknown
// condition can be run from the same state and their effects joined.

type undo struct {
	c   *Cell
	old Value
}

// write is the value of a cell at the end of a path.
type write struct {
	c *Cell
	v Value
}

// path is one way to a join point: what it wrote, and what it returned.
type path struct {
	writes []write
	vals   []Value // of a return
	ctl    ctl
	// before is when the path parted from the others, from and to when it ran,
	// as births counts: cells that came to be at another time it cannot reach.
	before, from, to uint64
	view             map[*Cell]Value // the writes by cell, see seen
}

// leave returns the present path as one that is parked: it reaches all there is.
func (m *Machine) leave(mark int, c ctl) path {
	return path{writes: m.since(mark), ctl: c, vals: c.vals, before: births.Load()}
}

// bore reports whether a cell came to be on the path itself.
func (p *path) bore(c *Cell) bool { return p.from < c.born && c.born <= p.to }

// reaches reports whether the i-th of several paths can reach a cell. The first
// one, if live, is the present path.
func (m *Machine) reaches(all []path, live bool, i int, c *Cell) bool {
	for _, old := range m.ancient {
		if old[0] < c.born && c.born <= old[1] {
			return true
		}
	}
	if i > 0 || !live {
		return c.born <= all[i].before || all[i].bore(c)
	}
	for j := 1; j < len(all); j++ {
		if all[j].bore(c) {
			return false
		}
	}
	return true
}

func (m *Machine) Set(c *Cell, v Value) {
	m.trail = append(m.trail, undo{c, c.v})
	if m.joining > 0 {
		c.v = v
		return
	}
	if c.late != nil {
		v = m.eitherLate(c, v)
	}
	c.v = v
	if c.mirrors != nil {
		m.mirror(c, v)
	}
	if m.watched != nil {
		m.notify(c)
	}
}

// Set writes to a cell.

// logSteps is how many entries of the log count as one step when it is read.
const logSteps = 8

// since returns what was written after mark, each cell once.
func (m *Machine) since(mark int) []write {
	var out []write
	seen := map[*Cell]bool{}
	m.steps += (len(m.trail) - mark) / logSteps
	for _, u := range m.trail[mark:] {
		if !seen[u.c] {
			seen[u.c] = true
			out = append(out, write{u.c, u.c.v})
		}
	}
	return out
}

// rollback undoes what was written after mark.
func (m *Machine) rollback(mark int) {
	for i := len(m.trail) - 1; i >= mark; i-- {
		m.trail[i].c.v = m.trail[i].old
	}
	m.trail = m.trail[:mark]
}

// merge makes the state after mark the join of the present one and of paths,
// all of which started at mark.
func (m *Machine) merge(mark int, paths []path, why *Unknown) {
	cur := m.since(mark)
	m.rollback(mark)
	all := append([]path{{writes: cur}}, paths...)
	m.mergeAll(all, true, why)
}

// mergeAll writes the join of several paths, which start at the present state.
// The first one is the present path, if live.
func (m *Machine) mergeAll(all []path, live bool, why *Unknown) {
	m.joining++
	defer func() { m.joining-- }()
	var order []*Cell
	var held []heldOn
	vals := map[*Cell][]Value{}
	for i, p := range all {
		for _, w := range p.writes {
			v, ok := vals[w.c]
			if !ok {
				order = append(order, w.c)
				v = make([]Value, 0, len(all))
			}
			for len(v) < i {
				v = append(v, nil) // not written
			}
			vals[w.c] = append(v, w.v)
		}
	}
	for _, c := range order {
		held := held[:0]
		for i := range all {
			var v Value
			if i < len(vals[c]) {
				v = vals[c][i]
			}
			if v == nil {
				if !m.reaches(all, live, i, c) {
					continue
				}
				v = c.v
			}
			held = append(held, heldOn{v, i})
		}
		m.Set(c, m.joinHeld(all, held, why))
	}
}

// maxAlts bounds the values that an unknown value is known to be one of.
const maxAlts = 64

// Join returns a value that stands for a or b.
func (m *Machine) Join(a, b Value, why *Unknown) Value {
	if same(a, b) {
		return a
	}
	a, b = openSlice(a, b), openSlice(b, a)
	switch x := a.(type) {
	case *mapState:
		if y, ok := b.(*mapState); ok {
			return m.joinMaps(x, y, why)
		}
	case *grownState:
		if y, ok := b.(*grownState); ok {
			return joinGrown(x, y)
		}
	case *Slice:
		if y, ok := b.(*Slice); ok && (len(x.Elems)+len(y.Elems) > 0 || x.Open != nil || y.Open != nil || x.IsNil == y.IsNil) {
			return m.joinSlices(x, y, why)
		}
	case *Struct:
		if y, ok := b.(*Struct); ok && identical(x.T, y.T) && len(x.cells) == len(y.cells) {
			return m.joinStructs(x, y, why)
		}
	case Tuple:
		if y, ok := b.(Tuple); ok && len(x) == len(y) {
			out := make(Tuple, len(x))
			for i := range x {
				out[i] = m.Join(x[i], y[i], why)
			}
			return out
		}
	}
	u := &Unknown{Reason: why.Reason, Pos: why.Pos, T: TypeOf(a)}
	if u.T == nil {
		u.T = TypeOf(b)
	}
	for _, v := range []Value{a, b} {
		for _, alt := range Alternatives(v) {
			u.addAlt(alt)
		}
	}
	u.settle()
	return u
}

// addAlt adds a value that u can have, if it is a new one.
func (u *Unknown) addAlt(v Value) {
	w, open := v.(*Unknown)
	if open {
		u.among = unite(u.among, w.among)
	}
	for _, old := range u.Alts {
		if o, isOpen := old.(*Unknown); isOpen && open && o.errCheck == w.errCheck || same(old, v) {
			return
		}
	}
	u.Alts = append(u.Alts, v)
}

// settle forgets the alternatives if they are too many, or say nothing.
func (u *Unknown) settle() {
	for _, alt := range u.Alts {
		if _, open := alt.(*Unknown); !open && len(u.Alts) <= maxAlts {
			return
		}
	}
	u.among = unite(u.among, u.Alts)
	u.Alts = nil
}

// openSlice returns a value that is to be joined with a slice as a slice of
// which no element is known, if nothing at all is known of it.
func openSlice(v, other Value) Value {
	u, ok := v.(*Unknown)
	s, isSlice := other.(*Slice)
	if !ok || !isSlice || len(u.Alts) > 0 {
		return v
	}
	return &Slice{T: s.T, Open: u, Pos: s.Pos}
}

func (m *Machine) joinStructs(x, y *Struct, why *Unknown) Value {
	out := *x
	out.cells = make([]*Cell, len(x.cells))
	if y.rest != nil {
		out.rest = y.rest
	}
	if y.taint != nil {
		out.taint = y.taint
	}
	if x.Def != y.Def {
		out.Def = nil
	}
	for i := range x.cells {
		if x.cells[i] == nil && y.cells[i] == nil && (x.rest == nil) == (y.rest == nil) {
			continue
		}
		out.cells[i] = NewCell(m.Join(x.cell(i).v, y.cell(i).v, why))
	}
	if out.Def == nil && x.Def != nil && y.Def != nil {
		// One of two definitions: both are possible, as a whole.
		return &Unknown{Reason: why.Reason, Pos: why.Pos, T: x.T, Alts: []Value{x, y}}
	}
	return &out
}

func (m *Machine) joinSlices(x, y *Slice, why *Unknown) Value {
	if len(x.Elems) > len(y.Elems) {
		x, y = y, x
	}
	out := &Slice{T: y.T, Pos: y.Pos, Open: y.Open, unordered: y.unordered}
	if x.Open != nil {
		out.Open = x.Open
	}
	if x.unordered != nil && *x.unordered {
		out.unordered = x.unordered
	}
	if x.arr == y.arr && x.off == y.off && x.clipped == y.clipped && x.limit == y.limit {
		out.arr, out.off, out.clipped, out.limit = y.arr, y.off, y.clipped, y.limit
	}
	n := 0
	for n < len(x.Elems) {
		e, d := y.Elems[n], x.Elems[n]
		if e.C != d.C {
			if e.ident() != d.ident() && !same(e.C.v, d.C.v) {
				break
			}
			e = Elem{NewCell(m.Join(d.C.v, e.C.v, why)), e.Maybe, e.ident()}
			e.C.shuffled = y.Elems[n].C.shuffled || d.C.shuffled
			e.C.mirrors = []*Cell{y.Elems[n].C, d.C}
		}
		e.Maybe = e.Maybe || d.Maybe
		out.Elems = append(out.Elems, e)
		n++
	}
	seen := map[*Cell]bool{}
	for _, rest := range [][]Elem{x.Elems[n:], y.Elems[n:]} {
		for _, e := range rest {
			if seen[e.ident()] {
				continue
			}
			seen[e.ident()] = true
			e.Maybe = true
			out.Elems = append(out.Elems, e)
		}
	}
	if len(out.Elems) > MaxElems {
		out.Elems, out.Open = out.Elems[:MaxElems], NewUnknown(OverBudget, why.Pos, nil)
	}
	return out
}

// mirror tells the cells that may be the same variable as c what was written.
func (m *Machine) mirror(c *Cell, v Value) {
	why := NewUnknown("written to through a slice that may share its array", PosOf(v), nil)
	seen := map[*Cell]bool{c: true}
	for work := c.mirrors; len(work) > 0; work = work[1:] {
		d := work[0]
		if seen[d] {
			continue
		}
		m.steps++
		seen[d] = true
		work = append(work, d.mirrors...)
		m.joining++
		m.Set(d, m.Join(d.v, v, why))
		m.joining--
	}
}

// MaxElems bounds slices that grow by joining.
const MaxElems = 20_000

func (m *Machine) joinMaps(x, y *mapState, why *Unknown) Value {
	out := &mapState{open: y.open}
	if x.open != nil {
		out.open = x.open
	}
	for _, e := range x.entries {
		if i := y.find(e.k); i >= 0 {
			e.maybe = e.maybe || y.entries[i].maybe
			e.val = m.Join(e.val, y.entries[i].val, why)
		} else {
			e.maybe = true
		}
		out.entries = append(out.entries, e)
	}
	for _, e := range y.entries {
		if x.find(e.k) < 0 {
			e.maybe = true
			out.entries = append(out.entries, e)
		}
	}
	return out
}

// same reports whether a and b are known to be the same value.
func same(a, b Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	switch x := a.(type) {
	case *Const:
		y, ok := b.(*Const)
		return ok && (x == y || x.V.Kind() == y.V.Kind() && constant.Compare(x.V, token.EQL, y.V) && identical(x.T, y.T))
	case *Nil:
		_, ok := b.(*Nil)
		return ok && identical(TypeOf(a), TypeOf(b))
	case *Ptr:
		y, ok := b.(*Ptr)
		return ok && x.C == y.C
	case *Map:
		y, ok := b.(*Map)
		return ok && x.Obj == y.Obj
	case *Struct:
		y, ok := b.(*Struct)
		return ok && x == y
	case *Array:
		y, ok := b.(*Array)
		return ok && x == y
	case *Slice:
		y, ok := b.(*Slice)
		if !ok || x == y {
			return ok
		}
		if x.IsNil && y.IsNil {
			return true
		}
		if len(x.Elems) != len(y.Elems) || x.IsNil != y.IsNil || x.Open != y.Open || x.unordered != y.unordered {
			return false
		}
		for i := range x.Elems {
			if x.Elems[i] != y.Elems[i] {
				return false
			}
		}
		return true
	case *Closure:
		y, ok := b.(*Closure)
		if !ok || x.Fn != y.Fn || !identical(x.t, y.t) || len(x.Env) != len(y.Env) || (x.Recv == nil) != (y.Recv == nil) || len(x.Targs) != len(y.Targs) {
			return false
		}
		for i := range x.Env {
			if x.Env[i] != y.Env[i] {
				return false
			}
		}
		for i := range x.Targs {
			if !identical(x.Targs[i], y.Targs[i]) {
				return false
			}
		}
		return x.Recv == nil || same(x.Recv, y.Recv)
	case *Extern:
		y, ok := b.(*Extern)
		return ok && x.Key == y.Key && !x.Bound && !y.Bound && len(x.Targs) == 0 && len(y.Targs) == 0
	case *TypeVal:
		y, ok := b.(*TypeVal)
		return ok && identical(x.T, y.T)
	case *Unknown:
		y, ok := b.(*Unknown)
		return ok && (x == y || len(x.Alts) == 0 && len(y.Alts) == 0 && x.errCheck == y.errCheck && sameAmong(x, y))
	case *Native:
		y, ok := b.(*Native)
		return ok && x == y
	case *mapState, *grownState:
		return a == b
	}
	return false
}

func identical(a, b types.Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a == b || types.Identical(a, b)
}
