package eval

import (
	"encoding/base64"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"
)

// sliceModels are the functions of slices, sort and cmp that take functions or
// places.
func sliceModels() map[string]Intrinsic {
	return map[string]Intrinsic{
		"bytes.Clone":           modelSliceClone,
		"bytes.TrimSpace":       modelTrimBytes,
		"slices.Insert":         modelInsert,
		"slices.Delete":         modelDelete,
		"slices.Index":          modelSliceIndex,
		"slices.IndexFunc":      modelIndexFunc,
		"slices.ContainsFunc":   modelIndexFunc,
		"slices.DeleteFunc":     modelDeleteFunc,
		"slices.SortFunc":       modelSortFunc,
		"slices.SortStableFunc": modelSortFunc,
		"sort.Slice":            modelSortSlice,
		"sort.SliceStable":      modelSortSlice,
		"cmp.Compare":           modelCompare,
		"strings.Compare":       modelCompare,
		"(*encoding/base64.Encoding).EncodeToString": modelBase64,
	}
}

// stdGlobals are variables of the standard library whose values matter.
func stdGlobal(key string, pos token.Pos) Value {
	switch key {
	case "encoding/base64.StdEncoding":
		return &Native{Kind: "base64", Data: base64.StdEncoding, Pos: pos}
	case "encoding/base64.URLEncoding":
		return &Native{Kind: "base64", Data: base64.URLEncoding, Pos: pos}
	case "encoding/base64.RawStdEncoding":
		return &Native{Kind: "base64", Data: base64.RawStdEncoding, Pos: pos}
	}
	return nil
}

// modelTrimBytes is bytes.TrimSpace. Around a document there is no space.
func modelTrimBytes(c *Call) Value {
	switch b := c.Arg(0).(type) {
	case *Native:
		if b.Kind == jsonKind {
			return b
		}
	case *Const:
		if s, ok := StringOf(b); ok {
			return &Const{constant.MakeString(strings.TrimSpace(s)), b.T, b.Pos}
		}
	}
	return notKnown(c)
}

func modelBase64(c *Call) Value {
	n, ok := c.Recv.(*Native)
	if !ok {
		return notKnown(c)
	}
	enc, ok1 := n.Data.(*base64.Encoding)
	s, ok2 := StringOf(c.Arg(0))
	if sl, isSlice := c.Arg(0).(*Slice); isSlice {
		s, ok2 = c.M.bytesToString(sl)
	}
	if !ok1 || !ok2 {
		return notKnown(c)
	}
	return c.str(enc.EncodeToString([]byte(s)))
}

// exact returns the slice in the first argument if all of it is known.
func exact(c *Call) (*Slice, bool) {
	s, ok := sliceArg(c.Arg(0))
	if !ok || s.Open != nil || anyMaybe(s.Elems) || s.Unordered() {
		return nil, false
	}
	return s, true
}

func modelInsert(c *Call) Value {
	s, ok := exact(c)
	at, ok2 := IntOf(c.Arg(1))
	rest, ok3 := sliceArg(c.Arg(2))
	if !ok || !ok2 || !ok3 || at < 0 || at > int64(len(s.Elems)) || rest.Open != nil || anyMaybe(rest.Elems) {
		return notKnown(c)
	}
	out := &Slice{T: s.T, Pos: s.Pos}
	for _, part := range [][]Elem{s.Elems[:at], rest.Elems, s.Elems[at:]} {
		for _, e := range part {
			out.Elems = append(out.Elems, e.copy())
		}
	}
	return out
}

func modelDelete(c *Call) Value {
	s, ok := exact(c)
	i, ok2 := IntOf(c.Arg(1))
	j, ok3 := IntOf(c.Arg(2))
	if !ok || !ok2 || !ok3 || i < 0 || i > j || j > int64(len(s.Elems)) {
		return notKnown(c)
	}
	var kept []Value
	for k, e := range s.Elems {
		if int64(k) < i || int64(k) >= j {
			kept = append(kept, e.C.v)
		}
	}
	return c.M.keepOnly(s, kept, c.Pos)
}

// keepOnly moves the values that are kept to the front of a slice, clears the
// rest, and returns the front.
func (m *Machine) keepOnly(s *Slice, kept []Value, pos token.Pos) Value {
	var elem types.Type
	if st, ok := under(s.T).(*types.Slice); ok {
		elem = st.Elem()
	}
	for i := range kept {
		kept[i] = clone(kept[i])
	}
	for i, e := range s.Elems {
		if i < len(kept) {
			m.put(e.C, kept[i])
		} else {
			m.put(e.C, zero(elem, pos))
		}
	}
	if out, ok := s.part(0, int64(len(kept)), -1); ok {
		return out
	}
	return s
}

func modelSliceIndex(c *Call) Value {
	s, ok := exact(c)
	if !ok {
		return notKnown(c)
	}
	for i, e := range s.Elems {
		eq, ok := BoolOf(c.M.equal(token.EQL, e.C.v, c.Arg(1), c.Pos))
		if !ok {
			return notKnown(c)
		}
		if eq {
			return NewInt(int64(i), c.Pos)
		}
	}
	return NewInt(-1, c.Pos)
}

// modelIndexFunc is IndexFunc and ContainsFunc.
func modelIndexFunc(c *Call) Value {
	s, ok := exact(c)
	if !ok {
		return notKnown(c)
	}
	at := -1
	for i, e := range s.Elems {
		hit, ok := BoolOf(c.M.CallValue(c.Arg(1), []Value{e.C.v}, c.Pos))
		if !ok {
			return notKnown(c)
		}
		if hit {
			at = i
			break
		}
	}
	if strings.HasSuffix(c.Key, "ContainsFunc") {
		return NewBool(at >= 0, c.Pos)
	}
	return NewInt(int64(at), c.Pos)
}

// modelDeleteFunc keeps as a mere possibility what may be deleted.
func modelDeleteFunc(c *Call) Value {
	s, ok := sliceArg(c.Arg(0))
	if !ok {
		return notKnown(c)
	}
	out := &Slice{T: s.T, Pos: s.Pos, Open: s.Open, unordered: s.unordered}
	_, known := exact(c)
	var vals []Value
	for _, e := range s.Elems {
		del, ok := BoolOf(c.M.CallValue(c.Arg(1), []Value{e.C.v}, c.Pos))
		known = known && ok
		if del && ok {
			continue
		}
		vals = append(vals, e.C.v)
		kept := e.copy()
		kept.Maybe = kept.Maybe || !ok
		out.Elems = append(out.Elems, kept)
	}
	if known {
		return c.M.keepOnly(s, vals, c.Pos)
	}
	// The elements of the slice that was given may be others now.
	why := unknown("moved by "+shortKey(c.Key), c.Pos, nil)
	for _, e := range s.Elems {
		c.M.set(e.C, c.M.join(e.C.v, unknown(why.Reason, c.Pos, TypeOf(e.C.v)), why))
	}
	return out
}

func modelCompare(c *Call) Value {
	a, ok1 := c.Arg(0).(*Const)
	b, ok2 := c.Arg(1).(*Const)
	if !ok1 || !ok2 || a.V.Kind() == constant.Bool || (a.V.Kind() == constant.String) != (b.V.Kind() == constant.String) {
		return notKnown(c)
	}
	switch {
	case constant.Compare(a.V, token.LSS, b.V):
		return NewInt(-1, c.Pos)
	case constant.Compare(a.V, token.GTR, b.V):
		return NewInt(1, c.Pos)
	}
	return NewInt(0, c.Pos)
}

// sortable returns the slice to be sorted if all its elements are known, be it
// in an order that is not.
func sortable(c *Call) (*Slice, bool) {
	s, ok := sliceArg(c.Arg(0))
	return s, ok && s.Open == nil && !anyMaybe(s.Elems)
}

// modelSortFunc sorts as the library does, so that equal elements end where
// they end at run time.
func modelSortFunc(c *Call) Value {
	if c.eachSlice(modelSortFunc) {
		return Tuple{}
	}
	s, ok := sortable(c)
	if !ok {
		c.M.scramble(c.Arg(0))
		return Tuple{}
	}
	vals := make([]Value, len(s.Elems))
	for i, e := range s.Elems {
		vals[i] = e.C.v
	}
	known := true
	compare := func(a, b Value) int {
		v := c.M.CallValue(c.Arg(1), []Value{a, b}, c.Pos)
		if less, ok := BoolOf(v); ok { // as x/exp had it at first
			if less {
				return -1
			}
			return 0
		}
		i, ok := IntOf(v)
		known = known && ok
		return int(i)
	}
	if strings.HasSuffix(c.Key, "SortStableFunc") {
		slices.SortStableFunc(vals, compare)
	} else {
		slices.SortFunc(vals, compare)
	}
	for i, e := range s.Elems {
		c.M.set(e.C, vals[i])
	}
	c.M.sorted(s, known, func(i int) bool { return compare(vals[i], vals[i+1]) < 0 })
	return Tuple{}
}

// sorted notes that a slice was sorted. One that was in no known order has one
// now if no two neighbours are equal.
func (m *Machine) sorted(s *Slice, known bool, less func(i int) bool) {
	for i := 0; known && s.Unordered() && i < len(s.Elems)-1; i++ {
		known = less(i)
	}
	if !known {
		m.scramble(s)
		return
	}
	s.settleOrder()
}

// eachSlice runs f for the slices that the first argument may be, each as one
// that it may not be. It reports false if the argument is only one.
func (c *Call) eachSlice(f func(*Call) Value) bool {
	return c.M.either(c.Arg(0), c.Pos, func(v Value) {
		one := *c
		one.Args = append([]Value{v}, c.Args[1:]...)
		f(&one)
	})
}

// scramble makes the order of a slice's elements unknown. The elements stay: a
// sort changes nothing else. Whoever shares the array sees it too, and marks
// are never taken back, which is on the safe side.
func (m *Machine) scramble(v Value) {
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
			u = unknown("an element of a slice in an order that is not known", s.Pos, TypeOf(e.C.v))
			for _, other := range s.Elems {
				u.addAlt(other.C.v)
			}
			if s.Open != nil {
				u.addAlt(unknown(u.Reason, u.Pos, u.T))
			}
			u.settle()
		}
		m.set(e.C, u)
	}
}

type bySwap struct {
	m     *Machine
	s     *Slice
	less  Value
	pos   token.Pos
	known bool
}

func (b *bySwap) Len() int { return len(b.s.Elems) }

func (b *bySwap) Swap(i, j int) {
	x, y := b.s.Elems[i].C.v, b.s.Elems[j].C.v
	b.m.set(b.s.Elems[i].C, y)
	b.m.set(b.s.Elems[j].C, x)
}

func (b *bySwap) Less(i, j int) bool {
	r, ok := BoolOf(b.m.CallValue(b.less, []Value{NewInt(int64(i), b.pos), NewInt(int64(j), b.pos)}, b.pos))
	b.known = b.known && ok
	return r
}

func modelSortSlice(c *Call) Value {
	if c.eachSlice(modelSortSlice) {
		return Tuple{}
	}
	s, ok := sortable(c)
	if !ok {
		c.M.scramble(c.Arg(0))
		return Tuple{}
	}
	b := &bySwap{c.M, s, c.Arg(1), c.Pos, true}
	// The function given looks at the slice itself, where places must be known.
	was := s.Unordered()
	if was {
		s.settleOrder()
	}
	if strings.HasSuffix(c.Key, "SliceStable") {
		sort.Stable(b)
	} else {
		sort.Sort(b)
	}
	for i := 0; was && b.known && i < len(s.Elems)-1; i++ {
		b.known = b.Less(i, i+1) && b.known
	}
	c.M.sorted(s, b.known, func(int) bool { return true })
	return Tuple{}
}
