package eval

import (
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"go/token"
	"slices"
)

// Slices share arrays. How long an array is, the program says where it makes
// one; how long the runtime makes the one that append grows, nobody knows.

// appendInPlace appends values where the array has surely room for them.
func (m *Machine) appendInPlace(s *value.Slice, vals []value.Value) (*value.Slice, bool) {
	if s.IsNil || !s.Backed() || len(s.Elems)+len(vals) > s.Room() {
		return nil, false
	}
	if len(vals) > 0 && s.Array.Sole == nil {
		s.MarkPartial()
	}
	out := *s
	m.steps += len(s.Elems) / value.LogSteps
	out.Elems = s.Elems[:len(s.Elems):len(s.Elems)]
	for i, v := range vals {
		c := s.Array.Cells[s.Off+len(s.Elems)+i]
		if c.Shuffled() { // what stood there stands anywhere
			m.blur(s.Array.Whole(s))
		}
		m.unordered.note(c)
		m.Put(c, v)
		out.Elems = append(out.Elems, value.Elem{C: c})
	}
	return &out, true
}

// grow notes that out was appended to s, whose array had perhaps room for it:
// then out's elements are in the array of s, and what was appended to s before
// is overwritten.
func (m *Machine) grow(s, out *value.Slice, pos token.Pos) {
	b, certain := s.Beyond, out.Open == nil && !value.AnyMaybe(out.Elems)
	if !certain {
		b = s.Reach()
	}
	out.Beyond = b
	m.overrun(b, pos)
	if !certain { // perhaps nothing is added
		m.mayStand(s, out, b)
		return
	}
	if len(b.Cells)+len(b.Grown) > 0 {
		m.mayStand(s, out, b)
	}
	out.Array = value.OfElems(out.Elems, false)
	if s.Array == nil || s.Array.Grown == nil || s.Clipped || len(s.Elems) > len(out.Elems) {
		return
	}
	out.Array.Grown, out.Array.Base = s.Array.Grown, s.Array.Base+s.Off
	m.aliases(s, out)
	from := out.Array.Base + len(s.Elems)
	added := out.Elems[len(s.Elems):]
	fresh := make([]value.GrownPlace, len(added))
	for i, e := range added {
		fresh[i] = value.GrownPlace{At: from + i, Last: from + i, C: e.C}
	}
	if len(added) > 0 {
		m.overwrite(s.Array.Grown, from, added, nil, pos)
	}
	m.grew(s.Array.Grown, fresh)
}

// grew adds to what appends may have put into an array.
func (m *Machine) grew(grown *value.Cell, fresh []value.GrownPlace) {
	for _, st := range value.GrownStates(grown) {
		for _, p := range st.Places {
			if u, ok := p.C.Get().(*value.Unknown); !ok || len(u.Alts) > 0 { // else nothing is left to forget
				fresh = append(fresh, p)
			}
		}
		m.work(2 * len(st.Places))
	}
	m.work(2 * len(fresh))
	m.Set(grown, &value.Grown{Places: fresh})
}

// aliases notes that the elements of s may be those that out begins with.
func (m *Machine) aliases(s, out *value.Slice) {
	for i, e := range s.Elems {
		m.same([]*value.Cell{e.C, out.Elems[i].C})
	}
}

// mayStand notes where the elements may stand that were appended to s, of which
// nobody knows the array.
func (m *Machine) mayStand(s, out *value.Slice, b value.Beyond) {
	n := len(s.Elems)
	if n > len(out.Elems) {
		return
	}
	m.aliases(s, out)
	if len(b.Cells) > 0 && n < len(out.Elems) {
		m.same(append(b.Cells[:len(b.Cells):len(b.Cells)], value.CellsOf(out.Elems[n:])...))
	}
	for _, g := range b.Grown {
		var fresh []value.GrownPlace
		for i, e := range out.Elems[n:] {
			fresh = append(fresh, value.GrownPlace{At: g.From + i, Last: g.From + i + n, C: e.C})
		}
		m.grew(g.Grown, fresh)
	}
}

// same notes that any two of cells may be the same variable. Each is told of the one
// before it: who writes to one goes on from there.
func (m *Machine) same(cells []*value.Cell) {
	m.steps += len(cells) / value.LogSteps
	for i, d := range cells[1:] {
		m.alias(cells[i], d)
		m.alias(d, cells[i])
	}
}

// alias notes that c may be the same variable as d.
func (m *Machine) alias(c, d *value.Cell) {
	if mk := value.MarksOf(c); mk != nil && slices.Contains(mk.Aliases, d) {
		return
	}
	m.mark(c, func(mk *value.Marked) { mk.Aliases = append(mk.Aliases[:len(mk.Aliases):len(mk.Aliases)], d) })
}

// overrun makes unknown what an append may write to that nobody knows the array
// of.
func (m *Machine) overrun(b value.Beyond, pos token.Pos) {
	why := value.NewUnknown("another append may write to the same array", pos, nil)
	for _, g := range b.Grown {
		m.overwrite(g.Grown, g.From, nil, b.But, pos)
	}
	if len(b.Cells) == 0 {
		return
	}
	var mirrors []*value.Cell
	m.forgetting++
	for _, c := range b.Cells {
		m.Set(c, m.Join(c.Get(), value.NewUnknown(why.Reason, pos, value.TypeOf(c.Get())), why))
		if mk := value.MarksOf(c); mk != nil {
			mirrors = append(mirrors, mk.Aliases...)
		}
	}
	m.forgetting--
	m.mirror(b.Cells, mirrors, value.NewUnknown(why.Reason, pos, value.TypeOf(b.Cells[0].Get())))
}

// overwrite joins with what appends may have put at the places from from on the
// elements that one more puts there, nil for unknown ones at all of them.
func (m *Machine) overwrite(grown *value.Cell, from int, added []value.Elem, but []*value.Cell, pos token.Pos) {
	why := value.NewUnknown("another append may write to the same array", pos, nil)
	for _, st := range value.GrownStates(grown) {
		for _, p := range st.Places {
			if p.Last < from || slices.Contains(but, p.C) {
				continue
			}
			if added == nil {
				m.Set(p.C, m.Join(p.C.Get(), value.NewUnknown(why.Reason, pos, value.TypeOf(p.C.Get())), why))
			}
			for i := max(p.At-from, 0); i <= p.Last-from && i < len(added); i++ {
				m.Set(p.C, m.Join(p.C.Get(), added[i].C.Get(), why))
			}
		}
	}
}
