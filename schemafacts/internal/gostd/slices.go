package gostd

import (
	"encoding/base64"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// sliceModels returns the models of functions in packages slices, sort and cmp that
// take functions or write to their arguments.
func sliceModels() map[string]eval.Intrinsic {
	return map[string]eval.Intrinsic{
		"bytes.Clone":           modelSliceClone,
		"bytes.TrimSpace":       modelTrimBytes,
		"slices.IndexFunc":      modelIndexFunc,
		"slices.ContainsFunc":   modelIndexFunc,
		"slices.DeleteFunc":     modelDeleteFunc,
		"slices.SortFunc":       modelSortFunc,
		"slices.SortStableFunc": modelSortFunc,
		"sort.Slice":            modelSortSlice,
		"sort.SliceStable":      modelSortSlice,
		"cmp.Compare":           modelCompare,
		"(*encoding/base64.Encoding).EncodeToString": modelBase64,
	}
}

// stdGlobal returns the value of a variable of the standard library, or nil if it has
// no model.
func stdGlobal(key string, pos token.Pos) value.Value {
	switch key {
	case "encoding/base64.StdEncoding":
		return &value.Native{Kind: "base64", Data: base64.StdEncoding, Pos: pos}
	case "encoding/base64.URLEncoding":
		return &value.Native{Kind: "base64", Data: base64.URLEncoding, Pos: pos}
	case "encoding/base64.RawStdEncoding":
		return &value.Native{Kind: "base64", Data: base64.RawStdEncoding, Pos: pos}
	}
	return nil
}

// modelTrimBytes models bytes.TrimSpace. It returns a document unchanged, because a
// document has no surrounding space.
func modelTrimBytes(c *eval.Call) value.Value {
	switch b := c.Arg(0).(type) {
	case *value.Native:
		if b.Kind == value.JSONKind {
			return b
		}
	case *value.Const:
		if s, ok := value.StringOf(b); ok {
			return &value.Const{V: constant.MakeString(strings.TrimSpace(s)), T: b.T, Pos: b.Pos}
		}
	}
	return notKnown(c)
}

func modelBase64(c *eval.Call) value.Value {
	n, ok := c.Recv.(*value.Native)
	if !ok {
		return notKnown(c)
	}
	enc, ok1 := n.Data.(*base64.Encoding)
	s, ok2 := value.StringOf(c.Arg(0))
	if sl, isSlice := c.Arg(0).(*value.Slice); isSlice {
		s, ok2 = c.M.BytesToString(sl)
	}
	if !ok1 || !ok2 {
		return notKnown(c)
	}
	return newText(c, enc.EncodeToString([]byte(s)))
}

// exact returns the slice in the first argument. It returns false if the slice is not
// completely known.
func exact(c *eval.Call) (*value.Slice, bool) {
	s, ok := value.SliceArg(c.Arg(0))
	if !ok || s.Open != nil || value.AnyMaybe(s.Elems) || s.Unordered() {
		return nil, false
	}
	return s, true
}

// moves models a function that moves the elements of the slice in its first argument
// to unknown indexes.
func moves(c *eval.Call) value.Value {
	c.M.Escape(c.Args[:1], ir.ShortKey(c.Key), c.Pos)
	return notKnown(c)
}

// modelMoves models a function that writes to its first argument in an unknown way
// and may call functions among its other arguments.
func modelMoves(c *eval.Call) value.Value {
	mayCall(c)
	return moves(c)
}

// mayCall records that a function calls the functions among its arguments, any number
// of times and with unknown arguments.
func mayCall(c *eval.Call) {
	why := value.NewUnknown("written to by a function passed to "+ir.ShortKey(c.Key), c.Pos, nil)
	c.M.MayCall(c.Args, why)
	c.M.MayCallNow(c.Key, c.Args, why)
}

// keepOnly moves the kept values to the front of a slice, clears the rest, and
// returns the front.
func keepOnly(m *eval.Machine, s *value.Slice, kept []value.Value, pos token.Pos) value.Value {
	var elem types.Type
	if st, ok := ir.Under(s.T).(*types.Slice); ok {
		elem = st.Elem()
	}
	for i := range kept {
		kept[i] = value.Clone(kept[i])
	}
	for i, e := range s.Elems {
		if i < len(kept) {
			m.Put(e.C, kept[i])
		} else {
			m.Put(e.C, value.Zero(elem, pos))
		}
	}
	if out, ok := s.Part(0, int64(len(kept)), -1); ok {
		return out
	}
	return s
}

// modelIndexFunc models slices.IndexFunc and slices.ContainsFunc.
func modelIndexFunc(c *eval.Call) value.Value {
	s, ok := exact(c)
	if !ok {
		mayCall(c)
		return notKnown(c)
	}
	at := -1
	for i, e := range s.Elems {
		hit, ok := value.BoolOf(c.M.CallValue(c.Arg(1), []value.Value{e.C.Get()}, c.Pos))
		if !ok {
			mayCall(c) // for the elements that follow
			return notKnown(c)
		}
		if hit {
			at = i
			break
		}
	}
	if strings.HasSuffix(c.Key, "ContainsFunc") {
		return value.NewBool(at >= 0, c.Pos)
	}
	return value.NewInt(int64(at), c.Pos)
}

// modelDeleteFunc models DeleteFunc. An element that may be deleted becomes optional.
func modelDeleteFunc(c *eval.Call) value.Value {
	s, ok := value.SliceArg(c.Arg(0))
	if !ok {
		return modelMoves(c)
	}
	end := value.EndOf(s)
	out := &value.Slice{T: s.T, Pos: s.Pos, Open: s.Open, In: end.In, Behind: append(value.CellsOf(s.Elems), end.Behind...)}
	_, known := exact(c)
	ask := c.M.CallValue
	if !known {
		mayCall(c) // an unknown number of times
		ask = c.M.Ask
	}
	written := watch(c, s)
	var vals []value.Value
	for _, e := range s.Elems {
		del, ok := value.BoolOf(ask(c.Arg(1), []value.Value{e.C.Get()}, c.Pos))
		known = known && ok
		if del && ok {
			continue
		}
		vals = append(vals, e.C.Get())
		kept := e.Copy()
		kept.Maybe = kept.Maybe || !ok
		out.Elems = append(out.Elems, kept)
	}
	if written() {
		u := c.Unknown("a list to which the function that selects its elements writes")
		u.PointsTo = []value.Value{s}
		return u
	}
	if known {
		return keepOnly(c.M, s, vals, c.Pos)
	}
	// The elements of the argument may have moved, and appends to the result may
	// overwrite them.
	c.M.Overwritten(s, value.NewUnknown("moved by "+ir.ShortKey(c.Key), c.Pos, nil))
	return out
}

func modelCompare(c *eval.Call) value.Value {
	a, ok1 := c.Arg(0).(*value.Const)
	b, ok2 := c.Arg(1).(*value.Const)
	if !ok1 || !ok2 || a.V.Kind() == constant.Bool || (a.V.Kind() == constant.String) != (b.V.Kind() == constant.String) {
		return notKnown(c)
	}
	switch {
	case constant.Compare(a.V, token.LSS, b.V):
		return value.NewInt(-1, c.Pos)
	case constant.Compare(a.V, token.GTR, b.V):
		return value.NewInt(1, c.Pos)
	}
	return value.NewInt(0, c.Pos)
}

// sortable returns the slice to sort. It returns false unless all elements are known.
// Their order may be unknown.
func sortable(c *eval.Call) (*value.Slice, bool) {
	s, ok := value.SliceArg(c.Arg(0))
	return s, ok && s.Open == nil && !value.AnyMaybe(s.Elems)
}

// modelSortFunc sorts with the library's algorithm, so that equal elements have the
// same order as at run time.
func modelSortFunc(c *eval.Call) value.Value {
	if eachSlice(c, modelSortFunc) {
		return value.Tuple{}
	}
	s, ok := sortable(c)
	if !ok {
		mayCall(c)
		c.M.Scramble(c.Arg(0))
		return value.Tuple{}
	}
	vals := make([]value.Value, len(s.Elems))
	for i, e := range s.Elems {
		vals[i] = value.Clone(e.C.Get())
	}
	written := watch(c, s)
	known := true
	compare := func(a, b value.Value) int {
		v := c.M.CallValue(c.Arg(1), []value.Value{a, b}, c.Pos)
		if less, ok := value.BoolOf(v); ok { // as in early versions of golang.org/x/exp
			if less {
				return -1
			}
			return 0
		}
		i, ok := value.IntOf(v)
		known = known && ok
		return int(i)
	}
	if strings.HasSuffix(c.Key, "SortStableFunc") {
		slices.SortStableFunc(vals, compare)
	} else {
		slices.SortFunc(vals, compare)
	}
	if written() {
		return value.Tuple{}
	}
	for i, e := range s.Elems {
		c.M.Put(e.C, vals[i])
	}
	c.M.Sorted(s, known, func(i int) bool { return compare(vals[i], vals[i+1]) < 0 })
	return value.Tuple{}
}

// watch returns a function that reports whether functions which the model called since then wrote to
// elements of the list. Then the list is unknown.
func watch(c *eval.Call, s *value.Slice) (written func() bool) {
	why := value.NewUnknown("written to by the function that "+ir.ShortKey(c.Key)+" calls", c.Pos, nil)
	seen := c.M.Record(why)
	return func() bool {
		c.M.Stop(seen)
		if !seen.Wrote(s) {
			return false
		}
		c.M.Forget(why, s)
		return true
	}
}

// eachSlice calls f with each alternative of the first argument in its place. After the
// calls, each of these slices may have its old or its new elements, because only one of
// them is the argument at run time. eachSlice returns false, and does not call f, if the
// argument is not a set of alternatives.
func eachSlice(c *eval.Call, f func(*eval.Call) value.Value) bool {
	return c.M.Either(c.Arg(0), c.Pos, func(v value.Value) {
		one := *c
		one.Args = append([]value.Value{v}, c.Args[1:]...)
		f(&one)
	})
}

type bySwap struct {
	m     *eval.Machine
	s     *value.Slice
	less  value.Value
	pos   token.Pos
	known bool
}

func (b *bySwap) Len() int { return len(b.s.Elems) }

func (b *bySwap) Swap(i, j int) {
	x, y := value.Clone(b.s.Elems[i].C.Get()), value.Clone(b.s.Elems[j].C.Get())
	b.m.Put(b.s.Elems[i].C, y)
	b.m.Put(b.s.Elems[j].C, x)
}

func (b *bySwap) Less(i, j int) bool {
	r, ok := value.BoolOf(b.m.CallValue(b.less, []value.Value{value.NewInt(int64(i), b.pos), value.NewInt(int64(j), b.pos)}, b.pos))
	b.known = b.known && ok
	return r
}

func modelSortSlice(c *eval.Call) value.Value {
	if eachSlice(c, modelSortSlice) {
		return value.Tuple{}
	}
	s, ok := sortable(c)
	if !ok {
		mayCall(c)
		c.M.Scramble(c.Arg(0))
		return value.Tuple{}
	}
	b := &bySwap{c.M, s, c.Arg(1), c.Pos, true}
	// The function argument uses the indexes of the slice, so the order must be known.
	was := s.Unordered()
	if was {
		c.M.InOrder(s)
	}
	if strings.HasSuffix(c.Key, "SliceStable") {
		sort.Stable(b)
	} else {
		sort.Sort(b)
	}
	for i := 0; was && b.known && i < len(s.Elems)-1; i++ {
		b.known = b.Less(i, i+1) && b.known
	}
	c.M.Sorted(s, b.known, func(int) bool { return true })
	return value.Tuple{}
}
