package value

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// Map is a map; copies share Obj. A nil map is a *Nil.
type Map struct {
	T   types.Type
	Obj *Cell // holds a *Entries
	Pos token.Pos
}

type Entry struct {
	K string
	// Key is unknown only if a caller made the map as an argument; the first entry is then
	// an example of its values.
	Key   Value
	Val   Value
	Maybe bool
}

// Entries is immutable.
type Entries struct {
	Entries []Entry
	// Open, if not nil, is why there may be more entries. Sure reports whether Entries are
	// entries in spite of it: the map is a known one to which unknown entries were added.
	Open *Unknown
	Sure bool
}

// opened returns the entries to which others may be added.
func (s *Entries) opened(why *Unknown) *Entries {
	return &Entries{s.Entries, EitherOpen(why, s.Open), s.Open == nil || s.Sure}
}

// State returns the contents of the map in the present state. They are unknown if the
// map was made on a path that does not lead here.
func (m *Map) State() *Entries {
	switch st := m.Obj.Get().(type) {
	case *Entries:
		return st
	case *Unknown:
		return &Entries{Open: st}
	}
	return &Entries{Open: NewUnknown("an unknown map", m.Pos, nil)}
}

// Entries calls f for the known entries of m in the order of insertion. maybe reports
// whether the entry may be absent. Entries returns the reason why m may have further
// entries, or nil if it has none.
func (m *Map) Entries(f func(key, val Value, maybe bool)) *Unknown {
	st := m.State()
	for _, e := range st.Entries {
		f(e.Key, e.Val, e.Maybe)
	}
	return st.Open
}

// Len returns the number of known entries.
func (m *Map) Len() int { return len(m.State().Entries) }

// NewMap returns an empty map.
func NewMap(t types.Type, pos token.Pos) *Map {
	m := &Map{T: t, Obj: NewCell(&Entries{}), Pos: pos}
	m.Obj.Declare(ir.Elem(ir.Under(t)))
	return m
}

// Put adds an entry to a new map to which no other code refers.
func (m *Map) Put(key, val Value) {
	m.Obj.First = m.Obj.First.(*Entries).With(nil, m.T, key, val)
}

// Others returns what entries with unknown keys lead to.
func (s *Entries) Others() []Value {
	if s.Open == nil || len(s.Open.PointsTo)+len(s.Open.Alts) == 0 {
		return nil
	}
	return Targets(s.Open)
}

// FindAt is [Entries.Find] for an entry that is probably the i-th.
func (s *Entries) FindAt(k string, i int) int {
	if i < len(s.Entries) && s.Entries[i].K == k {
		return i
	}
	return s.Find(k)
}

func (s *Entries) Find(k string) int {
	for i := range s.Entries {
		if s.Entries[i].K == k {
			return i
		}
	}
	return -1
}

// With returns the entries of a map of type t after an assignment of val to key. If
// the key is unknown, the assignment may replace any entry: join then joins each old
// value with val. If join is nil, the old values become unknown.
func (s *Entries) With(join func(a, b Value, why *Unknown) Value, t types.Type, key, val Value) *Entries {
	k, ok := KeyIn(t, key)
	if !ok {
		// Any of the entries may be the replaced one.
		why := &Unknown{Reason: "may be overwritten under an unknown map key", Pos: PosOf(key)}
		out := s.opened(why)
		out.Entries, out.Open = slices.Clone(s.Entries), out.Open.From(holding(key, val)...)
		for i := range out.Entries {
			if old := out.Entries[i].Val; join != nil {
				out.Entries[i].Val = join(old, val, why)
			} else {
				out.Entries[i].Val, _ = Coarser(old, val, why)
			}
		}
		return out
	}
	out := &Entries{make([]Entry, len(s.Entries), len(s.Entries)+1), s.Open, s.Sure}
	copy(out.Entries, s.Entries)
	e := Entry{k, key, val, false}
	if i := s.Find(k); i >= 0 {
		out.Entries[i] = e
	} else {
		out.Entries = append(out.Entries, e)
	}
	return out
}

// Copy returns a copy of the map with f applied to its values.
func (m *Map) Copy(f func(Value) Value) *Map {
	st := m.State()
	out := &Entries{make([]Entry, len(st.Entries)), st.Open, st.Sure}
	for i, e := range st.Entries {
		e.Val = f(e.Val)
		out.Entries[i] = e
	}
	c := NewMap(m.T, m.Pos)
	c.Obj.First = out
	return c
}

func (s *Entries) values() []Value {
	out := make([]Value, len(s.Entries))
	for i, e := range s.Entries {
		out[i] = e.Val
	}
	return out
}

// AnyOf returns the value of an index expression with an unknown key: any entry, or
// the zero value of t.
func (st *Entries) AnyOf(reason string, pos token.Pos, t types.Type) Value {
	u := NewUnknown(reason, pos, t)
	for _, e := range st.Entries {
		u.AddAlt(e.Val)
	}
	z := Zero(t, pos)
	if IsNil(z) {
		u.AddAlt(z)
	}
	if st.Open != nil || !IsNil(z) {
		u.AddAlt(Symbolic(t, reason, pos, 1))
	}
	return u.read(st.Open, pos)
}

// read completes the value of an index expression. Unknown elements come from open.
func (u *Unknown) read(open *Unknown, pos token.Pos) Value {
	u.Settle()
	var v Value = u
	if len(u.Alts) == 0 && len(u.PointsTo) == 0 {
		v = Symbolic(u.T, u.Reason, pos, 1)
	}
	if !SharesMemory(u.T) {
		return v
	}
	return WithTargets(v, elementsFrom(open))
}

// AnyOf returns the value of an index expression with an unknown index: any element
// of the slice.
func (s *Slice) AnyOf(reason string, pos token.Pos, t types.Type) Value {
	u := NewUnknown(reason, pos, t)
	for _, e := range s.Elems {
		u.AddAlt(e.C.Get())
	}
	if s.Open != nil || len(u.Alts) < 2 {
		u.AddAlt(Symbolic(t, reason, pos, 1))
	}
	return u.read(s.Open, pos)
}

// Replaced returns the entries with e as the one under the key k. A nil e deletes it.
func (s *Entries) Replaced(k string, e *Entry) *Entries {
	out := &Entries{slices.Clone(s.Entries), s.Open, s.Sure}
	i := s.Find(k)
	switch {
	case e == nil && i >= 0:
		out.Entries = slices.Delete(out.Entries, i, i+1)
	case e != nil && i >= 0:
		out.Entries[i] = *e
	case e != nil:
		out.Entries = append(out.Entries, *e)
	}
	return out
}

// Any returns an unknown value that may be any of vals, which may be nil.
func Any(why *Unknown, vals ...Value) Value {
	vals = slices.DeleteFunc(vals, func(v Value) bool { return v == nil })
	u := &Unknown{Reason: why.Reason, Pos: why.Pos, Others: why.Others}
	for i, v := range vals {
		if _, ok := v.(*Entries); ok {
			out := &Entries{Open: u}
			for _, v := range vals {
				if st, ok := v.(*Entries); ok {
					out.Open = out.Open.From(holding(st.values()...)...)
				}
			}
			return out
		}
		if t := TypeOf(v); i == 0 {
			u.T = t
		} else if !SameType(u.T, t) {
			u.T = nil
		}
	}
	u.PointsTo = Unite(nil, vals)
	return u
}

func MapType(t types.Type) (*types.Map, bool) {
	if t == nil {
		return nil, false
	}
	mt, ok := ir.Under(t).(*types.Map)
	return mt, ok
}

// MapSeq is the Data of an iterator over the keys of a map, or over its values if
// Values is set. The iterator reads the map when it is used.
type MapSeq struct {
	Map    *Map
	Values bool
}
