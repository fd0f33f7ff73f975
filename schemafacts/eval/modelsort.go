package eval

import (
	"go/types"
	"sort"
	"strings"
)

// sortModels are the functions that sort through an interface or an iterator,
// beside those of slices and sort.Slice.
func sortModels() map[string]Intrinsic {
	return map[string]Intrinsic{
		"sort.Sort":               modelSortInterface,
		"sort.Stable":             modelSortInterface,
		"sort.Reverse":            modelSortReverse,
		"sort.Float64s":           modelSort,
		"(sort.StringSlice).Sort": modelSortMethod,
		"(sort.IntSlice).Sort":    modelSortMethod,

		"(sort.Float64Slice).Sort": modelSortMethod,
		"(sort.StringSlice).Len":   modelSortLen,
		"(sort.IntSlice).Len":      modelSortLen,
		"(sort.Float64Slice).Len":  modelSortLen,
		"(sort.StringSlice).Less":  modelSortLess,
		"(sort.IntSlice).Less":     modelSortLess,
		"(sort.Float64Slice).Less": modelSortLess,
		"(sort.StringSlice).Swap":  modelSortSwap,
		"(sort.IntSlice).Swap":     modelSortSwap,
		"(sort.Float64Slice).Swap": modelSortSwap,
		"slices.SortedFunc":        modelSortedFunc,
		"slices.SortedStableFunc":  modelSortedFunc,
	}
}

// expPackages are the packages that became part of the standard library. Their
// functions do what those do there; where they differ, by what they are given
// or give back, the models look at the types.
var expPackages = map[string]string{
	"golang.org/x/exp/slices": "slices",
	"golang.org/x/exp/maps":   "maps",
}

// stdKey returns the key of the function of the standard library that a
// function is a forerunner of, else its own.
func stdKey(key string) string {
	if !strings.HasPrefix(key, "golang.org/x/exp/") {
		return key
	}
	pkg := pkgOf(key)
	if std := expPackages[pkg]; std != "" {
		return std + strings.TrimPrefix(key, pkg)
	}
	return key
}

const reverseKind = "sort.Reverse"

// modelSortReverse is sort.Reverse: what is given with its order turned round.
func modelSortReverse(c *Call) Value {
	return &Native{Kind: reverseKind, Data: c.Arg(0), T: c.Result, Pos: c.Pos}
}

// byMethods sorts through the methods Len, Less and Swap of a value.
type byMethods struct {
	c     *Call
	v     Value
	known bool
}

func (b *byMethods) call(name string, args ...int) Value {
	vals := make([]Value, len(args))
	for i, a := range args {
		vals[i] = NewInt(int64(a), b.c.Pos)
	}
	fn := b.c.M.dispatch(b.v, &Node{Name: name, Pos: b.c.Pos})
	switch f := fn.(type) {
	case *Closure:
		b.known = b.known && f.Fn.Body != nil
	case *Extern:
		b.known = b.known && models[f.Key] != nil
	default:
		b.known = false
	}
	if !b.known {
		return nil
	}
	return b.c.M.CallValue(fn, vals, b.c.Pos)
}

func (b *byMethods) Len() int {
	n, ok := IntOf(b.call("Len"))
	if !ok || n < 0 || n > maxElems {
		b.known = false
		return 0
	}
	return int(n)
}

func (b *byMethods) Less(i, j int) bool {
	less, ok := BoolOf(b.call("Less", i, j))
	b.known = b.known && ok
	return less
}

func (b *byMethods) Swap(i, j int) { b.call("Swap", i, j) }

// modelSortInterface is sort.Sort and sort.Stable. A slice is sorted in place;
// what else has the methods is written to by them alone.
func modelSortInterface(c *Call) Value {
	if c.M.either(c.Arg(0), c.Pos, func(v Value) { sortInterface(c, v) }) {
		return Tuple{}
	}
	sortInterface(c, c.Arg(0))
	return Tuple{}
}

func sortInterface(c *Call, v Value) {
	base, turned := v, 0
	for {
		n, ok := base.(*Native)
		if !ok || n.Kind != reverseKind {
			break
		}
		base, turned = n.Data.(Value), turned+1
	}
	s, isSlice := base.(*Slice)
	if isSlice && (s.Open != nil || anyMaybe(s.Elems)) {
		c.M.scramble(s)
		return
	}
	was := isSlice && s.Unordered()
	if was {
		s.settleOrder() // the methods look at the slice, where places must be known
	}
	b := &byMethods{c, base, true}
	var by sort.Interface = b
	for range turned {
		by = sort.Reverse(by)
	}
	if strings.HasSuffix(c.Key, "Stable") {
		sort.Stable(by)
	} else {
		sort.Sort(by)
	}
	for i := 0; was && b.known && i < len(s.Elems)-1; i++ {
		b.known = by.Less(i, i+1) && b.known
	}
	switch {
	case isSlice:
		c.M.sorted(s, b.known, func(int) bool { return true })
	case !b.known:
		c.M.escape([]Value{base}, shortKey(c.Key), c.Pos)
	}
}

// settleOrder says that the order of the elements is known.
func (s *Slice) settleOrder() {
	for _, e := range s.Elems {
		e.C.shuffled = false
	}
	if s.unordered != nil {
		*s.unordered = false
	}
}

// modelSortMethod is the method Sort of the library's slice types.
func modelSortMethod(c *Call) Value {
	return modelSort(&Call{M: c.M, Key: c.Key, Pos: c.Pos, Args: []Value{c.Recv}})
}

func modelSortLen(c *Call) Value { return c.M.length(c.Recv, &Node{Pos: c.Pos}) }

// sortPlaces returns the elements that a method Less or Swap of the library's
// slice types is about.
func sortPlaces(c *Call) (a, b *Cell, ok bool) {
	s, isSlice := c.Recv.(*Slice)
	i, ok1 := IntOf(c.Arg(0))
	j, ok2 := IntOf(c.Arg(1))
	if !isSlice || !ok1 || !ok2 || s.Open != nil || anyMaybe(s.Elems) || s.Unordered() || i < 0 || j < 0 || i >= int64(len(s.Elems)) || j >= int64(len(s.Elems)) {
		return nil, nil, false
	}
	return s.Elems[i].C, s.Elems[j].C, true
}

func modelSortLess(c *Call) Value {
	a, b, ok := sortPlaces(c)
	if !ok {
		return notKnown(c)
	}
	i, ok := IntOf(modelCompare(&Call{M: c.M, Key: "cmp.Compare", Pos: c.Pos, Args: []Value{a.v, b.v}, Result: types.Typ[types.Int]}))
	if !ok {
		return notKnown(c)
	}
	return NewBool(i < 0, c.Pos)
}

func modelSortSwap(c *Call) Value {
	a, b, ok := sortPlaces(c)
	if !ok {
		c.M.escape([]Value{c.Recv}, shortKey(c.Key), c.Pos)
		return Tuple{}
	}
	x, y := a.v, b.v
	c.M.set(a, y)
	c.M.set(b, x)
	return Tuple{}
}

// modelSortedFunc is SortedFunc and SortedStableFunc.
func modelSortedFunc(c *Call) Value {
	s, ok := models["slices.Collect"](&Call{M: c.M, Key: "slices.Collect", Pos: c.Pos, Args: c.Args[:1], Result: c.Result}).(*Slice)
	if !ok {
		return notKnown(c)
	}
	out := &Slice{T: c.Result, Pos: c.Pos, Open: s.Open}
	for _, e := range s.Elems {
		out.Elems = append(out.Elems, e.copy())
	}
	if s.Unordered() {
		random := true
		out.unordered = &random
	}
	key := "slices.SortFunc"
	if strings.HasSuffix(c.Key, "StableFunc") {
		key = "slices.SortStableFunc"
	}
	modelSortFunc(&Call{M: c.M, Key: key, Pos: c.Pos, Args: []Value{out, c.Arg(1)}})
	return out
}
