package value

import "sync/atomic"

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
	// IsNote reports whether the cell belongs to a note of the machine, which no
	// program reads.
	IsNote bool
}

// Heap contains the states of cells.
type Heap interface {
	// Load returns the value of a cell in the present state, with its marks.
	Load(c *Cell) Value
	// Set writes to a cell in the present state.
	Set(c *Cell, v Value)
}

// births counts the cells of all machines.
var births atomic.Uint64

// Clock returns the number of cells that were made so far: the time in which
// [Cell.Born] and the spans of states are measured.
func Clock() uint64 { return births.Load() }

// Birth returns the time of a value that is made now.
func Birth() uint64 { return births.Add(1) }

// NewCell returns a cell that holds v.
func NewCell(v Value) *Cell {
	return &Cell{First: v, Born: Birth()}
}

// NewPart returns a cell for a part of a value, as old as the value.
func NewPart(v Value, born uint64) *Cell {
	Birth()
	return &Cell{First: v, Born: born}
}

// Get returns the cell's value in the present state.
func (c *Cell) Get() Value { return Plain(c.Raw()) }

// Raw returns the cell's value with its marks.
func (c *Cell) Raw() Value {
	if c.Heap == nil {
		return c.First
	}
	return c.Heap.Load(c)
}

// Kept returns why unfollowed code may write to a variable at any time, or nil.
func (c *Cell) Kept() *Unknown {
	if mk := MarksOf(c); mk != nil {
		return mk.Kept
	}
	return nil
}

// Identical reports whether two values are the same Go value, and not only equal.
func Identical(a, b Value) bool {
	if !Comparable(a) || !Comparable(b) {
		return false
	}
	return a == b
}

// Comparable reports whether == can compare v.
func Comparable(v Value) bool {
	_, ok := v.(Tuple)
	return !ok
}
