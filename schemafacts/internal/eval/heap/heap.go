// Package heap contains the variables of the programs that a machine runs, in the present
// state. It runs no code.
//
// A write to a variable also concerns the variables that may be the same one (write.go), a
// goroutine that may write to it later (record.go), and a dialect that has registered a value which leads
// to it (watch.go). Slices share arrays, into which append may write (array.go). Code that is
// not followed may write to everything that its arguments lead to (havoc.go, forget.go).
package heap

import (
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/state"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Heap contains the variables of programs.
type Heap struct {
	Mem *state.Memory
	// Defines reports whether structs of a type are definitions, which keep their last known
	// values when they escape.
	Defines func(types.Type) bool
	// Conditions returns the number of unknown conditions of the present path.
	Conditions func() int

	boxes     map[boxed]*value.Cell
	recorders []*Recorder
	families  map[*value.Unknown]*value.Cell // the families of unknown slices that were appended to

	watched    map[*value.Cell][]*watch
	written    []*value.Cell // watched cells with writes that notify has yet to report
	walks      int           // walks in progress that may write to more of them
	notifying  bool
	forgetting int  // writes go to all cells that may be the same place
	together   bool // the caller writes to the aliases of several cells itself
	joining    int  // writes are the machine's, not the program's
}

// New returns a heap without variables.
func New(defines func(types.Type) bool, conditions func() int) *Heap {
	return &Heap{Mem: state.NewMemory(), Defines: defines, Conditions: conditions, boxes: map[boxed]*value.Cell{}, families: map[*value.Unknown]*value.Cell{}}
}

// step counts n steps.
func (h *Heap) step(n int) { h.Mem.Work(n * value.LogSteps) }

// EndRun forgets the watchers and the separate cells of places when a run ends.
func (h *Heap) EndRun() {
	h.watched = nil
	clear(h.boxes)
	clear(h.families)
}

// Aside prepares the heap for a run within the present one, and returns a function that ends
// it. Recorders do not record the writes of the inner run.
func (h *Heap) Aside() (end func()) {
	recorders, joining := h.recorders, h.joining
	h.recorders, h.joining = nil, 0
	return func() { h.recorders, h.joining = recorders, joining }
}

// Joining marks writes as the machine's, not the program's, until end is called. Such writes
// do not concern aliases, goroutines or watchers.
func (h *Heap) Joining() (end func()) {
	h.joining++
	return func() { h.joining-- }
}

// OfAlts joins the results of f for all alternatives of u. It leaves nil results out.
func (h *Heap) OfAlts(u *value.Unknown, f func(value.Value) value.Value) value.Value {
	var out value.Value
	for _, a := range u.Alts {
		switch v := f(a); {
		case v == nil:
		case out == nil:
			out = v
		default:
			out = h.Join(out, v, u)
		}
	}
	if out == nil {
		return &value.Unknown{Reason: u.Reason, Pos: u.Pos}
	}
	return out
}

// boxed is a place with a separate cell, the same one on all paths.
type boxed struct {
	c    *value.Cell
	path string
}

// visitCost is the cost of a visit of a value, in eighths of a step.
const visitCost = 2

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

// Mark changes the marks of a cell.
func (h *Heap) Mark(c *value.Cell, change func(mk *value.Marked)) {
	mk := value.Marked{V: c.Get()}
	if old := value.MarksOf(c); old != nil {
		mk = *old
	}
	change(&mk)
	h.Mem.Set(c, mk.Trim())
}
