package value

import (
	"go/types"
	"slices"
)

// Marked is the value of a cell together with further facts about the cell. Only
// cells contain such values.
type Marked struct {
	V Value
	// Shuffled reports whether the variable is an element of an array whose order is
	// unknown: its value is at some index of the array.
	Shuffled bool
	// Random reports whether the order differs between runs, like that of a map.
	Random bool
	// Aliases are cells that may be the same variable, such as elements of two arrays
	// if a slice contains one or the other.
	Aliases []*Cell
	// Late are values that a goroutine, or an append with room in the array, may write
	// to the variable at any time. LateWhy is the reason.
	Late    []Value
	LateWhy *Unknown
	// Kept is the reason if a container of the standard library points to the variable;
	// see eval/keep.go. Sometimes reports whether that is so on some of the paths that lead here.
	Kept      *Unknown
	Sometimes bool
}

// Plain returns the value v without the facts that [Marked] adds to it.
func Plain(v Value) Value {
	if mk, ok := v.(*Marked); ok {
		return mk.V
	}
	return v
}

// MarksOf returns the facts that a cell records in addition to its value, such as
// writes by goroutines, or nil if it records none; see [Marked].
func MarksOf(c *Cell) *Marked {
	mk, _ := c.Raw().(*Marked)
	return mk
}

// With returns v with the marks of mk, which may be nil.
func (mk *Marked) With(v Value) Value {
	if mk == nil {
		return v
	}
	out := *mk
	out.V = v
	return out.Trim()
}

// Trim returns the plain value if mk has no marks, and mk otherwise.
func (mk *Marked) Trim() Value {
	if !mk.Shuffled && len(mk.Aliases) == 0 && len(mk.Late) == 0 && mk.Kept == nil {
		return mk.V
	}
	return mk
}

// Shuffled reports whether the cell is an element of an array at an unknown index.
func (c *Cell) Shuffled() bool { return IsShuffled(c.Raw()) }

// IsShuffled is [Cell.Shuffled] for the value of the cell with its marks.
func IsShuffled(v Value) bool {
	mk, ok := v.(*Marked)
	return ok && mk.Shuffled
}

// isRandom reports whether v is an element whose index differs between runs, such as
// a key that a loop over a map appended.
func isRandom(v Value) bool {
	mk, ok := v.(*Marked)
	return ok && mk.Random
}

// joinMarks returns v with the facts that a or b adds to it.
func joinMarks(v, a, b Value) *Marked {
	out := &Marked{V: v}
	always := true
	for _, v := range []Value{a, b} {
		mk, ok := v.(*Marked)
		if ok {
			out.add(mk)
		}
		always = always && ok && mk.Kept != nil && !mk.Sometimes
	}
	out.Sometimes = out.Kept != nil && !always
	return out
}

// add adds the facts of other to those of mk.
func (mk *Marked) add(other *Marked) {
	mk.Shuffled = mk.Shuffled || other.Shuffled
	mk.Aliases = union(mk.Aliases, other.Aliases)
	for _, v := range other.Late {
		mk.ComesLate(v, other.LateWhy)
	}
	if mk.Kept == nil {
		mk.Kept = other.Kept
	}
}

// union returns the elements of a, followed by those of b that are not in a. No element is in
// a list twice.
func union[T comparable](a, b []T) []T {
	switch {
	case len(a) == 0:
		return b[:len(b):len(b)]
	case len(b) == 0, sameList(a, b):
		return a
	}
	n := 0 // most lists that meet have grown from one list
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) {
		return b[:len(b):len(b)]
	}
	rest := a[n:]
	has := func(x T) bool { return slices.Contains(rest, x) }
	if len(rest)*(len(b)-n) > 1000 {
		set := make(map[T]bool, len(rest))
		for _, x := range rest {
			set[x] = true
		}
		has = func(x T) bool { return set[x] }
	}
	out := a[:len(a):len(a)]
	for _, x := range b[n:] {
		if !has(x) {
			out = append(out, x)
		}
	}
	return out
}

// CommonType returns the type of all vals, or nil if they have several.
func CommonType(vals []Value) types.Type {
	var t types.Type
	for i, v := range vals {
		if i > 0 && !SameType(TypeOf(v), t) {
			return nil
		}
		t = TypeOf(v)
	}
	return t
}

// maxLate is the greatest number of values that are recorded for later writes to a
// cell.
const maxLate = 8

// ComesLate records that a goroutine may write v to the cell at any time. why is the
// reason.
func (mk *Marked) ComesLate(v Value, why *Unknown) {
	mk.LateWhy = why
	if slices.ContainsFunc(mk.Late, func(old Value) bool { return Same(old, v) }) {
		return
	}
	if len(mk.Late) >= maxLate {
		all := append(slices.Clone(mk.Late), v)
		mk.Late = []Value{WithTargets(NewUnknown(why.Reason, why.Pos, CommonType(all)), all)}
		return
	}
	mk.Late = append(mk.Late[:len(mk.Late):len(mk.Late)], v)
}
