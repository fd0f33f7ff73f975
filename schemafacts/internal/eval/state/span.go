package state

// span is a time during which a path ran, linked with the earlier ones. A path cannot
// reach cells made at other times.
type span struct {
	from, to uint64 // born > from && born <= to
	up       *span
}

// until returns the spans followed by the one from from to to.
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

// or returns the union of the spans.
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
