package heap

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// appends records the cells that appends in unordered loops, such as a range over a map,
// filled in place. If several iterations of such a loop appended, each of these cells may
// hold the element of any iteration.
type appends struct {
	loops, count int
	cells        []*value.Cell
}

// Appends records that the program appends to a slice.
func (h *Heap) Appends() { h.unordered.count++ }

// filled records that an element was appended in place.
func (p *appends) filled(c *value.Cell) {
	if p.loops > 0 {
		p.cells = append(p.cells, c)
	}
}

// FilledInPlace reports whether an append in an active unordered loop filled a cell in place.
func (h *Heap) FilledInPlace(c *value.Cell) bool { return slices.Contains(h.unordered.cells, c) }

// BeginUnordered begins an unordered loop. It returns a function that ends an iteration, and
// one that ends the loop.
func (h *Heap) BeginUnordered() (round func(), end func(pos token.Pos)) {
	p := &h.unordered
	p.loops++
	from, seen, rounds := len(p.cells), p.count, 0
	round = func() {
		if p.count > seen {
			rounds++
		}
		seen = p.count
	}
	end = func(pos token.Pos) {
		var all []value.Value
		for _, c := range p.cells[from:] {
			all = value.Unite(all, []value.Value{c.Get()})
		}
		for _, c := range p.cells[from:] {
			if rounds > 1 && !c.Shuffled() {
				h.Set(c, value.Disordered(c.Get(), all, pos))
			}
		}
		if p.loops--; p.loops == 0 {
			p.cells = nil
		}
	}
	return round, end
}
