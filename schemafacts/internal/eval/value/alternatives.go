package value

import "slices"

// MaxAlts is the greatest number of alternatives that an unknown value keeps.
const MaxAlts = 64

// AddAlt adds v as an alternative, unless it is one already. If v is unknown and has
// alternatives, AddAlt adds these.
func (u *Unknown) AddAlt(v Value) {
	u.addAlt(v)
	u.PointsTo = Unite(u.PointsTo, pointees(v))
}

// pointees returns what an unknown value and its alternatives point to, with repetitions.
func pointees(v Value) []Value {
	w, ok := v.(*Unknown)
	if !ok {
		return nil
	}
	to := w.PointsTo[:len(w.PointsTo):len(w.PointsTo)]
	for _, alt := range w.Alts {
		if o, ok := alt.(*Unknown); ok && !sameAmong(o, w) {
			to = append(to, pointees(o)...)
		}
	}
	return to
}

// addAlt is [Unknown.AddAlt], but leaves out what v points to.
func (u *Unknown) addAlt(v Value) {
	w, open := v.(*Unknown)
	if open && len(w.Alts) > 0 {
		for _, alt := range w.Alts {
			u.addAlt(alt)
		}
		return
	}
	if len(u.Alts) > MaxAlts { // all of them will be dropped
		u.Alts = append(u.Alts, v)
		return
	}
	if !u.hasAlt(v) {
		u.Alts = append(u.Alts, v)
	} else if open && len(w.PointsTo) > 0 {
		u.widenAlt(w)
	}
}

// widenAlt adds the points-to set of w to the unknown alternative of u that is like w.
func (u *Unknown) widenAlt(w *Unknown) {
	i := slices.IndexFunc(u.Alts, func(v Value) bool {
		o, open := v.(*Unknown)
		return open && o.ErrCheck == w.ErrCheck && o.AtLeast <= w.AtLeast
	})
	old := u.Alts[i].(*Unknown)
	if to := Unite(old.PointsTo, w.PointsTo); len(to) > len(old.PointsTo) {
		out := *old
		out.PointsTo = to
		u.Alts = slices.Clone(u.Alts)
		u.Alts[i] = &out
	}
}

// hasAlt reports whether v is one of the alternatives of u.
func (u *Unknown) hasAlt(v Value) bool {
	w, open := v.(*Unknown)
	for _, old := range u.Alts {
		if o, isOpen := old.(*Unknown); isOpen && open && o.ErrCheck == w.ErrCheck && o.AtLeast <= w.AtLeast || Same(old, v) {
			return true
		}
	}
	return false
}

// Settle completes a value after calls of AddAlt. It replaces the alternatives by a
// points-to set if there are too many of them or all are unknown.
func (u *Unknown) Settle() {
	for _, alt := range u.Alts {
		if _, open := alt.(*Unknown); !open && len(u.Alts) <= MaxAlts {
			return
		}
	}
	u.PointsTo = Unite(u.PointsTo, u.Alts)
	u.Alts = nil
}

// includes reports whether the join of a and b equals a: a contains all alternatives
// of b and its points-to set.
func includes(a, b Value) bool {
	u, ok := a.(*Unknown)
	if !ok || len(u.Alts) == 0 || u.ErrCheck != 0 {
		return false
	}
	if w, open := b.(*Unknown); open && len(w.PointsTo) > 0 && !sameAmong(u, w) {
		return false
	}
	for _, v := range Alternatives(b) {
		if !u.hasAlt(v) {
			return false
		}
	}
	return true
}

// Havoc returns the value of a variable that held v after unfollowed code may have
// written to it: v or any other value of its type. why is the reason.
func Havoc(v Value, why *Unknown) *Unknown {
	u := NewUnknown(why.Reason, why.Pos, TypeOf(v))
	u.AddAlt(v)
	u.AddAlt(NewUnknown(why.Reason, why.Pos, u.T))
	u.Settle()
	return u
}

// HavocAny is [Havoc] for a variable of an interface type.
func HavocAny(v Value, why *Unknown) *Unknown {
	u := NewUnknown(why.Reason, why.Pos, nil)
	if old, ok := v.(*Unknown); ok {
		u.PointsTo = old.PointsTo
	}
	for _, alt := range Alternatives(v) {
		if _, open := alt.(*Unknown); !open {
			u.AddAlt(alt)
		}
	}
	u.AddAlt(NewUnknown(why.Reason, why.Pos, nil))
	u.Settle()
	return u
}

// MayBeAny reports whether one of the alternatives is any value of the type.
func (u *Unknown) MayBeAny() bool {
	return u.plain() && slices.ContainsFunc(u.Alts, func(alt Value) bool {
		w, ok := alt.(*Unknown)
		return ok && w.plain() && SameType(w.T, u.T)
	})
}

// plain reports whether an unknown value has no properties but its type and what it may be.
func (u *Unknown) plain() bool {
	return u.ErrCheck == 0 && u.AtLeast == 0 && !u.Others && u.Fault == nil
}

// OverBudget is the reason for values that are unknown because a limit was reached.
const OverBudget = "too much to evaluate"
