package state

import (
	"math/bits"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// trie is a hash trie from cells to values. Nodes with the same owner as a write are
// changed in place; all others are copied.
type trie struct {
	owner uint64
	bits  uint32
	kids  []kid
}

// kid is an entry of a node: a cell with its value, or a child node.
type kid struct {
	sub *trie
	c   *value.Cell
	v   value.Value
}

// trieKey returns the position of a cell in a trie. Cells that get their first values
// one after another are often written together. They are adjacent in the trie, so
// that states which differ in them share all other nodes.
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

// with returns the trie with the value of c set to v. shift is the number of key bits
// above this node.
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

// each calls f for each cell in the trie. It returns the number of entries that it
// visited.
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
// number of entries that it compared.
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
		switch {
		case ka.sub == nil && kb.sub == nil && ka.c == kb.c:
			if ka.c != nil && !value.Identical(ka.v, kb.v) {
				f(ka.c, true, true, ka.v, kb.v)
			}
			continue
		case ka.c == nil && ka.sub == nil && kb.sub == nil:
			seen++
			f(kb.c, false, true, nil, kb.v)
			continue
		case kb.c == nil && kb.sub == nil && ka.sub == nil:
			seen++
			f(ka.c, true, false, ka.v, nil)
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

const (
	trieBits = 4
	trieMask = 1<<trieBits - 1
)
