package heap

import (
	"go/token"
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Slices share arrays. The length of an array is known if the program makes it. The
// length of an array that append allocates depends on the runtime and is unknown.

// AppendInPlace appends values if the array certainly has room for them.
func (h *Heap) AppendInPlace(s *value.Slice, vals []value.Value) (*value.Slice, bool) {
	if s.IsNil || !s.Backed() || len(s.Elems)+len(vals) > s.Room() {
		return nil, false
	}
	if len(vals) > 0 && s.Array.Sole == nil {
		s.MarkPartial()
	}
	out := *s
	h.step(len(s.Elems) / value.LogSteps)
	out.Elems = s.Elems[:len(s.Elems):len(s.Elems)]
	for i, v := range vals {
		c := s.Array.Cells[s.Off+len(s.Elems)+i]
		if c.Shuffled() { // its value may be at any index
			h.Blur(s.Array.Whole(s))
		}
		h.Put(c, v)
		out.Elems = append(out.Elems, value.Elem{C: c})
	}
	return &out, true
}

// Grow records that out is s with elements appended, and that the array of s may have
// had room: out's elements are then in the array of s, and overwrite what was appended
// to s before.
func (h *Heap) Grow(s, out *value.Slice, pos token.Pos) {
	b, certain := s.Beyond, out.Open == nil && !value.AnyMaybe(out.Elems)
	if !certain {
		b = s.Reach()
	}
	out.Beyond = b
	h.Overrun(b, pos)
	if !certain { // append may have added nothing
		h.mayStand(s, out, b)
		return
	}
	if len(b.Cells)+len(b.Grown) > 0 {
		h.mayStand(s, out, b)
	}
	out.Array = value.OfElems(out.Elems, false)
	if s.Array == nil || s.Array.Grown == nil || s.Clipped || len(s.Elems) > len(out.Elems) {
		return
	}
	out.Array.Grown, out.Array.Base = s.Array.Grown, s.Array.Base+s.Off
	h.aliases(s, out)
	from := out.Array.Base + len(s.Elems)
	added := out.Elems[len(s.Elems):]
	fresh := make([]value.GrownPlace, len(added))
	for i, e := range added {
		fresh[i] = value.GrownPlace{At: from + i, Last: from + i, C: e.C}
	}
	if len(added) > 0 {
		h.overwrite(s.Array.Grown, from, added, nil, pos)
	}
	h.grew(s.Array.Grown, fresh)
}

// grew adds elements that appends may have stored in an array.
func (h *Heap) grew(grown *value.Cell, fresh []value.GrownPlace) {
	places := value.Places(grown)
	h.Mem.Work(2 * len(places))
	for _, p := range places {
		if u, ok := p.C.Get().(*value.Unknown); !ok || len(u.Alts) > 0 { // otherwise it is already unknown
			fresh = append(fresh, p)
		}
	}
	h.Mem.Work(2 * len(fresh))
	h.Set(grown, &value.Grown{Places: fresh})
}

// aliases records that the elements of s and the first elements of out may be the same
// cells.
func (h *Heap) aliases(s, out *value.Slice) {
	for i, e := range s.Elems {
		h.same([]*value.Cell{e.C, out.Elems[i].C})
	}
}

// MayBeAmong records that the known elements of a slice may be among cells to which append
// may write, after elements whose number is unknown.
func (h *Heap) MayBeAmong(s *value.Slice, b value.Beyond) { h.mayStand(&value.Slice{}, s, b) }

// mayStand records where the elements may be that were appended to s, whose array is
// unknown.
func (h *Heap) mayStand(s, out *value.Slice, b value.Beyond) {
	n := len(s.Elems)
	if n > len(out.Elems) {
		return
	}
	h.aliases(s, out)
	if len(b.Cells) > 0 && n < len(out.Elems) {
		h.same(append(b.Cells[:len(b.Cells):len(b.Cells)], value.CellsOf(out.Elems[n:])...))
	}
	for _, g := range b.Grown {
		var fresh []value.GrownPlace
		for i, e := range out.Elems[n:] {
			fresh = append(fresh, value.GrownPlace{At: g.From + i, Last: g.From + i + n, C: e.C})
		}
		h.grew(g.Grown, fresh)
	}
}

// same records that any two of cells may be the same cell. Each is linked with the one
// before it, and writes are passed on along the links.
func (h *Heap) same(cells []*value.Cell) {
	h.step(len(cells) / value.LogSteps)
	for i, d := range cells[1:] {
		h.alias(cells[i], d)
		h.alias(d, cells[i])
	}
}

// alias records that c and d may be the same cell.
func (h *Heap) alias(c, d *value.Cell) {
	if mk := value.MarksOf(c); mk != nil && slices.Contains(mk.Aliases, d) {
		return
	}
	h.Mark(c, func(mk *value.Marked) { mk.Aliases = append(mk.Aliases[:len(mk.Aliases):len(mk.Aliases)], d) })
}

// Overrun makes all cells unknown to which an append to an unknown array may write.
func (h *Heap) Overrun(b value.Beyond, pos token.Pos) {
	for _, g := range b.Grown {
		h.overwrite(g.Grown, g.From, nil, b.But, pos)
	}
	h.overwriteAll(b.Cells, pos)
}

// overwriteAll makes cells of one array unknown. It visits their aliases once, because
// most of the cells have the same ones.
func (h *Heap) overwriteAll(cells []*value.Cell, pos token.Pos) {
	if len(cells) == 0 {
		return
	}
	why := overwritten(pos)
	var aliases []*value.Cell
	h.forgetting++
	h.step(len(cells))
	for _, c := range cells {
		h.Set(c, h.Join(c.Get(), value.NewUnknown(why.Reason, pos, value.TypeOf(c.Get())), why))
		if mk := value.MarksOf(c); mk != nil {
			aliases = append(aliases, mk.Aliases...)
		}
	}
	h.forgetting--
	h.writeAliases(cells, aliases, value.NewUnknown(why.Reason, pos, value.TypeOf(cells[0].Get())))
}

// overwritten says why an element is unknown that an append may have written to.
func overwritten(pos token.Pos) *value.Unknown {
	return value.NewUnknown("another append may write to the same array", pos, nil)
}

// overwrite joins the elements that appends may have stored at the indexes beginning
// with from with the added elements. If added is nil, all of them become unknown.
func (h *Heap) overwrite(grown *value.Cell, from int, added []value.Elem, but []*value.Cell, pos token.Pos) {
	why := overwritten(pos)
	places := value.Places(grown)
	h.Mem.Work(2 * len(places))
	var unknown []*value.Cell
	for _, p := range places {
		if p.Last < from || slices.Contains(but, p.C) {
			continue
		}
		if added == nil {
			unknown = append(unknown, p.C)
		}
		for i := max(p.At-from, 0); i <= p.Last-from && i < len(added); i++ {
			h.step(1)
			h.Set(p.C, h.Join(p.C.Get(), added[i].C.Get(), why))
		}
	}
	h.overwriteAll(unknown, pos)
}
