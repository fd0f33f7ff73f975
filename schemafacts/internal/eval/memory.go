package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"math/bits"
	"sync/atomic"
)

// The values of variables are stored in an immutable state once the state is kept. A
// branch has two states. Code that kept a state finds the same values in it after later
// writes.
//
// A variable that was made after the present state was last kept is in no other state,
// so it is overwritten in place. All other variables are in a hash trie that shares
// unchanged nodes with earlier states.

// State contains the values of all variables at one point, and which variables exist
// there. It is immutable.
type State struct {
	held  *trie
	reach *span
}

// raw returns the value of a cell in the state, with its marks.
func (s State) raw(c *value.Cell) value.Value {
	if v, ok := s.held.get(c); ok {
		return v
	}
	return c.First
}

// memory is the present state of a machine.
type memory struct {
	now State
	// number identifies the memory within the process. cells is the number of its cells
	// that have a position. The cost of a run depends on the positions, so they must
	// not depend on machines that run at the same time.
	number, cells uint64

	owner uint64 // of the nodes that are in no kept state
	kept  uint64 // cells made later are in no kept state
	// ageless are the times at which package variables were initialised: every path can
	// reach the cells made then.
	ageless [][2]uint64
	cost func(eighths int) // the budget that pays for comparing and writing to states, or nil
}

// owners counts the kept states of all machines.
var owners atomic.Uint64

// memories counts the memories of the process.
var memories atomic.Uint64

func newMemory() *memory { return &memory{number: memories.Add(1), owner: owners.Add(1)} }

// keep returns the present state, which becomes immutable.
func (m *memory) keep() State {
	t := value.Clock()
	m.now.reach = m.now.reach.until(m.kept, t)
	m.kept, m.owner = t, owners.Add(1)
	return m.now
}

// enter makes s the present state.
func (m *memory) enter(s State) {
	m.now = s
	m.kept, m.owner = value.Clock(), owners.Add(1)
}

// alsoReach makes the present state reach what the given states reach.
func (m *memory) alsoReach(states []State) {
	for _, s := range states {
		m.now.reach = m.now.reach.or(s.reach)
	}
}

// enterAlone is enter if no other path remains that started in this state after start.
// The cells of other paths are unreachable then, so it is harmless to count them as
// reachable.
func (m *memory) enterAlone(s State, start uint64) {
	m.enter(s)
	m.now.reach = m.now.reach.until(start, m.kept)
}

// Load returns the value of a cell in the present state, with its marks.
func (m *memory) Load(c *value.Cell) value.Value { return m.now.raw(c) }

// Set writes to a cell.
func (m *memory) Set(c *value.Cell, v value.Value) {
	if c.Born > m.kept {
		c.First = v
		return
	}
	m.owned(c)
	m.work(setCost)
	m.now.held = m.now.held.with(c, v, m.owner, 0)
}

// The costs of operations on states, in eighths of a step.
const (
	setCost = 4 // a write to a variable that other states contain
	// changeCost is the cost of a variable with different values in two states: it is
	// sorted, and usually joined and written.
	changeCost = 12
)

// work counts the cost of an operation on states, in eighths of a step.
func (m *memory) work(n int) {
	if m.cost != nil {
		m.cost(n)
	}
}

// owned makes m the memory whose states contain the values of the cell.
func (m *memory) owned(c *value.Cell) {
	if c.Heap != value.Heap(m) {
		c.First, c.Heap = c.Raw(), m
	}
	m.place(c)
}

// place gives a cell its position in states if it has none: the next one of m.
// Positions are unique in the process.
func (m *memory) place(c *value.Cell) {
	if c.ID == 0 {
		m.cells++
		c.ID = m.number<<40 | m.cells
	}
}

// reaches reports whether a cell can be reached in a state.
func (m *memory) reaches(s State, c *value.Cell) bool {
	for _, a := range m.ageless {
		if a[0] < c.Born && c.Born <= a[1] {
			return true
		}
	}
	return s.reach.has(c.Born)
}

// always makes what was written since before part of all states, unless they contain
// other values.
func (m *memory) always(before State, start uint64) {
	after := m.keep()
	m.enter(before)
	for _, d := range m.changes(before, after) {
		if d.inA {
			m.Set(d.c, d.vb)
		} else {
			d.c.First = d.vb
		}
	}
	m.ageless = append(m.ageless, [2]uint64{start, value.Clock()})
}

// span is a time during which a path ran, linked with the earlier ones. A path cannot
// reach cells made at other times.
type span struct {
	from, to uint64 // born > from && born <= to
	up       *span
}

// until returns the spans followed by the one from from to to.
func (s *span) until(from, to uint64) *span {
	for s != nil && s.from >= from {
		s = s.up
	}
	if s != nil && s.to >= from {
		return &span{s.from, max(s.to, to), s.up}
	}
	if from == to {
		return s
	}
	return &span{from, to, s}
}

func (s *span) has(born uint64) bool {
	for ; s != nil; s = s.up {
		if born > s.to {
			return false
		}
		if born > s.from {
			return true
		}
	}
	return born == 0
}

// or returns the union of the spans.
func (s *span) or(t *span) *span {
	switch {
	case s == t || t == nil:
		return s
	case s == nil:
		return t
	case s.to < t.to:
		s, t = t, s
	}
	rest := s.up.or(t)
	if rest == t && s.up == nil && t == nil {
		return s
	}
	return rest.until(s.from, s.to)
}

// trie maps cells to values. Its owner may change the nodes that it made; others copy
// them.
type trie struct {
	owner uint64
	bits  uint32
	kids  []kid
}

// kid is a cell with its value, or a child node.
type kid struct {
	sub *trie
	c   *value.Cell
	v   value.Value
}

const (
	trieBits = 4
	trieMask = 1<<trieBits - 1
)

// trieKey returns the position of a cell in a trie. Cells that were first written one
// after the other are often written together, so they are adjacent, and states that
// differ in them share the rest. Most walks visit the cells in the order of their ids.
func trieKey(c *value.Cell) uint64 {
	const near = 20 // the number of bits of id that are read from the highest on
	n := c.ID
	return n>>near<<near | n>>16&trieMask | n>>12&trieMask<<4 | n>>8&trieMask<<8 | n>>4&trieMask<<12 | n&trieMask<<16
}

func (t *trie) get(c *value.Cell) (value.Value, bool) {
	for at := trieKey(c); t != nil; at >>= trieBits {
		bit := uint32(1) << (at & trieMask)
		if t.bits&bit == 0 {
			return nil, false
		}
		k := &t.kids[bits.OnesCount32(t.bits&(bit-1))]
		if k.sub == nil {
			if k.c == c {
				return k.v, true
			}
			return nil, false
		}
		t = k.sub
	}
	return nil, false
}

// with returns a trie in which c has the value v. shift is the level of the node.
func (t *trie) with(c *value.Cell, v value.Value, owner uint64, shift uint) *trie {
	bit := uint32(1) << (trieKey(c) >> shift & trieMask)
	if t == nil {
		return &trie{owner, bit, []kid{{c: c, v: v}}}
	}
	i := bits.OnesCount32(t.bits & (bit - 1))
	if t.bits&bit == 0 {
		if t.owner != owner {
			kids := make([]kid, len(t.kids)+1, len(t.kids)+2)
			copy(kids, t.kids[:i])
			copy(kids[i+1:], t.kids[i:])
			t = &trie{owner, t.bits, kids}
		} else {
			t.kids = append(t.kids, kid{})
			copy(t.kids[i+1:], t.kids[i:])
		}
		t.bits |= bit
		t.kids[i] = kid{c: c, v: v}
		return t
	}
	if t.owner != owner {
		t = &trie{owner, t.bits, append([]kid(nil), t.kids...)}
	}
	k := &t.kids[i]
	switch {
	case k.sub != nil:
		k.sub = k.sub.with(c, v, owner, shift+trieBits)
	case k.c == c:
		k.v = v
	default:
		old := *k
		sub := (*trie)(nil).with(old.c, old.v, owner, shift+trieBits)
		*k = kid{sub: sub.with(c, v, owner, shift+trieBits)}
	}
	return t
}

// each calls f for each cell of the trie. It returns the number of visited cells and
// nodes.
func (t *trie) each(f func(c *value.Cell, v value.Value)) (seen int) {
	if t == nil {
		return 0
	}
	for _, k := range t.kids {
		seen++
		if k.sub != nil {
			seen += k.sub.each(f)
		} else {
			f(k.c, k.v)
		}
	}
	return seen
}

// differ calls f for each cell with different values in two tries. It returns the
// number of compared cells and nodes.
func differ(a, b *trie, shift uint, f func(c *value.Cell, inA, inB bool, va, vb value.Value)) (seen int) {
	if a == b {
		return 0
	}
	if a == nil {
		return b.each(func(c *value.Cell, v value.Value) { f(c, false, true, nil, v) })
	}
	if b == nil {
		return a.each(func(c *value.Cell, v value.Value) { f(c, true, false, v, nil) })
	}
	for all := a.bits | b.bits; all != 0; all &= all - 1 {
		bit := all & -all
		seen++
		var ka, kb kid
		if a.bits&bit != 0 {
			ka = a.kids[bits.OnesCount32(a.bits&(bit-1))]
		}
		if b.bits&bit != 0 {
			kb = b.kids[bits.OnesCount32(b.bits&(bit-1))]
		}
		if ka.sub == nil && kb.sub == nil && ka.c == kb.c {
			if ka.c != nil && !value.Identical(ka.v, kb.v) {
				f(ka.c, true, true, ka.v, kb.v)
			}
			continue
		}
		seen += differ(ka.asTrie(shift+trieBits), kb.asTrie(shift+trieBits), shift+trieBits, f)
	}
	return seen
}

func (k kid) asTrie(shift uint) *trie {
	switch {
	case k.sub != nil:
		return k.sub
	case k.c != nil:
		return (*trie)(nil).with(k.c, k.v, 0, shift)
	}
	return nil
}
