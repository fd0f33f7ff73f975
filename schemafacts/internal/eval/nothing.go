package eval

// unknownParts is how many parts nothingKnownOf looks at.
const unknownParts = 200

// nothingKnownOf returns why nothing is known of a value but how it is made up, nil
// if something is: it is unknown, or leads to parts of which nothing is known.
func nothingKnownOf(v Value) *Unknown {
	left := unknownParts
	return nothingKnown(v, &left)
}

func nothingKnown(v Value, left *int) *Unknown {
	if *left--; *left < 0 {
		return nil
	}
	switch v := plain(v).(type) {
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
		why := v.rest
		for _, p := range v.parts {
			if c, ok := p.(*Cell); ok {
				p = c.Get()
			}
			if p == nil && v.rest != nil {
				continue // never looked at
			}
			if why = nothingKnown(p, left); why == nil {
				return nil
			}
		}
		return why
	}
	return nil
}

// blank reports whether a value is a struct that says no more than an unknown one:
// nothing is known of its parts, and nothing can be written to through them.
func blank(v Value) bool {
	s, ok := v.(*Struct)
	if !ok || s.Def != nil {
		return false
	}
	for _, p := range s.parts {
		u, unknown := p.(*Unknown)
		if !unknown && (p != nil || s.rest == nil) || unknown && (len(u.Alts)+len(u.among) > 0 || u.errCheck != 0) {
			return false
		}
	}
	return true
}
