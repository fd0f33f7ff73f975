package value

import "slices"

// Leq reports whether b represents every value that a represents. In this order,
// [Joiner.Join] returns an upper bound.
func Leq(a, b Value) bool {
	a, b = Plain(a), Plain(b)
	if x, ok := a.(*Unknown); ok {
		return unknownLeq(x, b)
	}
	if y, ok := b.(*Unknown); ok {
		for _, alt := range y.Alts {
			if Leq(a, alt) {
				return true
			}
		}
		return hasOpen(y)
	}
	if Same(a, b) {
		return true
	}
	switch x := a.(type) {
	case *Struct:
		y, ok := b.(*Struct)
		return ok && structLeq(x, y)
	case *Array:
		y, ok := b.(*Array)
		return ok && x.Len() == y.Len() && allLeq(x.Len(), x.At, y.At)
	case Tuple:
		y, ok := b.(Tuple)
		return ok && len(x) == len(y) && allLeq(len(x), func(i int) Value { return x[i] }, func(i int) Value { return y[i] })
	case *Slice:
		y, ok := b.(*Slice)
		return ok && sliceLeq(x, y)
	case *Entries:
		y, ok := b.(*Entries)
		return ok && entriesLeq(x, y)
	}
	return false
}

func allLeq(n int, a, b func(i int) Value) bool {
	for i := range n {
		if !Leq(a(i), b(i)) {
			return false
		}
	}
	return true
}

// unknownLeq is Leq for an unknown value, which may have alternatives.
func unknownLeq(x *Unknown, b Value) bool {
	for _, alt := range x.Alts {
		if !Leq(alt, b) {
			return false
		}
	}
	y, ok := b.(*Unknown)
	if s, isSlice := b.(*Slice); isSlice && len(x.Alts) == 0 {
		// A slice of unknown elements, any number of them.
		return s.Open != nil && allMaybe(s.Elems)
	}
	if !ok {
		return len(x.Alts) > 0
	}
	return len(x.Alts) > 0 || hasOpen(y) || Same(x, y) || slices.ContainsFunc(y.Alts, func(alt Value) bool { return Leq(x, alt) })
}

// hasOpen reports whether an unknown value may be any value of its type.
func hasOpen(u *Unknown) bool {
	if len(u.Alts) == 0 {
		return u.ErrCheck == 0 && u.AtLeast == 0
	}
	for _, alt := range u.Alts {
		if w, ok := alt.(*Unknown); ok && hasOpen(w) {
			return true
		}
	}
	return false
}

func structLeq(x, y *Struct) bool {
	if !SameType(x.T, y.T) || len(x.Parts) != len(y.Parts) || x.Taint != nil && y.Taint == nil || y.Def != nil && x.Def != y.Def {
		return false
	}
	return allLeq(len(x.Parts), x.At, y.At)
}

// sliceLeq reports whether y has all elements of x in the same order, and only
// elements besides them that may be absent.
func sliceLeq(x, y *Slice) bool {
	if x.Open != nil && (y.Open == nil || y.Sure && !x.Sure) || x.IsNil && !y.IsNil && !allMaybe(y.Elems) {
		return false
	}
	return embeds(x.Elems, y.Elems, y.Open != nil)
}

// maxEmbeds limits the pairs of elements that are compared.
const maxEmbeds = 10_000

// embeds reports whether y has the elements x, and others that may be absent. open reports
// whether more may follow y.
func embeds(x, y []Elem, open bool) bool {
	if len(x)*len(y) > maxEmbeds {
		return false
	}
	fits := make([]bool, len(y)+1) // whether the elements of x from i on fit into those of y from k on
	fits[len(y)] = true
	for k := len(y) - 1; k >= 0; k-- {
		fits[k] = y[k].Maybe && fits[k+1]
	}
	for i := len(x) - 1; i >= 0; i-- {
		now := make([]bool, len(y)+1)
		now[len(y)] = open
		for k := len(y) - 1; k >= 0; k-- {
			e, d := x[i], y[k]
			now[k] = d.Maybe && now[k+1] || fits[k+1] && (d.Maybe || !e.Maybe) && Leq(e.C.Get(), d.C.Get())
		}
		fits = now
	}
	return fits[0]
}

func allMaybe(elems []Elem) bool {
	for _, e := range elems {
		if !e.Maybe {
			return false
		}
	}
	return true
}

// entriesLeq compares two maps key by key. A map with Open set may have any further
// entry.
func entriesLeq(x, y *Entries) bool {
	if x.Open != nil && (y.Open == nil || y.Sure && !x.Sure) {
		return false
	}
	for _, e := range x.Entries {
		i := y.Find(e.K)
		if i < 0 && y.Open == nil || i >= 0 && (e.Maybe && !y.Entries[i].Maybe || !Leq(e.Val, y.Entries[i].Val)) {
			return false
		}
	}
	for _, e := range y.Entries {
		if x.Find(e.K) < 0 && (!e.Maybe || x.Open != nil && !Leq(x.Open, e.Val)) {
			return false
		}
	}
	return true
}
