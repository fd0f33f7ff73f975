package eval

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Containers of the standard library hand back the values that were stored in them.
// The evaluator does not follow a value out of a container. So the variables that a
// stored value leads to may be written to at any time after it was stored.

// keepers are the prefixes of the keys of library functions that keep their arguments.
var keepers = []string{
	"container/", "(*container/", "(container/",
	"(*sync.Map).", "(*sync.Pool).", "sync.OnceFunc", "sync.OnceValue",
	"(*sync/atomic.Value).", "(*sync/atomic.Pointer",
	"context.WithValue", "iter.Pull", "weak.Make",
}

// keeps reports whether a library function keeps its arguments and hands them back.
// Functions of slices and maps do if their results hold pointers.
func keeps(f *value.Extern) bool {
	for _, prefix := range keepers {
		if strings.HasPrefix(f.Key, prefix) {
			return true
		}
	}
	sig, ok := f.T.(*types.Signature)
	if pkg := ir.PkgOf(f.Key); !ok || pkg != "slices" && pkg != "maps" {
		return false
	}
	return slices.ContainsFunc(slices.Collect(sig.Results().Variables()), func(v *types.Var) bool { return holdsPointers(v.Type(), 0) })
}

// keepAll is escapeExtern for a function that keeps its arguments.
func (m *Machine) keepAll(key string, vals []value.Value, pos token.Pos) {
	why := value.NewUnknown("passed to "+ir.ShortKey(key)+", which keeps it", pos, nil)
	m.Keep(vals, why)
	if len(m.stack) == 0 {
		return
	}
	for _, v := range vals {
		m.keepResults(v, why)
		p, ok := v.(*value.Ptr)
		if !ok {
			continue
		}
		if s, ok := p.C.Get().(*value.Struct); ok { // a pool has a function
			for i := range s.Parts {
				if s.IsMade(i) {
					m.keepResults(s.At(i), why)
				}
			}
		}
	}
}

// keepResults runs a stored function for its results, which are returned to the program
// as well.
func (m *Machine) keepResults(v value.Value, why *value.Unknown) {
	for _, v := range value.Alternatives(v) {
		if c, ok := v.(*value.Closure); ok {
			m.mayRun(c, why, func(result value.Value) { m.Keep([]value.Value{result}, why) })
		}
	}
}

// Keep makes everything unknown, permanently, that values lead to.
func (m *Machine) Keep(vals []value.Value, why *value.Unknown) {
	r := &value.Reached{Seen: map[*value.Cell]bool{}}
	for _, v := range vals {
		r.Value(v)
	}
	for i := 0; i < len(r.Cells); i++ {
		if c := r.Cells[i]; c.Kept() == nil {
			r.Value(c.Get())
		}
	}
	m.forgetCells(why, r)
	m.work(visitCost * r.Visits)
	lost := func(c *value.Cell) {
		if c.Kept() == nil {
			m.mark(c, func(mk *value.Marked) { mk.Kept = why })
		}
	}
	for _, c := range r.Cells {
		if !r.Kept[c] {
			lost(c)
		}
	}
	for _, mp := range r.Maps {
		lost(mp.Obj)
	}
}

// writtenAnyTime returns the value of a variable after v was written to it, if
// unfollowed code may write to it at any time.
func (m *Machine) writtenAnyTime(v value.Value, why *value.Unknown) value.Value {
	m.Keep([]value.Value{v}, why)
	m.forgetting++ // Keep has already written to everything that v leads to
	defer func() { m.forgetting-- }()
	e := &escapee{m: m, why: why, seen: map[*value.Cell]bool{}}
	if st, ok := v.(*value.Entries); ok {
		return e.havocEntries(st)
	}
	out, _ := e.havoc(v)
	return out
}
