package heap

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Mark changes the marks of a cell.
func (h *Heap) Mark(c *value.Cell, change func(mk *value.Marked)) {
	mk := value.Marked{V: c.Get()}
	if old := value.MarksOf(c); old != nil {
		mk = *old
	}
	change(&mk)
	h.Mem.Set(c, mk.Trim())
}

// writeAliases writes v, which was written to cells, to the cells that may be the same
// variables.
func (h *Heap) writeAliases(cells, aliases []*value.Cell, v value.Value) {
	why := value.NewUnknown("written to through a slice that may share its array", value.PosOf(v), nil)
	seen := map[*value.Cell]bool{}
	for _, c := range cells {
		seen[c] = true
	}
	told := 0
	for work := slices.Clone(aliases); len(work) > 0; work = work[1:] {
		d := work[0]
		if seen[d] {
			continue
		}
		h.step(1)
		seen[d] = true
		if mk := value.MarksOf(d); mk != nil {
			work = append(work, mk.Aliases...)
		}
		h.joining++
		if told++; told < maxAliases {
			h.Set(d, h.Join(d.Get(), v, why))
		} else if is, more := value.Coarser(d.Get(), v, why); more {
			h.Set(d, is)
		}
		h.joining--
	}
}

// maxAliases limits how many aliases of a written cell, which may be the same variable,
// keep their old value and the written one as alternatives. Any further alias becomes an
// unknown value with a points-to set. A conversation that an agent extends in a loop
// reaches the limit.
const maxAliases = 32
