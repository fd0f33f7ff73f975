package state

// span is a period in which a path ran, measured by [value.Clock], with a link to the
// path's earlier periods. A path can reach only cells that were made in its periods.
type span struct {
	from, to uint64 // born > from && born <= to
	up       *span
}

// until returns s followed by the period (from, to]. It replaces periods of s that
// begin at from or later, and merges adjacent ones.
func (s *span) until(from, to uint64) *span {
	for s != nil && s.from >= from {
		s = s.up
	}
	if s != nil && s.to >= from {
		return &span{s.from, max(s.to, to), s.up}
	}
	if from == to {
		return s
	}
	return &span{from, to, s}
}

func (s *span) has(born uint64) bool {
	for ; s != nil; s = s.up {
		if born > s.to {
			return false
		}
		if born > s.from {
			return true
		}
	}
	return born == 0
}

// or returns the union of the periods of s and t.
func (s *span) or(t *span) *span {
	switch {
	case s == t || t == nil:
		return s
	case s == nil:
		return t
	case s.to < t.to:
		s, t = t, s
	}
	rest := s.up.or(t)
	if rest == t && s.up == nil && t == nil {
		return s
	}
	return rest.until(s.from, s.to)
}
