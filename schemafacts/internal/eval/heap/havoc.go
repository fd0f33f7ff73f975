package heap

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// HandOver marks everything reachable from values as possibly written by unseen code.
func (h *Heap) HandOver(vals []value.Value, why *value.Unknown) {
	newEscapee(h, why).all(vals)
}

// Decode is [Heap.HandOver] for code that overwrites its arguments completely, as
// json.Unmarshal does. Definitions do not keep their values either.
func (h *Heap) Decode(vals []value.Value, why *value.Unknown) {
	e := newEscapee(h, why)
	e.decodes = true
	e.all(vals)
}

// escapee marks everything reachable from values that were passed to unseen code. A
// part of a definition that a dialect watches keeps its last known value; its
// registration reports that it is untraced.
type escapee struct {
	h    *Heap
	why  *value.Unknown
	seen map[*value.Cell]bool
	// visited are the visited values with parts and families, each with and without kept. havocked
	// maps values to their replacements, since a value may be a part of many others.
	visited  map[visited]bool
	havocked map[value.Value]value.Value
	seqs     []*value.MapSeq
	decodes  bool // see Decode
}

func newEscapee(h *Heap, why *value.Unknown) *escapee {
	return &escapee{h: h, why: why, seen: map[*value.Cell]bool{}}
}

// all marks everything reachable from vals.
func (e *escapee) all(vals []value.Value) {
	defer e.h.walk()()
	for _, v := range vals {
		if c, ok := v.(*value.Closure); ok {
			v = c.Recv // the function itself is run; see eval's MayCall
		}
		e.visit(v, false)
	}
}

// visit marks everything that a value leads to. The value itself is a copy.
func (e *escapee) visit(v value.Value, kept bool) {
	e.h.Mem.Work(visitCost)
	if value.HasParts(v) {
		if !e.first(visited{v, kept}) {
			return
		}
	}
	switch v := v.(type) {
	case *value.Ptr:
		v.C.Declare(ir.Elem(v.T))
		if kept {
			e.keep(v.C)
		} else {
			e.place(v.C)
		}
	case *value.Slice:
		e.slice(v, kept)
	case *value.Map:
		e.entries(v, kept)
	case *value.Struct:
		kept = kept || e.watched(v)
		e.parts(v.Parts, kept)
	case *value.Array:
		e.parts(v.Parts, kept)
	case *value.Native:
		switch s := v.Data.(type) { // the values that an iterator yields
		case *value.Slice:
			e.visit(s, kept)
		case *value.MapSeq:
			if !slices.Contains(e.seqs, s) {
				e.seqs = append(e.seqs, s)
				e.visit(e.h.Now(s, v.Pos), kept)
			}
		}
	case *value.Closure: // unseen code may call it
		e.visit(v.Recv, kept) // of a method value
		for i, c := range v.Env {
			if v.Writes(i) {
				e.place(c)
			}
		}
	case *value.Unknown:
		for _, alt := range v.Alts {
			e.visit(alt, kept)
		}
		for _, target := range v.PointsTo {
			e.visit(target, kept)
		}
	}
}

// first reports whether v was not visited before, and records the visit.
func (e *escapee) first(v visited) bool {
	if e.visited[v] {
		return false
	}
	if e.visited == nil {
		e.visited = map[visited]bool{}
	}
	e.visited[v] = true
	return true
}

func (e *escapee) slice(s *value.Slice, kept bool) {
	e.h.Mem.Work(len(s.Elems))
	s.Declare()
	for _, el := range s.Elems {
		if kept {
			e.visit(el.C.Get(), true)
		} else {
			e.place(el.C)
		}
	}
	if !kept { // elements after the end, to which an append writes
		for _, c := range value.EndOf(s).Cells(s.Elems) {
			e.place(c)
		}
	}
}

// visited is a value that was visited.
type visited struct {
	v    value.Value
	kept bool
}

// entries marks a map: its entries may have been changed or deleted.
func (e *escapee) entries(mp *value.Map, kept bool) {
	if e.seen[mp.Obj] {
		return
	}
	e.seen[mp.Obj] = true
	if mp.Obj.Given() {
		return
	}
	st := mp.State()
	for _, other := range st.Others() {
		e.visit(other, kept)
	}
	for _, en := range st.Entries {
		if _, plain := en.Key.(*value.Const); !plain {
			e.visit(en.Key, kept)
		}
	}
	if !kept {
		out, changed := e.havocEntries(st, mp.Obj.Dynamic)
		e.write(mp.Obj, out, changed)
		return
	}
	for _, en := range st.Entries {
		e.visit(en.Val, true)
	}
	if st.Open == nil {
		e.h.Set(mp.Obj, &value.Entries{Entries: st.Entries, Open: e.why})
	}
}

// havocEntries returns the entries of a map that may have been written to, and whether they
// differ from st.
func (e *escapee) havocEntries(st *value.Entries, dynamic bool) (out *value.Entries, changed bool) {
	out = &value.Entries{Entries: slices.Clone(st.Entries), Open: st.Open}
	if changed = out.Open == nil; changed {
		out.Open = e.why
	}
	for i := range out.Entries {
		en := &out.Entries[i]
		v, other := e.havocIn(en.Val, dynamic)
		changed = changed || other || !en.Maybe
		en.Val, en.Maybe = v, true
	}
	return out, changed
}

// place marks a cell that may be written to.
func (e *escapee) place(c *value.Cell) {
	if e.seen[c] {
		return
	}
	if _, ok := c.Get().(*value.Entries); ok { // of a map to which a path wrote
		e.entries(&value.Map{Obj: c}, false)
		return
	}
	e.seen[c] = true
	if e.h.given(c) {
		e.aliases(c, false)
		return
	}
	e.h.step(1)
	v, changed := e.havocIn(c.Get(), c.Dynamic)
	e.write(c, v, changed)
}

// write writes v to a cell if it differs from the cell's value. If not, unseen code may write to
// the cell all the same, perhaps after other code has.
func (e *escapee) write(c *value.Cell, v value.Value, changed bool) {
	if !changed {
		e.h.record(c)
	}
	e.aliases(c, changed)
	if changed {
		e.h.Set(c, v)
	}
}

// aliases marks the cells that may be the same variable as c, if their values are known. Unknown
// ones keep their alternatives: to mark these, too, doubles the steps of some agents and ends their
// runs early, and most copies of an unknown element share no array with it. If written is set,
// [Heap.Set] writes to the cells, and only what pointers in them lead to is marked.
func (e *escapee) aliases(c *value.Cell, written bool) {
	for _, d := range value.AliasesOf(c) {
		switch v := d.Get().(type) {
		case *value.Unknown:
		case *value.Members:
			if e.first(visited{v, written}) {
				e.aliases(d, written)
			}
		default:
			if p, ok := v.(*value.Ptr); !written {
				e.place(d)
			} else if ok {
				e.visit(p, false)
			}
		}
	}
}

// havocIn is havoc for a variable that, if dynamic is set, has an interface type. It may then
// hold a value of another type. Definitions stay.
func (e *escapee) havocIn(v value.Value, dynamic bool) (value.Value, bool) {
	if s, ok := value.StructOf(v); !dynamic || ok && e.watched(s) {
		return e.havoc(v)
	}
	for _, alt := range value.Targets(v) {
		e.visit(alt, false)
	}
	u, ok := v.(*value.Unknown)
	if ok && u.T == nil && (len(u.Alts) == 0 || u.MayBeAny()) {
		return v, false
	}
	return value.HavocAny(v, e.why), true
}

// havoc returns the value of a cell that held v and may have been written to, and
// whether it differs from v. Pointers stay, because their targets are marked. A function
// becomes an unknown value with the function as an alternative, because the cell may
// hold another function.
func (e *escapee) havoc(v value.Value) (out value.Value, changed bool) {
	if value.HasParts(v) {
		if out, done := e.havocked[v]; done {
			return out, out != v
		}
		if e.havocked == nil {
			e.havocked = map[value.Value]value.Value{}
		}
		e.havocked[v] = v // in case it is a part of itself
		defer func() { e.havocked[v] = out }()
	}
	switch x := v.(type) {
	case *value.Const, *value.Nil, *value.TypeVal:
		return value.NewUnknown(e.why.Reason, e.why.Pos, value.TypeOf(v)), true
	case *value.Native:
		if x.Kind == value.JSONKind { // a text like any other
			return value.NewUnknown(e.why.Reason, e.why.Pos, x.T), true
		}
	case *value.Struct:
		if e.watched(x) {
			e.visit(x, true)
			return e.taint(x), true
		}
		x.Declare()
		parts, changed := e.havocParts(x.Parts, func(i int) types.Type { return x.Fields.Field(i).Type() })
		if !changed && x.Rest != nil {
			return x, false
		}
		return x.Havoc(parts, e.why), true
	case *value.Array:
		elem := ir.Elem(ir.Under(x.T))
		parts, changed := e.havocParts(x.Parts, func(int) types.Type { return elem })
		if !changed {
			return x, false
		}
		out := *x
		out.Parts = parts
		return &out, true
	case *value.Slice:
		e.visit(x, false)
		if x.Open != nil && !x.Open.Others && !x.Sure && !x.IsNil && len(x.In) > 0 {
			return x, false
		}
		out := x.Opened(e.why)
		out.Sure = false
		return out, true
	case *value.Closure:
		e.visit(x, false)
		return value.Havoc(x, e.why), true
	case *value.Unknown:
		return e.havocAlts(x)
	}
	e.visit(v, false)
	return v, false
}

// parts visits the parts of a value that is a copy.
func (e *escapee) parts(ps value.Parts, kept bool) {
	for _, p := range ps {
		if c, ok := p.(*value.Cell); ok {
			p = c.Get()
		}
		e.visit(p, kept)
	}
}

// havocParts is havoc for the parts of a variable.
func (e *escapee) havocParts(ps value.Parts, typ func(i int) types.Type) (out value.Parts, changed bool) {
	e.h.step(len(ps))
	out = ps.Map(e.place, func(i int, p value.Value) value.Value {
		v, other := e.havocIn(p, ir.IsInterface(typ(i)))
		changed = changed || other
		return v
	})
	return out, changed
}

// havocAlts is havoc for a variable with several alternatives.
func (e *escapee) havocAlts(u *value.Unknown) (value.Value, bool) {
	for _, target := range u.PointsTo {
		e.visit(target, false)
	}
	if len(u.Alts) == 0 {
		return u, false
	}
	out := &value.Unknown{Reason: e.why.Reason, Pos: e.why.Pos, T: u.T, PointsTo: u.PointsTo}
	e.h.step(len(u.Alts))
	changed := !u.MayBeAny()
	for _, alt := range u.Alts {
		v, other := e.havoc(alt)
		if changed = changed || other || value.Blank(v); !value.Blank(v) { // otherwise it is like any unknown value
			out.AddAlt(v)
		}
	}
	if !changed {
		return u, false
	}
	out.AddAlt(value.NewUnknown(e.why.Reason, e.why.Pos, u.T))
	out.Settle()
	return out, true
}

// keep marks the target of a pointer in a definition.
func (e *escapee) keep(c *value.Cell) {
	if e.seen[c] {
		return
	}
	e.seen[c] = true
	e.h.step(1)
	switch x := c.Get().(type) {
	case *value.Struct:
		if x.Rest != nil {
			v, _ := e.havoc(x) // for a parameter, forget what was written to it
			e.h.Set(c, v)
			return
		}
		e.h.Set(c, e.taint(x))
	case *value.Const, *value.Nil:
		e.h.Set(c, value.Havoc(x, e.why))
		return
	case *value.Slice:
		s := x.Opened(e.why)
		s.Sure = false
		e.h.Set(c, s)
	}
	e.visit(c.Get(), true)
}
