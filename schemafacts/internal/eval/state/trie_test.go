package state

import (
	"testing"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// TestNear checks that states share the nodes on which they agree: cells that are
// written after a branch are close together, and a join compares only those.
func TestNear(t *testing.T) {
	const all, few = 1 << 14, 1 << 8
	var base *trie
	mem := NewMemory()
	cells := make([]*value.Cell, all)
	for i := range cells {
		cells[i] = value.NewCell(nil)
		mem.place(cells[i])
		base = base.with(cells[i], &value.Nil{}, 1, 0)
	}
	after, v := base, &value.Nil{}
	for _, c := range cells[all/2 : all/2+few] {
		after = after.with(c, v, 2, 0)
	}
	n := 0
	differ(base, after, 0, func(*value.Cell, bool, bool, value.Value, value.Value) { n++ })
	if n != few {
		t.Errorf("%d cells differ, want %d", n, few)
	}
	if own := owned(after, 2); own > few/4 {
		t.Errorf("%d nodes were made to write to %d cells of %d that stand together", own, few, all)
	}
	for i, c := range cells {
		if _, ok := after.get(c); !ok {
			t.Fatalf("cell %d is lost", i)
		}
	}
}

// owned returns the number of nodes that an owner made.
func owned(t *trie, owner uint64) int {
	if t == nil || t.owner != owner {
		return 0
	}
	n := 1
	for _, k := range t.kids {
		n += owned(k.sub, owner)
	}
	return n
}
