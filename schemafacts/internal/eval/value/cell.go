package value

import (
	"go/types"
	"sync/atomic"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Cell is a variable: a place that can be written to and pointed to.
type Cell struct {
	First Value  // its value unless the state contains another one
	Heap  Heap   // whose states may contain another value, or nil
	ID    uint64 // its position in states, 0 before the first write
	Born  uint64 // when the cell was made, as counted by births
	// Addressed reports whether the cell is a part of a value and a pointer to it
	// exists.
	Addressed bool
	// Partial reports whether some slice contains the cell without all elements that
	// another slice of the array may have next to it.
	Partial bool
	// Dynamic reports whether the variable, or for a map each entry, is known to have an
	// interface type. A write may then change the dynamic type of the value.
	Dynamic bool
	// IsNote reports whether the cell belongs to a note of the machine, which no
	// program reads.
	IsNote bool
}

// Heap stores the values of cells in states.
type Heap interface {
	// Load returns the value of a cell in the present state, with its marks.
	Load(c *Cell) Value
	// Set writes to a cell in the present state.
	Set(c *Cell, v Value)
}

// births counts the values with an age that all machines have made.
var births atomic.Uint64

// Clock returns the current time, counted in births. [Cell.Born] and the spans of
// states are such times.
func Clock() uint64 { return births.Load() }

// Birth advances the clock and returns the new time, for a value that is made now.
func Birth() uint64 { return births.Add(1) }

// NewCell returns a cell that holds v.
func NewCell(v Value) *Cell {
	return &Cell{First: v, Born: Birth()}
}

// NewVar returns a cell for a variable of type t.
func NewVar(v Value, t types.Type) *Cell {
	c := NewCell(v)
	c.Declare(t)
	return c
}

// Declare records the type of the variable.
func (c *Cell) Declare(t types.Type) {
	if t != nil && ir.IsInterface(t) {
		c.Dynamic = true
	}
}

// NewPart returns a cell for a field or element of a value. It is as old as that
// value.
func NewPart(v Value, born uint64) *Cell {
	Birth()
	return &Cell{First: v, Born: born}
}

// Get returns the cell's value in the present state, without marks.
func (c *Cell) Get() Value { return Plain(c.Raw()) }

// Raw returns the content of the cell, which may be a [Marked] value.
func (c *Cell) Raw() Value {
	if c.Heap == nil {
		return c.First
	}
	return c.Heap.Load(c)
}

// Kept returns the reason why unfollowed code may write to the cell at any time, or
// nil if it may not.
func (c *Cell) Kept() *Unknown {
	if mk := MarksOf(c); mk != nil {
		return mk.Kept
	}
	return nil
}

// Given reports whether unfollowed code may write at any time to the cell and to everything that
// it leads to. All of that is unknown already, so no walk that makes values unknown follows it.
func (c *Cell) Given() bool {
	mk := MarksOf(c)
	return mk != nil && mk.Kept != nil && !mk.Sometimes
}

// Identical reports whether a and b are the same Go value in the evaluator. Two
// separately made constants are not identical even if they are equal.
func Identical(a, b Value) bool {
	if !Comparable(a) || !Comparable(b) {
		return false
	}
	return a == b
}

// Comparable reports whether Go's == can compare v without a panic.
func Comparable(v Value) bool {
	_, ok := v.(Tuple)
	return !ok
}
