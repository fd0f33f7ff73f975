package eval

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// field reads x.name, through a pointer if there is one.
func (m *Machine) field(x Value, n *ir.Node) Value {
	switch v := x.(type) {
	case *Ptr:
		return m.field(v.C.Get(), n)
	case *Struct:
		if r := v.Field(n.Name); r != nil {
			return m.tainted(v, r)
		}
	case *Unknown:
		if len(v.Alts) > 0 {
			return m.mapAlts(v, func(a Value) Value { return m.field(a, n) })
		}
		return symbolic(n.Type, v.Reason, v.Pos, 2)
	case *Nil:
		m.panicking = true
		return NewUnknown("a field of nil", n.Pos, n.Type)
	}
	return NewUnknown("a field of something that is not known", n.Pos, n.Type)
}

// mapAlts applies f to each value that u can be.
func (m *Machine) mapAlts(u *Unknown, f func(Value) Value) Value {
	var out Value
	for _, a := range u.Alts {
		saved := m.panicking
		v := f(a)
		if m.panicking && !saved {
			m.panicking = false
			continue
		}
		if out == nil {
			out = v
		} else {
			out = m.Join(out, v, u)
		}
	}
	if out == nil {
		return &Unknown{Reason: u.Reason, Pos: u.Pos}
	}
	return out
}

func (m *Machine) deref(x Value, n *ir.Node) Value {
	switch v := x.(type) {
	case *Ptr:
		return v.C.Get()
	case *Unknown:
		if len(v.Alts) > 0 {
			return m.mapAlts(v, func(a Value) Value { return m.deref(a, n) })
		}
		t := n.Type
		if p, ok := TypeOf(v).(*types.Pointer); ok {
			t = p.Elem()
		}
		return symbolic(t, v.Reason, v.Pos, 1)
	case *Nil:
		m.panicking = true
		return NewUnknown("nil is dereferenced", n.Pos, n.Type)
	}
	return NewUnknown("a pointer that is not known", n.Pos, n.Type)
}

func (m *Machine) evalAddr(f *frame, n *ir.Node) Value {
	x := n.Kids[0]
	if x.Op == ir.OpComposite {
		v := m.eval(f, x)
		var t types.Type
		if vt := TypeOf(v); vt != nil {
			t = types.NewPointer(vt)
		}
		return &Ptr{T: t, C: NewCell(v), Pos: n.Pos}
	}
	if p, ok := m.place(f, x); ok {
		var t types.Type
		if vt := m.typ(f, x.Type); vt != nil {
			t = types.NewPointer(vt)
		}
		c := m.box(p)
		c.shared = true
		return &Ptr{T: t, C: c, Pos: n.Pos}
	}
	u := NewUnknown("the address of something that is not known", n.Pos, m.typ(f, n.Type))
	for _, p := range m.places(f, x, u) {
		c := m.box(p)
		c.shared = true
		u.addAlt(&Ptr{T: u.T, C: c, Pos: n.Pos})
	}
	u.addAlt(NewUnknown(u.Reason, u.Pos, u.T))
	u.settle()
	return u
}

// place is a variable, or a part of one to which there are no pointers.
type place struct {
	c    *Cell
	path []int // of fields and elements
}

// load returns what the place holds.
func (p place) load() Value {
	v := p.c.Get()
	for _, i := range p.path {
		v = partAt(v, i)
	}
	return v
}

// partAt returns a field or an element.
func partAt(v Value, i int) Value {
	switch v := v.(type) {
	case *Struct:
		return v.At(i)
	case *Array:
		return v.At(i)
	}
	return nil
}

// part returns the place of a part of what the place holds.
func (p place) part(i int) place {
	var ps parts
	switch v := p.load().(type) {
	case *Struct:
		ps = v.parts
	case *Array:
		ps = v.parts
	}
	if c, ok := ps[i].(*Cell); ok {
		return place{c: c}
	}
	return place{p.c, append(p.path[:len(p.path):len(p.path)], i)}
}

// withPart returns the value in which the part at a path is another one.
func withPart(v Value, path []int, part Value) Value {
	if len(path) == 0 {
		return part
	}
	i := path[0]
	switch v := v.(type) {
	case *Struct:
		return v.with(i, withPart(v.At(i), path[1:], part))
	case *Array:
		out := *v
		out.parts = v.parts.with(i, withPart(v.At(i), path[1:], part))
		return &out
	}
	return v
}

// setAt writes to a place.
func (m *Machine) setAt(p place, v Value) {
	if len(p.path) > 0 {
		v = withPart(p.c.Get(), p.path, v)
	}
	m.Set(p.c, v)
}

// box makes a place a variable of its own, that pointers can point to.
func (m *Machine) box(p place) *Cell {
	if len(p.path) == 0 {
		released(p.c.Get())
		return p.c
	}
	c := NewCell(released(p.load()))
	m.mem.set(p.c, withPart(p.c.Get(), p.path, c))
	return c
}

// place returns the place that an expression denotes, false if it is not known.
func (m *Machine) place(f *frame, n *ir.Node) (place, bool) {
	switch n.Op {
	case ir.OpLocal:
		return place{c: f.slots[n.Int]}, f.slots[n.Int] != nil
	case ir.OpGlobal:
		return place{c: m.global(n.Name, n.Pos)}, true
	case ir.OpDeref:
		if p, ok := m.eval(f, n.Kids[0]).(*Ptr); ok {
			return place{c: p.C}, true
		}
	case ir.OpField:
		x, at, stands := m.holder(f, n.Kids[0])
		if s, ok := x.(*Struct); ok && stands {
			if i := s.index(n.Name); i >= 0 {
				return at.part(i), true
			}
		}
	case ir.OpIndex:
		x, at, stands := m.holder(f, n.Kids[0])
		i, ok := IntOf(m.eval(f, n.Kids[1]))
		if !ok || i < 0 {
			break
		}
		switch s := x.(type) {
		case *Slice:
			if i < int64(len(s.Elems)) && s.Open == nil && !AnyMaybe(s.Elems[:i+1]) && !s.Unordered() {
				return place{c: s.Elems[i].C}, true
			}
		case *Array:
			if i < int64(s.Len()) && stands {
				return at.part(int(i)), true
			}
		}
	}
	return place{}, false
}

// holder returns the value that n is, or points at, and its place if it stands
// in a variable: what one of several pointers points at is a mere copy.
func (m *Machine) holder(f *frame, n *ir.Node) (x Value, at place, stands bool) {
	if at, stands = m.place(f, n); stands {
		x = released(at.load())
	} else {
		x = m.eval(f, n)
	}
	for {
		p, ok := x.(*Ptr)
		if !ok {
			return x, at, stands
		}
		x, at, stands = p.C.Get(), place{c: p.C}, true
	}
}

func (m *Machine) evalIndex(f *frame, n *ir.Node) Value {
	x := m.glance(f, n.Kids[0])
	i := m.eval(f, n.Kids[1])
	commaOK := func(v Value, ok Value) Value {
		if n.Flag {
			return Tuple{v, ok}
		}
		return v
	}
	t := m.typ(f, n.Type)
	notKnown := func(reason string) Value {
		m.mayPanic()
		return commaOK(symbolic(t, reason, n.Pos, 1), NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
	}
	if p, ok := x.(*Ptr); ok {
		x = p.C.Get()
	}
	switch v := x.(type) {
	case *Map:
		st := v.state()
		k, ok := keyIn(v.T, i)
		if !ok {
			const reason = "an entry of a map under a key that is not known"
			return commaOK(st.anyOf(reason, n.Pos, t), NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
		}
		if j := st.find(k); j >= 0 {
			if st.entries[j].maybe {
				const reason = "an entry of a map that depends on a condition"
				one := &mapState{entries: st.entries[j : j+1]}
				return commaOK(one.anyOf(reason, n.Pos, t), NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
			}
			return commaOK(st.entries[j].val, NewBool(true, n.Pos))
		}
		if st.open != nil {
			reason := "an entry of a map that is not known: " + st.open.Reason
			none := &mapState{open: st.open}
			return commaOK(none.anyOf(reason, n.Pos, t), NewUnknown(reason, n.Pos, types.Typ[types.Bool]))
		}
		return commaOK(Zero(t, n.Pos), NewBool(false, n.Pos))
	case *Nil:
		return commaOK(Zero(t, n.Pos), NewBool(false, n.Pos))
	case *Slice:
		j, ok := IntOf(i)
		if !ok {
			break
		}
		if v.Open == nil && j >= 0 && j < int64(len(v.Elems)) && !AnyMaybe(v.Elems[:j+1]) && !v.Unordered() {
			return v.Elems[j].C.Get()
		}
		if v.Open == nil && (j < 0 || j >= int64(len(v.Elems))) {
			m.panicking = true
		}
	case *Array:
		j, ok := IntOf(i)
		if ok && j >= 0 && j < int64(v.Len()) && !v.shuffled(int(j)) {
			return v.At(int(j))
		}
	case *Const:
		if s, ok := StringOf(v); ok {
			if j, ok := IntOf(i); ok && j >= 0 && j < int64(len(s)) {
				return &Const{constant.MakeInt64(int64(s[j])), types.Typ[types.Byte], n.Pos}
			}
		}
	case *Unknown:
		return notKnown(v.Reason)
	}
	switch x := x.(type) {
	case *Slice:
		m.mayPanic()
		return oneOf("an element that is not known", n.Pos, t, x)
	case *Array:
		s := &Slice{T: x.T, Pos: x.Pos}
		for i := range x.parts {
			s.Elems = append(s.Elems, Elem{C: NewCell(x.At(i))})
		}
		return oneOf("an element that is not known", n.Pos, t, s)
	}
	return notKnown("an element that is not known")
}

// anyOf returns a value that stands for any entry of a map, or for none.
func (st *mapState) anyOf(reason string, pos token.Pos, t types.Type) Value {
	u := NewUnknown(reason, pos, t)
	for _, e := range st.entries {
		u.addAlt(e.val)
	}
	z := Zero(t, pos)
	if IsNil(z) {
		u.addAlt(z)
	}
	if st.open != nil || !IsNil(z) {
		u.addAlt(symbolic(t, reason, pos, 1))
	}
	u.settle()
	if len(u.Alts) == 0 && len(u.among) == 0 {
		return symbolic(t, reason, pos, 1)
	}
	return u
}

// oneOf returns a value that stands for any element of a slice.
func oneOf(reason string, pos token.Pos, t types.Type, s *Slice) Value {
	u := NewUnknown(reason, pos, t)
	for _, e := range s.Elems {
		u.addAlt(e.C.Get())
	}
	if s.Open != nil || len(u.Alts) < 2 {
		u.addAlt(symbolic(t, reason, pos, 1))
	}
	u.settle()
	if len(u.Alts) == 0 && len(u.among) == 0 {
		return symbolic(t, reason, pos, 1)
	}
	return u
}

func AnyMaybe(es []Elem) bool {
	for _, e := range es {
		if e.Maybe {
			return true
		}
	}
	return false
}

// sliced returns the value of which a part is taken, and the place of an array.
func (m *Machine) sliced(f *frame, n *ir.Node) (x Value, at place, stands bool) {
	if n.Type != nil {
		if _, ok := ir.Under(n.Type).(*types.Array); ok {
			return m.holder(f, n)
		}
	}
	x = m.eval(f, n)
	if p, ok := x.(*Ptr); ok {
		return p.C.Get(), place{c: p.C}, true
	}
	return x, at, false
}

// shuffled reports whether an element stands somewhere else by now, nobody knows
// where.
func (a *Array) shuffled(i int) bool {
	c, ok := a.parts[i].(*Cell)
	return ok && c.shuffled()
}

func (m *Machine) evalSlice(f *frame, n *ir.Node) Value {
	x, at, stands := m.sliced(f, n.Kids[0])
	if d, ok := x.(*Native); ok && d.Kind == JSONKind && n.Kids[1].Int == 1 && n.Kids[2].Int == 1 &&
		n.Kids[1].Op == ir.OpUnknown && n.Kids[2].Op == ir.OpUnknown {
		return d // all of a document
	}
	bound := func(i int, def int64) (int64, bool) {
		if n.Kids[i].Op == ir.OpUnknown && n.Kids[i].Int == 1 {
			return def, true
		}
		return IntOf(m.eval(f, n.Kids[i]))
	}
	size := int64(-1)
	switch v := x.(type) {
	case *Slice:
		if v.Open == nil && !AnyMaybe(v.Elems) {
			size = int64(len(v.Elems))
		} else if n.Kids[1].Int == 1 && n.Kids[2].Int == 1 {
			return v
		}
	case *Array:
		size = int64(v.Len())
	case *Const:
		if s, ok := StringOf(v); ok {
			size = int64(len(s))
		}
	}
	lo, ok1 := bound(1, 0)
	hi, ok2 := bound(2, size)
	top, ok3 := bound(3, -1)
	if s, ok := x.(*Slice); ok && size >= 0 && ok1 && ok2 && ok3 && lo >= 0 && lo <= hi && (top < 0 || hi <= top) {
		if out, ok := s.Part(lo, hi, top); ok {
			return out
		}
	}
	if size < 0 || !ok1 || !ok2 || lo < 0 || lo > hi || hi > size {
		u := NewUnknown("a part of something that is not known", n.Pos, m.typ(f, n.Type))
		for _, v := range candidates(x) {
			if _, ok := v.(*Slice); ok {
				u.among = append(u.among, v)
			}
		}
		return u
	}
	switch v := x.(type) {
	case *Array:
		if !stands {
			at = place{c: NewCell(v)}
		}
		cells := make([]*Cell, v.Len())
		for i := range cells {
			cells[i] = m.box(at.part(i))
		}
		out := &Slice{T: m.typ(f, n.Type), Pos: n.Pos, arr: &array{cells: cells, exact: true}, off: int(lo)}
		if top >= 0 {
			out.clipped, out.limit = true, int(min(top, size))
		}
		for _, c := range cells[lo:hi] {
			out.Elems = append(out.Elems, Elem{C: c})
		}
		return out
	case *Const:
		s, _ := StringOf(v)
		return &Const{constant.MakeString(s[lo:hi]), v.T, v.Pos}
	}
	return nil
}
