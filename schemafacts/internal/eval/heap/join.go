package heap

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// present provides the values of cells for joins within the present state.
type present struct{ h *Heap }

func (p present) RawA(c *value.Cell) value.Value { return c.Raw() }

func (p present) RawB(c *value.Cell) value.Value { return c.Raw() }

func (p present) Reach(*value.Cell) (a, b bool) { return true, true }

func (p present) Write(c *value.Cell, v value.Value) { p.h.Set(c, v) }

func (p present) Work(n int) { p.h.Mem.Work(n) }

func (p present) Step(n int) { p.h.step(n) }

// Join returns a value that represents a or b.
func (h *Heap) Join(a, b value.Value, why *value.Unknown) value.Value {
	j := value.Joiner{Why: why, In: present{h}}
	return j.Join(a, b)
}
