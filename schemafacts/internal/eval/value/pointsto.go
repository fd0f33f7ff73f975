package value

import (
	"go/types"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// A value with too many alternatives is unknown. The variables to which it may point
// are still recorded, because a write through it may write to each of them.

// Targets returns the values to whose parts a write through v may write: the
// alternatives and the points-to set of v, or v itself.
func Targets(v Value) []Value {
	if u, ok := v.(*Unknown); ok && len(u.PointsTo) > 0 {
		return append(u.Alts[:len(u.Alts):len(u.Alts)], u.PointsTo...)
	}
	return Alternatives(v)
}

// Sources returns the values whose elements may be elements of v: the targets of v, and for a
// list or a map with unknown elements also the values that these come from.
func Sources(v Value) []Value {
	var out []Value
	seen := map[Value]bool{}
	var add func(v Value)
	add = func(v Value) {
		for _, x := range Targets(v) {
			if !Comparable(x) || seen[x] {
				continue
			}
			seen[x] = true
			out = append(out, x)
			switch x := x.(type) {
			case *Slice:
				if x.Open != nil {
					add(x.Open)
				}
			case *Map:
				if st := x.State(); st.Open != nil {
					add(st.Open)
				}
			}
		}
	}
	add(v)
	return out
}

// elementsFrom returns the known elements of lists and maps with unknown elements whose reason
// is open.
func elementsFrom(open *Unknown) []Value { return elementsIn(sourcesOf(open)) }

// sourcesOf returns the lists and maps from which unknown elements may come whose reason is open.
func sourcesOf(open *Unknown) []Value {
	if open == nil || len(open.PointsTo)+len(open.Alts) == 0 {
		return nil
	}
	return Sources(open)
}

// ElementsOf returns the known elements of a list or a map, and those that its unknown ones
// may be.
func ElementsOf(v Value) []Value { return elementsIn(Sources(v)) }

// elementsIn returns the known elements of lists and maps.
func elementsIn(lists []Value) []Value {
	var out []Value
	for _, x := range lists {
		switch x := x.(type) {
		case *Slice:
			out = append(out, Elements(x)...)
		case *Map:
			out = append(out, x.State().values()...)
		}
	}
	return out
}

// EitherOpen returns why a list or a map has unknown elements if x or y is the reason. The
// elements may come from whatever x or y leads to.
func EitherOpen(x, y *Unknown) *Unknown {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	case x.Others && !y.Others:
		x, y = y, x
	}
	return x.From(y.Alts...).From(y.PointsTo...)
}

// From returns the reason u for unknown elements that may come from lists and maps.
func (u *Unknown) From(lists ...Value) *Unknown {
	to := Unite(u.PointsTo, newHoldings(u.PointsTo, lists))
	if len(to) == len(u.PointsTo) {
		return u
	}
	out := *u
	out.PointsTo = to
	return &out
}

// holding returns a list that holds values, as a place that they may come from. Such a list
// has no type.
func holding(vals ...Value) []Value {
	var kept []Value
	for _, v := range vals {
		if !SharesMemory(TypeOf(v)) || IsNil(v) {
			continue
		}
		if u, ok := v.(*Unknown); ok && onlyPlaces(u) {
			kept = append(kept, Unite(nil, []Value{u})...)
		} else {
			kept = append(kept, v)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return []Value{NewSlice(nil, PosOf(kept[0]), kept...)}
}

// onlyPlaces reports whether [placeOf] returns the memory of each value that u may be, if u
// leads to known memory.
func onlyPlaces(u *Unknown) bool {
	return !slices.ContainsFunc(slices.Concat(u.Alts, u.PointsTo), func(v Value) bool {
		if x, ok := v.(*Unknown); ok {
			return !onlyPlaces(x)
		}
		return placeOf(v) == nil && !IsNil(v)
	})
}

// newHoldings returns lists without those made by [holding] whose values share memory with
// values in old lists. A loop makes such a list in each pass.
func newHoldings(old, lists []Value) []Value {
	if len(old) == 0 || !slices.ContainsFunc(lists, isHolding) {
		return lists
	}
	seen := map[any]bool{}
	for _, l := range old {
		if isHolding(l) {
			for _, v := range Elements(l.(*Slice)) {
				seen[placeOf(v)] = true
			}
		}
	}
	var out []Value
	for _, l := range lists {
		if !isHolding(l) || slices.ContainsFunc(Elements(l.(*Slice)), func(v Value) bool { p := placeOf(v); return p == nil || !seen[p] }) {
			out = append(out, l)
		}
	}
	return out
}

func isHolding(v Value) bool {
	s, ok := v.(*Slice)
	return ok && s.T == nil
}

// placeOf returns the comparable identity of the memory that v shares with its
// copies, or nil if it shares none.
func placeOf(v Value) any {
	switch v := v.(type) {
	case *Ptr:
		return v.C
	case *Map:
		return v.Obj
	case *Closure:
		return v
	case *Slice:
		switch {
		case len(v.Elems) > 0:
			return v.Elems[0].C
		case len(v.Behind) > 0:
			return v.Behind[0]
		case len(v.In) > 0:
			return v.In[0]
		}
	}
	return nil
}

// Unite returns the values of a, followed by those of b that share memory with none
// of them. It uses the alternatives and points-to sets of unknown values in b. It
// returns a itself if nothing is added.
func Unite(a, b []Value) []Value {
	if len(b) == 0 || sameList(a, b) {
		return a
	}
	seen := make(map[any]bool, len(a)+len(b))
	for _, v := range a {
		seen[placeOf(v)] = true
	}
	out := a[:len(a):len(a)]
	var add func(list []Value)
	add = func(list []Value) {
		for _, v := range list {
			if u, ok := v.(*Unknown); ok {
				add(u.Alts)
				add(u.PointsTo)
			} else if p := placeOf(v); p != nil && !seen[p] {
				seen[p] = true
				out = append(out, v)
			}
		}
	}
	add(b)
	return out
}

// sameAmong reports whether two unknown values have the identical points-to set.
func sameAmong(x, y *Unknown) bool {
	return sameList(x.PointsTo, y.PointsTo)
}

// sameList reports whether two lists are one list, not whether they are equal.
func sameList[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// Coarser returns an unknown value that points to everything that a and b point to.
// It also reports whether the result differs from a.
func Coarser(a, b Value, why *Unknown) (Value, bool) {
	u, ok := a.(*Unknown)
	if !ok || len(u.Alts) > 0 {
		u = &Unknown{Reason: why.Reason, Pos: why.Pos, T: TypeOf(a), PointsTo: Unite(nil, Targets(a))}
	}
	among := Unite(u.PointsTo, Targets(b))
	if u == a && len(among) == len(u.PointsTo) {
		return a, false
	}
	out := *u
	out.PointsTo = among
	return &out, true
}

// Alternatives returns the alternatives of v: v itself, or those of an unknown value.
func Alternatives(v Value) []Value {
	if u, ok := v.(*Unknown); ok && len(u.Alts) > 0 {
		return u.Alts
	}
	return []Value{v}
}

// WithTargets returns v, an unknown value, as a value that may also share memory with
// those in from.
func WithTargets(v Value, from []Value) Value {
	switch v := v.(type) {
	case *Struct:
		out := v
		for i := range v.Parts {
			if !SharesMemory(v.Fields.Field(i).Type()) {
				continue
			}
			var parts []Value
			for _, f := range from {
				if s, ok := f.(*Struct); ok && len(s.Parts) == len(v.Parts) {
					parts = append(parts, s.At(i))
				}
			}
			if old := v.At(i); len(parts) > 0 {
				if p := WithTargets(old, parts); p != old {
					out = out.With(i, p)
				}
			}
		}
		return out
	case Tuple:
		out := slices.Clone(v)
		for i := range out {
			var parts []Value
			for _, f := range from {
				if t, ok := f.(Tuple); ok && len(t) == len(v) {
					parts = append(parts, t[i])
				}
			}
			if SharesMemory(TypeOf(v[i])) {
				out[i] = WithTargets(v[i], parts)
			}
		}
		return out
	case *Unknown:
		return v.withTargets(from)
	}
	to := Unite(nil, from)
	if len(to) == 0 {
		return v
	}
	return &Unknown{Reason: "one of many values", Pos: PosOf(v), T: TypeOf(v), PointsTo: to}
}

func (u *Unknown) withTargets(from []Value) *Unknown {
	to := Unite(u.PointsTo, from)
	if len(to) == len(u.PointsTo) && len(u.Alts) == 0 {
		return u
	}
	out := *u
	if len(u.Alts) > 0 {
		out.Alts = slices.Clone(u.Alts)
		for i, alt := range out.Alts {
			if s, ok := alt.(*Struct); ok && s.Rest != nil {
				out.Alts[i] = WithTargets(s, from)
			}
		}
		if len(to) > len(u.PointsTo) {
			out.AddAlt(&Unknown{Reason: u.Reason, Pos: u.Pos, T: u.T, PointsTo: to})
		}
	}
	out.PointsTo = to
	return &out
}

// SharesMemory reports whether copies of a value of type t may share memory with it.
func SharesMemory(t types.Type) bool {
	if t == nil {
		return true
	}
	switch t := ir.Under(t).(type) {
	case *types.Basic:
		return false
	case *types.Array:
		return SharesMemory(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if SharesMemory(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}
