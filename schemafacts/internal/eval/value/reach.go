package value

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Reached collects the cells and maps that are reachable from values.
type Reached struct {
	Seen  map[*Cell]bool
	Kept  map[*Cell]bool // cells that the unfollowed code reads and does not write
	Cells []*Cell
	Maps  []*Map
	Funcs []*Closure
	// Visits counts the visited values; visited are the visited values with parts.
	Visits  int
	visited map[Value]bool
	past    bool // see ToForget
}

// ReachedFrom returns what is reachable from values without looking into cells.
func ReachedFrom(vals ...Value) *Reached {
	r := &Reached{Seen: map[*Cell]bool{}}
	for _, v := range vals {
		r.Value(v)
	}
	return r
}

// ToForget is [ReachedFrom] for what is made unknown: it does not follow the maps that are unknown
// for ever; see [Cell.Given].
func ToForget(vals ...Value) *Reached {
	r := &Reached{Seen: map[*Cell]bool{}, past: true}
	for _, v := range vals {
		r.Value(v)
	}
	return r
}

// Cell adds a cell that the unfollowed code can write, even if it was added by Keep.
func (r *Reached) Cell(c *Cell) {
	delete(r.Kept, c)
	if c != nil && !r.Seen[c] {
		r.Seen[c] = true
		if !IsFamily(c) {
			r.Cells = append(r.Cells, c)
		}
		for _, same := range AliasesOf(c) {
			r.Cell(same)
		}
	}
}

// Keep adds a cell that the unfollowed code can read but not write.
func (r *Reached) Keep(c *Cell) {
	if c == nil || r.Seen[c] {
		return
	}
	r.Cell(c)
	if r.Kept == nil {
		r.Kept = map[*Cell]bool{}
	}
	r.Kept[c] = true
}

func (r *Reached) Value(v Value) {
	r.Visits++
	v = Plain(v)
	if HasParts(v) && !r.visit(v) {
		return
	}
	switch v := v.(type) {
	case *Ptr:
		v.C.Declare(ir.Elem(v.T))
		r.Cell(v.C)
	case *Slice:
		r.Visits += len(v.Elems) / 2
		v.Declare()
		for _, e := range v.Elems {
			r.Cell(e.C)
		}
		for _, c := range EndOf(v).Cells(v.Elems) { // where an append writes
			r.Cell(c)
		}
	case *Map:
		if !r.Seen[v.Obj] {
			r.Seen[v.Obj] = true
			r.Maps = append(r.Maps, v)
			if !r.past || !v.Obj.Given() {
				r.Value(v.Obj.Get())
			}
		}
	case *Entries:
		r.entries(v)
	case *Struct:
		v.Declare()
		r.parts(v.Parts)
	case *Array:
		r.parts(v.Parts)
	case *Closure:
		r.closure(v)
	case *Extern:
		r.Value(v.Recv)
	case *Native:
		switch s := v.Data.(type) {
		case *Slice:
			r.Value(s)
		case *MapSeq:
			r.Value(s.Map)
		}
	case *Unknown:
		for _, alt := range v.Alts {
			r.Value(alt)
		}
		for _, alt := range v.PointsTo {
			r.Value(alt)
		}
	case Tuple:
		for _, e := range v {
			r.Value(e)
		}
	}
}

func (r *Reached) entries(st *Entries) {
	for _, e := range st.Entries {
		if _, plain := e.Key.(*Const); !plain {
			r.Value(e.Key)
		}
		r.Value(e.Val)
	}
	for _, other := range st.Others() {
		r.Value(other)
	}
}

func (r *Reached) closure(v *Closure) {
	r.Funcs = append(r.Funcs, v)
	r.Value(v.Recv)
	for i, c := range v.Env {
		if v.Writes(i) {
			r.Cell(c)
		} else {
			r.Keep(c)
		}
	}
}

// Writes reports whether a function literal may write to the i-th variable of its Env.
func (v *Closure) Writes(i int) bool {
	return i >= len(v.Fn.Captures) || Assigns(v.Fn, v.Fn.Captures[i][1])
}

// visit reports whether a value with parts has not been visited before.
func (r *Reached) visit(v Value) bool {
	if r.visited[v] {
		return false
	}
	if r.visited == nil {
		r.visited = map[Value]bool{}
	}
	r.visited[v] = true
	return true
}

func (r *Reached) parts(ps Parts) {
	for _, p := range ps {
		if c, ok := p.(*Cell); ok {
			r.Cell(c)
		} else {
			r.Value(p)
		}
	}
}

// Assigns reports whether a function, or a function literal in it, may write to the
// local variable with a slot after its declaration.
func Assigns(fn *ir.Func, slot int) bool {
	return fn.Body != nil && AssignsIn(fn.Body, slot)
}

// AssignsIn reports whether a statement, or a function literal in it, may write to the
// local variable with a slot.
func AssignsIn(n *ir.Node, slot int) bool {
	found := false
	ir.Walk(n, func(n *ir.Node) bool {
		switch n.Op {
		case ir.OpAssign:
			found = found || slices.ContainsFunc(n.Targets(), func(t *ir.Node) bool { return rootSlot(t) == slot })
		case ir.OpAddr:
			found = found || rootSlot(n.X()) == slot
		case ir.OpRange:
			found = found || !n.Defines() && (rootSlot(n.Key()) == slot || rootSlot(n.Elem()) == slot)
		case ir.OpClosure:
			for _, c := range n.Fn.Captures {
				found = found || c[0] == slot && Assigns(n.Fn, c[1])
			}
			return false
		}
		return !found
	})
	return found
}

// rootSlot returns the slot of the local variable that an expression denotes or
// selects a part of. It returns -1 for any other expression.
func rootSlot(n *ir.Node) int {
	for n.Op == ir.OpField || n.Op == ir.OpIndex || n.Op == ir.OpSlice {
		n = n.X()
	}
	if n.Op == ir.OpLocal {
		return n.Int
	}
	return -1
}

// HasParts reports whether a walk that starts at v may visit several other values.
// Walks record such values, so that they visit each only once.
func HasParts(v Value) bool {
	switch v := v.(type) {
	case *Struct, *Array, *Closure:
		return true
	case *Slice:
		return len(v.Elems) > 0
	case *Unknown:
		return len(v.Alts) > 0
	}
	return false
}

// LeadsSomewhere reports whether a result is unknown and has a type that can contain
// pointers.
func LeadsSomewhere(v Value) bool {
	switch v := v.(type) {
	case *Unknown:
		return len(v.Alts) == 0 && HoldsPointers(v.T)
	case Tuple:
		return slices.ContainsFunc(v, LeadsSomewhere)
	}
	return false
}

// HoldsPointers reports whether a value of type t can contain pointers or other
// references, such as maps, interfaces or functions. A slice counts only if its elements
// do. An error does not count, and neither does a type that is nested too deeply.
func HoldsPointers(t types.Type) bool { return holdsPointers(t, 0) }

func holdsPointers(t types.Type, depth int) bool {
	if t == nil || ir.IsError(t) || depth > 4 {
		return false
	}
	switch u := ir.Under(t).(type) {
	case *types.Slice:
		return holdsPointers(u.Elem(), depth+1)
	case *types.Array:
		return holdsPointers(u.Elem(), depth+1)
	case *types.Struct:
		for i := range u.NumFields() {
			if holdsPointers(u.Field(i).Type(), depth+1) {
				return true
			}
		}
		return false
	case *types.Basic:
		return false
	}
	return true
}
