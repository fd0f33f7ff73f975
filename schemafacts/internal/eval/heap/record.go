package heap

import (
	"slices"

	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
)

// Recorder records the old values of variables while code runs that may be interrupted
// at any point, or whose intermediate states other code may see.
type Recorder struct {
	why   *value.Unknown
	start uint64
	held  map[*value.Cell]value.Value
	order []*value.Cell
}

// Record begins to record old values of variables.
func (h *Heap) Record(why *value.Unknown) *Recorder {
	r := &Recorder{why: why, start: value.Clock(), held: map[*value.Cell]value.Value{}}
	h.recorders = append(h.recorders[:len(h.recorders):len(h.recorders)], r)
	return r
}

// record records the present value of a cell that is about to be written to.
func (h *Heap) record(c *value.Cell) {
	if n := len(h.recorders); n > 0 {
		h.recorders[n-1].note(h, c, c.Get())
	}
}

// Stop ends the recording, and passes the result to the enclosing recorder.
func (h *Heap) Stop(r *Recorder) {
	i := slices.Index(h.recorders, r)
	if i < 0 {
		return
	}
	h.recorders = slices.Delete(slices.Clone(h.recorders), i, i+1)
	if i > 0 {
		for _, c := range r.order {
			h.recorders[i-1].note(h, c, r.held[c])
		}
	}
}

// Wrote reports whether a variable was written to that is an element of a list, or a part of one.
func (r *Recorder) Wrote(s *value.Slice) bool {
	return slices.ContainsFunc(s.Elems, func(e value.Elem) bool {
		return slices.ContainsFunc(r.order, func(c *value.Cell) bool { return c == e.C || value.PointsInto(c, e.C.Get()) })
	})
}

// RecordPresent adds the present values of the recorded variables to the recorded ones.
func (h *Heap) RecordPresent(r *Recorder) {
	for _, c := range r.order {
		r.note(h, c, c.Get())
	}
}

// note records the value of a cell before it is overwritten.
func (r *Recorder) note(h *Heap, c *value.Cell, v value.Value) {
	if c.Born > r.start || v == nil {
		return
	}
	if old, ok := r.held[c]; ok {
		v = h.Join(old, v, r.why)
	} else {
		r.order = append(r.order, c)
	}
	r.held[c] = v
}

// PerhapsUndone makes the recorded variables those of code that may have ended anywhere.
func (h *Heap) PerhapsUndone(r *Recorder, why *value.Unknown) {
	defer h.Joining()()
	for _, c := range r.order {
		h.Set(c, h.Join(r.held[c], c.Get(), why))
	}
}

// MayComeLate makes the recorded writes those of code that may run at any time from now on, also
// a write of the value that a variable has already: other code may write another one first.
func (h *Heap) MayComeLate(r *Recorder) {
	defer h.Joining()()
	for _, c := range r.order {
		late := c.Get()
		h.Set(c, h.Join(r.held[c], late, r.why))
		if _, ok := late.(*value.Members); !ok { // elements that were appended stay
			h.Mark(c, func(mk *value.Marked) { mk.ComesLate(late, r.why) })
		}
	}
}
