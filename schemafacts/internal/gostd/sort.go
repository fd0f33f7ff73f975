package gostd

import (
	"go/types"
	"sort"
	"strings"

	"github.com/schemavet/schemavet/schemafacts/internal/eval"
	"github.com/schemavet/schemavet/schemafacts/internal/eval/value"
	"github.com/schemavet/schemavet/schemafacts/internal/ir"
)

// sortModels returns the models of functions that sort through an interface or an
// iterator. Package slices and sort.Slice have separate models.
func sortModels() map[string]eval.Intrinsic {
	return map[string]eval.Intrinsic{
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

// expPackages are packages of golang.org/x/exp that became part of the standard
// library. Their functions have the same models. If their parameters or results
// differ, the models check the types.
var expPackages = map[string]string{
	"golang.org/x/exp/slices": "slices",
	"golang.org/x/exp/maps":   "maps",
}

// stdKey returns the key of the standard library's function that replaced a function
// of golang.org/x/exp. It returns any other key unchanged.
func stdKey(key string) string {
	if !strings.HasPrefix(key, "golang.org/x/exp/") {
		return key
	}
	pkg := ir.PkgOf(key)
	if std := expPackages[pkg]; std != "" {
		return std + strings.TrimPrefix(key, pkg)
	}
	return key
}

const reverseKind = "sort.Reverse"

// modelSortReverse models sort.Reverse: it returns its argument with the order
// reversed.
func modelSortReverse(c *eval.Call) value.Value {
	return &value.Native{Kind: reverseKind, Data: c.Arg(0), T: c.Result, Pos: c.Pos}
}

// byMethods sorts a value through its methods Len, Less and Swap. It implements
// sort.Interface.
type byMethods struct {
	c     *eval.Call
	v     value.Value
	known bool
}

func (b *byMethods) call(name string, args ...int) value.Value {
	vals := make([]value.Value, len(args))
	for i, a := range args {
		vals[i] = value.NewInt(int64(a), b.c.Pos)
	}
	fn := b.c.M.Dispatch(b.v, &ir.Node{Name: name, Pos: b.c.Pos})
	switch f := fn.(type) {
	case *value.Closure:
		b.known = b.known && f.Fn.Body != nil
	case *value.Extern:
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
	n, ok := value.IntOf(b.call("Len"))
	if !ok || n < 0 || n > value.MaxElems {
		b.known = false
		return 0
	}
	return int(n)
}

func (b *byMethods) Less(i, j int) bool {
	less, ok := value.BoolOf(b.call("Less", i, j))
	b.known = b.known && ok
	return less
}

func (b *byMethods) Swap(i, j int) { b.call("Swap", i, j) }

// modelSortInterface models sort.Sort and sort.Stable. A slice is sorted in place. For
// other types only the methods write to the value.
func modelSortInterface(c *eval.Call) value.Value {
	if c.M.Either(c.Arg(0), c.Pos, func(v value.Value) { sortInterface(c, v) }) {
		return value.Tuple{}
	}
	sortInterface(c, c.Arg(0))
	return value.Tuple{}
}

func sortInterface(c *eval.Call, v value.Value) {
	base, turned := v, 0
	for {
		n, ok := base.(*value.Native)
		if !ok || n.Kind != reverseKind {
			break
		}
		base, turned = n.Data.(value.Value), turned+1
	}
	s, isSlice := base.(*value.Slice)
	if isSlice && (s.Open != nil || value.AnyMaybe(s.Elems)) {
		c.M.Scramble(s)
		return
	}
	was := isSlice && s.Unordered()
	if was {
		c.M.InOrder(s) // the methods use indexes of the slice, so the order must be known
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
		c.M.Sorted(s, b.known, func(int) bool { return true })
	case !b.known:
		c.M.Escape([]value.Value{base}, ir.ShortKey(c.Key), c.Pos)
	}
}

// modelSortMethod models the method Sort of the library's slice types.
func modelSortMethod(c *eval.Call) value.Value {
	return modelSort(&eval.Call{M: c.M, Key: c.Key, Pos: c.Pos, Args: []value.Value{c.Recv}})
}

func modelSortLen(c *eval.Call) value.Value { return c.M.Length(c.Recv, &ir.Node{Pos: c.Pos}) }

// sortPlaces returns the two elements that a method Less or Swap of the library's slice
// types compares or swaps.
func sortPlaces(c *eval.Call) (a, b *value.Cell, ok bool) {
	s, isSlice := c.Recv.(*value.Slice)
	i, ok1 := value.IntOf(c.Arg(0))
	j, ok2 := value.IntOf(c.Arg(1))
	if !isSlice || !ok1 || !ok2 || s.Open != nil || value.AnyMaybe(s.Elems) || s.Unordered() || i < 0 || j < 0 || i >= int64(len(s.Elems)) || j >= int64(len(s.Elems)) {
		return nil, nil, false
	}
	return s.Elems[i].C, s.Elems[j].C, true
}

func modelSortLess(c *eval.Call) value.Value {
	a, b, ok := sortPlaces(c)
	if !ok {
		return notKnown(c)
	}
	i, ok := value.IntOf(modelCompare(&eval.Call{M: c.M, Key: "cmp.Compare", Pos: c.Pos, Args: []value.Value{a.Get(), b.Get()}, Result: types.Typ[types.Int]}))
	if !ok {
		return notKnown(c)
	}
	return value.NewBool(i < 0, c.Pos)
}

func modelSortSwap(c *eval.Call) value.Value {
	a, b, ok := sortPlaces(c)
	if !ok {
		c.M.Escape([]value.Value{c.Recv}, ir.ShortKey(c.Key), c.Pos)
		return value.Tuple{}
	}
	x, y := a.Get(), b.Get()
	c.M.Set(a, y)
	c.M.Set(b, x)
	return value.Tuple{}
}

// modelSortedFunc models slices.SortedFunc and slices.SortedStableFunc.
func modelSortedFunc(c *eval.Call) value.Value {
	s, ok := models["slices.Collect"](&eval.Call{M: c.M, Key: "slices.Collect", Pos: c.Pos, Args: c.Args[:1], Result: c.Result}).(*value.Slice)
	if !ok {
		mayCall(c)
		return notKnown(c)
	}
	out := &value.Slice{T: c.Result, Pos: c.Pos, Open: s.Open}
	for _, e := range s.Elems {
		out.Elems = append(out.Elems, e.Copy())
	}
	if s.Unordered() {
		c.M.InRandomOrder(out)
	}
	key := "slices.SortFunc"
	if strings.HasSuffix(c.Key, "StableFunc") {
		key = "slices.SortStableFunc"
	}
	modelSortFunc(&eval.Call{M: c.M, Key: key, Pos: c.Pos, Args: []value.Value{out, c.Arg(1)}})
	return out
}
