package value

import "sync/atomic"

// Cell is a variable: a place that can be written to and pointed to.
type Cell struct {
	First Value  // what it holds where the state says nothing else
	Heap  Heap   // whose states may say something else, nil if none does
	ID    uint64 // its place in states, 0 before the first of them has it
	Born  uint64 // when the cell came to be, as births counts
	// Addressed says that the cell is a part of a value and that a pointer to it
	// was made.
	Addressed bool
	// Partial says that a slice has the cell that does not have all elements which
	// another slice of the array may have beside it.
	Partial bool
	// IsNote says that no program reads it: it is that of a note of the machine.
	IsNote bool
}

// Heap is what holds the states of cells.
type Heap interface {
	// Load returns what a cell holds in the present state, with its marks.
	Load(c *Cell) Value
	// Set writes to a cell in the present state.
	Set(c *Cell, v Value)
}

// births counts the cells of all machines.
var births atomic.Uint64

// Clock returns how many cells came to be so far: the time that [Cell.born] and the
// spans of states are in.
func Clock() uint64 { return births.Load() }

// Birth is the time of a value that comes to be now.
func Birth() uint64 { return births.Add(1) }

// NewCell returns a cell that holds v.
func NewCell(v Value) *Cell {
	return &Cell{First: v, Born: Birth()}
}

// NewPart returns a cell that came to be with the value that it is part of.
func NewPart(v Value, born uint64) *Cell {
	Birth()
	return &Cell{First: v, Born: born}
}

// Get returns the cell's value in the present state.
func (c *Cell) Get() Value { return Plain(c.Raw()) }

// Raw returns what the cell holds, with its marks.
func (c *Cell) Raw() Value {
	if c.Heap == nil {
		return c.First
	}
	return c.Heap.Load(c)
}

// Kept returns why a variable may be written to at any time by code that is not
// followed, nil if it is not.
func (c *Cell) Kept() *Unknown {
	if mk := MarksOf(c); mk != nil {
		return mk.Kept
	}
	return nil
}

// Identical reports whether two values are the same Go value, not only equal ones.
func Identical(a, b Value) bool {
	if !Comparable(a) || !Comparable(b) {
		return false
	}
	return a == b
}

// Comparable reports whether == compares v.
func Comparable(v Value) bool {
	_, ok := v.(Tuple)
	return !ok
}
