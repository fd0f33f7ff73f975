package eval

// What is known of the order of a slice.

// Sorted notes that a slice was sorted. One that was in no known order has one
// now if no two neighbours are equal.
func (m *Machine) Sorted(s *Slice, known bool, less func(i int) bool) {
	for i := 0; known && s.Unordered() && i < len(s.Elems)-1; i++ {
		known = less(i)
	}
	if !known {
		m.Scramble(s)
		return
	}
	s.InOrder()
}

// Scramble makes the order of a slice's elements unknown. The elements stay: a
// sort changes nothing else. Whoever shares the array sees it too, and marks
// are never taken back, which is on the safe side.
func (m *Machine) Scramble(v Value) {
	if s, ok := v.(*Slice); ok {
		for _, e := range s.Elems {
			e.C.shuffled = true
			for _, c := range e.C.mirrors {
				c.shuffled = true
			}
		}
		m.scrambleShared(s)
	}
}

// scrambleShared makes unknown what the pointers to elements point at.
func (m *Machine) scrambleShared(s *Slice) {
	var u *Unknown
	for _, e := range s.Elems {
		if !e.C.shared {
			continue
		}
		if u == nil {
			u = NewUnknown("an element of a slice in an order that is not known", s.Pos, TypeOf(e.C.Get()))
			for _, other := range s.Elems {
				u.addAlt(other.C.Get())
			}
			if s.Open != nil {
				u.addAlt(NewUnknown(u.Reason, u.Pos, u.T))
			}
			u.settle()
		}
		m.Set(e.C, u)
	}
}

// InOrder notes that the order of the elements is known again.
func (s *Slice) InOrder() {
	for _, e := range s.Elems {
		e.C.shuffled = false
	}
	if s.unordered != nil {
		*s.unordered = false
	}
}

// InOrderOf gives s the order that is or is not known of t.
func (s *Slice) InOrderOf(t *Slice) *Slice {
	s.unordered = t.unordered
	return s
}

// InRandomOrder notes that the order of the elements is not known.
func (s *Slice) InRandomOrder() *Slice {
	random := true
	s.unordered = &random
	return s
}

func SliceArg(v Value) (*Slice, bool) {
	if IsNil(v) {
		return &Slice{T: TypeOf(v), IsNil: true}, true
	}
	s, ok := v.(*Slice)
	return s, ok
}
