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
	m.InOrder(s)
}

// Scramble makes the order of a slice's elements unknown. The elements stay: a
// sort changes nothing else. Whoever shares the array sees it too.
func (m *Machine) Scramble(v Value) {
	if s, ok := v.(*Slice); ok {
		for _, e := range s.Elems {
			mk := marksOf(e.C)
			m.shuffle(e.C)
			if mk != nil {
				for _, c := range mk.mirrors {
					m.shuffle(c)
				}
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

func (m *Machine) shuffle(c *Cell) {
	m.mark(c, func(mk *marked) { mk.shuffled, mk.random = true, false })
}

// InOrder notes that the order of the elements is known again.
func (m *Machine) InOrder(s *Slice) {
	for _, e := range s.Elems {
		if e.C.shuffled() {
			m.mark(e.C, func(mk *marked) { mk.shuffled, mk.random = false, false })
		}
	}
}

// InRandomOrder notes that the order of the elements is another one in each run,
// as that of a map.
func (m *Machine) InRandomOrder(s *Slice) {
	for _, e := range s.Elems {
		m.mark(e.C, func(mk *marked) { mk.shuffled, mk.random = true, true })
	}
}

// RandomOrder is why a list is not known that has another order in each run,
// whatever else of it is not known.
const RandomOrder = "in the random order of a map"

// random reports whether constants that are in a slice for sure, and are not all
// equal, stand in an order that is another one in each run.
func (s *Slice) random() bool {
	var first Value
	differ := false
	for _, e := range s.Elems {
		mk := marksOf(e.C)
		if mk == nil || !mk.random || e.Maybe {
			continue
		}
		v := e.C.Get()
		if _, ok := v.(*Const); !ok {
			return false
		}
		if first == nil {
			first = v
		}
		differ = differ || !same(first, v)
	}
	return differ
}

func SliceArg(v Value) (*Slice, bool) {
	if IsNil(v) {
		return &Slice{T: TypeOf(v), IsNil: true}, true
	}
	s, ok := v.(*Slice)
	return s, ok
}
