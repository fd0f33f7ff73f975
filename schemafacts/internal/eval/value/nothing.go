package value

// unknownParts is the greatest number of parts that [NothingKnownOf] visits.
const unknownParts = 200

// NothingKnownOf returns the reason if v, or every part that is reachable from it, is
// unknown. It returns nil if some part is known.
func NothingKnownOf(v Value) *Unknown {
	left := unknownParts
	return nothingKnown(v, &left)
}

func nothingKnown(v Value, left *int) *Unknown {
	if *left--; *left < 0 {
		return nil
	}
	switch v := Plain(v).(type) {
	case *Unknown:
		for _, alt := range v.Alts {
			if _, ok := alt.(*Nil); !ok && nothingKnown(alt, left) == nil {
				return nil
			}
		}
		return v
	case *Ptr:
		return nothingKnown(v.C.Get(), left)
	case *Struct:
		why := v.Rest
		for _, p := range v.Parts {
			if c, ok := p.(*Cell); ok {
				p = c.Get()
			}
			if p == nil && v.Rest != nil {
				continue // never read
			}
			if why = nothingKnown(p, left); why == nil {
				return nil
			}
		}
		return why
	}
	return nil
}

// Blank reports whether a struct is equivalent to an unknown value: all its parts are
// unknown and none of them points to anything.
func Blank(v Value) bool {
	s, ok := v.(*Struct)
	if !ok || s.Def != nil {
		return false
	}
	for _, p := range s.Parts {
		u, unknown := p.(*Unknown)
		if !unknown && (p != nil || s.Rest == nil) || unknown && (len(u.Alts)+len(u.PointsTo) > 0 || u.ErrCheck != 0) {
			return false
		}
	}
	return true
}
