package eval

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

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
func keeps(f *Extern) bool {
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

// keepAll is escapeExtern for a function that keeps what it is given.
func (m *Machine) keepAll(key string, vals []Value, pos token.Pos) {
	why := NewUnknown("passed to "+ir.ShortKey(key)+", which keeps it", pos, nil)
	m.Keep(vals, why)
	if len(m.stack) == 0 {
		return
	}
	for _, v := range vals {
		m.keepResults(v, why)
		p, ok := v.(*Ptr)
		if !ok {
			continue
		}
		if s, ok := p.C.Get().(*Struct); ok { // a pool has a function
			for i := range s.parts {
				if s.IsMade(i) {
					m.keepResults(s.At(i), why)
				}
			}
		}
	}
}

// keepResults runs a function that is kept for what it returns: that is handed out as
// well.
func (m *Machine) keepResults(v Value, why *Unknown) {
	for _, v := range Alternatives(v) {
		if c, ok := v.(*Closure); ok {
			m.mayRun(c, why, func(result Value) { m.Keep([]Value{result}, why) })
		}
	}
}

// Keep makes unknown, for good, what values lead to.
func (m *Machine) Keep(vals []Value, why *Unknown) {
	r := &reached{seen: map[*Cell]bool{}}
	for _, v := range vals {
		r.value(v)
	}
	for i := 0; i < len(r.cells); i++ {
		if c := r.cells[i]; c.gone() == nil {
			r.value(c.Get())
		}
	}
	m.forgetCells(why, r)
	m.work(visitCost * r.visits)
	lost := func(c *Cell) {
		if c.gone() == nil {
			m.mark(c, func(mk *marked) { mk.gone = why })
		}
	}
	for _, c := range r.cells {
		if !r.kept[c] {
			lost(c)
		}
	}
	for _, mp := range r.maps {
		lost(mp.Obj)
	}
}

// gone returns why a variable may be written to at any time by code that is not
// followed, nil if it is not.
func (c *Cell) gone() *Unknown {
	if mk := marksOf(c); mk != nil {
		return mk.gone
	}
	return nil
}

// writtenAnyTime returns what a variable holds after v was written to it, if code that
// is not followed may write to it at any time.
func (m *Machine) writtenAnyTime(v Value, why *Unknown) Value {
	m.Keep([]Value{v}, why)
	m.forgetting++ // Keep has written to all that v leads to
	defer func() { m.forgetting-- }()
	e := &escapee{m: m, why: why, seen: map[*Cell]bool{}}
	if st, ok := v.(*mapState); ok {
		return e.spoiledEntries(st)
	}
	out, _ := e.spoiled(v)
	return out
}
