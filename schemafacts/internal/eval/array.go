package eval

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Slices share arrays. The length of an array is known if the program makes it. The
// length of an array that append allocates depends on the runtime and is unknown.

// appendInPlace appends values if the array certainly has room for them.
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
		if c.Shuffled() { // its value may be at any index
			m.blur(s.Array.Whole(s))
		}
		m.unordered.note(c)
		m.Put(c, v)
		out.Elems = append(out.Elems, value.Elem{C: c})
	}
	return &out, true
}

// grow records that out is s with elements appended, and that the array of s may have
// had room: out's elements are then in the array of s, and overwrite what was appended
// to s before.
func (m *Machine) grow(s, out *value.Slice, pos token.Pos) {
	b, certain := s.Beyond, out.Open == nil && !value.AnyMaybe(out.Elems)
	if !certain {
		b = s.Reach()
	}
	out.Beyond = b
	m.overrun(b, pos)
	if !certain { // append may have added nothing
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

// grew adds elements that appends may have stored in an array.
func (m *Machine) grew(grown *value.Cell, fresh []value.GrownPlace) {
	for _, st := range value.GrownStates(grown) {
		for _, p := range st.Places {
			if u, ok := p.C.Get().(*value.Unknown); !ok || len(u.Alts) > 0 { // otherwise it is already unknown
				fresh = append(fresh, p)
			}
		}
		m.work(2 * len(st.Places))
	}
	m.work(2 * len(fresh))
	m.Set(grown, &value.Grown{Places: fresh})
}

// aliases records that the elements of s and the first elements of out may be the same
// cells.
func (m *Machine) aliases(s, out *value.Slice) {
	for i, e := range s.Elems {
		m.same([]*value.Cell{e.C, out.Elems[i].C})
	}
}

// mayStand records where the elements may be that were appended to s, whose array is
// unknown.
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

// same records that any two of cells may be the same cell. Each is linked with the one
// before it, and writes are passed on along the links.
func (m *Machine) same(cells []*value.Cell) {
	m.steps += len(cells) / value.LogSteps
	for i, d := range cells[1:] {
		m.alias(cells[i], d)
		m.alias(d, cells[i])
	}
}

// alias records that c and d may be the same cell.
func (m *Machine) alias(c, d *value.Cell) {
	if mk := value.MarksOf(c); mk != nil && slices.Contains(mk.Aliases, d) {
		return
	}
	m.mark(c, func(mk *value.Marked) { mk.Aliases = append(mk.Aliases[:len(mk.Aliases):len(mk.Aliases)], d) })
}

// overrun makes all cells unknown to which an append to an unknown array may write.
func (m *Machine) overrun(b value.Beyond, pos token.Pos) {
	why := value.NewUnknown("another append may write to the same array", pos, nil)
	for _, g := range b.Grown {
		m.overwrite(g.Grown, g.From, nil, b.But, pos)
	}
	if len(b.Cells) == 0 {
		return
	}
	var aliases []*value.Cell
	m.forgetting++
	m.steps += len(b.Cells)
	for _, c := range b.Cells {
		m.Set(c, m.Join(c.Get(), value.NewUnknown(why.Reason, pos, value.TypeOf(c.Get())), why))
		if mk := value.MarksOf(c); mk != nil {
			aliases = append(aliases, mk.Aliases...)
		}
	}
	m.forgetting--
	m.writeAliases(b.Cells, aliases, value.NewUnknown(why.Reason, pos, value.TypeOf(b.Cells[0].Get())))
}

// overwrite joins the elements that appends may have stored at the indexes beginning
// with from with the added elements. If added is nil, all of them become unknown.
func (m *Machine) overwrite(grown *value.Cell, from int, added []value.Elem, but []*value.Cell, pos token.Pos) {
	why := value.NewUnknown("another append may write to the same array", pos, nil)
	for _, st := range value.GrownStates(grown) {
		m.work(2 * len(st.Places))
		for _, p := range st.Places {
			if p.Last < from || slices.Contains(but, p.C) {
				continue
			}
			m.steps++
			if added == nil {
				m.Set(p.C, m.Join(p.C.Get(), value.NewUnknown(why.Reason, pos, value.TypeOf(p.C.Get())), why))
			}
			for i := max(p.At-from, 0); i <= p.Last-from && i < len(added); i++ {
				m.steps++
				m.Set(p.C, m.Join(p.C.Get(), added[i].C.Get(), why))
			}
		}
	}
}
